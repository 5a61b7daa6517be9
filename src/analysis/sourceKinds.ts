const SOURCE = /\.(cu|cuh|h|hh|hpp|hxx|inl|c|cc|cpp|cxx)$/i;
const CUDA_SOURCE = /\.cuh?$/i;
const MENTIONS_CUDA = /__global__|<<<|cudaLaunch|__device__|__launch_bounds__/;

/** True for C-family files, which may hold CUDA. */
export function isSourceName(path: string): boolean {
  return SOURCE.test(path);
}

/** True for `.cu` and `.cuh` files, and for other C-family text that mentions CUDA. */
export function mayHoldCuda(path: string, text: string): boolean {
  return CUDA_SOURCE.test(path) || MENTIONS_CUDA.test(text);
}
