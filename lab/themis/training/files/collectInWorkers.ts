import * as Comlink from 'comlink';
import type { LabWorker } from '../../../worker';
import { WorkerHandle, type WorkerFiles } from '../../../../src/analysis/worker/workerHandle';
import type { CollectionTask, RowListener } from './collectionTask';

/**
 * Simulates tasks in `workers` threads, each taking the next one when it is done. Rows are told as they come,
 * so that nothing is lost when the collection ends early.
 *
 * @throws CancelledError when the signal is aborted; WorkerFailure with what a worker reported
 */
export async function collectInWorkers(
  files: WorkerFiles,
  tasks: readonly CollectionTask[],
  workers: number,
  onRow: RowListener,
  signal: AbortSignal,
): Promise<void> {
  const waiting = [...tasks];
  const lanes = Array.from(
    { length: Math.min(workers, tasks.length) },
    () => new WorkerHandle<LabWorker>(files, () => undefined),
  );
  const stop = (): void => lanes.forEach((lane) => lane.cancel());
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  const runLane = async (lane: WorkerHandle<LabWorker>): Promise<void> => {
    for (let task = waiting.shift(); task !== undefined; task = waiting.shift()) {
      const next = task;
      await lane.call<undefined>((api) => api.collectThemis(next, Comlink.proxy(onRow)));
    }
  };
  try {
    await Promise.all(lanes.map(runLane));
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
  }
}
