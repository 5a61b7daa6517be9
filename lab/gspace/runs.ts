import type { ScenarioApp } from '../../src/kernel/scenario';
import type { YieldedPlaces, YieldFeatures } from '../../src/predictors/yieldSearchPort';
import { YieldBench } from '../../src/analysis/yielding/yieldBench';
import type { LoadedSpec } from '../../src/simulator/spec/loadSpec';
import { RecordedRows } from '../recordedRows';
import { shortHash } from '../shortHash';
import type { AloneRow, Row, TrialRow } from './rows';

/** Time of one look at mapped memory, as the product assumes it. */
const POLL_NS = 1000;
/** Cycles for which the first has the GPU alone: twice the latency of a launch. */
const ALONE_BEFORE = 6000;
/** The text's example of a target; its evaluation names none. */
export const QOS = 2;

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

  /** A trial that was recorded; null where it was not. */
  known(yielding: ScenarioApp, critical: ScenarioApp, places: YieldedPlaces): TrialRow | null {
    return (this.rows.get(this.trialKey(yielding, critical, places)) as TrialRow | undefined) ?? null;
  }

  trial(yielding: ScenarioApp, critical: ScenarioApp, places: YieldedPlaces): TrialRow {
    const key = this.trialKey(yielding, critical, places);
    return this.rows.row<Row>(key, () => {
      const { latency, throughput, progress } = this.benchOf(yielding, critical).pacedTrial(places);
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

  private benchOf(yielding: ScenarioApp, critical: ScenarioApp): YieldBench {
    const key = `${keyOf(yielding)} ${keyOf(critical)}`;
    if (this.bench?.key !== key) {
      const apps = [yielding, { ...critical, name: `${critical.name} (2)`, startCycle: ALONE_BEFORE }];
      const scenario = { gpu: this.gpu.gpu.id, mode: { kind: 'mps' } as const, apps };
      this.bench = { key, bench: new YieldBench({ scenario, qos: QOS, pollNs: POLL_NS }, this.gpu) };
    }
    return this.bench.bench;
  }

  private trialKey(yielding: ScenarioApp, critical: ScenarioApp, { sms, blocks }: YieldedPlaces): string {
    return [this.machine, keyOf(yielding), keyOf(critical), sms, blocks].join(' ');
  }
}

const keyOf = (app: ScenarioApp): string => `${app.name.replaceAll(' ', '')}.${shortHash(app, 6)}`;
const rounded = (value: number): number => Number(value.toPrecision(6));
