import type { ScenarioApp } from '../../src/kernel/scenario';
import { loadSpec, type LoadedSpec } from '../../src/simulator/spec/loadSpec';
import { profileOf, queryOf, spansOf } from './collect';
import type { Program } from './programs';
import type { Row } from './rows';

/** A run of a program alone, or of a query of a service beside a batch application, in time or not, as plain data. */
export type ProphetJob = {
  readonly key: string;
  /** Id of the GPU. */
  readonly gpu: string;
} & (
  | { readonly kind: 'profile'; readonly program: Program }
  | {
      readonly kind: 'query' | 'spans';
      readonly service: ScenarioApp;
      readonly batch: ScenarioApp;
      readonly instances: number;
      readonly query: number;
      /** Core cycles of the batch application alone. */
      readonly round: number;
    }
);

export function runProphetJob(job: ProphetJob, onRow: (row: Row) => void): void {
  onRow(rowOf(job, loadSpec(job.gpu)));
}

export function rowOf(job: ProphetJob, gpu: LoadedSpec): Row {
  if (job.kind === 'profile') return profileOf(job.key, job.program, gpu);
  if (job.kind === 'spans') return spansOf(job.key, job.service, job.batch, job, gpu);
  return queryOf(job.key, job.service, job.batch, job, gpu);
}
