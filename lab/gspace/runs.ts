import type { ScenarioApp } from '../../src/kernel/scenario';
import type { YieldedPlaces } from '../../src/predictors/yieldSearchPort';
import { loadSpec, type LoadedSpec } from '../../src/simulator/spec/loadSpec';
import { RecordedRows } from '../recordedRows';
import { shortHash } from '../shortHash';
import type { GspaceJob } from './jobs';
import { partOf } from './part';
import type { AloneRow, Row, TrialRow } from './rows';

/** Trials of a job: few, so that not much is lost or waited for where a sweep ends early. */
const TRIALS_OF_A_JOB = 8;

/** Recorded runs on one part of a GPU, and the jobs of those that are not. */
export class Runs {
  private readonly rows: RecordedRows<Row>;
  private readonly gpu: LoadedSpec;
  private readonly machine: string;

  /**
   * @param file where rows are kept
   * @param gpuId whose GPU
   * @param of the part: one over this
   */
  constructor(
    file: string,
    readonly gpuId: string,
    private readonly of: number,
  ) {
    this.rows = new RecordedRows(file);
    const whole = loadSpec(gpuId);
    this.gpu = of === 1 ? whole : partOf(whole, of);
    const { spec } = this.gpu;
    this.machine = `${gpuId}/${spec.sms}.${shortHash({ ...spec, assumptions: [], sources: [] }, 6)}`;
  }

  get sms(): number {
    return this.gpu.spec.sms;
  }

  /** SMs of the whole GPU. */
  get allSms(): number {
    return this.sms * this.of;
  }

  /** Adds rows that jobs made. */
  add(rows: readonly Row[]): Promise<void> {
    return this.rows.add(rows);
  }

  /** The recorded run alone of an application; undefined where there is none. */
  alone(app: ScenarioApp): AloneRow | undefined {
    return this.rows.get(this.keyOf(app)) as AloneRow | undefined;
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

  aloneJobs(apps: readonly ScenarioApp[]): GspaceJob[] {
    return this.missing(
      apps.map((app) => ({ ...this.part, kind: 'alone' as const, key: this.keyOf(app), app })),
    );
  }

  /** @param givenUp times the time alone at which a run ends; the bench's where it is not told */
  trialJobs(
    yielding: ScenarioApp,
    critical: ScenarioApp,
    all: readonly YieldedPlaces[],
    givenUp?: number,
  ): GspaceJob[] {
    const limit = givenUp === undefined ? {} : { givenUp };
    const tail = givenUp === undefined ? [] : [`<${givenUp}`];
    const keyed = all.map((places) => ({
      key: this.keyOf(yielding, appKey(critical), places.sms, places.blocks, ...tail),
      places,
    }));
    const open = this.missing(keyed);
    return Array.from({ length: Math.ceil(open.length / TRIALS_OF_A_JOB) }, (_, at) => ({
      ...{ ...this.part, kind: 'trials' as const, yielding, critical, ...limit },
      trials: open.slice(at * TRIALS_OF_A_JOB, (at + 1) * TRIALS_OF_A_JOB),
    }));
  }

  /** @param aloneCycles of the latency-critical application */
  unpreemptedJobs(yielding: ScenarioApp, critical: ScenarioApp, aloneCycles: number): GspaceJob[] {
    const key = this.keyOf(yielding, appKey(critical), 'unpreempted');
    return this.missing([
      { ...this.part, kind: 'unpreempted' as const, key, yielding, critical, aloneCycles },
    ]);
  }

  overheadJobs(app: ScenarioApp): GspaceJob[] {
    return this.missing([{ ...this.part, kind: 'overhead' as const, key: this.keyOf(app, 'overhead'), app }]);
  }

  scalingJobs(app: ScenarioApp, all: readonly YieldedPlaces[]): GspaceJob[] {
    const keyed = all.map((places) => ({
      key: this.keyOf(app, places.sms, places.blocks, 'scaling'),
      places,
    }));
    return this.missing(keyed.map((one) => ({ ...this.part, kind: 'scaling' as const, app, ...one })));
  }

  private get part(): { readonly gpu: string; readonly of: number } {
    return { gpu: this.gpuId, of: this.of };
  }

  private missing<One extends { readonly key: string }>(all: readonly One[]): One[] {
    return all.filter(({ key }) => this.rows.get(key) === undefined);
  }

  private keyOf(app: ScenarioApp, ...more: readonly (string | number)[]): string {
    return [this.machine, appKey(app), ...more].join(' ');
  }
}

const appKey = (app: ScenarioApp): string => `${app.name.replaceAll(' ', '')}.${shortHash(app, 6)}`;
