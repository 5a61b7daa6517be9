import { InputError } from '../../../src/kernel/result';
import type { ScenarioApp } from '../../../src/kernel/scenario';
import type { LoadedSpec } from '../../../src/simulator/spec/loadSpec';
import { AsmEstimator } from '../../../src/predictors/baselines/asm/asmEstimator';
import { PRIORITY_TURN_CYCLES } from '../../../src/predictors/counting/priorityRotation';
import { BubbleFlux } from '../../../src/predictors/baselines/bubbleFlux/bubbleFlux';
import type { RepartitionPolicy } from '../../../src/simulator/run/simulatorRun';
import { packLaunches, unpackLaunches } from '../collection/packedRounds';
import { soloRound, type SoloRound } from '../../../src/predictors/counting/soloRound';
import { THEMIS_EVENTS } from '../../../src/predictors/themis/events';
import { type CounterRates } from '../../../src/predictors/counting/rates';
import { NOTHING_COUNTED, asList } from '../../../src/predictors/counting/countedRates';
import { coRunOf, cyclesAlone, measureCoRun, type CoRunSetting } from './coRun';
import { CoRunTree } from './coRunTree';
import { mergePhases, type MergedPhase } from './mergedPhases';
import type { CoLocation } from './protocol';
import { TOTAL_SMS } from './protocol';
import type { AsmRow, BubbleRow, CoRunRow, PeriodsRow, SoloRow } from './rows';

/** An application of the protocol with the hash of its programs. */
export interface ProtocolApp {
  readonly app: ScenarioApp;
  readonly programs: string;
}

export interface CollectorOptions {
  readonly seed: number;
  /** No co-run goes beyond this. */
  readonly limitCycles: number;
  /** Launches alone are cut here. */
  readonly launchCycles: number;
}

const asNumbers = (events: CounterRates): number[] => [
  ...THEMIS_EVENTS.map((name) => events[name]),
  ...asList(events.counted ?? NOTHING_COUNTED),
];

/** Makes the rows of a result file, one run at a time. */
export class Collector {
  private readonly solos = new Map<string, SoloRound>();
  private kept: { readonly key: string; readonly tree: CoRunTree } | null = null;

  constructor(
    private readonly apps: ReadonlyMap<string, ProtocolApp>,
    private readonly loaded: LoadedSpec,
    private readonly options: CollectorOptions,
  ) {}

  /** Takes over a run alone on the whole GPU that an earlier session has measured. */
  know({ app, sms, launches }: SoloRow): void {
    if (sms === TOTAL_SMS) this.solos.set(app, { sms, launches: unpackLaunches(launches, this.loaded.spec) });
  }

  /** Whether all of some applications are there. */
  has(names: readonly string[]): boolean {
    return names.every((name) => this.apps.has(name));
  }

  /** Hash of the programs of some applications. */
  programs(names: readonly string[]): string {
    return names.map((name) => this.appOf(name).programs).join('+');
  }

  solo(name: string, sms: number): SoloRow {
    const round = soloRound(this.appOf(name).app, sms, this.loaded, this.options);
    if (sms === TOTAL_SMS) this.solos.set(name, round);
    return {
      kind: 'solo',
      programs: this.programs([name]),
      app: name,
      sms,
      launches: packLaunches(round, sms === TOTAL_SMS),
    };
  }

  coRun(at: CoLocation): CoRunRow {
    const truth = measureCoRun(this.setting(at), this.solosOf(at.apps), this.loaded);
    return {
      ...this.head('corun', at),
      cycles: truth.cycles,
      slowdowns: [...truth.slowdowns],
      phases: mergePhases(truth.phases, truth.endCycles).map(packPhase),
    };
  }

  /** A co-run cut at the ends of periods too. */
  periods(at: CoLocation, periods: readonly number[]): PeriodsRow {
    const truth = measureCoRun(this.setting(at), this.solosOf(at.apps), this.loaded, {
      periodCycles: Math.min(...periods),
    });
    const phasesBy = (cycles: number) => mergePhases(truth.phases, truth.endCycles, cycles).map(packPhase);
    return {
      ...this.head('periods', at),
      slowdowns: [...truth.slowdowns],
      periods: periods.map((cycles) => [cycles, phasesBy(cycles)]),
    };
  }

  asm(at: CoLocation): AsmRow {
    const truth = measureCoRun(this.setting(at), this.solosOf(at.apps), this.loaded, {
      rotationCycles: PRIORITY_TURN_CYCLES,
    });
    const estimator = new AsmEstimator(this.loaded.spec);
    const predicted = at.apps.map((_, app) => {
      const own = truth.phases.filter((phase) => phase.toCycle <= truth.endCycles[app]!);
      return estimator.estimate(own)[app]!.interference;
    });
    return { ...this.head('asm', at), slowdowns: [...truth.slowdowns], predicted };
  }

  /** Bubble-Flux until every application was profiled once, with the stages that come before it. */
  bubble(at: CoLocation, stageCycles: number): BubbleRow {
    const setting = { ...this.setting(at), limitCycles: 2 * at.apps.length * stageCycles };
    const run = coRunOf(setting, this.loaded, 0, false);
    const bubble = new BubbleFlux(run, { stageCycles });
    run.run(bubble.hooks());
    const progress = this.solosOf(at.apps).map((solo, app) => cyclesAlone(run, app, solo) / run.cycles);
    const predicted = bubble.slowdowns.map((slowdown) => slowdown ?? -1);
    return { ...this.head('bubble', at), cycles: run.cycles, predicted, progress };
  }

  /** Courses of a co-location under an engine, as long as the same one is asked for. */
  tree(at: CoLocation, cycles: number, epochCycles: number, preemption: RepartitionPolicy): CoRunTree {
    const key = `${at.apps.join(' ')} ${at.sms.join(':')} ${cycles} ${epochCycles} ${preemption}`;
    if (this.kept?.key === key) return this.kept.tree;
    const setting = { ...this.setting(at), limitCycles: cycles };
    const tree = new CoRunTree(setting, this.solosOf(at.apps), this.loaded, epochCycles, preemption);
    this.kept = { key, tree };
    return tree;
  }

  setting({ apps, sms }: CoLocation): CoRunSetting {
    const { seed, limitCycles } = this.options;
    return { apps: apps.map((name) => this.appOf(name).app), sms, seed, limitCycles };
  }

  solosOf(names: readonly string[]): SoloRound[] {
    return names.map((name) => {
      const solo = this.solos.get(name);
      if (solo === undefined) throw new InputError(`${name}: has not been run alone yet`);
      return solo;
    });
  }

  private head<K extends string>(kind: K, { apps, sms }: CoLocation) {
    return { kind, programs: this.programs(apps), apps: [...apps], sms: [...sms] };
  }

  private appOf(name: string): ProtocolApp {
    const found = this.apps.get(name);
    if (found === undefined) throw new InputError(`there is no application '${name}'`);
    return found;
  }
}

function packPhase({ cycles, apps }: MergedPhase): [number, number[][]] {
  return [
    cycles,
    apps.map(({ kernel, active, counts, events }) => [
      kernel,
      Number(active),
      Number(counts),
      ...asNumbers(events),
    ]),
  ];
}
