import type { KernelProgram } from '../kernel/program';
import type { Scenario } from '../kernel/scenario';
import { C } from '../simulator/core/counterColumns';
import { COUNTERS, warpInstructions, type Counters } from '../simulator/core/counters';
import { nvprofMetrics } from '../simulator/run/metrics';
import type { SimulatorRun } from '../simulator/run/simulatorRun';
import { createRun } from '../simulator/simulate';
import type { LoadedSpec } from '../simulator/spec/loadSpec';
import { occupancy } from '../gpu/occupancy';
import { volume } from '../kernel/symbolic';
import type { ProgramLaunch } from '../kernel/totals/programLaunch';
import { programTotals } from '../kernel/totals/programTotals';
import { ThreadValues } from '../kernel/totals/threadValues';

/** Limits of a measurement by simulation. */
export interface MeasureOptions {
  /** Core cycles; a kernel that takes longer is extrapolated from whole waves of blocks. */
  readonly budgetCycles: number;
  readonly seed: number;
  /** A part of the GPU that is simulated in its place, with as large a part of the blocks. */
  readonly part?: LoadedSpec;
  /** Values of the program's parameters. */
  readonly arguments?: Readonly<Record<string, number>>;
  /** Asked between stretches; the simulation ends when it returns false. */
  readonly shouldContinue?: () => boolean;
}

/** A kernel run alone on a GPU, in full or extrapolated. */
export interface KernelMeasurement {
  /** Cycles of the whole kernel without its launch latency; null when nothing could be extrapolated. */
  readonly cycles: number | null;
  readonly durationNs: number | null;
  /**
   * Basis of `cycles` and the totals: the whole run, or an extrapolation from waves of blocks or from
   * instructions.
   */
  readonly basis: 'run' | 'waves' | 'instructions';
  readonly cancelled: boolean;
  /** Cycles that were simulated. */
  readonly simulatedCycles: number;
  /** Blocks that the figures rest on, and blocks of the launch. */
  readonly measuredBlocks: number;
  readonly blocks: number;
  /** nvprof's metrics of the whole kernel, as far as the simulator has them. */
  readonly metrics: Readonly<Record<string, number>>;
  readonly counters: Counters;
}

/** Counters at one moment of a run. */
interface Sample {
  readonly cycle: number;
  readonly table: Float64Array;
}

const STRETCH_CYCLES = 1024;

/**
 * Simulates a kernel alone. Beyond the budget, what is between the end of the first wave of blocks and the end
 * of the last whole wave stands for all of them, by the share of the program's instructions executed in it: a
 * first wave runs on empty caches and in step. Where the blocks are so long that the budget sees no second wave,
 * the second half of the run stands for the rest.
 */
export function measureKernel(
  program: KernelProgram,
  launch: ProgramLaunch,
  loaded: LoadedSpec,
  options: MeasureOptions,
): KernelMeasurement {
  const part = options.part ?? loaded;
  const share = blockShare(launch, loaded, part);
  const run = createRun(scenarioOf(program, launch, loaded, share, options), part);
  const watch = new WaveWatch(run, waveBlocks(program, launch, part), halfOf(loaded, options));
  let cancelled = false;
  const end = run.run({
    progressCycles: STRETCH_CYCLES,
    onProgress: () => {
      cancelled = options.shouldContinue?.() === false;
      watch.look();
      return !cancelled;
    },
  });
  run.machine.settleCounters();
  const found =
    end === 'finished'
      ? finished(run, launch, { ...loaded, share })
      : extrapolated(
          run,
          watch.close(),
          { ...loaded, share },
          share * programTotals(program, launch, options.arguments).warpInstructions,
        );
  return { ...found, cancelled, simulatedCycles: run.cycles, blocks: volume(launch.grid) };
}

/** Share of the blocks that a part of the GPU runs. */
function blockShare({ grid }: ProgramLaunch, { spec }: LoadedSpec, part: LoadedSpec): number {
  const blocks = volume(grid);
  return Math.max(1, Math.round((blocks * part.spec.sms) / spec.sms)) / blocks;
}

function scenarioOf(
  program: KernelProgram,
  launch: ProgramLaunch,
  loaded: LoadedSpec,
  share: number,
  options: MeasureOptions,
): Scenario {
  const { grid, block, sharedBytes } = launch;
  const firstBlocks = Math.round(share * volume(grid));
  return {
    gpu: loaded.gpu.id,
    apps: [
      {
        name: program.name.slice(0, 400),
        program,
        launch: { grid: [...grid], block: [...block], sharedBytes, ...(share < 1 && { firstBlocks }) },
        ...(options.arguments && { arguments: { ...options.arguments } }),
      },
    ],
    limits: { cycles: options.budgetCycles, untilEachFinishedOnce: true },
    seed: options.seed,
  };
}

/** Blocks that are on the GPU at a time. */
function waveBlocks(program: KernelProgram, launch: ProgramLaunch, { gpu, spec }: LoadedSpec): number {
  const values = new ThreadValues(launch, program.parameters ?? {});
  const staticBytes = Object.values(program.arrays ?? {})
    .filter(({ space, dynamic }) => space === 'shared' && dynamic !== true)
    .reduce((sum, { elements, elementBytes }) => sum + values.of(values.form(elements), 0) * elementBytes, 0);
  const { blocksPerSm } = occupancy(gpu.limits, {
    threadsPerBlock: volume(launch.block),
    registersPerThread: program.registersPerThread,
    staticSharedBytes: staticBytes,
    dynamicSharedBytes: launch.sharedBytes,
  });
  return Math.max(1, blocksPerSm * spec.sms);
}

/** The middle of what the kernel runs within the budget. */
function halfOf({ spec }: LoadedSpec, { budgetCycles }: MeasureOptions): number {
  return (Math.min(spec.launch.kernelCycles, budgetCycles) + budgetCycles) / 2;
}

/** Notes the counters whenever another wave of blocks has been completed, and at half of the budget. */
class WaveWatch {
  first: Sample | null = null;
  last: Sample | null = null;
  half: Sample | null = null;
  private nextBlocks: number;

  constructor(
    private readonly run: SimulatorRun,
    readonly wave: number,
    private readonly halfCycle: number,
  ) {
    this.nextBlocks = wave;
  }

  look(): void {
    if (this.half === null && this.run.cycles >= this.halfCycle) this.half = this.sample();
    if (this.run.machine.counters[C.blocksDone]! < this.nextBlocks) return;
    const sample = this.sample();
    if (this.first === null) this.first = sample;
    else this.last = sample;
    this.nextBlocks = sample.table[C.blocksDone]! + this.wave;
  }

  /** The samples, with one of now. */
  close(): Samples {
    const { first, last, half } = this;
    return { first, last, half, end: this.sample() };
  }

  private sample(): Sample {
    const { machine } = this.run;
    machine.settleCounters();
    return { cycle: this.run.cycles, table: machine.counters.slice(0, COUNTERS.length) };
  }
}

interface Samples {
  readonly first: Sample | null;
  readonly last: Sample | null;
  readonly half: Sample | null;
  readonly end: Sample;
}

/** The GPU that figures are of, and the share of the launch that its part ran. */
type Measured = LoadedSpec & { readonly share: number };

type RunMeasurement = Omit<KernelMeasurement, 'cancelled' | 'simulatedCycles' | 'blocks'>;

function finished(run: SimulatorRun, launch: ProgramLaunch, of: Measured): RunMeasurement {
  const cycles = Math.max(1, run.cycles - of.spec.launch.kernelCycles);
  const blocks = Math.round(of.share * volume(launch.grid));
  return foundOf('run', blocks, cycles, cycles, run.machine.counters, of);
}

function extrapolated(
  run: SimulatorRun,
  { first, last, ...watch }: Samples,
  of: Measured,
  all: number,
): RunMeasurement {
  const waves = first !== null && last !== null;
  const from = waves ? first : watch.half;
  const to = waves ? last : watch.end;
  const done = from === null ? 0 : instructionsOf(to) - instructionsOf(from);
  if (from === null || done <= 0) return foundOf('instructions', 0, null, run.cycles, to.table, of);
  // What a whole wave did stands for the launch; a lone wave has begun and will end otherwise than its middle.
  const start = waves ? from : to;
  const rest = Math.max(0, all - instructionsOf(start));
  const spent = to.cycle - from.cycle;
  const cycles = start.cycle - of.spec.launch.kernelCycles + (rest * spent) / done;
  const table = to.table.map((value, i) => {
    const rate = (value - from.table[i]!) / done;
    return waves ? rate * all : value + rate * rest;
  });
  const counted = waves ? (all * spent) / done : cycles;
  const blocks = to.table[C.blocksDone]! - (waves ? from.table[C.blocksDone]! : 0);
  return foundOf(waves ? 'waves' : 'instructions', blocks, cycles, counted, table, of);
}

const instructionsOf = ({ table }: Sample): number => warpInstructions(named(table));

const named = (table: Float64Array): Counters =>
  Object.fromEntries(COUNTERS.map((name, i) => [name, table[i]!])) as Counters;

/** @param counted cycles that the counters in `table` are of */
function foundOf(
  basis: KernelMeasurement['basis'],
  measuredBlocks: number,
  cycles: number | null,
  counted: number,
  table: Float64Array,
  { spec, gpu, share }: Measured,
): RunMeasurement {
  const counters = named(table.map((value) => value / share));
  return {
    cycles,
    durationNs: cycles === null ? null : (cycles / spec.coreClockMHz) * 1000,
    basis,
    measuredBlocks,
    metrics: nvprofMetrics(counters, counted, spec, gpu.limits),
    counters,
  };
}
