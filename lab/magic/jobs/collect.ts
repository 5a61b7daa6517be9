import type { Scenario, ScenarioApp } from '../../../src/kernel/scenario';
import { namedCounters, threadInstructions } from '../../../src/simulator/core/counters';
import { nvprofMetrics } from '../../../src/simulator/run/metrics';
import type { SimulatorRun } from '../../../src/simulator/run/simulatorRun';
import { createRun } from '../../../src/simulator/simulate';
import type { LoadedSpec } from '../../../src/simulator/spec/loadSpec';
import type { PairRow, SoloRow } from './rows';

/** Cycles between two looks at how many rounds are over. */
const LOOK = 512;
const MOST_CYCLES = 2 ** 27;
/** Slices that a program alone lasts in the runs that check the replay. */
const SLICES = 4;
/** Rounds of a program beside another one under MPS. */
const MPS_ROUNDS = 3;

const REGISTER_BYTES = 4;

/** Runs a program alone once. */
export function soloOf(key: string, app: ScenarioApp, gpu: LoadedSpec): SoloRow {
  const run = createRun({ gpu: gpu.gpu.id, mode: { kind: 'mps' }, apps: [app] }, gpu);
  run.run();
  run.machine.settleCounters();
  const { queue, plan, counters } = run.machine;
  const { kernels } = plan;
  const launches = plan.apps[0]!.kernels.map((kernel) => {
    const { blocks } = kernels.kernels[kernel]!;
    const blocksPerSm = kernels.blocksPerSm[kernel]!;
    const resident = Math.min(blocks, blocksPerSm * gpu.spec.sms);
    const perBlock = kernels.registersPerBlock[kernel]! * REGISTER_BYTES + kernels.sharedPerBlock[kernel]!;
    const { dramReadBytes, dramWriteBytes } = namedCounters(counters, kernel);
    const dramBytes = Math.round((dramReadBytes + dramWriteBytes) / queue.runs[kernel]!);
    return {
      name: app.kernels![kernel]!.name ?? String(kernel),
      cycles: queue.runCycles[kernel]! / queue.runs[kernel]!,
      contextBytes: resident * perBlock,
      fills: { blocks, blocksPerSm, dramBytes },
    };
  });
  return {
    kind: 'solo',
    key,
    gpu: gpu.gpu.id,
    app: app.name,
    cycles: queue.firstFinish[0]!,
    clockMHz: gpu.spec.coreClockMHz,
    launchCycles: gpu.spec.launch.kernelCycles,
    launches,
    copies: app.copies ?? [],
    gaps: app.gaps ?? [],
    threadInstructions: sum(launches.map((_, kernel) => threadInstructions(namedCounters(counters, kernel)))),
    metrics: meanMetrics(run, launches, gpu),
  };
}

function meanMetrics(
  { machine }: SimulatorRun,
  launches: SoloRow['launches'],
  gpu: LoadedSpec,
): Record<string, number> {
  const all = sum(launches.map(({ cycles }) => cycles));
  const means: Record<string, number> = {};
  for (const [kernel, { cycles }] of launches.entries()) {
    const counters = namedCounters(machine.counters, kernel);
    const own = {
      ...nvprofMetrics(counters, cycles, gpu.spec, gpu.gpu.limits),
      // What nvprof counts as transactions of shared loads: passes through the banks, in proportion to loads.
      shared_load_transactions:
        counters.sharedAccesses === 0
          ? 0
          : (counters.sharedPasses * counters.sharedLoad) / counters.sharedAccesses,
    };
    for (const [name, value] of Object.entries(own))
      means[name] = Number(((means[name] ?? 0) + (value * cycles) / all).toPrecision(6));
  }
  return means;
}

/**
 * Runs a program beside another in time slices on the simulated GPU, until the first has had as many rounds as last so many
 * slices alone: what replayed slices are judged by.
 */
export function slicesOf(
  key: string,
  [of, beside]: readonly [ScenarioApp, ScenarioApp],
  { alone, sliceCycles }: { readonly alone: number; readonly sliceCycles: number },
  gpu: LoadedSpec,
): PairRow {
  const rounds = Math.max(1, Math.ceil((SLICES * sliceCycles) / alone));
  const cycles = cyclesOf([of, beside], { kind: 'time-slice', sliceCycles }, rounds, gpu);
  const names = { of: of.name, beside: beside.name };
  return {
    kind: 'time-slice',
    key,
    gpu: gpu.gpu.id,
    ...names,
    sliceCycles,
    rounds,
    cycles,
    alone: rounds * alone,
  };
}

/** Runs rounds of a program beside another under MPS. */
export function mpsOf(
  key: string,
  [of, beside]: readonly [ScenarioApp, ScenarioApp],
  alone: number,
  gpu: LoadedSpec,
): PairRow {
  const rounds = MPS_ROUNDS;
  const cycles = cyclesOf([of, beside], { kind: 'mps' }, rounds, gpu);
  const names = { of: of.name, beside: beside.name };
  return { kind: 'mps', key, gpu: gpu.gpu.id, ...names, rounds, cycles, alone: rounds * alone };
}

function cyclesOf(
  apps: readonly ScenarioApp[],
  mode: NonNullable<Scenario['mode']>,
  rounds: number,
  gpu: LoadedSpec,
): number {
  const again = apps.map((app): ScenarioApp => ({ ...app, repeat: 'always' }));
  const run = createRun({ gpu: gpu.gpu.id, mode, apps: again, limits: { cycles: MOST_CYCLES } }, gpu);
  const { queue } = run.machine;
  run.run({ progressCycles: LOOK, onProgress: () => queue.rounds[0]! < rounds });
  return rounds === 1 ? queue.firstFinish[0]! : run.cycles;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
