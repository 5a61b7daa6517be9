import type {
  KernelDataType,
  KernelLibrary,
  KernelOperationKind,
  KernelReading,
} from '../../kernel/kernelReading';
import { typeOfFunctor, typeOfShortName, typeOfSignature } from './dataTypes';
import { assumed, dataType, operation, told, type LibraryReader, type Spelling } from './spelling';

/** Collectives: NCCL of all versions, and the one-kernel all-reduces of inference servers. */
export const readCommunication: LibraryReader = (name) => {
  const nccl = /^nccl(?:Dev)?Kernel_(\w+)/.exec(name.base);
  if (nccl !== null) {
    const words = nccl[1]!.split('_');
    const type = words.map(typeOfNcclWord).find((each) => each !== null);
    // What only moves data moves bytes, whatever type stands in its name.
    const movesBytes = /^(?:SendRecv|AllGather|Broadcast)$/.test(words[0]!);
    return {
      library: 'nccl',
      ...operation('communication'),
      detail: words[0]!,
      ...dataType(movesBytes ? told('b8') : (type ?? null) && told(type!)),
    };
  }
  if (
    !/all_?reduce|all_?gather|reduce_?scatter|cross_device_reduce|nvshmem|all_?to_?all|alltoall/i.test(
      name.path,
    )
  )
    return null;
  return { operation: assumed('communication'), detail: name.base, dataType: typeOfSignature(name) };
};

function typeOfNcclWord(word: string, index: number, words: readonly string[]): KernelDataType | null {
  return word === 'int8' || word === 'uint8' || (word === 't' && words[index - 1] === 'int8')
    ? 'int8'
    : typeOfShortName(word);
}

/** Triton and TorchInductor: `triton_poi_fused_add_mul_0`, `triton_red_fused_…`, `triton_per_fused_…`, `triton_tem_fused_mm_…`. */
export const readTriton: LibraryReader = ({ base }) => {
  const match = /^triton_(poi|red|per|tem|for|spl|sca)?_?(?:fused_)?(\w*)/.exec(base);
  if (match === null) return null;
  const words = match[2]!.replace(/(?:_|(?<!\d))\d+(?:d\d[\ddce]*)?$/, '').replace(/^_+/, '');
  const kind = kindOfFusion(match[1] ?? '', words);
  return {
    library: 'triton',
    operation: kind,
    detail: words === '' ? null : words,
  };
};

/** Inductor's kinds: pointwise, reduction, persistent reduction, template, split scan; the fused operators say more. */
function kindOfFusion(kind: string, words: string): KernelReading['operation'] {
  if (kind === 'tem') {
    if (/attention|sdpa/.test(words)) return told('attention');
    return told(/conv/.test(words) ? 'convolution' : 'gemm');
  }
  if (kind === 'spl' || kind === 'sca') return told('sort-scan');
  if (kind === 'red' || kind === 'per') {
    if (/softmax/.test(words)) return told('softmax');
    if (/layer_norm|batch_norm|group_norm|rms_norm|rsqrt|native_norm/.test(words))
      return assumed('normalisation');
    return told('reduction');
  }
  if (kind === 'poi' || kind === 'for')
    return /^(?:clone|copy|_to_copy|cat|permute)(?:_\d+)?$/.test(words) ? told('copy') : told('elementwise');
  return null;
}

/** CUB and Thrust, in whatever namespace they were wrapped. */
export const readPrimitives: LibraryReader = (name) => {
  const { text, path, base } = name;
  if (!/(?:^|::|_)(?:cub|thrust|cuda_cub)(?:$|::|_)/.test(path)) return null;
  const kinds: readonly (readonly [RegExp, KernelOperationKind])[] = [
    [/RadixSort|MergeSort|__merge_sort|SegmentedSort|__radix_sort/, 'sort-scan'],
    [
      /DeviceScan|__scan|ScanByKey|DeviceCompactInit|DeviceSelect|__copy_if|__partition|__unique|RunLength|__set_operations/,
      'sort-scan',
    ],
    [/ReduceByKey|Reduce|__reduce|Histogram|__extrema/, 'reduction'],
    [/__fill|uninitialized_fill/, 'fill'],
    [/__uninitialized_copy|__copy|memcpy/i, 'copy'],
    [/__gather|__scatter|permutation_iterator/, 'gather-scatter'],
    [/__transform|__parallel_for|DeviceFor|ParallelFor|TransformKernel|^static_kernel$/, 'elementwise'],
  ];
  const subject = /kernel_agent|^EmptyKernel/.test(base) ? text : base;
  const kind = kinds.find(([pattern]) => pattern.test(subject))?.[1];
  return {
    library: 'cub',
    operation: kind === undefined ? null : told(kind),
    detail: base,
    dataType: typeOfSignature(name),
  };
};

/** Words of libraries that name their kernels by what they do. */
const NAMED: readonly (readonly [
  RegExp,
  KernelLibrary,
  readonly (readonly [RegExp, KernelOperationKind])[],
])[] = [
  [
    /(?:^|::)(?:cudnn\w*|cask_cudnn\w*)::|^(?:cudnn_|wgrad_alg\d_engine|implicit_convolve_\wgemm|fft2d_(?:r2c|c2r)_\d|im2col4d_kernel|flip_filter|nchwToNhwcKernel|nhwcToNchwKernel)/,
    'cudnn',
    [
      [/bn_(?:fw|bw)|[bB]atch_?[nN]orm|layer_?norm/, 'normalisation'],
      [/softmax/, 'softmax'],
      [/pooling/, 'pooling'],
      [/nchwToNhwc|nhwcToNchw|[tT]ranspose|foldTiled|TensorReorder/i, 'transpose'],
      [/fft2d|fft1d|fft_/, 'fft'],
      [/(?:fprop|dgrad|wgrad|convolve|winograd|conv|Offsets|im2col|flip_filter)/i, 'convolution'],
      [/reduce/i, 'reduction'],
      [/rnn|lstm|gru|gemm/i, 'gemm'],
      [/op_|tensor|scale|add|dropout|relu|activation/i, 'elementwise'],
    ],
  ],
  [
    /fbgemm|split_embedding|permute_pooled|bounds_check_indices|linearize_index|recat_copy/,
    'fbgemm',
    [
      [/find_long_segments|radix|sort/, 'sort-scan'],
      [/quantize|FP8|to_float/i, 'elementwise'],
      [/embedding|permute|bucketize|indices|index|recat|offsets|dense/, 'gather-scatter'],
    ],
  ],
  [
    /^(?:vllm|sgl|flashinfer|tensorrt_llm|moe::dev|trtllm|marlin|deep_gemm)\w*::/,
    'inference-server',
    [
      [/repack/i, 'copy'],
      [/gemm|marlin/i, 'gemm'],
      [/rms_?norm|layer_?norm/i, 'normalisation'],
      [/silu|gelu|act_and_mul|activation|rotary|quant|cast/i, 'elementwise'],
      [/reshape_and_cache|copy_blocks|concat/i, 'copy'],
      [/topk|routing|sort|align_block|histogram/i, 'sort-scan'],
      [/gather|scatter|finalize|permute|expand/i, 'gather-scatter'],
    ],
  ],
  [/^(?:regular_fft|vector_fft|multi_bluestein_fft|composite_2way_fft|cufft)/i, 'cufft', [[/./, 'fft']]],
];

/** cuDNN, FBGEMM, cuFFT and kernels of inference servers. */
export const readNamedLibrary: LibraryReader = (name) => {
  for (const [own, library, kinds] of NAMED) {
    if (!own.test(name.path)) continue;
    const kind = kinds.find(([pattern]) => pattern.test(name.path))?.[1];
    return {
      library,
      operation: kind === undefined ? null : told(kind),
      detail: name.base,
      ...dataType(typeOfSignature(name) ?? typeOfScalarIds(name) ?? assumedType(name)),
    };
  }
  return null;
};

/** Types among the arguments of classes, as `KernelParams<cutlass::bfloat16_t, …>` has them. */
function assumedType({ text }: Spelling): KernelReading['dataType'] {
  const type = typeOfFunctor(text.includes('<') ? text.slice(text.indexOf('<')) : '');
  return type && assumed(type.value);
}

/** Bits of the exponent and the mantissa of signed types. */
const BY_BITS: Readonly<Record<string, KernelDataType>> = {
  '8 23': 'fp32',
  '8 7': 'bf16',
  '5 10': 'fp16',
  '4 3': 'fp8',
  '5 2': 'fp8',
  '2 1': 'fp4',
  '0 8': 'int8',
};

/**
 * Marlin of vLLM numbers the type of its first operand by its parts: bits 0 to 7 are the exponent's width, 8 to 15 the
 * mantissa's, 16 is the sign (learned from names whose traces tell the type, assumed therefore).
 */
function typeOfScalarIds({ text }: Spelling): KernelReading['dataType'] {
  const id = /\bMarlin<(?:\(long\))?(\d{6,16})\b/.exec(text)?.[1];
  if (id === undefined) return null;
  const bits = Number(id) % 2 ** 17;
  const type = bits >= 2 ** 16 ? BY_BITS[`${bits & 255} ${(bits >> 8) & 255}`] : undefined;
  return type === undefined ? null : assumed(type);
}

/** Words in names that anybody may have written: they suggest an operation, no more. */
const SUGGESTIVE: readonly (readonly [RegExp, KernelOperationKind])[] = [
  [/attention|attn|fmha/i, 'attention'],
  [/gemm|mat_?mul|(?:^|_)mm(?:_|$)|gemv|sgemv|mv_kernel|^fused_moe_kernel/i, 'gemm'],
  [/conv(?:2d|3d|olution|olve|_|\d|$)|fprop|dgrad|wgrad/i, 'convolution'],
  [/soft_?max/i, 'softmax'],
  [/(?:layer|batch|group|rms)_?norm|normali[sz]e/i, 'normalisation'],
  [/transpose/i, 'transpose'],
  [/adam|sgd_|_sgd|adagrad|optimi[sz]er/i, 'optimizer'],
  [/gather|scatter|embedding|index_?(?:select|add|put)|lookup/i, 'gather-scatter'],
  [/sort|scan|prefix_?sum|top_?k|unique|compact/i, 'sort-scan'],
  [/reduc|(?:^|_)sum(?:_|$)|dot_?(?:product|kernel)|histogram/i, 'reduction'],
  [/pool(?:ing)?(?:_|\d|$)/i, 'pooling'],
  [/(?:^|_)fft/i, 'fft'],
  [/philox|random|rng|curand|dropout/i, 'random'],
  [/memcpy|(?:^|_)copy|copy(?:_|$)|kv_?cache/i, 'copy'],
  [/memset|(?:^|_)fill|fill(?:_|$)|(?:^|_)zero/i, 'fill'],
  [
    /(?:vec(?:tor)?_?)?(?:add|mul|axpy|saxpy)(?:_|$|kernel)|element_?wise|relu|gelu|silu|act_and_mul|bias|(?:^|_)cast|quanti[sz]e|rotary|rope/i,
    'elementwise',
  ],
];

/** What the words of a name suggest; everything here is assumed. */
export const readWords: LibraryReader = (name) => {
  const kind = SUGGESTIVE.find(([pattern]) => pattern.test(name.base))?.[1];
  return {
    operation: kind === undefined ? null : assumed(kind),
    dataType: typeOfSignature(name) ?? typeOfWords(name.base),
  };
};

/** A type between the underscores of a name, `_rms_norm_bf16_kernel`, or before a kind of memory, `tensorptrbf16gmem`. */
function typeOfWords(base: string): KernelReading['dataType'] {
  const pointed = /ptr([a-z]+\d+(?:e\d+m\d+)?[a-z]*)gmem/i.exec(base)?.[1];
  const words = pointed === undefined ? base.split('_') : [pointed];
  const type = words.map(typeOfShortName).find((each) => each !== null);
  return type === undefined ? null : assumed(type);
}
