import { programTotals } from '../../../src/kernel/totals/programTotals';
import { InputError } from '../../../src/kernel/result';
import { parseScenario } from '../../../src/kernel/scenario';
import { volume } from '../../../src/kernel/symbolic';
import { simulate } from '../../../src/simulator/simulate';
import { simulatorGeneration } from '../../../src/simulator/spec/generation';
import { loadSpec } from '../../../src/simulator/spec/loadSpec';
import type { RecordedRows } from '../../recordedRows';
import { shortHash } from '../../shortHash';
import { atClock } from '../benchmarks/runner';
import type { LoweredLaunch, MeasuredLowering, SizesFrom } from './lowered';
import type { MeasuredLaunch, MeasuredSuite } from './measured';

/** Warp instructions after which a run ends: its second half stands for the rest. */
const MOST = 2_500_000;
/** The same where each SM has one block at most: what is left at the end has less to share the GPU with. */
const MOST_OF_FEW = 16_000_000;
const PROGRESS_CYCLES = 256;

/** What the project says of a launch, in the units of `MeasuredLaunch.values`. */
export interface OwnNumbers {
  readonly sizesFrom: SizesFrom;
  readonly isFirm: boolean;
  readonly registers: number;
  /** Expected warp instructions, counted in the program without running it. */
  readonly instructions: number;
  readonly loadRequests: number;
  readonly storeRequests: number;
  readonly run: SimulatedLaunch;
}

/** The launch simulated alone from cold caches, as far as the limit. */
export interface SimulatedLaunch {
  /** False where the limit came first: the time is then that of the part, and the rest at the pace of its second half. */
  readonly isWhole: boolean;
  readonly ns: number;
  /** Null where the run came to none. */
  readonly sectorsPerLoad: number | null;
  readonly sectorsPerStore: number | null;
  /** Null where the limit came first. */
  readonly dramReadBytes: number | null;
}

/** A simulated launch as it is kept between runs of the study. */
export interface RunRow {
  /** Of everything that decides the run. */
  readonly key: string;
  readonly run: SimulatedLaunch;
}

/** Lowers a measured launch and simulates it, where a run of the same is not known; null where it has no program. */
export function besideOf(
  measured: MeasuredLaunch,
  { gpu, clockMHz }: Pick<MeasuredSuite, 'gpu' | 'clockMHz'>,
  lowering: MeasuredLowering,
  runs: RecordedRows<RunRow>,
): OwnNumbers | null {
  const found = lowering.of(measured);
  if (found === null) return null;
  const { lowered, sizesFrom, isFirm } = found;
  const most = volume(lowered.launch.grid) <= loadSpec(gpu).spec.sms ? MOST_OF_FEW : MOST;
  const key = shortHash([simulatorGeneration(gpu), most, clockMHz, lowered.program, lowered.launch], 16);
  try {
    const { warpInstructions, warps } = programTotals(lowered.program, lowered.launch);
    return {
      sizesFrom,
      isFirm,
      registers: lowered.program.registersPerThread,
      instructions: warpInstructions,
      loadRequests: warps.globalLoad ?? 0,
      storeRequests: warps.globalStore ?? 0,
      run: runs.row(key, () => ({ key, run: runOf(found, gpu, clockMHz, most, warpInstructions) })).run,
    };
  } catch (error) {
    if (error instanceof InputError) return null;
    throw error;
  }
}

/** @param most warp instructions of the run, of `all` that the launch has */
function runOf(
  { lowered: { program, launch } }: LoweredLaunch,
  gpu: string,
  clockMHz: number,
  most: number,
  all: number,
): SimulatedLaunch {
  const extents = { ...launch, grid: [...launch.grid], block: [...launch.block] };
  const app = { name: program.name, program, launch: extents };
  const limits = { instructions: most, untilEachFinishedOnce: true };
  let half = { cycles: 0, warpInstructions: 0 };
  const { apps, end, cycles } = simulate(parseScenario({ gpu, apps: [app], limits }), {
    spec: atClock(gpu, clockMHz),
    progressCycles: PROGRESS_CYCLES,
    onProgress: (progress) => {
      if (progress.warpInstructions <= most / 2) half = progress;
      return true;
    },
  });
  const { instructions, metrics } = apps[0]!;
  const isWhole = end === 'finished';
  const pace = (instructions - half.warpInstructions) / (cycles - half.cycles);
  const rest = isWhole ? 0 : Math.max(0, all - instructions) / pace;
  return {
    isWhole,
    ns: ((cycles + rest) * 1000) / clockMHz,
    sectorsPerLoad: metrics['gld_transactions_per_request'] || null,
    sectorsPerStore: metrics['gst_transactions_per_request'] || null,
    dramReadBytes: isWhole ? metrics['dram_read_bytes']! : null,
  };
}
