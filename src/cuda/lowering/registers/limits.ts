import type { LaunchBounds } from '../../../kernel/kernel';

/** The compiler hands registers out in steps of this many per thread. */
const STEP = 2;
/** The compiler gives no thread fewer. */
export const LEAST_REGISTERS = 10;
const MOST = 255;

/** Registers of an SM, the same on all architectures from Kepler on; handed out to warps in steps of 8 a thread. */
const SM_REGISTERS = 65_536;

/** Registers of a thread that launch bounds leave; the most that there are without any. */
export function registersAllowed(bounds: LaunchBounds | null): number {
  const threads = bounds?.maxThreadsPerBlock.value ?? null;
  if (threads === null || threads < 1) return MOST;
  const blocks = Math.max(1, bounds?.minBlocksPerSm?.value ?? 1);
  return Math.max(LEAST_REGISTERS, Math.min(MOST, Math.floor(SM_REGISTERS / threads / blocks / 8) * 8));
}

/** Threads of an SM of compute capability 8.0, for which registers are estimated. */
const SM_THREADS = 2048;
/** Threads in which ptxas counts what an SM runs where no bounds tell a block: a warp for each of its four schedulers. */
const COUNTED_THREADS = 128;

/**
 * Registers up to which the compiler issues loads ahead in a kernel that needs `needed` without that: the most with which
 * an SM still runs as many blocks. Where the bounds ask for a number of blocks, all that these leave (ptxas of CUDA 13.0:
 * found with loops over 1 to 224 sums, with and without bounds).
 */
export function roomFor(needed: number, bounds: LaunchBounds | null): number {
  const allowed = registersAllowed(bounds);
  if ((bounds?.minBlocksPerSm?.value ?? null) !== null) return allowed;
  const threads = Math.min(SM_THREADS, Math.max(1, bounds?.maxThreadsPerBlock.value ?? COUNTED_THREADS));
  for (let blocks = Math.floor(SM_THREADS / threads); blocks > 1; blocks--) {
    const most = Math.floor(SM_REGISTERS / threads / blocks / 8) * 8;
    if (most >= needed) return Math.min(allowed, most);
  }
  return allowed;
}

/** A number of registers that a kernel can have. */
export function handedOut(count: number): number {
  return Math.min(MOST, Math.max(LEAST_REGISTERS, Math.ceil(count / STEP) * STEP));
}

/**
 * How far the compiler's registers may be from the estimate. Fewer: so many, or a share of the estimate, whichever is more.
 * More: so many where the estimate is below the first number up to which the compiler issues loads ahead; from there on as
 * far as the third such number behind the estimate, since what a kernel needs without loads decides at which one it stops.
 * Chosen with the even places of docs/cuda-lowering.md; of the other kernels there `held` of `tried` lie within.
 */
const REGISTER_ERROR = { fewer: 10, fewerShare: 1 / 3, more: 14, moreRooms: 3, held: 518, tried: 543 };

/** By how many registers the compiler's may be fewer or more than an estimate, and of how many kernels that holds. */
export function registerError(estimate: number): Record<'fewer' | 'more' | 'held' | 'tried', number> {
  const { fewer, fewerShare, more, moreRooms, held, tried } = REGISTER_ERROR;
  let most = estimate + more;
  if (estimate >= roomFor(0, null)) {
    most = estimate;
    for (let room = 0; room < moreRooms; room++) most = roomFor(most + 1, null);
  }
  return {
    fewer: Math.max(fewer, Math.floor(fewerShare * estimate)),
    more: most - estimate,
    held,
    tried,
  };
}
