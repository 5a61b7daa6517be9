/**
 * The kernels of `block_sweep_gtx950.tsv` in our own implementation, at the problem sizes of the measurement
 * (grid × block of its rows). Block sizes that the rows have are given to the lowering; the grid follows from
 * the problem.
 */

export interface SweepLaunch {
  readonly kernel: string;
  readonly grid: readonly number[];
  readonly block: readonly number[];
  readonly arguments: Readonly<Record<string, number>>;
}

export interface SweepCase {
  /** `kern_name` of the measured rows. */
  readonly measured: string;
  /** Path below `workloads`. */
  readonly source: string;
  /** The launch with so many threads in a block. */
  readonly launch: (threads: number) => SweepLaunch;
  /** What differs from what was measured, as far as it is known. */
  readonly differs: string;
}

const perThread =
  (kernel: string, threadsInAll: number, args: Readonly<Record<string, number>>) =>
  (threads: number): SweepLaunch => ({
    kernel,
    grid: [Math.ceil(threadsInAll / threads)],
    block: [threads],
    arguments: args,
  });

const OPTION_PAIRS = 2_000_000;
const VECTOR = 50_000;
/** 2048 rows of 512 pairs: the grids of the measured rows times their blocks. */
const SPECTRUM = { height: 2048, halfWidth: 512 };
const SPECTRUM_PAIRS = SPECTRUM.height * SPECTRUM.halfWidth;
const SORTED = 2 ** 22;
const PRODUCT = { rows: 320, inner: 320, columns: 640 };

const spectra = (measured: string, kernel: string): SweepCase => ({
  measured,
  source: 'suite/fft2d-spectra/fft2d_spectra.cu',
  launch: perThread(kernel, SPECTRUM_PAIRS, SPECTRUM),
  differs: 'pairs and twiddle factors by the same mathematics; the order of the index arithmetic is ours',
});

export const SWEEP_CASES: readonly SweepCase[] = [
  {
    measured: 'blackscholesgpu',
    source: 'suite/black-scholes/black_scholes.cu',
    launch: perThread('blackScholes', OPTION_PAIRS, { pairs: OPTION_PAIRS }),
    differs: 'same formula and data layout (two options a thread)',
  },
  spectra('sppreprocess2d_kernel', 'joinSpectrum'),
  spectra('sppostprocess2d_kernel', 'splitSpectrum'),
  spectra('spprocess2d_kernel', 'convolveSpectra'),
  {
    measured: 'matrixmulcuda',
    source: 'suite/matrix-mul-tiles/matrix_mul_tiles.cu',
    launch: (threads) => {
      const tile = Math.sqrt(threads);
      return {
        kernel: `multiplyTiles<${tile}>`,
        grid: [PRODUCT.columns / tile, PRODUCT.rows / tile],
        block: [tile, tile],
        arguments: { widthA: PRODUCT.inner, widthB: PRODUCT.columns },
      };
    },
    differs: 'same algorithm',
  },
  {
    measured: 'vectoradd',
    source: 'samples/vector-add/vector_add.cuh',
    launch: perThread('vectorAdd', VECTOR, { count: VECTOR }),
    differs: 'same algorithm',
  },
  {
    measured: 'mergesortsharedkernel',
    source: 'suite/merge-sort/merge_sort.cu',
    launch: (threads) => ({
      kernel: `sortSections<${2 * threads}>`,
      grid: [SORTED / (2 * threads)],
      block: [threads],
      arguments: {},
    }),
    differs:
      'the section grows with the block, so that bigger blocks do more levels: so did the measured one',
  },
];
