import { phasesBeforeCut } from '../../../src/predictors/counting/phasesBeforeCut';
import { phaseCycles, type Phase } from '../../../src/predictors/counting/phaseSeries';
import { soloRound, type SoloRound } from '../../../src/predictors/counting/soloRound';
import type { ScenarioApp } from '../../../src/kernel/scenario';
import { loadSpec } from '../../../src/simulator/spec/loadSpec';
import { measureCoRun, type CoRunTruth } from '../reproduction/coRun';
import { keepsPace } from './keepsPace';

const OPTIONS = { seed: 1, limitCycles: 60_000, launchCycles: 80_000 };

/** One application of a pair: the phases that it is judged by, and its slowdown in them. */
export interface JudgedApp {
  readonly phases: readonly Phase[];
  readonly slowdown: number;
}

/** Up to an application's end, or without the latency of the launch that the run's end cuts. */
function judged({ phases, endCycles, slowdowns, cycles }: CoRunTruth, app: number): JudgedApp {
  const end = endCycles[app]!;
  const own = phases.filter(({ toCycle }) => toCycle <= end);
  if (end < cycles) return { phases: own, slowdown: slowdowns[app]! };
  const kept = phasesBeforeCut(own, app);
  const together = kept.reduce((sum, phase) => sum + phaseCycles(phase), 0);
  const latency = end - together;
  return { phases: kept, slowdown: together / (end / slowdowns[app]! - latency) };
}

/** Simulates applications on a GPU, alone once each and in pairs. */
export class PairTruths {
  readonly sms: number;
  private readonly rounds = new Map<string, SoloRound>();
  private readonly loaded;

  constructor(
    gpu: string,
    readonly apps: ReadonlyMap<string, ScenarioApp>,
    private readonly options = OPTIONS,
  ) {
    this.loaded = loadSpec(gpu);
    this.sms = this.loaded.spec.sms;
  }

  /** Applications whose launches end, or keep the pace that they begin with. */
  measurable(): string[] {
    return [...this.apps.keys()].filter((name) => this.round(name).launches.every(keepsPace));
  }

  /** SMs of two applications of which the first gets a share. */
  split(share: number): readonly [number, number] {
    const first = Math.round(share * this.sms);
    return [first, this.sms - first];
  }

  /** An application alone. */
  round(name: string): SoloRound {
    const known = this.rounds.get(name);
    if (known !== undefined) return known;
    const round = soloRound(this.apps.get(name)!, this.sms, this.loaded, this.options);
    this.rounds.set(name, round);
    return round;
  }

  /** What is measured of each application beside the others. */
  together(names: readonly string[], sms: readonly number[]): readonly JudgedApp[] {
    const rounds = names.map((name) => this.round(name));
    const apps = names.map((name) => this.apps.get(name)!);
    const truth = measureCoRun({ ...this.options, apps, sms }, rounds, this.loaded);
    return names.map((_, app) => judged(truth, app));
  }
}
