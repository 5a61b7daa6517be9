/** Benchmark suites of section 5.6.3, and our own programs that fill up to its 79. */
export type Origin = 'CUDA SDK' | 'Rodinia' | 'Parboil' | 'PolyBench' | 'SHOC' | 'Lonestar' | 'own';

/** Programs of the workload suite by the suite that has one of the kind. */
const BY_ORIGIN: Readonly<Record<Origin, string>> = {
  'CUDA SDK':
    'asian-option binomial-options bitonic-sort black-scholes concurrent-kernels convolution-separable dxtc fast-walsh fdtd3d fence-reduction fft2d-spectra haar-wavelet histogram-sdk interval-newton line-of-sight matrix-mul-tiles merge-sort quasirandom radix-sort scalar-product scan shuffle-scan sobol-qrng stereo-disparity transpose-variants vector-add',
  Rodinia:
    'backprop bfs cfd dwt2d gaussian heartwall hotspot kmeans lavamd leukocyte lud myocyte nn particlefilter-float particlefilter-naive pathfinder srad-v1 srad-v2 streamcluster',
  Parboil: 'cutcp histo lbm mri-gridding mri-q stencil tpacf',
  PolyBench:
    '2mm 3mm atax bicg conv2d conv3d correlation covariance fdtd2d gesummv gramschmidt mvt syr2k syrk',
  SHOC: 'molecular-dynamics reduction spmv',
  Lonestar: 'barnes-hut sssp',
  own: 'connected-components gru-cell hmm-expectation lstm-cell page-view-count photon-transport softmax-rows top-k',
};

/** A program of the 79. */
export interface JobProgram {
  /** Its name in the suite of workloads. */
  readonly name: string;
  readonly origin: Origin;
  /** The program of its kind computes the whole result on the host, too, and compares. */
  readonly checksOnHost: boolean;
}

/** Programs of the CUDA SDK that only look whether their result is in order, or whether kernels overlapped. */
const CHEAP_CHECKS = ['bitonic-sort', 'concurrent-kernels', 'merge-sort', 'radix-sort'];

/** The 79 programs, by origin and name. */
export const JOB_PROGRAMS: readonly JobProgram[] = (Object.keys(BY_ORIGIN) as Origin[]).flatMap((origin) =>
  BY_ORIGIN[origin].split(' ').map((name) => ({
    name,
    origin,
    checksOnHost: (origin === 'CUDA SDK' || origin === 'PolyBench') && !CHEAP_CHECKS.includes(name),
  })),
);

/** Six programs of figures 1.5, 5.8 and 6.1, by what the text calls them. */
export const SIX: readonly (readonly [name: string, printed: string])[] = [
  ['concurrent-kernels', 'concurrentKernels'],
  ['scan', 'scan'],
  ['binomial-options', 'binomialOptions'],
  ['reduction', 'reduction (SHOC)'],
  ['3mm', '3mm'],
  ['fdtd2d', 'fdtd2d'],
];

/** Table 5.2. */
export const THIRTEEN: readonly string[] = [
  'interval-newton',
  'transpose-variants',
  'matrix-mul-tiles',
  'scan',
  'reduction',
  'binomial-options',
  'sobol-qrng',
  'quasirandom',
  'asian-option',
  'fft2d-spectra',
  'merge-sort',
  'bitonic-sort',
  'radix-sort',
];
