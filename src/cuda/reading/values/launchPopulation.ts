import { coordinates, volume, type Dim3 } from '../../../kernel/symbolic';
import { Population } from './population';

const THREADS_PER_BLOCK = 256;
const BLOCKS = 4;
const GOLDEN_RATIO = 0.618033988749895;

/**
 * Threads of a launch: every thread of a block up to 256 (thread 0 alone and an even sample of the
 * others in larger blocks), in up to 4 blocks spread over the grid.
 */
export function launchPopulation(grid: Dim3, block: Dim3): Population {
  const threads = sampledThreads(volume(block));
  const blocks = sampledBlocks(volume(grid));
  return Population.of(
    blocks.flatMap((blockIndex) =>
      threads.map(({ index, share }) => ({
        thread: coordinates(index, block),
        block: coordinates(blockIndex, grid),
        weight: share / blocks.length,
        loops: null,
      })),
    ),
  );
}

function sampledThreads(count: number): { index: number; share: number }[] {
  if (count <= THREADS_PER_BLOCK)
    return Array.from({ length: count }, (_, index) => ({ index, share: 1 / count }));
  const others = THREADS_PER_BLOCK - 1;
  const step = (count - 1) / others;
  const sample = Array.from({ length: others }, (_, place) => ({
    index: 1 + Math.floor((place + 0.5) * step),
    share: (count - 1) / count / others,
  }));
  return [{ index: 0, share: 1 / count }, ...sample];
}

function sampledBlocks(count: number): number[] {
  if (count <= BLOCKS) return Array.from({ length: Math.max(1, count) }, (_, index) => index);
  // One block in each equal part of the grid, at golden-ratio offsets so that rows and columns vary.
  return Array.from({ length: BLOCKS }, (_, index) => {
    const offset = (0.3 + index * GOLDEN_RATIO) % 1;
    return Math.floor(((index + offset) * count) / BLOCKS);
  });
}
