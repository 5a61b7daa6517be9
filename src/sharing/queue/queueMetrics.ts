import { coRunMetrics, meetsTarget } from '../../kernel/coRunMetrics';
import type { QueueModel } from './queueModel';
import type { JobRun } from './runQueue';

/** How well a queue ran. Progress of a job: its time alone on the GPU that it had, over its time there. */
export interface QueueMetrics {
  /** Seconds from the first submission to the last end. */
  readonly makespan: number;
  /** Σ T_dedicate / T_corun: STP (5.5) over all jobs; weighted speedup in the sense that (5.4) is used. */
  readonly stp: number;
  /** Mean slowdown while running: ANTT (5.6). */
  readonly antt: number;
  /** Seconds of work alone that the GPUs did in a second, each GPU's share: 1 is a GPU that is never idle, without gain. */
  readonly work: number;
  /** Largest slowdown of any job while it ran. */
  readonly worstSlowdown: number;
  /** Mean seconds from submission to end, waiting included. */
  readonly turnaround: number;
  /** Jobs with a progress target, and those of them that missed it. */
  readonly targets: number;
  readonly missed: number;
}

/** @param runs one a job, in the order of the queue */
export function queueMetrics(model: QueueModel, runs: readonly JobRun[]): QueueMetrics {
  const progress = runs.map(({ alone, start, end }) => alone / (end - start));
  const { throughput, turnaround: slowdown } = coRunMetrics(progress);
  const first = model.jobs.reduce((least, { submit }) => Math.min(least, submit), Infinity);
  const makespan = runs.reduce((last, { end }) => Math.max(last, end), 0) - first;
  const work = runs.reduce((sum, { alone }) => sum + alone, 0);
  const waited = runs.reduce((sum, { job, end }) => sum + end - model.jobs[job]!.submit, 0);
  const missed = runs.filter(
    // Progress comes out of sums of parts: a target that is just kept is kept.
    ({ job }, at) => !meetsTarget(progress[at]! * (1 + 1e-9), model.jobs[job]!.progressTarget),
  );
  return {
    makespan,
    stp: throughput,
    antt: slowdown,
    work: work / makespan / model.gpus.length,
    worstSlowdown: progress.reduce((most, own) => Math.max(most, 1 / own), 0),
    turnaround: waited / runs.length,
    targets: model.jobs.filter(({ progressTarget }) => progressTarget !== null).length,
    missed: missed.length,
  };
}
