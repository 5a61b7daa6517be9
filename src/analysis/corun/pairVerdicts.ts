import type { Origin } from '../../kernel/origin';
import type { Prediction } from '../../kernel/prediction';
import { overlapVerdict, startedVerdictOnCard, type OverlapVerdict } from '../../sharing/overlapVerdict';
import { guessedNumbers } from '../results/openNumbers';
import type { PairStarted } from '../results/simulationResult';
import type { WorkspaceResults } from '../results/workspaceResults';
import { pairsThatMeet, type KernelPair, type MetKernel } from './kernelPairs';

/** What is known of two kernels that can run together. */
export interface PairVerdict {
  readonly pair: KernelPair;
  /** The answer shown for each beside the other; null where there is none. */
  readonly answers: readonly [Prediction | null, Prediction | null];
  /** Both started together in their order, where that was simulated: the verdict is of it. */
  readonly started: PairStarted | null;
  /** Null while an answer or a time is missing. */
  readonly verdict: OverlapVerdict | null;
}

/** Every pair that can meet with its verdict; where there is one, what differs by most time first. */
export function pairVerdicts(results: WorkspaceResults): readonly PairVerdict[] {
  const { matrix } = results;
  const place = new Map(matrix.kernelIds.map((id, at) => [id, at]));
  const answerOf = (victim: string, aggressor: string): Prediction | null =>
    matrix.cells[place.get(victim) ?? -1]?.[place.get(aggressor) ?? -1] ?? null;
  return pairsThatMeet(results)
    .map((pair): PairVerdict => {
      const [a, b] = pair.map(({ kernel }) => kernel);
      const answers = [answerOf(a!.id, b!.id), answerOf(b!.id, a!.id)] as const;
      const started = startedOf(results, a!.id, b!.id);
      return { pair, answers, started, verdict: verdictOf(pair, answers, started) };
    })
    .toSorted((a, b) => weight(b) - weight(a));
}

/** How much longer one of a pair takes than alone. */
export interface Takes {
  readonly slowdown: number;
  readonly origin: Origin;
  /** Who says so; null for what came of starting both together. */
  readonly predictor: string | null;
  /** Typical error as a share; null where none is known. */
  readonly error: number | null;
}

/**
 * How much longer the first or second of a pair takes: by the run of both where there is one, as the verdict. Null
 * where that is not known, also where one of both was simulated with guesses.
 */
export function takesOf({ pair, answers, started, verdict }: PairVerdict, at: 0 | 1): Takes | null {
  const [time, answer] = [pair[at].kernel.time, answers[at]];
  if (pair.some(({ lacks, kernel }) => lacks !== undefined || guessedNumbers(kernel).length > 0)) return null;
  if (started !== null && verdict !== null && time !== null)
    return {
      slowdown: verdict.endsNs[at] / time.value,
      origin: 'simulated',
      predictor: null,
      error: verdict.error,
    };
  if (answer === null) return null;
  const { slowdown, origin, predictor, error } = answer;
  return { slowdown, origin, predictor, error: error.metric === null ? null : error.mean };
}

/** A kernel beside another one that it can run together with, and how much longer it takes. */
export interface SlowedKernel {
  readonly victim: MetKernel;
  readonly beside: MetKernel;
  readonly takes: Takes;
}

/** Both kernels of every pair of which something is known, those that are slowed down most first. */
export function slowedKernels(verdicts: readonly PairVerdict[]): readonly SlowedKernel[] {
  return verdicts
    .flatMap((one) =>
      ([0, 1] as const).flatMap((at) => {
        const takes = takesOf(one, at);
        return takes === null ? [] : [{ victim: one.pair[at], beside: one.pair[at === 0 ? 1 : 0], takes }];
      }),
    )
    .toSorted((a, b) => b.takes.slowdown - a.takes.slowdown);
}

/** What is known of two kernels that were started together, whichever of them the run names first. */
export function startedOf({ together }: WorkspaceResults, a: string, b: string): PairStarted | null {
  const found = together.find(({ kernelIds: [one, other] }) => one === a && other === b);
  if (found !== undefined) return found;
  const turned = together.find(({ kernelIds: [one, other] }) => one === b && other === a);
  return turned === undefined
    ? null
    : { ...turned, kernelIds: [a, b], ends: [turned.ends[1], turned.ends[0]] };
}

function verdictOf(
  [a, b]: KernelPair,
  [ofA, ofB]: PairVerdict['answers'],
  started: PairStarted | null,
): OverlapVerdict | null {
  const [timeOfA, timeOfB] = [a.kernel.time, b.kernel.time];
  if (timeOfA === null || timeOfB === null || a.lacks !== undefined || b.lacks !== undefined) return null;
  if ([a, b].some(({ kernel }) => guessedNumbers(kernel).length > 0)) return null;
  if (started !== null) return startedVerdictOnCard([timeOfA.value, timeOfB.value], started);
  if (ofA === null || ofB === null) return null;
  return overlapVerdict({ soloNs: timeOfA.value, answer: ofA }, { soloNs: timeOfB.value, answer: ofB });
}

/** Nanoseconds that the verdict is about; those with a word before those without. */
function weight({ verdict }: PairVerdict): number {
  if (verdict === null) return -1;
  const differs = Math.abs(verdict.serialNs - verdict.togetherNs);
  return verdict.word === 'unknown' ? differs / 1e6 : 1 + differs;
}
