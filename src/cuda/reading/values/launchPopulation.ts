import { coordinates, volume, type Dim3 } from '../../../kernel/symbolic';
import { Population } from './population';
import { GOLDEN_RATIO, type SamplePoint } from './samplePoints';

const THREADS_PER_BLOCK = 256;
const BLOCKS = 4;
const WIDE_THREADS = 16;
const WIDE_BLOCKS = 256;
const EDGE_BLOCKS = 4;

/**
 * Threads of a launch: every thread of a block up to 256 (thread 0 alone and a sample of the others
 * in larger blocks), in up to 4 blocks spread over the grid.
 */
export function launchPopulation(grid: Dim3, block: Dim3): Population {
  const threads = sampledThreads(block);
  const blocks = sampledBlocks(volume(grid));
  return Population.of(
    blocks.flatMap((blockIndex) => pointsOf(grid, blockIndex, 1 / blocks.length, threads)),
    () => widePoints(grid, block),
  );
}

function pointsOf(
  grid: Dim3,
  blockIndex: number,
  weight: number,
  threads: readonly SampledThread[],
): SamplePoint[] {
  const place = coordinates(blockIndex, grid);
  return threads.map(({ thread, share }) => ({ thread, block: place, weight: weight * share, loops: null }));
}

/** A few threads each of many blocks: the first and last ones, which conditions mostly ask for, and others between. */
function widePoints(grid: Dim3, block: Dim3): readonly SamplePoint[] {
  const count = volume(grid);
  const threads = sampledThreads(block, WIDE_THREADS);
  const edge = Math.min(EDGE_BLOCKS, Math.floor(count / 2));
  const between = Math.min(WIDE_BLOCKS, count - 2 * edge);
  const edges = Array.from({ length: edge }, (_, place) => [place, count - 1 - place]).flat();
  const inner = Array.from(
    { length: between },
    (_, place) => edge + Math.floor(((place + ((place * GOLDEN_RATIO) % 1)) * (count - 2 * edge)) / between),
  );
  const innerWeight = between === 0 ? 0 : (count - 2 * edge) / count / between;
  return [
    ...edges.flatMap((place) => pointsOf(grid, place, 1 / count, threads)),
    ...inner.flatMap((place) => pointsOf(grid, place, innerWeight, threads)),
  ];
}

/** A thread of each block, and the part of the block that it stands for. */
interface SampledThread {
  readonly thread: Dim3;
  readonly share: number;
}

function sampledThreads(block: Dim3, most = THREADS_PER_BLOCK): readonly SampledThread[] {
  return sampledIndices(volume(block), most).map(({ index, share }) => ({
    thread: coordinates(index, block),
    share,
  }));
}

/**
 * One index in each equal part of a block. Where in its part it lies goes by the sum of the digits of the part's number, so
 * that remainders by powers of two (`threadIdx.x % 2 == 0`) are met by as many of the sample as of the block, in any
 * stretch of it.
 */
function sampledIndices(count: number, most: number): { index: number; share: number }[] {
  if (count <= most) return Array.from({ length: count }, (_, index) => ({ index, share: 1 / count }));
  const step = count / most;
  const [first, ...others] = Array.from({ length: most }, (_, place) =>
    Math.floor((place + placeWithin(place)) * step),
  );
  return [
    { index: 0, share: 1 / count },
    { index: first! > 0 ? first! : Math.ceil(step) - 1, share: (step - 1) / count },
    ...others.map((index) => ({ index, share: step / count })),
  ];
}

/**
 * Where in its part a sampled index lies, as a share: in the quarter that the sum of the part's digits to the base 4 gives.
 * No power of two keeps step with that. The first part begins with thread 0, which stands alone, so that the sum begins
 * with 2: the others of the part are in its middle.
 */
function placeWithin(place: number): number {
  let sum = 2;
  for (let rest = place; rest > 0; rest = Math.floor(rest / 4)) sum += rest % 4;
  return ((sum % 4) + 0.5) / 4;
}

function sampledBlocks(count: number): number[] {
  if (count <= BLOCKS) return Array.from({ length: Math.max(1, count) }, (_, index) => index);
  // One block in each equal part of the grid, at golden-ratio offsets so that rows and columns vary.
  return Array.from({ length: BLOCKS }, (_, index) => {
    const offset = (0.3 + index * GOLDEN_RATIO) % 1;
    return Math.floor(((index + offset) * count) / BLOCKS);
  });
}
