import type { InputOf, JobKind, RowOf } from './kinds';

/** One run of a sweep, or several that belong together. */
export interface Job<Kind extends JobKind> {
  /** Tells it from all other jobs whose rows go to the same file. */
  readonly key: string;
  readonly input: InputOf<Kind>;
}

/** Told of rows as they come; the next ones wait until it is done. */
export type RowListener<Kind extends JobKind> = (rows: readonly RowOf<Kind>[]) => Promise<void> | void;

/** Where the jobs of sweeps run whose rows go to one file. */
export interface Executor {
  /**
   * Runs jobs in any order and tells of their rows. What is told once is the caller's: an executor keeps nothing of it.
   *
   * @throws CancelledError when it was interrupted; what a job failed with, or InputError naming where that stands
   */
  run<Kind extends JobKind>(kind: Kind, jobs: readonly Job<Kind>[], onRows: RowListener<Kind>): Promise<void>;
  /** Nothing is run after it. */
  close(): void;
}
