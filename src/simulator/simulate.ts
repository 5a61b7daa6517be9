import type { Scenario } from '../kernel/scenario';
import { EpochSeries } from './run/epochSeries';
import { planMachine, type PlanOptions } from './run/plan';
import { resultOf, type AppResult, type MeasuredSlowdown, type SimulationResult } from './run/result';
import { SimulatorRun, type RunHooks } from './run/simulatorRun';
import { loadSpec, type LoadedSpec } from './spec/loadSpec';

/** Options of simulating a scenario. */
export interface SimulateOptions extends RunHooks {
  /** The GPU's description, when it is not the one that `loadSpec` gives for the scenario's GPU. */
  readonly spec?: LoadedSpec;
  /** True if each application of a co-run is also simulated alone, for its slowdown. Default true. */
  readonly slowdowns?: boolean;
  /** True if the result tells the counters epoch by epoch; `epochCycles` says how long an epoch is. */
  readonly recordEpochs?: boolean;
}

const DEFAULT_EPOCH_CYCLES = 50000;

/**
 * A run of a scenario that has not begun.
 * @throws InputError naming the scenario's field that is at fault
 */
export function createRun(
  scenario: Scenario,
  spec: LoadedSpec = loadSpec(scenario.gpu),
  options: Omit<PlanOptions, 'solo'> = {},
): SimulatorRun {
  return new SimulatorRun(scenario, spec, planMachine(scenario, spec, options));
}

/** A run of one application of a scenario alone on the whole GPU, under the same limits. */
export function createSoloRun(
  scenario: Scenario,
  app: number,
  spec: LoadedSpec = loadSpec(scenario.gpu),
): SimulatorRun {
  return new SimulatorRun(scenario, spec, planMachine(scenario, spec, { solo: app }), true);
}

/**
 * Simulates a scenario to its limit. In a co-run, each application's slowdown is that against a run alone on
 * the whole GPU: over the reported window where there is one and the application is relaunched for ever, else of the
 * first round where both finished one; none where that was over before the window.
 */
export function simulate(scenario: Scenario, options: SimulateOptions = {}): SimulationResult {
  const spec = options.spec ?? loadSpec(scenario.gpu);
  const run = createRun(scenario, spec);
  const series = options.recordEpochs === true ? new EpochSeries(run) : null;
  const end = run.run(series === null ? options : recording(options, series));
  const epochs = series === null ? {} : { epochs: series.epochs };
  const measured = { ...resultOf(run, end, []), ...epochs };
  if (options.slowdowns === false || scenario.apps.length < 2 || end === 'cancelled') return measured;
  const slowdowns = scenario.apps.map((_, app) => {
    const solo = createSoloRun(scenario, app, spec);
    const soloEnd = solo.run({ ...(options.onProgress && { onProgress: options.onProgress }) });
    const alone = resultOf(solo, soloEnd, []).apps[0]!;
    const { startCycle = 0, repeat } = scenario.apps[app]!;
    const here = measured.apps[app]!;
    const { window, cycles } = measured;
    if (window !== null && repeat === 'always') return slowdownOverWindow(here, alone, cycles);
    const isOver = here.firstFinishCycle !== null && here.firstFinishCycle <= (window?.fromCycle ?? 0);
    return isOver ? null : slowdownOfFirstRound(here, startCycle, alone, cycles);
  });
  return { ...resultOf(run, end, slowdowns), ...epochs };
}

/** Hooks that also cut the series at every epoch. */
function recording(hooks: RunHooks, series: EpochSeries): RunHooks {
  return {
    ...hooks,
    epochCycles: hooks.epochCycles ?? DEFAULT_EPOCH_CYCLES,
    onEpoch: (run) => {
      series.cut();
      hooks.onEpoch?.(run);
    },
  };
}

type Pace = Pick<AppResult, 'firstFinishCycle' | 'ipc' | 'waiting'>;

/**
 * Slowdown of one run against another, that alone: by the times of the first round where both finished one, else by
 * the instruction rates in the measured windows; null where nothing was issued.
 *
 * @param start core cycle at which the application arrives in the shared run
 * @param cycles length of the measured window of the shared run
 */
function slowdownOfFirstRound(
  shared: Pace,
  start: number,
  solo: Pace,
  cycles: number,
): MeasuredSlowdown | null {
  const { firstFinishCycle: end, waiting } = shared;
  if (end === null || solo.firstFinishCycle === null) return slowdownOverWindow(shared, solo, cycles);
  return split(end - start, waiting.firstRound, solo.firstFinishCycle);
}

/** By the instruction rates in the measured windows: what was done in this one takes so long alone. */
export function slowdownOverWindow(shared: Pace, solo: Pace, cycles: number): MeasuredSlowdown | null {
  if (!(shared.ipc > 0 && solo.ipc > 0)) return null;
  return split(cycles, shared.waiting.cycles, (cycles * shared.ipc) / solo.ipc);
}

/** @param cycles together, `waited` of them without an SM; and alone */
function split(cycles: number, waited: number, alone: number): MeasuredSlowdown {
  const parts = { running: (cycles - waited) / alone, waiting: waited / alone, waitedCycles: waited };
  return { slowdown: cycles / alone, parts };
}
