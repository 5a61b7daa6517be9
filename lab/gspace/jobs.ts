import { YieldBench } from '../../src/analysis/yielding/yieldBench';
import type { ScenarioApp } from '../../src/kernel/scenario';
import type { YieldedPlaces } from '../../src/predictors/yieldSearchPort';
import { loadSpec, type LoadedSpec } from '../../src/simulator/spec/loadSpec';
import { ALONE_BEFORE, POLL_NS, QOS } from './conditions';
import { partOf } from './part';
import { overheadOf, scalingOf, unpreempted } from './plainRuns';
import type { Row, TrialRow } from './rows';

/** A configuration of a pair with the key of its row. */
export interface KeyedPlaces {
  readonly key: string;
  readonly places: YieldedPlaces;
}

/** Configurations of a pair: its runs alone serve all of them. */
export interface TrialsJob {
  readonly kind: 'trials';
  readonly yielding: ScenarioApp;
  readonly critical: ScenarioApp;
  /** Times the time alone at which a run ends; the bench's where it is not told. */
  readonly givenUp?: number;
  readonly trials: readonly KeyedPlaces[];
}

/** Runs on a part of a GPU, as plain data. */
export type GspaceJob = {
  /** Id of the GPU, and the part: one over this. */
  readonly gpu: string;
  readonly of: number;
} & (
  | TrialsJob
  | { readonly kind: 'alone' | 'overhead'; readonly key: string; readonly app: ScenarioApp }
  | {
      readonly kind: 'unpreempted';
      readonly key: string;
      readonly yielding: ScenarioApp;
      readonly critical: ScenarioApp;
      readonly aloneCycles: number;
    }
  | {
      readonly kind: 'scaling';
      readonly key: string;
      readonly app: ScenarioApp;
      readonly places: YieldedPlaces;
    }
);

export function runGspaceJob(job: GspaceJob, onRow: (row: Row) => void): void {
  const whole = loadSpec(job.gpu);
  const gpu = job.of === 1 ? whole : partOf(whole, job.of);
  if (job.kind === 'trials') runTrials(job, gpu, onRow);
  else onRow(rowOf(job, gpu));
}

function rowOf(job: Exclude<GspaceJob, TrialsJob>, gpu: LoadedSpec): Row {
  const { key } = job;
  switch (job.kind) {
    case 'alone': {
      // As both of a pair, for what it does does not depend on which it is.
      const bench = benchOf(job.app, job.app, gpu);
      const { blocks: blocksPerSm } = bench.most;
      const { critical: features } = bench.features();
      return { kind: 'alone', key, app: job.app.name, features, cycles: bench.aloneCycles, blocksPerSm };
    }
    case 'unpreempted': {
      const { yielding, critical, aloneCycles } = job;
      const latency = unpreempted(gpu, yielding, critical, aloneCycles);
      const names = { yielding: yielding.name, critical: critical.name };
      return { kind: 'unpreempted', key, ...names, latency: latency === null ? null : rounded(latency) };
    }
    case 'overhead':
      return { kind: 'overhead', key, app: job.app.name, ...overheadOf(gpu, job.app) };
    case 'scaling': {
      const { app, places } = job;
      return { kind: 'scaling', key, app: app.name, places, ipc: rounded(scalingOf(gpu, app, places)) };
    }
  }
}

function runTrials(
  { yielding, critical, givenUp, trials }: TrialsJob,
  gpu: LoadedSpec,
  onRow: (row: TrialRow) => void,
): void {
  const bench = benchOf(yielding, critical, gpu, givenUp);
  for (const { key, places } of trials) {
    const { latency, throughput, progress } = bench.pacedTrial(places);
    onRow({
      kind: 'trial',
      key,
      yielding: yielding.name,
      critical: critical.name,
      places,
      latency: Number.isFinite(latency) ? rounded(latency) : null,
      throughput: rounded(throughput),
      progress: rounded(progress),
    });
  }
}

function benchOf(
  yielding: ScenarioApp,
  critical: ScenarioApp,
  gpu: LoadedSpec,
  givenUp?: number,
): YieldBench {
  const apps = [yielding, { ...critical, name: `${critical.name} (2)`, startCycle: ALONE_BEFORE }];
  const scenario = { gpu: gpu.gpu.id, mode: { kind: 'mps' } as const, apps };
  const limit = givenUp === undefined ? {} : { givenUp };
  return new YieldBench({ scenario, qos: QOS, pollNs: POLL_NS, ...limit }, gpu);
}

const rounded = (value: number): number => Number(value.toPrecision(6));
