import type { Assumption } from '../../kernel/origin';
import { inPlaceOf, type CoRunMatrix, type PairPrediction } from '../results/coRunResult';
import type { OwnSmsPairs, OwnSmsRange, OwnSmsSlowdown } from '../results/ownSmsResult';
import { namedFirst } from './predictorNames';

/** Best and worst partner of a kernel, itself left out; null where there is no number beside any. */
export function ownSmsRange(id: string, { kernelIds, names, cells }: OwnSmsPairs): OwnSmsRange | null {
  const row = cells[kernelIds.indexOf(id)] ?? [];
  const partners = row
    .flatMap((cell, at) =>
      cell === null || kernelIds[at] === id ? [] : [{ ...cell, kernelId: kernelIds[at]!, name: names[at]! }],
    )
    .sort((a, b) => a.slowdown - b.slowdown);
  const [best, worst] = [partners[0], partners.at(-1)];
  return best && worst ? { best, worst } : null;
}

const CONDITION = 'Each kernel keeps half of the SMs for the whole time, relaunched without pause.';

/** The matrix with predictions for kernels on SMs of their own, where there are any. */
export function ownSmsMatrix(
  matrix: CoRunMatrix,
  pairs: OwnSmsPairs,
  assumptionsOf: (kernelId: string) => readonly Assumption[],
): CoRunMatrix {
  const at = new Map(pairs.kernelIds.map((id, place) => [id, place]));
  const cellOf = (victim: string, aggressor: string): OwnSmsSlowdown | null =>
    pairs.cells[at.get(victim) ?? -1]?.[at.get(aggressor) ?? -1] ?? null;
  const cells = matrix.cells.map((row, i) =>
    row.map((cell, j): PairPrediction | null => {
      const [victim, aggressor] = [matrix.kernelIds[i]!, matrix.kernelIds[j]!];
      const found = cellOf(victim, aggressor);
      if (found === null) return cell;
      return inPlaceOf(cell, {
        subject: matrix.names[i]!,
        partners: [matrix.names[j]!],
        slowdown: found.slowdown,
        parts: { scalability: found.scalability, interference: found.interference },
        mode: 'spatial',
        predictor: pairs.predictor,
        origin: 'predicted',
        inputs: {},
        assumptions: [...new Set([...assumptionsOf(victim), ...assumptionsOf(aggressor)])],
        error: pairs.error,
        validOnly: [CONDITION, ...found.warnings],
      });
    }),
  );
  const replaced = cells.flat().filter((cell) => cell?.predictor === pairs.predictor).length;
  if (replaced === 0) return matrix;
  const all = replaced === cells.flat().length;
  return {
    ...matrix,
    cells,
    predictor: all ? pairs.predictor : namedFirst(pairs.predictor, matrix.predictor),
    validOnly: all ? [CONDITION] : [...new Set([CONDITION, ...matrix.validOnly])],
  };
}
