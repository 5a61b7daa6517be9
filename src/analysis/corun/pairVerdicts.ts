import type { Prediction } from '../../kernel/prediction';
import { overlapVerdict, type OverlapVerdict } from '../../sharing/overlapVerdict';
import type { WorkspaceResults } from '../results/workspaceResults';
import { pairsThatMeet, type ApplicationPair, type KernelPair } from './kernelPairs';

/** What is known of two kernels that can run together. */
export interface PairVerdict {
  readonly pair: KernelPair;
  /** The answer shown for each beside the other; null where there is none. */
  readonly answers: readonly [Prediction | null, Prediction | null];
  /** Null while an answer or a time is missing. */
  readonly verdict: OverlapVerdict | null;
}

/**
 * Every pair that can meet with its verdict; where there is one, what differs by most time first.
 *
 * @param together the programs that run at the same time
 */
export function pairVerdicts(
  results: WorkspaceResults,
  together: 'all' | readonly ApplicationPair[] = 'all',
): readonly PairVerdict[] {
  const { matrix } = results;
  const place = new Map(matrix.kernelIds.map((id, at) => [id, at]));
  const answerOf = (victim: string, aggressor: string): Prediction | null =>
    matrix.cells[place.get(victim) ?? -1]?.[place.get(aggressor) ?? -1] ?? null;
  return pairsThatMeet(results, together)
    .map((pair): PairVerdict => {
      const [a, b] = pair.map(({ kernel }) => kernel);
      const answers = [answerOf(a!.id, b!.id), answerOf(b!.id, a!.id)] as const;
      return { pair, answers, verdict: verdictOf(pair, answers) };
    })
    .toSorted((a, b) => weight(b) - weight(a));
}

function verdictOf([a, b]: KernelPair, [ofA, ofB]: PairVerdict['answers']): OverlapVerdict | null {
  const [timeOfA, timeOfB] = [a.kernel.time, b.kernel.time];
  if (ofA === null || ofB === null || timeOfA === null || timeOfB === null) return null;
  return overlapVerdict({ soloNs: timeOfA.value, answer: ofA }, { soloNs: timeOfB.value, answer: ofB });
}

/** Nanoseconds that the verdict is about; those with a word before those without. */
function weight({ verdict }: PairVerdict): number {
  if (verdict === null) return -1;
  const differs = Math.abs(verdict.serialNs - verdict.togetherNs);
  return verdict.word === 'unknown' ? differs / 1e6 : 1 + differs;
}
