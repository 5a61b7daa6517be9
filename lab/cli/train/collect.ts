import path from 'node:path';
import { collectInWorkers } from '../../themis/training/files/collectInWorkers';
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
import { distFolder } from '../../../src/cli/distFolder';
import type { SoloRow } from '../../themis/collection/trainingData';
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
  workers: number,
  note: (line: string) => void,
): Promise<void> {
  const { header } = file;
  const done = new Set(file.keys);
  const wanted = [
    ...plannedProducerKeys(header.sms, plan),
    ...apps.flatMap(({ app }) => plannedKeys(app.name, header.sms, plan)),
  ].filter((key) => !done.has(key));
  if (wanted.length === 0) return;
  const tasks = [null, ...apps].map((training): CollectionTask => ({
    header,
    plan,
    training,
    done: [...done],
    rounds: file.data.rows.filter(
      (row): row is SoloRow => row.kind === 'solo' && row.app === training?.app.name,
    ),
  }));
  const progress = progressLine(wanted.length, note);
  const interrupt = new AbortController();
  const onInterrupt = (): void => interrupt.abort();
  process.once('SIGINT', onInterrupt);
  try {
    await collectInWorkers(
      { workerPath: path.join(distFolder(), 'lab-worker.js'), assets: distFolder() },
      tasks,
      workers,
      (row, key) => {
        file.append(row);
        progress.step(key);
      },
      interrupt.signal,
    );
  } catch (error) {
    if (!(error instanceof CancelledError)) throw error;
    throw new InputError(
      `interrupted; ${progress.count} of ${wanted.length} runs were added to ${file.path}, the same command goes on from there`,
      'cancelled',
    );
  } finally {
    process.removeListener('SIGINT', onInterrupt);
  }
}
