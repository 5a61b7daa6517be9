import { message } from '../kernel/message';
import type { GpuSpec } from '../kernel/gpuSpec';
import { MAX_THREADS_PER_BLOCK } from '../kernel/launchLimits';
import { isLaunchable, volume, type Dim3 } from '../kernel/symbolic';
import type { ProgramLaunch } from '../kernel/totals/programLaunch';
import { WARP_SIZE } from '../kernel/warp';
import { occupancy } from '../gpu/occupancy';
import type { CounterReader } from './counterReader';

/** Geometry and occupancy of one launch of the profiled kernel. */
export interface LaunchShape {
  readonly launch: ProgramLaunch;
  readonly registersPerThread: number;
  readonly blocks: number;
  readonly warpsPerBlock: number;
  readonly warps: number;
  /** Threads of a warp, averaged over the warps of a block. */
  readonly lanes: number;
}

/** Launch facts that the caller knows; they take precedence over the profile. */
export interface LaunchHint {
  readonly grid?: Dim3;
  readonly block?: Dim3;
  readonly sharedBytes?: number;
  readonly registers?: number;
}

const ASSUMED_THREADS = 256;
const ASSUMED_REGISTERS = 32;
const MOST_BLOCKS = 2 ** 26;

/** The launch of a profile, completed by assumptions where the file does not tell it. */
export function launchShapeOf(reader: CounterReader, gpu: GpuSpec, hint: LaunchHint): LaunchShape {
  const { profile } = reader;
  const block = hint.block ?? profile.block ?? assumedBlock(reader);
  if (!isLaunchable(block) || volume(block) > gpu.limits.maxThreadsPerBlock)
    throw reader.fault(message('fitting.blockNotLaunchable', { block: block.join('×'), gpu: gpu.id }));
  const warpsPerBlock = Math.ceil(volume(block) / WARP_SIZE);
  const grid = hint.grid ?? profile.grid ?? assumedGrid(reader, warpsPerBlock);
  if (!isLaunchable(grid) || volume(grid) > MOST_BLOCKS)
    throw reader.fault(message('fitting.gridNotLaunchable', { grid: grid.join('×'), most: MOST_BLOCKS }));
  const sharedBytes =
    hint.sharedBytes ?? (profile.staticSharedBytes ?? 0) + (profile.dynamicSharedBytes ?? 0);
  const shape = {
    launch: { grid, block, sharedBytes },
    registersPerThread: hint.registers ?? registersOf(reader),
    blocks: volume(grid),
    warpsPerBlock,
    warps: volume(grid) * warpsPerBlock,
    lanes: volume(block) / warpsPerBlock,
  };
  checkFits(reader, gpu, shape);
  return shape;
}

function checkFits(reader: CounterReader, gpu: GpuSpec, shape: LaunchShape): void {
  if (!Number.isInteger(shape.registersPerThread) || shape.registersPerThread > 255)
    throw reader.fault(message('fitting.badRegisters', { registers: shape.registersPerThread }));
  const { reason } = occupancy(gpu.limits, {
    threadsPerBlock: volume(shape.launch.block),
    registersPerThread: shape.registersPerThread,
    dynamicSharedBytes: shape.launch.sharedBytes,
  });
  if (reason !== undefined) throw reader.fault(reason);
}

function assumedBlock(reader: CounterReader): Dim3 {
  const threads = reader.assume({
    metric: 'block',
    value: ASSUMED_THREADS,
    range: [WARP_SIZE, MAX_THREADS_PER_BLOCK],
    text: message('fitting.assumedBlock', { threads: ASSUMED_THREADS }),
    consequence: message('fitting.assumedBlockEffect'),
  });
  return [threads, 1, 1];
}

function assumedGrid(reader: CounterReader, warpsPerBlock: number): Dim3 {
  const executed = reader.read('inst_executed');
  const perWarp = reader.read('inst_per_warp');
  if (executed === null || perWarp === null || perWarp === 0) throw reader.fault(message('fitting.noGrid'));
  const blocks = Math.max(1, Math.round(executed / perWarp / warpsPerBlock));
  reader.assume({
    metric: 'grid',
    value: blocks,
    range: [Math.max(1, Math.floor(blocks / 2)), blocks * 8],
    text: message('fitting.assumedGrid', { blocks }),
    consequence: message('fitting.assumedGridEffect'),
  });
  return [blocks, 1, 1];
}

function registersOf(reader: CounterReader): number {
  const { registers } = reader.profile;
  if (registers !== null && registers > 0) return registers;
  return reader.assume({
    metric: 'registers',
    value: ASSUMED_REGISTERS,
    range: [16, 64],
    text: message('fitting.assumedRegisters', { registers: ASSUMED_REGISTERS }),
    consequence: message('fitting.assumedRegistersEffect'),
  });
}
