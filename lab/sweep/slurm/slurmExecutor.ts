import { rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { CancelledError } from '../../../src/analysis/worker/workerHandle';
import { namesIn } from '../../../src/files/folders';
import { lock } from '../../../src/files/lock';
import { ownGpus } from '../../../src/gpu/catalogue';
import { InputError } from '../../../src/kernel/result';
import type { Executor, Job, RowListener } from '../executor';
import type { JobKind } from '../kinds';
import type { Batch } from './batch';
import { Slurm } from './slurm';
import { Submission } from './submission';
import { Told } from './told';

/** Tasks of an array at most: its indices end below MaxArraySize, which is 1001 where a site sets nothing else. */
const MOST_TASKS = 1000;
/** Looks in a row at which the queue may be out of reach: a controller that starts anew is away for a while. */
const MOST_SILENCES = 30;

export interface SlurmOptions {
  /** Where batches, logs and results of tasks lie, of one results file alone; on a disk that all nodes see. */
  readonly folder: string;
  /** Bundle that a task runs. */
  readonly program: string;
  /** Jobs of a task; more where an array could not hold as many tasks. */
  readonly batch: number;
  /** Tasks that may run at a time. */
  readonly atOnce: number;
  /** Comes back when the queue may be looked at again, or when the signal is aborted. */
  readonly pause: (signal: AbortSignal) => Promise<void>;
  readonly signal: AbortSignal;
  readonly note: (line: string) => void;
}

/**
 * Runs jobs as tasks of a Slurm job array. An array that has outlived whoever submitted it is waited for, what it has left is
 * told first, and only what is missing then is submitted.
 */
export class SlurmExecutor implements Executor {
  private readonly slurm = new Slurm();

  constructor(private readonly options: SlurmOptions) {}

  async run<Kind extends JobKind>(
    kind: Kind,
    jobs: readonly Job<Kind>[],
    onRows: RowListener<Kind>,
  ): Promise<void> {
    const folder = path.join(this.options.folder, kind);
    const told = new Told(jobs, onRows);
    const held = lock(path.join(folder, 'sweep'));
    try {
      const earlier = await submissionsIn(folder);
      for (const submission of earlier) await this.follow(submission, told);
      if (told.missing.length > 0) {
        const submission = await this.submit(kind, told.missing, path.join(folder, nextAfter(earlier)));
        await this.follow(submission, told);
        await requireAll(submission, new Set(told.missing.map(({ key }) => key)));
      }
      for (const { folder: done } of await submissionsIn(folder)) await rm(done, { recursive: true });
    } finally {
      held.release();
    }
    for (const left of [folder, this.options.folder]) await rmdir(left).catch(() => undefined);
  }

  close(): void {
    // Between two runs there is nothing to end: what was submitted has ended with the run.
  }

  private async submit<Kind extends JobKind>(
    kind: Kind,
    jobs: readonly Job<Kind>[],
    folder: string,
  ): Promise<Submission> {
    const { program, batch, atOnce, note } = this.options;
    const size = Math.max(batch, Math.ceil(jobs.length / MOST_TASKS));
    const tasks = Math.ceil(jobs.length / size);
    const batches = Array.from({ length: tasks }, (_, task): Batch<Kind> => ({
      kind,
      gpus: ownGpus(),
      jobs: jobs.slice(task * size, (task + 1) * size),
    }));
    const submission = await Submission.write(folder, batches, { program, atOnce, node: process.execPath });
    const id = await this.slurm.submit(folder);
    await submission.submitted(id);
    note(`${jobs.length} jobs in ${tasks} tasks of Slurm's job ${id}, in ${folder}`);
    return submission;
  }

  /** Tells of what tasks finish until none of them waits or runs. */
  private async follow<Kind extends JobKind>(submission: Submission, told: Told<Kind>): Promise<void> {
    const { signal, pause } = this.options;
    const id = await submission.id();
    for (let silences = 0; id !== null;) {
      const isListed = await this.isListed(id, silences);
      silences = isListed === null ? silences + 1 : 0;
      if (isListed === false) break;
      await told.take(await submission.finished<Kind>());
      if (!signal.aborted) await pause(signal);
      if (!signal.aborted) continue;
      await this.slurm.cancel(id);
      await told.take(await submission.finished<Kind>());
      throw new CancelledError();
    }
    await told.take(await submission.finished<Kind>());
  }

  /** Null where the queue is out of reach, which it may be for some time. */
  private async isListed(id: string, silences: number): Promise<boolean | null> {
    try {
      return await this.slurm.isListed(id);
    } catch (error) {
      if (silences >= MOST_SILENCES) throw error;
      return null;
    }
  }
}

/** What was submitted from a folder, the oldest first. */
async function submissionsIn(folder: string): Promise<Submission[]> {
  const names = (await namesIn(folder)).filter((name) => /^\d+$/.test(name)).map(Number);
  return names.sort((a, b) => a - b).map((name) => new Submission(path.join(folder, String(name))));
}

const nextAfter = (earlier: readonly Submission[]): string =>
  String(1 + Number(path.basename(earlier.at(-1)?.folder ?? '0')));

/** @throws InputError naming the logs of tasks that have ended without all of their jobs */
async function requireAll(submission: Submission, missing: ReadonlySet<string>): Promise<void> {
  if (missing.size === 0) return;
  const failed = await submission.tasksOf(missing);
  const logs = failed.map(submission.logOf, submission);
  throw new InputError(
    `${missing.size} jobs failed in ${failed.length} tasks, of which these files tell: ${logs.join(', ')}; the same command runs them again`,
    'failed-tasks',
  );
}
