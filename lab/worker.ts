// Worker entry of the laboratory: simulations of a collection, behind Comlink.
import { asResult } from '../src/analysis/worker/asResult';
import { serve } from '../src/analysis/worker/serve';
import type { Result } from '../src/kernel/result';
import {
  runCollectionTask,
  type CollectionTask,
  type RowListener,
} from './themis/training/files/collectionTask';

/** Offer of the laboratory's worker; plain data in and out, failures as values. */
export interface LabWorker {
  /** Simulates one share of a collection of training data. Blocks the worker until it ends. */
  collectThemis(task: CollectionTask, onRow: RowListener): Promise<Result<void>>;
}

const api: LabWorker = {
  collectThemis: (task, onRow) =>
    asResult(async () => {
      // Rows travel on a channel of their own: without waiting, the result could overtake the last of them.
      const told: unknown[] = [];
      runCollectionTask(task, (row, key) => told.push(onRow(row, key)));
      await Promise.all(told);
    }),
};

serve(api);
