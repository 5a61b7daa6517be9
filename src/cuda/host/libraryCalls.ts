import type { Tokens } from '../syntax/tokens';

/** Libraries of CUDA whose calls run kernels and copies of their own. */
const LIBRARY = /^(cublas|cublasLt|cublasXt|cudnn|cufft|curand|cusolver|cusparse|cutensor|nccl)[A-Z]/;

/** Calls of theirs that only make ready: handles, plans, descriptions, sizes and modes. */
const MAKES_READY =
  /Create|Destroy|Init|Finalize|Shutdown|Set(Stream|Math|Pointer|Atomics|Workspace|Tensor|Filter|Conv|Drop|RNN|Pool|Activ|Seed|Auto|Batch)|Get(Stream|Version|Property|Error|Status|Math|Pointer|Size|Conv|Workspace|Unique)|Heuristic|Plan|Estimate|Desc|Size|Mode|Logger|Group|Comm/;

/** Algorithms of Thrust that run kernels where their data are on the device. */
const THRUST =
  /^(?:adjacent_difference|all_of|any_of|none_of|copy(?:_if|_n)?|count(?:_if)?|equal|(?:in|ex)clusive_scan(?:_by_key)?|fill(?:_n)?|find(?:_if)?|for_each(?:_n)?|gather(?:_if)?|generate(?:_n)?|inner_product|(?:lower|upper)_bound|(?:max|min|minmax)_element|merge(?:_by_key)?|partition(?:_copy)?|reduce(?:_by_key)?|remove(?:_if|_copy|_copy_if)?|replace(?:_if)?|reverse|scatter(?:_if)?|sequence|set_\w+|(?:stable_)?sort(?:_by_key)?|swap_ranges|tabulate|transform(?:_if|_reduce|_(?:in|ex)clusive_scan)?|uninitialized_\w+|unique(?:_copy|_by_key)?)$/;

/** Whether a call makes the GPU work in ways that no source here tells of: `cublasSgemm`, `cufftExecC2C`. */
export function isLibraryWork(name: string): boolean {
  return LIBRARY.test(name) && !MAKES_READY.test(name);
}

/** The call at a name if a library makes the GPU work by it, as it is called there; null for all others. */
export function libraryWork(tokens: Tokens, index: number, name: string): string | null {
  if (isLibraryWork(name)) return name;
  const isThrust = tokens.is(index - 1, '::') && tokens.is(index - 2, 'thrust') && THRUST.test(name);
  return isThrust ? `thrust::${name}` : null;
}
