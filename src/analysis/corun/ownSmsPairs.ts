import type { Assumption } from '../../kernel/origin';
import type { ThemisEvents } from '../../predictors/themis/events';
import { inPlaceOf, type CoRunMatrix, type PairPrediction } from '../results/coRunResult';
import type { OwnSmsPairs, OwnSmsRange, OwnSmsSlowdown } from '../results/ownSmsResult';
import type { LoadedSpec } from '../../simulator/spec/loadSpec';
import type { CoRunModel } from './coRunModel';
import { fairSplit, swapped } from './fairSplit';
import { refusalOf } from './plausible';
import { rangeTexts } from '../../predictors/themis/model/inputNames';
import { predictSplit } from './predictAlone';
import { namedFirst } from './predictorNames';

/** A kernel with what it counts when it runs alone on the whole GPU. */
export interface CountedKernel {
  readonly id: string;
  readonly name: string;
  readonly events: ThemisEvents;
}

/**
 * Every pair of kernels on half of the SMs each, from counters of runs alone: no co-run is simulated.
 *
 * @param model one that was trained on such counters
 */
export function ownSmsPairs(
  kernels: readonly CountedKernel[],
  model: CoRunModel,
  loaded: LoadedSpec,
): OwnSmsPairs {
  const total = loaded.spec.sms;
  const sms = Math.max(1, Math.floor(total / 2));
  const refusals = new Map<string, string>();
  const cells = kernels.map((victim) =>
    kernels.map((aggressor): Omit<OwnSmsSlowdown, 'fair'> | null => {
      const [own] = predictSplit(model, [victim.events, aggressor.events], [sms, sms], total);
      const { slowdown, parts, cause, ranges } = own!;
      const warnings = rangeTexts(ranges);
      const refusal = refusalOf(slowdown, warnings, model.error);
      if (refusal !== null) refusals.set(victim.id, refusal);
      const { scalability, interference } = parts as { scalability: number; interference: number };
      return refusal === null ? { slowdown, scalability, interference, cause, warnings } : null;
    }),
  );
  return {
    kernelIds: kernels.map(({ id }) => id),
    names: kernels.map(({ name }) => name),
    cells: withFairSplits(cells, kernels, model, loaded),
    refusals: [...refusals].map(([kernelId, reason]) => ({ kernelId, reason })),
    sms,
    predictor: model.label,
    error: model.error,
  };
}

function withFairSplits(
  cells: readonly (readonly (Omit<OwnSmsSlowdown, 'fair'> | null)[])[],
  kernels: readonly CountedKernel[],
  model: CoRunModel,
  loaded: LoadedSpec,
): OwnSmsPairs['cells'] {
  const found = kernels.map((first, i) =>
    kernels.map((second, j) =>
      j > i && cells[i]![j] && cells[j]![i] ? fairSplit([first.events, second.events], model, loaded) : null,
    ),
  );
  return cells.map((row, i) =>
    row.map((cell, j) => {
      const [above, below] = [found[i]![j]!, found[j]![i]!];
      return cell && { ...cell, fair: above ?? (below && swapped(below)) };
    }),
  );
}

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
