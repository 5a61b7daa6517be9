import { cp, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { isThere, namesIn } from '../../../src/files/folders';
import { readText } from '../../../src/files/readText';
import { writeWhole } from '../../../src/files/writeFile';
import type { JobKind } from '../kinds';
import { readFinished, resultOf, type Batch, type Finished } from './batch';

const ID = 'id';
export const SCRIPT = 'run.sh';
/** CommonJS whatever package.json lies above the folder. */
const PROGRAM = 'task.cjs';

/**
 * The script of a job array. It runs in the folder of the submission and names files by number: nothing that a user has
 * named stands in it but the path of node, which is quoted. The program is a copy, so that a task which starts in some hours runs
 * what was submitted.
 *
 * @param atOnce tasks that may run at a time
 */
export function scriptOf(tasks: number, atOnce: number, node: string): string {
  return `#!/bin/sh
#SBATCH --job-name=corun-sweep
#SBATCH --array=0-${tasks - 1}%${atOnce}
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=1
exec ${quoted(node)} ${PROGRAM} "$SLURM_ARRAY_TASK_ID.json"
`;
}

/** A word of a POSIX shell that is this text, whatever stands in it. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** One job array: a folder with a batch for each of its tasks, and what they write. */
export class Submission {
  constructor(readonly folder: string) {}

  /** Writes all that an array needs. `program` is the bundle that a task runs. */
  static async write(
    folder: string,
    batches: readonly Batch[],
    { program, atOnce, node }: { readonly program: string; readonly atOnce: number; readonly node: string },
  ): Promise<Submission> {
    await mkdir(folder, { recursive: true });
    const submission = new Submission(folder);
    for (const [task, batch] of batches.entries())
      await writeWhole(submission.batchOf(task), JSON.stringify(batch));
    await cp(program, path.join(folder, PROGRAM));
    await writeWhole(path.join(folder, SCRIPT), scriptOf(batches.length, atOnce, node));
    return submission;
  }

  /** By which Slurm knows it; null where it was not submitted. */
  async id(): Promise<string | null> {
    const file = path.join(this.folder, ID);
    return isThere(file) ? readText(file) : null;
  }

  submitted(id: string): Promise<void> {
    return writeWhole(path.join(this.folder, ID), id);
  }

  /** What its tasks have finished so far, in their order. */
  async finished<Kind extends JobKind>(): Promise<Finished<Kind>[]> {
    const all: Finished<Kind>[] = [];
    for (const batch of await this.batches()) all.push(...(await readFinished<Kind>(resultOf(batch))));
    return all;
  }

  /** The tasks that these jobs were given to. */
  async tasksOf(keys: ReadonlySet<string>): Promise<number[]> {
    const tasks: number[] = [];
    for (const [task, batch] of (await this.batches()).entries()) {
      const { jobs } = JSON.parse(await readText(batch)) as Batch;
      if (jobs.some(({ key }) => keys.has(key))) tasks.push(task);
    }
    return tasks;
  }

  logOf(task: number): string {
    return path.join(this.folder, `${task}.log`);
  }

  private async batches(): Promise<string[]> {
    const names = await namesIn(this.folder);
    const { length } = names.filter((name) => /^\d+\.json$/.test(name));
    return Array.from({ length }, (_, task) => this.batchOf(task));
  }

  private batchOf(task: number): string {
    return path.join(this.folder, `${task}.json`);
  }
}
