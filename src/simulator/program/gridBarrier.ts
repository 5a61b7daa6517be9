import type { Statement } from '../../kernel/program';
import { GRID_WORD } from './kernelContext';

/**
 * What one thread of a block does between two barriers of the block where all blocks of a launch wait for each other, as
 * `cooperative_groups/details/sync.h` of CUDA 13.0 has it for compute capability 7.0 and up: an atomic with release
 * semantics on the word of the launch, then loads of it with acquire semantics until all blocks have come.
 */

/**
 * The release is a fence in front of the atomic (MEMBAR.ALL.GPU), which waits until L2 has all that was stored: a way there
 * and back, behind what the SM sent before.
 */
export const COUNT_BLOCK: readonly Statement[] = [
  { op: 'load', array: GRID_WORD, index: 0, cache: 'bypass', into: GRID_WORD, distance: 0 },
  { op: 'atomic', array: GRID_WORD, index: 0, into: GRID_WORD, distance: 0 },
];

/** The old and the new value are compared, and the loop goes back. */
export const POLL: readonly Statement[] = [
  { op: 'load', array: GRID_WORD, index: 0, cache: 'bypass', into: GRID_WORD, distance: 0 },
  { op: 'compute', class: 'integer', count: 2, distance: 1, after: [GRID_WORD] },
  { op: 'compute', class: 'control', distance: 1 },
];
