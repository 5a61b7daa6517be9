import { message, type Words } from '../../kernel/message';
import { InputError } from '../../kernel/result';
import type { Scenario } from '../../kernel/scenario';
import { cyclesIn, executionsOf, workIn } from '../../predictors/counting/executions';
import type { SimulatedRuns } from '../../predictors/port';
import type { SoloRound } from '../../predictors/counting/soloRound';
import { PhaseSeries, type Phase } from '../../predictors/counting/phaseSeries';
import { cyclesOfShare, FILLING_CYCLES } from '../../predictors/counting/workCurve';
import type { SimulatorRun } from '../../simulator/run/simulatorRun';
import { createRun } from '../../simulator/simulate';
import type { LoadedSpec } from '../../simulator/spec/loadSpec';
import type { AllocationAdvice } from './allocateSms';
import { judged, type GoalOutcome } from '../goal';
import { spatialCoRun } from '../coRunScenario';
import type { SoloCounters } from '../soloCounters';

/** What becomes of the applications at an advised split when that is simulated. */
export interface SimulatedSplit extends GoalOutcome {
  readonly origin: 'simulated';
  /** T_colo / T_solo of each application, of what it did in the epoch. */
  readonly slowdowns: readonly number[];
  /** Core cycles of the epoch, and of the runs alone beside it. */
  readonly cycles: number;
}

/** An advised split as simulated, or why it was not. */
export interface SplitCheck {
  readonly simulated: SimulatedSplit | null;
  /** Null where it was simulated. */
  readonly notSimulated: Words | null;
}

/** Of advice from runs alone, which is to be there without a co-run. */
export const NOT_SIMULATED: SplitCheck = {
  simulated: null,
  notSimulated: message('sharing.notSimulatedTogether'),
};

/** Core cycles of the epoch from the end of the first launch latency on, and of a period in it. */
const EPOCH_CYCLES = 40_000;
const PERIOD_CYCLES = 2048;

/**
 * Simulates the applications of a scenario at the split that was advised for them, each on its SMs from the first
 * cycle to the last, and compares the time that each took with the time that as much takes it alone on the whole GPU.
 *
 * @param alone runs the applications alone; asked only where these runs are needed
 */
export function simulatedSplit(
  scenario: Scenario,
  loaded: LoadedSpec,
  { sms, goal }: Pick<AllocationAdvice, 'sms' | 'goal'>,
  alone: () => SoloCounters,
): SplitCheck {
  try {
    const { runs, cycles } = simulatedRuns(scenario, loaded, sms, alone());
    const slowdowns = runs.map(({ together, alone: solo }) => together / solo);
    const outcome = judged(goal, slowdowns, null);
    const simulated = { origin: 'simulated', slowdowns, cycles, ...outcome } as const;
    return { simulated, notSimulated: null };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { simulated: null, notSimulated: error.said };
  }
}

/**
 * Each application on its SMs from the first cycle to the last, beside runs alone on the whole GPU.
 *
 * @throws InputError when an application does too little to compare
 */
export function simulatedRuns(
  scenario: Scenario,
  loaded: LoadedSpec,
  sms: readonly number[],
  { rounds, cycles }: SoloCounters,
): { readonly runs: readonly SimulatedRuns[]; readonly cycles: number } {
  const run = runAt(scenario, loaded, sms);
  const runs = rounds.map((round, app): SimulatedRuns => ({
    quantity: 'cycles',
    ...cyclesOf(run, app, round),
    waiting: null,
    waitingScale: null,
    divided: null,
    error: { metric: null, evidence: message('sharing.simulatedError') },
    method: message('sharing.simulatedTogether', { cycles: EPOCH_CYCLES }),
    conditions: [],
  }));
  return { runs, cycles: run.run.cycles + cycles };
}

/** A co-run that is over, with its phases. */
interface CoRun {
  readonly run: SimulatorRun;
  readonly phases: readonly Phase[];
}

function runAt(scenario: Scenario, loaded: LoadedSpec, sms: readonly number[]): CoRun {
  const cycles = loaded.spec.launch.kernelCycles + EPOCH_CYCLES;
  const split = { ...scenario, mode: { kind: 'spatial' as const, sms: [...sms] } };
  const run = createRun(spatialCoRun(split, loaded, cycles).scenario, loaded);
  const series = new PhaseSeries(run);
  run.run(series.hooks(PERIOD_CYCLES));
  series.cut();
  return { run, phases: series.phases };
}

/**
 * A launch that ended counts with its latency, here and alone. Of one that the epoch cuts the paces in the same cycles
 * behind its first are compared, without that latency: all of it would be in the epoch, and only some of the launch.
 *
 * @throws InputError when the epoch holds too little of the application
 */
function cyclesOf(
  { run, phases }: CoRun,
  app: number,
  { launches }: SoloRound,
): Pick<SimulatedRuns, 'together' | 'alone'> {
  const { name, kernels } = run.machine.queue.plans[app]!;
  const latency = run.loaded.spec.launch.kernelCycles;
  let [here, alone] = [0, 0];
  for (const { kernel, phases: own, ended } of executionsOf(phases, app)) {
    const launch = launches[kernels.indexOf(kernel)];
    if (launch === undefined) continue;
    const cycles = cyclesIn(own);
    here += cycles + ended * latency;
    alone +=
      cyclesOfShare(launch, workIn(own, app), ended > 0 ? Infinity : FILLING_CYCLES + cycles) +
      ended * latency;
  }
  if (alone === 0) throw new InputError(message('sharing.doesTooLittle', { name, cycles: run.cycles }));
  return { together: here, alone };
}
