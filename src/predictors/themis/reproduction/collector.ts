import { InputError } from '../../../kernel/result';
import type { ScenarioApp } from '../../../kernel/scenario';
import type { LoadedSpec } from '../../../simulator/spec/loadSpec';
import { ASM_ROTATION_CYCLES, AsmEstimator } from '../../baselines/asm/asmEstimator';
import { BubbleFlux } from '../../baselines/bubbleFlux/bubbleFlux';
import { THEMIS_EVENTS, type ThemisEvents } from '../events';
import { coRunOf, measureCoRun, type CoRunSetting } from './coRun';
import { mergePhases, type MergedPhase } from './mergedPhases';
import type { CoLocation } from './protocol';
import { TOTAL_SMS } from './protocol';
import type { AsmRow, BubbleRow, CoRunRow, SoloRow } from './rows';
import { cyclesAlone, soloRun, workOf, type SoloProgress } from './soloProgress';
import { meanEvents } from '../meanEvents';
import { phaseCycles, PhaseSeries } from '../phaseSeries';

/** An application of the protocol with the hash of its programs. */
export interface ProtocolApp {
  readonly app: ScenarioApp;
  readonly programs: string;
}

export interface CollectorOptions {
  readonly seed: number;
  /** No co-run, and no run alone on some of the SMs, goes beyond this. */
  readonly limitCycles: number;
  /** How far runs alone on the whole GPU are recorded: farther than any co-run comes. */
  readonly soloLimitCycles: number;
}

const asNumbers = (events: ThemisEvents): number[] => THEMIS_EVENTS.map((name) => events[name]);

/** Makes the rows of a result file, one run at a time. */
export class Collector {
  private readonly solos = new Map<string, SoloProgress>();

  constructor(
    private readonly apps: ReadonlyMap<string, ProtocolApp>,
    private readonly loaded: LoadedSpec,
    private readonly options: CollectorOptions,
  ) {}

  /** Takes over a run alone on the whole GPU that an earlier session has measured. */
  know({ app, sms, finished, points }: SoloRow): void {
    if (sms === TOTAL_SMS && points !== undefined) this.solos.set(app, { finished, points });
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
    const { seed, limitCycles, soloLimitCycles } = this.options;
    const whole = sms === TOTAL_SMS;
    const limit = whole ? soloLimitCycles : limitCycles;
    const run = soloRun(this.appOf(name).app, sms, this.loaded, seed, limit);
    if (whole) this.solos.set(name, run);
    const [cycles, work] = run.points.at(-1)!;
    const active = run.phases.filter(({ apps }) => apps[0]!.active);
    const busy = active.reduce((sum, phase) => sum + phaseCycles(phase), 0);
    return {
      kind: 'solo',
      programs: this.programs([name]),
      app: name,
      sms,
      finished: run.finished,
      cycles,
      work,
      ...(whole ? { points: run.points.map(([cycle, done]) => [cycle, done] as [number, number]) } : {}),
      ...(whole ? { events: asNumbers(meanEvents(active, 0, busy)) } : {}),
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

  asm(at: CoLocation): AsmRow {
    const truth = measureCoRun(this.setting(at), this.solosOf(at.apps), this.loaded, ASM_ROTATION_CYCLES);
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
    const work = new PhaseSeries(run);
    const bubble = new BubbleFlux(run, { stageCycles });
    run.run(bubble.hooks());
    work.cut();
    const progress = this.solosOf(at.apps).map(
      (solo, app) => cyclesAlone(solo, workOf(work.phases, app)) / run.cycles,
    );
    const predicted = bubble.slowdowns.map((slowdown) => slowdown ?? -1);
    return { ...this.head('bubble', at), cycles: run.cycles, predicted, progress };
  }

  setting({ apps, sms }: CoLocation): CoRunSetting {
    const { seed, limitCycles } = this.options;
    return { apps: apps.map((name) => this.appOf(name).app), sms, seed, limitCycles };
  }

  solosOf(names: readonly string[]): SoloProgress[] {
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
