// What each sample kernel does, counted by hand from its source: the only input of the synthetic profiles.
//
// Per thread of one launch: `fp32` (instructions, a fused multiply-add is one), `fma` (how many of them are
// fused), `special`, `integer`, `control`. Memory in accesses per thread; `sectors` is how many 32-byte
// sectors a warp touches per access (4 when 32 floats are coalesced). `dramBytes`: read and written by one
// launch, what the caches of 1 MB cannot keep counted again. `registers`, `shared`: ptxas for sm_80.

const MATRIX = 1024;
const TILE_STEPS = MATRIX / 16;
const PATH_ROWS = 20;

/** Vector sum: index, bound check and three addresses are integer work. */
export const vectorAdd = (count, block) => ({
  name: 'vectorAdd(float const *, float const *, float*, int)',
  grid: [Math.ceil(count / block), 1, 1],
  block: [block, 1, 1],
  registers: 12,
  shared: 0,
  ...{ fp32: 1, fma: 0, special: 0, integer: 5, control: 2 },
  globalLoad: { accesses: 2, sectors: 4 },
  globalStore: { accesses: 1, sectors: 4 },
  sharedLoad: 0,
  sharedStore: 0,
  dramBytes: { read: 8 * count, written: 4 * count },
});

const matrixLaunch = { grid: [TILE_STEPS, TILE_STEPS, 1], block: [16, 16, 1], registers: 32 };
const matrixBytes = 4 * MATRIX * MATRIX;
/** The right factor is swept once for each row of blocks, and is larger than the cache. */
const matrixDram = { read: matrixBytes * (TILE_STEPS + 1), written: matrixBytes };

export const matrixMulNaive = {
  name: 'matrixMulNaive(float const *, float const *, float*, int)',
  ...matrixLaunch,
  shared: 0,
  // Unrolled by four: one address step and one branch for four products.
  ...{ fp32: MATRIX, fma: MATRIX, special: 0, integer: 12 + MATRIX, control: MATRIX / 4 },
  globalLoad: { accesses: 2 * MATRIX, sectors: 2 },
  globalStore: { accesses: 1, sectors: 4 },
  sharedLoad: 0,
  sharedStore: 0,
  dramBytes: matrixDram,
};

export const matrixMulTiled = {
  name: 'matrixMulTiled(float const *, float const *, float*, int)',
  ...matrixLaunch,
  shared: 2048,
  ...{ fp32: MATRIX, fma: MATRIX, special: 0, integer: 12 + 8 * TILE_STEPS, control: 3 * TILE_STEPS },
  globalLoad: { accesses: 2 * TILE_STEPS, sectors: 4 },
  globalStore: { accesses: 1, sectors: 4 },
  sharedLoad: 2 * MATRIX,
  sharedStore: 2 * TILE_STEPS,
  dramBytes: matrixDram,
};

/** Dynamic programming: `rows` rows of `columns` cells; a block of 256 keeps 216 of its columns. */
export const advanceRows = (columns, rows = PATH_ROWS) => ({
  name: 'advanceRows(int const *, int const *, int*, int, int, int)',
  grid: [Math.ceil(columns / (256 - 2 * PATH_ROWS)), 1, 1],
  block: [256, 1, 1],
  registers: 20,
  shared: 2048,
  ...{ fp32: 0, fma: 0, special: 0, integer: 10 + 9 * rows, control: 4 + 5 * rows },
  globalLoad: { accesses: 1 + rows, sectors: 4 },
  globalStore: { accesses: 1, sectors: 4 },
  sharedLoad: 4 * rows,
  sharedStore: 1 + 2 * rows,
  dramBytes: { read: 4 * columns * (rows + 1), written: 4 * columns },
});

/** Division costs eight instructions and one special function. */
export const hotspotStep = {
  name: 'hotspotStep(float const *, float const *, float*, int, int, ChipConstants, float)',
  grid: [64, 64, 1],
  block: [16, 16, 1],
  registers: 20,
  shared: 1296,
  ...{ fp32: 14 + 4 * 8, fma: 4, special: 4, integer: 30, control: 8 },
  // A quarter of the threads loads a second cell: the rim.
  globalLoad: { accesses: 2.25, sectors: 4 },
  globalStore: { accesses: 1, sectors: 4 },
  sharedLoad: 5,
  sharedStore: 1.25,
  dramBytes: { read: 8 * 1024 * 1024, written: 4 * 1024 * 1024 },
};

const image = { grid: [32, 32, 1], block: [16, 16, 1], shared: 0, sharedLoad: 0, sharedStore: 0 };
const pixels = 512 * 512;

export const srad1 = {
  name: 'srad1(float const *, float*, Gradients, int, int, float)',
  ...image,
  registers: 21,
  ...{ fp32: 26 + 5 * 8, fma: 8, special: 5, integer: 28, control: 3 },
  globalLoad: { accesses: 5, sectors: 4 },
  globalStore: { accesses: 5, sectors: 4 },
  dramBytes: { read: 4 * pixels, written: 5 * 4 * pixels },
};

export const srad2 = {
  name: 'srad2(float*, float const *, Gradients, int, int, float)',
  ...image,
  registers: 22,
  ...{ fp32: 7, fma: 4, special: 0, integer: 22, control: 3 },
  globalLoad: { accesses: 8, sectors: 4 },
  globalStore: { accesses: 1, sectors: 4 },
  dramBytes: { read: 6 * 4 * pixels, written: 4 * pixels },
};

const OPTIONS = 4 << 20;
const PER_THREAD = 4;

/** Per option: logarithm, exponential, square root, division and two error functions. */
export const priceOptions = {
  name: [
    'void pricing::priceOptions<float>(float const *, float const *, float const *, float*, float*, ',
    'pricing::Market<float>, int)',
  ].join(''),
  grid: [OPTIONS / (128 * PER_THREAD), 1, 1],
  block: [128, 1, 1],
  registers: 31,
  shared: 0,
  ...{ fp32: 125 * PER_THREAD, fma: 70 * PER_THREAD, special: 9 * PER_THREAD },
  ...{ integer: 8 + 18 * PER_THREAD, control: 6 * PER_THREAD },
  globalLoad: { accesses: 3 * PER_THREAD, sectors: 4 },
  globalStore: { accesses: 2 * PER_THREAD, sectors: 4 },
  sharedLoad: 0,
  sharedStore: 0,
  dramBytes: { read: 12 * OPTIONS, written: 8 * OPTIONS },
};
