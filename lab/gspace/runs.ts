import type { ScenarioApp } from '../../src/kernel/scenario';
import type { YieldedPlaces, YieldFeatures } from '../../src/predictors/yieldSearchPort';
import { YieldBench } from '../../src/analysis/yielding/yieldBench';
import type { LoadedSpec } from '../../src/simulator/spec/loadSpec';
import { RecordedRows } from '../recordedRows';
import { shortHash } from '../shortHash';
import { ALONE_BEFORE, POLL_NS, QOS } from './conditions';
import { overheadOf, scalingOf, unpreempted } from './plainRuns';
import type { AloneRow, OverheadRow, Row, ScalingRow, TrialRow, UnpreemptedRow } from './rows';

/** Recorded runs on one part of a GPU: those of a file, and those that are made now and appended to it. */
export class Runs {
  private readonly rows: RecordedRows<Row>;
  private readonly machine: string;
  /** The last pair that was run: its runs alone serve all of its trials. */
  private bench: { readonly key: string; readonly bench: YieldBench } | null = null;

  constructor(
    file: string,
    private readonly gpu: LoadedSpec,
  ) {
    this.rows = new RecordedRows(file);
    this.machine = `${gpu.gpu.id}/${gpu.spec.sms}.${shortHash({ ...gpu.spec, assumptions: [], sources: [] }, 6)}`;
  }

  get sms(): number {
    return this.gpu.spec.sms;
  }

  get gpuId(): string {
    return this.gpu.gpu.id;
  }

  /** An application alone. It is run as both of a pair, for what it does does not depend on which it is. */
  alone(app: ScenarioApp): AloneRow {
    const key = `${this.machine} ${keyOf(app)}`;
    return this.rows.row<Row>(key, () => {
      const bench = this.benchOf(app, app);
      const features: YieldFeatures = bench.features().critical;
      const { blocks } = bench.most;
      return { kind: 'alone', key, app: app.name, features, cycles: bench.aloneCycles, blocksPerSm: blocks };
    }) as AloneRow;
  }

  /** The last run alone on this part that was recorded of an application of this name; null where there is none. */
  recordedAlone(app: string): AloneRow | null {
    const isIt = (row: Row): row is AloneRow => row.kind === 'alone' && row.app === app;
    return this.recorded.findLast(isIt) ?? null;
  }

  /** The same of a trial. */
  recordedTrial(yielding: string, critical: string, { sms, blocks }: YieldedPlaces): TrialRow | null {
    const isIt = (row: Row): row is TrialRow =>
      row.kind === 'trial' &&
      row.yielding === yielding &&
      row.critical === critical &&
      row.places.sms === sms &&
      row.places.blocks === blocks;
    return this.recorded.findLast(isIt) ?? null;
  }

  private get recorded(): Row[] {
    return this.rows.rows.filter(({ key }) => key.startsWith(`${this.machine} `));
  }

  /** @param givenUp times the time alone at which the run ends; the bench's where it is not told */
  trial(yielding: ScenarioApp, critical: ScenarioApp, places: YieldedPlaces, givenUp?: number): TrialRow {
    const key = this.trialKey(yielding, critical, places, givenUp);
    return this.rows.row<Row>(key, () => {
      const { latency, throughput, progress } = this.benchOf(yielding, critical, givenUp).pacedTrial(places);
      return {
        kind: 'trial',
        key,
        yielding: yielding.name,
        critical: critical.name,
        places,
        latency: Number.isFinite(latency) ? rounded(latency) : null,
        throughput: rounded(throughput),
        progress: rounded(progress),
      };
    }) as TrialRow;
  }

  unpreempted(yielding: ScenarioApp, critical: ScenarioApp): UnpreemptedRow {
    const key = `${this.machine} ${keyOf(yielding)} ${keyOf(critical)} unpreempted`;
    return this.rows.row<Row>(key, () => {
      const { cycles } = this.alone(critical);
      const latency = unpreempted(this.gpu, yielding, critical, cycles);
      return {
        kind: 'unpreempted',
        key,
        yielding: yielding.name,
        critical: critical.name,
        latency: latency === null ? null : rounded(latency),
      };
    }) as UnpreemptedRow;
  }

  overhead(app: ScenarioApp): OverheadRow {
    const key = `${this.machine} ${keyOf(app)} overhead`;
    return this.rows.row<Row>(key, () => ({
      kind: 'overhead',
      key,
      app: app.name,
      ...overheadOf(this.gpu, app),
    })) as OverheadRow;
  }

  scaling(app: ScenarioApp, places: YieldedPlaces): ScalingRow {
    const key = `${this.machine} ${keyOf(app)} ${places.sms} ${places.blocks} scaling`;
    return this.rows.row<Row>(key, () => ({
      kind: 'scaling',
      key,
      app: app.name,
      places,
      ipc: rounded(scalingOf(this.gpu, app, places)),
    })) as ScalingRow;
  }

  private benchOf(yielding: ScenarioApp, critical: ScenarioApp, givenUp?: number): YieldBench {
    const key = [keyOf(yielding), keyOf(critical), givenUp].join(' ');
    if (this.bench?.key !== key) {
      const apps = [yielding, { ...critical, name: `${critical.name} (2)`, startCycle: ALONE_BEFORE }];
      const scenario = { gpu: this.gpu.gpu.id, mode: { kind: 'mps' } as const, apps };
      const limit = givenUp === undefined ? {} : { givenUp };
      this.bench = {
        key,
        bench: new YieldBench({ scenario, qos: QOS, pollNs: POLL_NS, ...limit }, this.gpu),
      };
    }
    return this.bench.bench;
  }

  private trialKey(
    yielding: ScenarioApp,
    critical: ScenarioApp,
    { sms, blocks }: YieldedPlaces,
    givenUp?: number,
  ): string {
    const limit = givenUp === undefined ? [] : [`<${givenUp}`];
    return [this.machine, keyOf(yielding), keyOf(critical), sms, blocks, ...limit].join(' ');
  }
}

const keyOf = (app: ScenarioApp): string => `${app.name.replaceAll(' ', '')}.${shortHash(app, 6)}`;
const rounded = (value: number): number => Number(value.toPrecision(6));
