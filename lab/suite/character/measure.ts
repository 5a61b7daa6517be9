import { parseScenario, type ScenarioApp } from '../../../src/kernel/scenario';
import type { WorkloadClass } from '../../../src/kernel/workload';
import { COUNTERS, threadInstructions, type Counters } from '../../../src/simulator/core/counters';
import type { SimulationResult } from '../../../src/simulator/run/result';
import { resourceShares } from '../../../src/simulator/run/utilisation';
import { simulate } from '../../../src/simulator/simulate';
import { loadSpec } from '../../../src/simulator/spec/loadSpec';

/** What a run of a workload alone on a GPU tells about its character. Shares are 0 to 1 of what the GPU can do. */
export interface Measurement {
  readonly cycles: number;
  /** Whether the whole round was run, or the limit of instructions came first. */
  readonly whole: boolean;
  /** Warp instructions per cycle of the GPU. */
  readonly ipc: number;
  /** Busiest of the issue slots, arithmetic units and shared-memory banks. */
  readonly compute: number;
  /** Busiest of the DRAM data buses and the ports of the network to and from the L2 cache. */
  readonly memory: number;
  readonly dram: number;
  readonly rowHitRate: number;
  /** Lines of 128 bytes read from DRAM per thousand thread instructions. */
  readonly mpki: number;
}

/** Beyond this ratio of the shares of compute and memory, the larger one gives the class. */
export const CLASS_RATIO = 1.5;

/** Shares below this on both sides: the kernel waits for latencies, and its class is a tendency. */
export const BUSY = 0.35;

export function classOf({ compute, memory }: Pick<Measurement, 'compute' | 'memory'>): WorkloadClass {
  if (compute >= CLASS_RATIO * memory) return 'compute';
  return memory >= CLASS_RATIO * compute ? 'memory' : 'balanced';
}

export interface RunLimits {
  readonly cycles: number;
  readonly instructions: number;
  /** Cycles before what is measured; then the application runs again and again up to the limits. */
  readonly warmupCycles?: number;
}

/** One round of an application alone on a GPU, or on the first `sms` SMs of it, up to the limits. */
export function runRound(app: ScenarioApp, gpu: string, limits: RunLimits, sms?: number): SimulationResult {
  const { warmupCycles, ...ends } = limits;
  const scenario = parseScenario({
    gpu,
    apps: [warmupCycles === undefined ? app : { ...app, repeat: 'always' }],
    limits: warmupCycles === undefined ? { ...ends, untilEachFinishedOnce: true } : ends,
    ...(warmupCycles === undefined ? {} : { warmupCycles }),
    ...(sms === undefined ? {} : { mode: { kind: 'spatial', sms: [sms] } }),
  });
  return simulate(scenario, { spec: loadSpec(gpu) });
}

/** The counters of all kernels together. */
function totals({ apps }: SimulationResult): Counters {
  const kernels = apps.flatMap((app) => app.kernels);
  return Object.fromEntries(
    COUNTERS.map((name) => [name, kernels.reduce((sum, kernel) => sum + kernel.counters[name], 0)]),
  ) as Counters;
}

export function measure(app: ScenarioApp, gpu: string, limits: RunLimits): Measurement {
  const result = runRound(app, gpu, limits);
  const total = totals(result);
  const shares = resourceShares(total, result.cycles, loadSpec(gpu).spec);
  const { memory: addressLanes, ...arithmetic } = shares.units;
  return {
    cycles: result.cycles,
    whole: result.end === 'finished',
    ipc: result.apps[0]!.ipc,
    compute: Math.max(shares.issue, shares.shared, addressLanes, ...Object.values(arithmetic)),
    memory: Math.max(shares.dram, result.network.requestUtilisation, result.network.replyUtilisation),
    dram: result.dram.utilisation,
    rowHitRate: result.dram.rowHitRate,
    mpki: total.dramReadBytes / 128 / (threadInstructions(total) / 1000),
  };
}
