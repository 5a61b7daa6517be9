import type { GpuSpec } from '../../../src/kernel/gpuSpec';
import { groupBy } from '../../../src/stats/grouping';
import { geometricMean } from '../../../src/stats/means';
import {
  BLOCK_METHODS,
  blockCandidates,
  type BlockCandidate,
  type BlockMethod,
} from '../../../src/predictors/moka/blocksize/methods';
import type { ReferenceSet } from '../../../src/predictors/moka/simk/references';
import type { Sweep } from './sweeps';

/** How several launches of one block size (different shapes) count. */
export type ShapeRule = 'any shape' | 'best shape';

/** Regret of one method on one kernel: time of its choice over the best time, 1 or more. */
export interface KernelRegret {
  readonly method: BlockMethod | 'random';
  readonly kernel: string;
  /** Geometric mean over today's blocks that the method may start from. */
  readonly regret: number;
  readonly worst: number;
  /** Share of the starts for which the method had an answer; without one the block stays as it is. */
  readonly answered: number;
}

/** The answers of every method to every launch of a sweep, in the order of its points. */
export function sweepAnswers(
  sweep: Sweep,
  gpu: GpuSpec,
  references: ReferenceSet,
): readonly (readonly BlockCandidate[])[] {
  return sweep.points.map(
    (point) => blockCandidates(point.facts, gpu, references, { stabilitySeeds: 0 }).candidates,
  );
}

/**
 * Regret of every method on a sweep. Each measured launch in turn is today's launch, whose profile the
 * method saw for its answer. A block size that was not measured counts as the nearest measured one.
 * `random` draws a measured block size, each as likely as the others.
 *
 * @param answers from references without the kernel itself, so that SimK could not look its answer up.
 */
export function sweepRegrets(
  sweep: Sweep,
  answers: readonly (readonly BlockCandidate[])[],
  rule: ShapeRule,
): readonly KernelRegret[] {
  const times = timesBySize(sweep, rule);
  const best = Math.min(...sweep.points.map((point) => point.ns));
  const byMethod = BLOCK_METHODS.map((method): KernelRegret => {
    const chosen = answers.map((candidates) => candidates.find((c) => c.method === method)!.threadsPerBlock);
    const regrets = chosen.map(
      (size, start) => times.get(nearestSize(times, size ?? sweep.points[start]!.threadsPerBlock))! / best,
    );
    const answered = chosen.filter((size) => size !== null).length / chosen.length;
    return { method, kernel: sweep.kernel, ...summary(regrets), answered };
  });
  const every = [...times.values()].map((time) => time / best);
  return [...byMethod, { method: 'random', kernel: sweep.kernel, ...summary(every), answered: 1 }];
}

function summary(regrets: readonly number[]): { regret: number; worst: number } {
  return { regret: geometricMean(regrets), worst: Math.max(...regrets) };
}

function timesBySize(sweep: Sweep, rule: ShapeRule): ReadonlyMap<number, number> {
  const combine = rule === 'any shape' ? geometricMean : (times: readonly number[]) => Math.min(...times);
  const groups = groupBy(sweep.points, (point) => point.threadsPerBlock);
  return new Map([...groups].map(([size, points]) => [size, combine(points.map((point) => point.ns))]));
}

function nearestSize(times: ReadonlyMap<number, number>, size: number): number {
  return [...times.keys()].reduce((nearest, candidate) =>
    Math.abs(Math.log(candidate / size)) < Math.abs(Math.log(nearest / size)) ? candidate : nearest,
  );
}
