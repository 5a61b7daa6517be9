import type { GpuSpec } from '../../../src/kernel/gpuSpec';
import { isThere } from '../../../src/files/folders';
import { readText } from '../../../src/files/readText';
import type { Job } from '../executor';
import type { JobKind, RowOf } from '../kinds';

/** What one task of a job array runs, one job after the other. */
export interface Batch<Kind extends JobKind = JobKind> {
  readonly kind: Kind;
  /** GPUs of the user's own, which the task's catalogue would lack. */
  readonly gpus: readonly GpuSpec[];
  readonly jobs: readonly Job<Kind>[];
}

/** A job that has ended, and all rows that came of it: one line of a task's file. */
export interface Finished<Kind extends JobKind = JobKind> {
  readonly key: string;
  readonly rows: readonly RowOf<Kind>[];
}

/** Where a task writes what came of a batch. */
export const resultOf = (batch: string): string => batch.replace(/\.json$/, '.rows.ndjson');

/** The jobs of a task that have ended so far; none where it has not begun. */
export async function readFinished<Kind extends JobKind>(result: string): Promise<Finished<Kind>[]> {
  if (!isThere(result)) return [];
  const lines = (await readText(result)).split('\n');
  return lines.filter(Boolean).map((line) => JSON.parse(line) as Finished<Kind>);
}
