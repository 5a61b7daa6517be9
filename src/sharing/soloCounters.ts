import { message, type Words } from '../kernel/message';
import type { Scenario, ScenarioApp } from '../kernel/scenario';
import { roundRates, soloRound, type SoloRound } from '../predictors/counting/soloRound';
import type { CounterRates } from '../predictors/counting/rates';
import { endOf } from '../predictors/counting/workCurve';
import type { LoadedSpec } from '../simulator/spec/loadSpec';
import { DEFAULT_SEED, planMachine } from '../simulator/run/plan';
import { kernelsOnly } from './coRunScenario';

/**
 * Core cycles after which a launch that runs alone is cut. Training data cut theirs at as many, or at four times as
 * many (the 60-SM GPU).
 */
const SOLO_LAUNCH_CYCLES = 40_000;
/** Launches of an application that are run; more are left out, and that is said. */
const MOST_LAUNCHES = 8;

/** What each application counts when it runs alone on the whole GPU. */
export interface SoloCounters {
  readonly events: readonly CounterRates[];
  /** The runs that these are of: one round each, long launches cut. */
  readonly rounds: readonly SoloRound[];
  /** Simulated for it, over all applications. */
  readonly cycles: number;
  /** A line for each application of which a part stands for the whole. */
  readonly warnings: readonly Words[];
}

/**
 * Runs every application of a scenario alone on the whole GPU; equal applications run once.
 *
 * @throws InputError naming the field of an application that cannot run, or does not fit beside the others.
 */
export function soloCounters(
  scenario: Scenario,
  loaded: LoadedSpec,
  launchCycles = SOLO_LAUNCH_CYCLES,
): SoloCounters {
  const { apps, seed = DEFAULT_SEED } = scenario;
  planMachine({ ...scenario, mode: { kind: 'streams' } }, loaded);
  const known = new Map<string, SoloRound>();
  const rounds = apps.map((app) => {
    const key = JSON.stringify({ ...kernelsOnly(app), name: '' });
    const round = known.get(key) ?? runAlone(app, loaded, launchCycles, seed);
    known.set(key, round);
    return round;
  });
  return {
    events: rounds.map(roundRates),
    rounds,
    cycles: [...known.values()].reduce((sum, round) => sum + cyclesOf(round), 0),
    warnings: apps.flatMap(shortened),
  };
}

function runAlone(app: ScenarioApp, loaded: LoadedSpec, launchCycles: number, seed: number): SoloRound {
  const kernels = app.kernels?.slice(0, MOST_LAUNCHES);
  const first = { ...kernelsOnly(app), ...(kernels ? { kernels } : {}) };
  return soloRound(first, loaded.spec.sms, loaded, { seed, launchCycles });
}

const cyclesOf = ({ launches }: SoloRound): number =>
  launches.reduce((sum, launch) => sum + endOf(launch)[0], 0);

function shortened({ name, kernels = [] }: ScenarioApp): Words[] {
  if (kernels.length <= MOST_LAUNCHES) return [];
  return [message('sharing.firstLaunches', { name, first: MOST_LAUNCHES, launches: kernels.length })];
}
