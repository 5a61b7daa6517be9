import { groupBy } from '../../stats/grouping';
import { byEvidence } from './rankAnswers';
import type { CoRunMatrix, DividedRange, PartnerAnswer } from '../results/coRunResult';

/**
 * Best and worst partner of a kernel by each predictor of divided SMs, the one to be trusted most first; itself is no
 * partner.
 *
 * @param among ids of the kernels that may be
 */
export function dividedRanges(
  kernelId: string,
  matrix: CoRunMatrix,
  among: ReadonlySet<string>,
): DividedRange[] {
  const { kernelIds, names, answers } = matrix;
  const row = answers[kernelIds.indexOf(kernelId)] ?? [];
  const partners = row.flatMap((cell, at): PartnerAnswer[] =>
    kernelIds[at] !== kernelId && among.has(kernelIds[at]!)
      ? cell
          .filter(({ split }) => split !== undefined)
          .map((prediction) => ({ kernelId: kernelIds[at]!, name: names[at]!, prediction }))
      : [],
  );
  return [...groupBy(partners, ({ prediction }) => prediction.predictor).values()]
    .map((list) => {
      const sorted = list.toSorted((a, b) => a.prediction.slowdown - b.prediction.slowdown);
      return { best: sorted[0]!, worst: sorted.at(-1)! };
    })
    .toSorted((a, b) => byEvidence(a.worst.prediction, b.worst.prediction));
}
