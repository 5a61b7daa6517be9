import type { ScenarioApp } from '../../../src/kernel/scenario';
import { loadSpec, type LoadedSpec } from '../../../src/simulator/spec/loadSpec';
import { mpsOf, slicesOf, soloOf } from './collect';
import type { Row } from './rows';

/** A run of a program alone, or of a pair, as plain data. */
export type MagicJob = {
  readonly key: string;
  /** Id of the GPU. */
  readonly gpu: string;
} & (
  | { readonly kind: 'solo'; readonly app: ScenarioApp }
  | {
      readonly kind: 'pair';
      readonly pair: readonly [ScenarioApp, ScenarioApp];
      /** Core cycles of the first alone. */
      readonly alone: number;
      /** Null under MPS. */
      readonly sliceCycles: number | null;
    }
);

export function runMagicJob(job: MagicJob, onRow: (row: Row) => void): void {
  onRow(rowOf(job, loadSpec(job.gpu)));
}

function rowOf(job: MagicJob, gpu: LoadedSpec): Row {
  if (job.kind === 'solo') return soloOf(job.key, job.app, gpu);
  const { key, pair, alone, sliceCycles } = job;
  return sliceCycles === null
    ? mpsOf(key, pair, alone, gpu)
    : slicesOf(key, pair, { alone, sliceCycles }, gpu);
}
