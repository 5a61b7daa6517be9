// Worker entry of the laboratory: jobs of sweeps, behind Comlink.
import { workerData } from 'node:worker_threads';
import { asResult } from '../src/analysis/worker/asResult';
import { serve } from '../src/analysis/worker/serve';
import { useOwnGpus } from '../src/gpu/catalogue';
import type { GpuSpec } from '../src/kernel/gpuSpec';
import type { Result } from '../src/kernel/result';
import { runJob, type JobKind } from './sweep/kinds';

/** Offer of the laboratory's worker; plain data in and out, failures as values. */
export interface LabWorker {
  /** Runs one job of a sweep. Blocks the worker until it ends. */
  runJob(kind: JobKind, input: unknown, onRow: (row: unknown) => unknown): Promise<Result<void>>;
}

const api: LabWorker = {
  runJob: (kind, input, onRow) =>
    asResult(async () => {
      // Rows travel on a channel of their own: without waiting, the result could overtake the last of them.
      const told: unknown[] = [];
      runJob(kind, input, (row) => told.push(onRow(row)));
      await Promise.all(told);
    }),
};

useOwnGpus((workerData as { readonly ownGpus: readonly GpuSpec[] }).ownGpus);
serve(api);
