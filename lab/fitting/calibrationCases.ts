/** A kernel of the suite that does what a measured kernel of the CUDA samples does. */
export interface CalibrationCase {
  /** Name in the table of measurements. */
  readonly measured: string;
  readonly source: string;
  readonly kernel: string;
  /** Template arguments for a block of these extents. */
  readonly template: (block: readonly number[]) => readonly string[] | null;
}

const plain = () => null;

export const CALIBRATION_CASES: readonly CalibrationCase[] = [
  {
    measured: 'blackscholesgpu',
    source: 'suite/black-scholes/black_scholes.cu',
    kernel: 'blackScholes',
    template: plain,
  },
  {
    measured: 'vectoradd',
    source: 'samples/vector-add/vector_add.cuh',
    kernel: 'vectorAdd',
    template: plain,
  },
  {
    measured: 'matrixmulcuda',
    source: 'suite/matrix-mul-tiles/matrix_mul_tiles.cu',
    kernel: 'multiplyTiles',
    template: ([x]) => [String(x)],
  },
  {
    measured: 'mergesortsharedkernel',
    source: 'suite/merge-sort/merge_sort.cu',
    kernel: 'sortSections',
    template: ([x]) => [String(2 * x!)],
  },
  {
    measured: 'spprocess2d_kernel',
    source: 'suite/fft2d-spectra/fft2d_spectra.cu',
    kernel: 'convolveSpectra',
    template: plain,
  },
  {
    measured: 'sppostprocess2d_kernel',
    source: 'suite/fft2d-spectra/fft2d_spectra.cu',
    kernel: 'splitSpectrum',
    template: plain,
  },
  {
    measured: 'sppreprocess2d_kernel',
    source: 'suite/fft2d-spectra/fft2d_spectra.cu',
    kernel: 'joinSpectrum',
    template: plain,
  },
];
