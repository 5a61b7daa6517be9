import { InputError } from '../../kernel/result';
import type { ScenarioApp } from '../../kernel/scenario';
import { ratesBy, ratesOf, type CounterRates } from '../../predictors/counting/rates';
import { countedBy } from '../../predictors/counting/countedRates';
import type { AppResult, KernelResult, SimulationResult } from '../../simulator/run/result';
import type { RunHooks } from '../../simulator/run/simulatorRun';
import { simulate } from '../../simulator/simulate';
import { loadSpec, type LoadedSpec } from '../../simulator/spec/loadSpec';
import { resourceUse, stallReasons } from './resourceUse';
import { slicedSpec } from './gpuSlice';
import { blocksOf, instructionsPerBlock } from './launchWork';
import { replayScenario } from './replay/replayScenario';
import { SteadyLaunch } from './steadyLaunch';
import type { ScenarioOutcome, ScenarioTask } from './task';

/** Simulates one scenario; that the simulator refuses it is an outcome, too. */
export function runTask({ scenario, shortcut }: ScenarioTask): ScenarioOutcome {
  try {
    const whole = loadSpec(scenario.gpu);
    const spec = shortcut === null ? whole : slicedSpec(whole, shortcut.slice);
    if (shortcut?.replay) return { kind: 'replayed', ...replayScenario(scenario, spec) };
    const [app] = scenario.apps as [ScenarioApp];
    const steady = shortcut?.steady
      ? new SteadyLaunch(app, spec.spec.launch.kernelCycles, scenario.limits!.cycles!)
      : null;
    const hooks = steady?.hooks ?? untilRelaunched(shortcut?.launches);
    const result = simulate(scenario, { spec, slowdowns: false, ...hooks });
    return outcomeOf(result, spec, app, spec.spec.sms / whole.spec.sms, steady?.pace ?? null);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { kind: 'failed', reason: error.said };
  }
}

const CHECK_CYCLES = 512;

/** Ends a run when each application has completed so many launches. */
function untilRelaunched(launches: number | null | undefined): RunHooks {
  if (launches === null || launches === undefined) return {};
  let isEnough = false;
  return {
    onKernelChange: ({ machine }) => (isEnough = machine.queue.rounds.every((count) => count >= launches)),
    onProgress: () => !isEnough,
    progressCycles: CHECK_CYCLES,
  };
}

function outcomeOf(
  result: SimulationResult,
  { spec }: LoadedSpec,
  app: ScenarioApp,
  gpuShare: number,
  steadyPace: number | null,
): ScenarioOutcome {
  const [first] = result.apps as readonly [AppResult];
  const kernel = first.kernels[0]!;
  const launchCycles =
    kernel.cycles ?? extrapolated(kernel, result.cycles, app, spec.launch.kernelCycles, steadyPace);
  return {
    kind: 'measured',
    launchCycles,
    launchMs: launchCycles === null ? null : launchCycles / spec.coreClockMHz / 1000,
    simulatedShare: Math.min(1, kernel.blocks / blocksOf(app)),
    gpuShare,
    paces: result.apps.map(({ ipc }) => ipc / gpuShare),
    meanLaunches: result.apps.map(meanLaunch),
    meanWaits: result.apps.map(meanWait),
    resources: resourceUse(kernel.counters, result.cycles, spec),
    events: ofWholeGpu(ratesOf(first.counters, result.cycles, spec), gpuShare),
    stalls: stallReasons(kernel.counters),
  };
}

/** What a slice counts is a part of what the GPU would; shares of bandwidth and of SM time are the same. */
function ofWholeGpu(events: CounterRates, gpuShare: number): CounterRates {
  const { memoryBandwidth, counted } = events;
  const base = ratesBy((name) => events[name] / gpuShare);
  const beside = counted && { counted: countedBy((name) => counted[name] / gpuShare) };
  return { ...events, ...base, memoryBandwidth, ...beside };
}

/**
 * Launches after the first, for which caches are cold and nobody waits for anybody; null where only one, or
 * none, has ended.
 */
function meanLaunch({ kernels, firstFinishCycle: first }: AppResult): number | null {
  const { cycles, runs } = kernels[0]!;
  return cycles === null || first === null || runs < 2 ? null : (cycles * runs - first) / (runs - 1);
}

/** Of the same launches, the cycles in which none of their blocks was on an SM. */
function meanWait(app: AppResult): number | null {
  const { kernels, waiting } = app;
  return meanLaunch(app) === null ? null : (waiting.rounds - waiting.firstRound) / (kernels[0]!.runs - 1);
}

/**
 * Cycles of a launch of which only a part ran, by its instructions: as many as the program has by its text. Null
 * where none ran.
 *
 * @param steadyPace warp instructions a cycle at which the rest goes on; null for the mean of what ran
 */
function extrapolated(
  { instructions }: KernelResult,
  cycles: number,
  app: ScenarioApp,
  latency: number,
  steadyPace: number | null,
): number | null {
  const wanted = instructionsPerBlock(app) * blocksOf(app);
  if (steadyPace !== null) return cycles + (wanted - instructions) / steadyPace;
  return instructions === 0 ? null : latency + ((cycles - latency) * wanted) / instructions;
}
