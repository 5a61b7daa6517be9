import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { UsageError } from '../../src/cli/command';
import { distFolder } from '../../src/cli/distFolder';
import type { Executor } from './executor';
import { LocalExecutor } from './localExecutor';
import { SlurmExecutor } from './slurm/slurmExecutor';

export const EXECUTORS = ['local', 'slurm'] as const;
export type ExecutorName = (typeof EXECUTORS)[number];

/**
 * The name of an executor, as an option has it.
 *
 * @throws UsageError where there is none of that name
 */
export function executorNamed(name: string): ExecutorName {
  const known = EXECUTORS.find((one) => one === name);
  if (known === undefined) throw new UsageError(`--executor is one of ${EXECUTORS.join(', ')}`);
  return known;
}

/** Between two looks at the queue. */
const PAUSE_MS = 10_000;

/** Where jobs are to run, as options say. */
export interface AskedExecutor {
  readonly executor: ExecutorName;
  /** Jobs, or tasks of an array, that run at a time. */
  readonly workers: number;
  /** Jobs of a task of an array. */
  readonly batch: number;
}

/** What an executor is told beside. */
export interface ExecutorSetting {
  /** The results file; what tasks of an array need and write lies in a folder beside it. */
  readonly file: string;
  readonly signal: AbortSignal;
  readonly note: (line: string) => void;
  /** Asked before every job that would run here. */
  readonly mayStart?: () => boolean;
}

/** The executor that is asked for. */
export function executorFor(
  { executor, workers, batch }: AskedExecutor,
  { file, signal, note, mayStart = () => true }: ExecutorSetting,
): Executor {
  const dist = distFolder();
  const inDist = (name: string): string => path.join(dist, name);
  if (executor === 'local')
    return new LocalExecutor(
      { workerPath: inDist('lab-worker.js'), assets: dist },
      { workers, mayStart, signal },
    );
  const pause = (until: AbortSignal): Promise<void> =>
    setTimeout(PAUSE_MS, undefined, { signal: until }).catch(() => undefined);
  const folder = `${path.resolve(file)}.sweep`;
  return new SlurmExecutor({
    ...{ folder, program: inDist('lab-task.js'), batch, atOnce: workers },
    ...{ pause, signal, note },
  });
}
