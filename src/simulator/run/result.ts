import { message, type Words } from '../../kernel/message';
import type { SharingMode } from '../../kernel/prediction';
import type { Origin } from '../../kernel/origin';
import { C, COUNTER_COLUMNS } from '../core/counterColumns';
import { namedCounters, warpInstructions, type Counters } from '../core/counters';
import { bottleneckOf, type Bottleneck } from './bottleneck';
import { sumOf, type Epoch } from './epochSeries';
import { nvprofMetrics } from './metrics';
import { DEFAULT_SEED } from './plan';
import { refusedLaunches } from './refusedLaunches';
import { hypotheticalMode } from './sharing';
import { busCyclesPerCycle } from './utilisation';
import type { RunEnd, SimulatorRun } from './simulatorRun';

/** Result of one kernel of an application. */
export interface KernelResult {
  readonly name: string;
  /** Mean cycles of a completed run, launch latency included; null when none has completed. */
  readonly cycles: number | null;
  readonly runs: number;
  /** Warp instructions, over all runs in the measured time. */
  readonly instructions: number;
  /** Warp instructions per cycle of measured time. */
  readonly ipc: number;
  readonly blocks: number;
  readonly counters: Counters;
  /** Derived metrics under nvprof's names. */
  readonly metrics: Readonly<Record<string, number>>;
}

/** Core cycles in which an application had something to run and no SM to run it on. */
export interface WaitingCycles {
  /** In the measured time. */
  readonly cycles: number;
  /** In the first round, and in all rounds that have ended; 0 before. */
  readonly firstRound: number;
  readonly rounds: number;
}

/** A slowdown as a sum: time on the SMs, and time behind others without any, both over the time alone. */
export interface SlowdownParts {
  readonly running: number;
  readonly waiting: number;
  /** Core cycles of that waiting: of the first round where the slowdown is that round's, else of the measured window. */
  readonly waitedCycles: number;
}

/** Slowdown of one application of a co-run, with its parts. */
export interface MeasuredSlowdown {
  readonly slowdown: number;
  readonly parts: SlowdownParts;
}

/** Result of one application of a scenario. */
export interface AppResult {
  readonly name: string;
  readonly kernels: readonly KernelResult[];
  /** Completed rounds of the whole sequence, and the cycle of the end of the first. */
  readonly rounds: number;
  readonly firstFinishCycle: number | null;
  readonly instructions: number;
  readonly ipc: number;
  /** Counters and nvprof metrics over all kernels of the application. */
  readonly counters: Counters;
  readonly metrics: Readonly<Record<string, number>>;
  readonly bottleneck: Bottleneck;
  /** Copies over the host link that have ended, and core cycles from when they were asked for to their end. */
  readonly copies: { readonly count: number; readonly cycles: number };
  /** Core cycles in which a kernel of it had started and none of its blocks was on an SM. */
  readonly waiting: WaitingCycles;
  /** Against a run alone on the whole GPU; null when that was not simulated. */
  readonly slowdown: number | null;
  /** What waiting for SMs and running slower add up to; null where the slowdown is not known. */
  readonly slowdownParts: SlowdownParts | null;
  readonly origin: Origin;
}

/** Result of a simulated scenario. */
export interface SimulationResult {
  readonly gpu: string;
  readonly mode: SharingMode;
  readonly cycles: number;
  readonly milliseconds: number;
  readonly end: RunEnd;
  /** Measured window, in cycles; null for the whole run from its first cycle. */
  readonly window: { readonly fromCycle: number; readonly toCycle: number } | null;
  readonly apps: readonly AppResult[];
  /** Fractions 0 to 1 over all channels. */
  readonly dram: { readonly utilisation: number; readonly rowHitRate: number };
  /** Flits over what all ports together could pass, to and from the L2 cache. */
  readonly network: { readonly requestUtilisation: number; readonly replyUtilisation: number };
  /** Epoch by epoch, when epochs were asked for. */
  readonly epochs?: readonly Epoch[];
  readonly seed: number;
  readonly assumptions: readonly Words[];
}

/** Result of a run so far. */
export function resultOf(
  run: SimulatorRun,
  end: RunEnd,
  slowdowns: readonly (MeasuredSlowdown | null)[],
): SimulationResult {
  const { scenario, loaded, machine } = run;
  machine.settleCounters();
  const cycles = run.cycles - run.baselineCycle;
  const table = machine.counters.map((value, i) => value - run.baseline[i]!);
  const apps = machine.queue.plans.map((plan, app): AppResult => {
    const kernels = plan.kernels.map((kernel) => kernelResult(run, kernel, table, cycles));
    const counters = sumOf(table, plan.kernels);
    const instructions = warpInstructions(counters);
    const first = machine.queue.firstFinish[app]!;
    return {
      name: plan.name,
      kernels,
      rounds: machine.queue.rounds[app]!,
      firstFinishCycle: first < 0 ? null : first,
      instructions,
      ipc: instructions / Math.max(1, cycles),
      counters,
      metrics: nvprofMetrics(counters, cycles, loaded.spec, loaded.gpu.limits),
      bottleneck: bottleneckOf(counters, cycles, loaded.spec),
      copies: { count: machine.queue.copiesDone[app]!, cycles: machine.queue.copyCycles[app]! },
      waiting: {
        cycles: machine.queue.waited[app]! - run.baselineWaits[app]!,
        firstRound: machine.queue.firstRoundWaited[app]!,
        rounds: machine.queue.roundsWaited[app]!,
      },
      slowdown: slowdowns[app]?.slowdown ?? null,
      slowdownParts: slowdowns[app]?.parts ?? null,
      origin: 'simulated',
    };
  });
  const isWindow = run.baselineCycle > 0 || end === 'cycles' || end === 'instructions' || end === 'cancelled';
  return {
    gpu: loaded.gpu.id,
    mode: scenario.mode?.kind ?? 'streams',
    cycles,
    milliseconds: cycles / loaded.spec.coreClockMHz / 1000,
    end,
    window: isWindow ? { fromCycle: run.baselineCycle, toCycle: run.cycles } : null,
    apps,
    dram: dramTotals(run, table, cycles),
    network: networkTotals(run, table, cycles),
    seed: scenario.seed ?? DEFAULT_SEED,
    assumptions: assumptionsOf(run),
  };
}

function assumptionsOf(run: SimulatorRun): readonly Words[] {
  const { spec } = run.loaded;
  const { plan } = run.machine;
  const mode = hypotheticalMode(run.scenario, run.loaded);
  const ofSpec = [
    ...(mode === null ? [] : [message('kernel.at', { place: 'mode', what: mode })]),
    ...refusedLaunches(run.machine),
    ...spec.assumptions.map(({ field, text }) => message('kernel.at', { place: field, what: text })),
  ];
  if (!plan.apps.some(({ steps }) => steps.some((list) => list.some((step) => 'bytes' in step))))
    return ofSpec;
  return [
    ...ofSpec,
    ...plan.copyLink.link.assumptions.map((what) => message('simulator.copies', { what })),
    message('simulator.copies', { what: message('simulator.copiesCostNoBandwidth') }),
  ];
}

function kernelResult(run: SimulatorRun, kernel: number, table: Float64Array, cycles: number): KernelResult {
  const { machine, loaded } = run;
  const { queue, plan } = machine;
  const counters = namedCounters(table, kernel);
  const instructions = warpInstructions(counters);
  const runs = queue.runs[kernel]!;
  return {
    name: plan.kernels.kernels[kernel]!.name,
    cycles: runs === 0 ? null : queue.runCycles[kernel]! / runs,
    runs,
    instructions,
    ipc: instructions / Math.max(1, cycles),
    blocks: counters.blocksDone,
    counters,
    metrics: nvprofMetrics(counters, cycles, loaded.spec, loaded.gpu.limits),
  };
}

function total(table: Float64Array, column: number): number {
  let sum = 0;
  for (let at = column; at < table.length; at += COUNTER_COLUMNS) sum += table[at]!;
  return sum;
}

function dramTotals(run: SimulatorRun, table: Float64Array, cycles: number): SimulationResult['dram'] {
  const { spec } = run.loaded;
  const requests = total(table, C.dramReads) + total(table, C.dramWrites);
  return {
    utilisation: total(table, C.dramBusCycles) / Math.max(1, cycles * busCyclesPerCycle(spec)),
    rowHitRate: requests === 0 ? 0 : total(table, C.dramRowHits) / requests,
  };
}

function networkTotals(run: SimulatorRun, table: Float64Array, cycles: number): SimulationResult['network'] {
  const { spec } = run.loaded;
  const ports = Math.min(spec.sms, spec.l2.slices);
  return {
    requestUtilisation: total(table, C.requestFlits) / Math.max(1, cycles * ports),
    replyUtilisation: total(table, C.replyFlits) / Math.max(1, cycles * ports),
  };
}
