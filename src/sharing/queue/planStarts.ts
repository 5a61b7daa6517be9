import { slowdownBeside, type QueueModel } from './queueModel';
import type { JobRun } from './runQueue';

/** Times that differ by less are one: sums of parts are rounded. */
const SAME = 1e-6;
/** A slowdown by which sharing gains nothing: what taking turns costs. */
const TURNS = 2;

/** What a job of a plan waits for on its GPU before it starts. */
export interface PlannedStart {
  readonly run: JobRun;
  /** Jobs beside which it starts, at most: as many as run in the plan when it has started. */
  readonly beside: number;
  /** Jobs that have to have ended, without those for which one that starts before waits. */
  readonly after: readonly number[];
}

/**
 * Starts on one GPU in their order. A job starts where the plan has a place for it, whichever job has left that place: jobs
 * are never as long as they were told, and who waits for a certain one leaves the GPU idle. It waits for those that the plan
 * has ended before only where both would not get on with each other: they do not fit together, either would be slowed
 * down by more than taking turns costs, or beyond its target; and for all of these where memory is limited.
 *
 * @param runs of one GPU
 */
export function planStarts(model: QueueModel, runs: readonly JobRun[]): readonly PlannedStart[] {
  const ordered = [...runs].sort((a, b) => a.start - b.start || a.job - b.job);
  const waited = new Set<number>();
  return ordered.map((run, at) => {
    const earlier = ordered.slice(0, at);
    const ended = earlier.filter(({ end }) => end <= run.start + SAME);
    const after = ended.flatMap(({ job }) => (waited.has(job) || mayMeet(model, run, job) ? [] : [job]));
    after.forEach((job) => waited.add(job));
    // Those that start at the same time count for each other: each takes the first place that is left.
    const running = ordered.filter(({ start, end }) => start <= run.start + SAME && end > run.start + SAME);
    return { run, beside: Math.max(0, running.length - 1), after };
  });
}

function mayMeet(model: QueueModel, { job, gpu }: JobRun, other: number): boolean {
  const { kind, memoryGiB } = model.gpus[gpu]!;
  if (Number.isFinite(memoryGiB)) return false;
  return isBearable(model, kind, job, other) && isBearable(model, kind, other, job);
}

function isBearable(model: QueueModel, kind: number, job: number, beside: number): boolean {
  const { application, progressTarget } = model.jobs[job]!;
  const slowdown = slowdownBeside(model, kind, application, [model.jobs[beside]!.application]);
  return slowdown !== null && slowdown <= (progressTarget === null ? TURNS : 1 / progressTarget);
}
