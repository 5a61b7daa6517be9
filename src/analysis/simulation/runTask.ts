import { InputError } from '../../kernel/result';
import { volume } from '../../kernel/symbolic';
import { extentOf, type ScenarioApp } from '../../kernel/scenario';
import { programTotals } from '../../fitting/programTotals';
import { eventsOf } from '../../predictors/themis/events';
import type { AppResult, KernelResult, SimulationResult } from '../../simulator/run/result';
import { simulate } from '../../simulator/simulate';
import { loadSpec, type LoadedSpec } from '../../simulator/spec/loadSpec';
import { resourceUse, stallReasons } from '../text/simulatorWords';
import type { SimulationTask, TaskOutcome } from './task';

/** Runs one task; a scenario that the simulator refuses is an outcome, too. */
export function runTask({ scenario }: SimulationTask): TaskOutcome {
  try {
    const spec = loadSpec(scenario.gpu);
    const result = simulate(scenario, { spec, slowdowns: false });
    return outcomeOf(result, spec, scenario.apps[0]!);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { kind: 'failed', reason: error.message };
  }
}

function outcomeOf(result: SimulationResult, { spec }: LoadedSpec, app: ScenarioApp): TaskOutcome {
  const [first] = result.apps as readonly [AppResult];
  const kernel = first.kernels[0]!;
  const gridBlocks = volume(extentOf(app.launch!.grid));
  const launchCycles = kernel.cycles ?? extrapolated(kernel, result.cycles, app);
  return {
    kind: 'measured',
    launchCycles,
    launchMs: launchCycles === null ? null : launchCycles / spec.coreClockMHz / 1000,
    simulatedShare: Math.min(1, kernel.blocks / gridBlocks),
    paces: result.apps.map(({ ipc }) => ipc),
    meanLaunches: result.apps.map(meanLaunch),
    resources: resourceUse(kernel.counters, result.cycles, spec),
    events: eventsOf(first.counters, result.cycles, spec),
    stalls: stallReasons(kernel.counters),
  };
}

/**
 * Launches after the first, for which caches are cold and nobody waits for anybody; null where only one, or
 * none, has ended.
 */
function meanLaunch({ kernels, firstFinishCycle: first }: AppResult): number | null {
  const { cycles, runs } = kernels[0]!;
  return cycles === null || first === null || runs < 2 ? null : (cycles * runs - first) / (runs - 1);
}

/**
 * Cycles of a launch of which only a part ran: blocks that are done stand for the rest; before there are
 * any, the instructions do, as many as the program has by its text. Null where that cannot be told.
 */
function extrapolated(
  { counters, instructions }: KernelResult,
  cycles: number,
  { program, launch }: ScenarioApp,
): number | null {
  const [grid, block] = [extentOf(launch!.grid), extentOf(launch!.block)];
  if (counters.blocksDone > 0) return (cycles * volume(grid)) / counters.blocksDone;
  const shape = { grid, block, sharedBytes: launch!.sharedBytes ?? 0 };
  const { warpInstructions } = programTotals(program!, shape);
  return instructions === 0 ? null : (cycles * warpInstructions) / instructions;
}
