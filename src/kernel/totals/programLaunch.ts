import { WARP_SIZE } from '../warp';
import type { Dim3 } from '../symbolic';

/** A launch of a program. */
export interface ProgramLaunch {
  readonly grid: Dim3;
  readonly block: Dim3;
  /** Shared memory of a block beyond the program's own static arrays. */
  readonly sharedBytes: number;
}

/** Launch geometry under the names that expressions use, see `LAUNCH_NAMES`. */
export function launchNames(
  { grid, block }: Pick<ProgramLaunch, 'grid' | 'block'>,
  dynamicSharedBytes: number,
): Map<string, number> {
  return new Map([
    ['blockDimX', block[0]],
    ['blockDimY', block[1]],
    ['blockDimZ', block[2]],
    ['gridDimX', grid[0]],
    ['gridDimY', grid[1]],
    ['gridDimZ', grid[2]],
    ['threadsPerBlock', block[0] * block[1] * block[2]],
    ['blocks', grid[0] * grid[1] * grid[2]],
    ['dynamicSharedBytes', dynamicSharedBytes],
  ]);
}

/** Value of a variable that depends on the thread's place in its block only; null for the other variables. */
export function threadVariable(name: string, thread: number, block: Dim3): number | null {
  switch (name) {
    case 'lane':
      return thread % WARP_SIZE;
    case 'warp':
      return Math.floor(thread / WARP_SIZE);
    case 'thread':
      return thread;
    case 'threadX':
      return thread % block[0];
    case 'threadY':
      return Math.floor(thread / block[0]) % block[1];
    case 'threadZ':
      return Math.floor(thread / (block[0] * block[1]));
    default:
      return null;
  }
}
