/** What a kernel does, as far as its name tells. */
export type KernelOperationKind =
  | 'gemm'
  | 'convolution'
  | 'attention'
  | 'elementwise'
  | 'copy'
  | 'fill'
  | 'transpose'
  | 'reduction'
  | 'normalisation'
  | 'softmax'
  | 'gather-scatter'
  | 'sort-scan'
  | 'pooling'
  | 'fft'
  | 'random'
  | 'optimizer'
  | 'communication';

/** Library or code generator that named a kernel. */
export type KernelLibrary =
  | 'cublas'
  | 'cudnn'
  | 'cutlass'
  | 'tensorrt-llm'
  | 'flash-attention'
  | 'pytorch'
  | 'triton'
  | 'nccl'
  | 'cub'
  | 'fbgemm'
  | 'inference-server'
  | 'cufft';

/** Type of the numbers that a kernel works on; `b` and a number of bits where only their width is told. */
export type KernelDataType =
  | 'fp64'
  | 'fp32'
  | 'tf32'
  | 'fp16'
  | 'bf16'
  | 'fp8'
  | 'fp4'
  | 'int64'
  | 'int32'
  | 'int16'
  | 'int8'
  | 'bool'
  | 'complex64'
  | 'complex128'
  | 'b8'
  | 'b16'
  | 'b32'
  | 'b64'
  | 'b128';

/** A value that the name of a kernel tells; `assumed` where the name only suggests it. */
export interface Told<T> {
  readonly value: T;
  readonly assumed: boolean;
}

/** A kernel's name read for what it says; null for what it does not. */
export interface KernelReading {
  readonly library: KernelLibrary | null;
  readonly operation: Told<KernelOperationKind> | null;
  /** The part of the name that says which operation of its kind: `CUDAFunctor_add`, `fprop`, `AllReduce`. */
  readonly detail: string | null;
  /** Of the inputs where they differ from the rest. */
  readonly dataType: Told<KernelDataType> | null;
  /** Output rows and columns of one block and, where told, the depth of one step; for attention queries, keys and head size. */
  readonly tile: readonly number[] | null;
  /** Steps in flight of the software pipeline. */
  readonly stages: number | null;
  readonly tensorCores: Told<boolean> | null;
  /** Architecture that the kernel was written for, `sm_80`; it may run on younger ones. */
  readonly architecture: string | null;
}
