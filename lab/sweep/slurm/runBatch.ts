import { readText } from '../../../src/files/readText';
import { writeWhole } from '../../../src/files/writeFile';
import { useOwnGpus } from '../../../src/gpu/catalogue';
import { plain } from '../../../src/kernel/message';
import { saidOf } from '../../../src/kernel/result';
import type { runJob } from '../kinds';
import { readFinished, resultOf, type Batch, type Finished } from './batch';

/**
 * Runs the jobs of a batch that have not ended in an earlier try, and writes the file of results as a whole after each:
 * a task that is killed loses one job. One that fails is told of, and the others run.
 *
 * @returns how many failed
 */
export async function runBatch(
  file: string,
  run: typeof runJob,
  tell: (line: string) => void,
): Promise<number> {
  const { kind, gpus, jobs } = JSON.parse(await readText(file)) as Batch;
  useOwnGpus(gpus);
  const finished: Finished[] = await readFinished(resultOf(file));
  const done = new Set(finished.map(({ key }) => key));
  let failed = 0;
  for (const { key, input } of jobs.filter((job) => !done.has(job.key))) {
    const rows: unknown[] = [];
    try {
      run(kind, input, (row) => rows.push(row));
    } catch (error) {
      failed++;
      tell(`${key}: ${plain(saidOf(error))}`);
      continue;
    }
    finished.push({ key, rows: rows as Finished['rows'] });
    await writeWhole(resultOf(file), finished.map((one) => `${JSON.stringify(one)}\n`).join(''));
  }
  return failed;
}
