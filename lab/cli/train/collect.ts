import type { CollectionTask } from '../../themis/training/files/collectionTask';
import type { TrainingFile } from '../../themis/training/files/trainingFile';
import { CancelledError } from '../../../src/analysis/worker/workerHandle';
import { InputError } from '../../../src/kernel/result';
import {
  plannedKeys,
  plannedProducerKeys,
  type CollectionPlan,
  type TrainingApp,
} from '../../themis/collection/collect';
import { rowKey, type SoloRow } from '../../themis/collection/trainingData';
import { shortHash } from '../../shortHash';
import type { Job } from '../../sweep/executor';
import type { AskedExecutor } from '../../sweep/executors';
import { sweeping } from '../../sweep/sweeping';
import { progressLine } from './progressLine';

/**
 * Collects what a file lacks of a plan; interrupted, it keeps what it has.
 *
 * @throws InputError when interrupted, saying how far it came
 */
export async function collectInto(
  file: TrainingFile,
  apps: readonly TrainingApp[],
  plan: CollectionPlan,
  asked: AskedExecutor,
  note: (line: string) => void,
): Promise<void> {
  const jobs = [null, ...apps].flatMap((training) => jobOf(file, plan, training));
  const wanted = jobs.reduce((sum, { lacks }) => sum + lacks, 0);
  if (wanted === 0) return;
  const progress = progressLine(wanted, note);
  try {
    await sweeping(asked, { file: file.path, note }, (executor) =>
      executor.run('themis', jobs, (rows) => {
        for (const row of rows) {
          file.append(row);
          progress.step(rowKey(row));
        }
      }),
    );
  } catch (error) {
    if (!(error instanceof CancelledError)) throw error;
    throw new InputError(
      `interrupted; ${progress.count} of ${wanted} runs were added to ${file.path}, the same command goes on from there`,
      'cancelled',
    );
  }
}

/** What is lacking of one application, or of the producers alone, as a job; none where nothing is. */
function jobOf(
  { header, keys, data }: TrainingFile,
  plan: CollectionPlan,
  training: TrainingApp | null,
): (Job<'themis'> & { readonly lacks: number })[] {
  const planned = new Set(
    training === null
      ? plannedProducerKeys(header.sms, plan)
      : plannedKeys(training.app.name, header.sms, plan),
  );
  const done = keys.filter((key) => planned.has(key));
  const lacks = planned.size - done.length;
  if (lacks === 0) return [];
  const rounds = data.rows.filter(
    (row): row is SoloRow => row.kind === 'solo' && row.app === training?.app.name,
  );
  const input: CollectionTask = { header, plan, training, done, rounds };
  const key = `${training?.app.name ?? 'producers'} ${shortHash([header, plan, training?.programs, done], 12)}`;
  return [{ key, input, lacks }];
}
