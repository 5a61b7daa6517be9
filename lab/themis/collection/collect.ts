import { asList } from '../../../src/predictors/counting/countedRates';
import type { ScenarioApp } from '../../../src/kernel/scenario';
import type { WorkloadClass } from '../../../src/kernel/workload';
import { simulatorGeneration } from '../../../src/simulator/spec/generation';
import { loadSpec, type LoadedSpec } from '../../../src/simulator/spec/loadSpec';
import { observe, type LaunchObservation, type PressureSetting } from './coRun';
import { METER_LEVEL, producerApp, PRESSURE_LEVELS, PRODUCERS } from './pressureProducers';
import { packEvents, packLaunches, packNumber, unpackLaunches, type PackedLaunches } from './packedRounds';
import { producerEvents } from './producerEvents';
import { endOf } from '../../../src/predictors/counting/workCurve';
import {
  launchesOf,
  roundRates,
  scalabilityOf,
  soloRound,
  type SoloRound,
} from '../../../src/predictors/counting/soloRound';
import {
  coRunKey,
  producerKey,
  rowKey,
  type LaunchRow,
  type SoloRow,
  type TrainingHeader,
  type TrainingRow,
  type TrainingWorkloads,
} from './trainingData';

/** A training application with its programs. */
export interface TrainingApp {
  readonly app: ScenarioApp;
  readonly class: WorkloadClass;
  /** Hash of its programs. */
  readonly programs: string;
}

/** How much is collected. */
export interface CollectionPlan {
  /** SMs of the application in each allocation; the producer has the others. */
  readonly allocations: readonly number[];
  /** Levels of each producer. */
  readonly levels: readonly number[];
}

/** The paper's five allocations, 10:50 to 50:10 of 60 SMs, as fractions of a GPU. */
export function paperAllocations(sms: number): number[] {
  return [1, 2, 3, 4, 5].map((sixths) => Math.min(sms - 1, Math.max(1, Math.round((sms * sixths) / 6))));
}

/** Launches of a round at which co-runs begin, so that the windows see different kernels. */
const MOST_STARTS = 4;

/** Keys of the rows that a plan asks for of one application. */
export function plannedKeys(name: string, sms: number, plan: CollectionPlan): string[] {
  const rounds = [...new Set([...plan.allocations, sms])].map((n) => `solo ${name} ${n}`);
  const coRuns = plan.allocations.flatMap((n) =>
    PRODUCERS.flatMap((producer) => plan.levels.map((level) => coRunKey(name, producer, level, n))),
  );
  return [...rounds, ...coRuns];
}

/** Keys of the rows that a plan asks for of the producers alone. */
export function plannedProducerKeys(sms: number, plan: CollectionPlan): string[] {
  return producerRuns(sms, plan).map(({ producer, level, sms: own }) => producerKey(producer, level, own));
}

/** Every level on the whole GPU, and the meters on what each allocation leaves them. */
function producerRuns(total: number, plan: CollectionPlan): (PressureSetting & { readonly sms: number })[] {
  const whole = settingsOf(plan).map((setting) => ({ ...setting, sms: total }));
  const meters = settingsOf(plan).filter(({ level }) => level === METER_LEVEL);
  return [
    ...whole,
    ...plan.allocations.flatMap((sms) => meters.map((meter) => ({ ...meter, sms: total - sms }))),
  ];
}

/** What is there already: keys of rows, and the application's rounds alone. */
export interface Collected {
  readonly keys: ReadonlySet<string>;
  readonly rounds: readonly SoloRow[];
}

/** Collects the rows of one application that are missing; `onRow` is told of each. */
export function collectApp(
  header: TrainingHeader,
  training: TrainingApp,
  plan: CollectionPlan,
  done: Collected,
  onRow: (row: TrainingRow, key: string) => void,
): void {
  const loaded = loadSpec(header.gpu);
  const name = training.app.name;
  const rounds = new SoloRounds(training, loaded, header.sms, {
    seed: header.seed,
    launchCycles: header.window.launchCycles,
  });
  done.rounds.forEach((row) => row.launches && rounds.know(row.sms, row.launches));
  const missing = (key: string): boolean => !done.keys.has(key);
  for (const sms of [header.sms, ...plan.allocations]) {
    const row = rounds.row(sms);
    if (missing(rowKey(row))) onRow(row, rowKey(row));
  }
  for (const sms of plan.allocations) {
    const settings = settingsOf(plan).filter(({ producer, level }) =>
      missing(coRunKey(name, producer, level, sms)),
    );
    const alone = { whole: rounds.of(header.sms), part: rounds.of(sms) };
    for (const setting of settings) {
      const at = { ...setting, sms, start: startOf(setting, launchesOf(training.app)) };
      const launches = observe(training.app, at, alone, loaded, header).map(launchRow);
      onRow({ kind: 'corun', app: name, ...at, launches }, coRunKey(name, at.producer, at.level, sms));
    }
  }
}

function settingsOf(plan: CollectionPlan): PressureSetting[] {
  return PRODUCERS.flatMap((producer) => plan.levels.map((level) => ({ producer, level })));
}

/** Levels take turns among a few launches of the round, spread evenly over it. */
function startOf({ level }: PressureSetting, launches: number): number {
  const starts = Math.min(launches, MOST_STARTS);
  return Math.floor(((level % starts) * launches) / starts);
}

/** Each allocation's round is simulated once. */
class SoloRounds {
  private readonly known = new Map<number, SoloRound>();

  constructor(
    private readonly training: TrainingApp,
    private readonly loaded: LoadedSpec,
    private readonly total: number,
    private readonly limits: { readonly seed: number; readonly launchCycles: number },
  ) {}

  /** Takes over a round that was run before. */
  know(sms: number, launches: PackedLaunches): void {
    this.known.set(sms, { sms, launches: unpackLaunches(launches, this.loaded.spec) });
  }

  of(sms: number): SoloRound {
    const known = this.known.get(sms) ?? soloRound(this.training.app, sms, this.loaded, this.limits);
    this.known.set(sms, known);
    return known;
  }

  row(sms: number): SoloRow {
    const { training } = this;
    const round = this.of(sms);
    return {
      kind: 'solo',
      app: training.app.name,
      class: training.class,
      programs: training.programs,
      sms,
      cycles: round.launches.reduce((sum, launch) => sum + endOf(launch)[0], 0),
      scalability: packNumber(scalabilityOf(round, this.of(this.total))),
      events: packEvents(roundRates(round)),
      launches: packLaunches(round, sms === this.total),
    };
  }
}

function launchRow({ own, coRunner, ...rest }: LaunchObservation): LaunchRow {
  return {
    launch: rest.launch,
    cycles: rest.cycles,
    own: packEvents(own),
    coRunner: packEvents(coRunner),
    ...(own.counted === undefined ? {} : { others: asList(own.counted).map(packNumber) }),
    scalability: packNumber(rest.scalability),
    interference: packNumber(rest.interference),
  };
}

/** Collects the events of the producers alone, where missing. */
export function collectProducers(
  header: TrainingHeader,
  plan: CollectionPlan,
  done: ReadonlySet<string>,
  onRow: (row: TrainingRow, key: string) => void,
): void {
  const loaded = loadSpec(header.gpu);
  for (const { producer, level, sms } of producerRuns(header.sms, plan)) {
    const key = producerKey(producer, level, sms);
    if (done.has(key)) continue;
    const app = producerApp(producer, level, sms, loaded.spec);
    const events = packEvents(producerEvents(app, sms, loaded, header));
    onRow({ kind: 'producer', producer, level, sms, events }, key);
  }
}

/** The header of a collection for a GPU. */
export function trainingHeader(
  gpu: string,
  window: TrainingHeader['window'],
  seed: number,
  workloads: TrainingWorkloads = 'paper',
): TrainingHeader {
  const { spec } = loadSpec(gpu);
  const simulator = simulatorGeneration(spec.id);
  return {
    format: 'corun-themis-data',
    version: 2,
    gpu: spec.id,
    sms: spec.sms,
    seed,
    window,
    pressure: [...PRESSURE_LEVELS],
    ...(workloads === 'paper' ? {} : { workloads }),
    ...(simulator === 1 ? {} : { simulator }),
  };
}
