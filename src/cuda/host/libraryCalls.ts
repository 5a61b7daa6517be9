/** Libraries of CUDA whose calls run kernels and copies of their own. */
const LIBRARY = /^(cublas|cublasLt|cublasXt|cudnn|cufft|curand|cusolver|cusparse|cutensor|nccl)[A-Z]/;

/** Calls of theirs that only make ready: handles, plans, descriptions, sizes and modes. */
const MAKES_READY =
  /Create|Destroy|Init|Finalize|Shutdown|Set(Stream|Math|Pointer|Atomics|Workspace|Tensor|Filter|Conv|Drop|RNN|Pool|Activ|Seed|Auto|Batch)|Get(Stream|Version|Property|Error|Status|Math|Pointer|Size|Conv|Workspace|Unique)|Heuristic|Plan|Estimate|Desc|Size|Mode|Logger|Group|Comm/;

/** Whether a call makes the GPU work in ways that no source here tells of: `cublasSgemm`, `cufftExecC2C`. */
export function isLibraryWork(name: string): boolean {
  return LIBRARY.test(name) && !MAKES_READY.test(name);
}
