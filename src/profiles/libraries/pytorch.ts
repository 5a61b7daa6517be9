import type { KernelOperationKind, KernelReading } from '../../kernel/kernelReading';
import { typeOfFunctor, typeOfSignature, typeOfSpelling } from './dataTypes';
import { dataType, told, type LibraryReader, type Spelling } from './spelling';

/** Kernels of PyTorch by the name of the function that launches them; its own words are told, not guessed. */
const NAMES: readonly (readonly [RegExp, KernelOperationKind])[] = [
  [/^(?:CatArrayBatchedCopy\w*|.*_copy_kernel\w*)$/, 'copy'],
  [/^(?:\w*GradGammaBeta|cuCompute\w*)$/, 'normalisation'],
  [/^(?:cunn_)?[sS]oft_?[mM]ax\w*$/, 'softmax'],
  [
    /(?:[lL]ayer|[bB]atch|[gG]roup|[iI]nstance|RMS|rms)_?[nN]orm|RowwiseMoments|GammaBetaBackward|ComputeInternalGradients|ComputeFusedParams|ComputeBackwardFusedParams/,
    'normalisation',
  ],
  [/^(?:reduce_kernel|nll_loss_\w*reduce\w*|compute_grad_weight\w*|\w*renorm\w*)$/, 'reduction'],
  [
    /^index(?:Select|Func|_\w*)?(?:Small|Large)?Index$|index_elementwise|_scatter_gather|gather_kernel|embedding_bag|EmbeddingBag|indexing_backward|embedding_backward|compute_grad|krn_partial|sum_and_scatter/,
    'gather-scatter',
  ],
  [/pool/, 'pooling'],
  [/^distribution_|dropout|philox|random|bernoulli|normal_kernel|exponential/, 'random'],
  [
    /^(?:searchsorted|bitonicSort|radixSort|sbtopk|mbtopk|gatherTopK|tensor_kernel_scan|radix|sort|unique|countRadix|findKth|fillSliceWithIndex)/i,
    'sort-scan',
  ],
  [
    /^(?:upsample|triu_tril|reflection_pad|replication_pad|roll_cuda|flip|im2col|col2im|grid_sampler|vol2col)/,
    'gather-scatter',
  ],
  [/^(?:conv_depthwise|slow_conv|conv_)/, 'convolution'],
  [/transpose/, 'transpose'],
];

/** Kernels that run a functor on every element; the functor says what. */
const ELEMENTWISE =
  /^(?:(?:vectorized|unrolled|legacy|index|fused)?_?elementwise_kernel\w*|elementwise_kernel_with_index|kernelPointwiseApply\d|unrolled_elementwise_kernel\w*|CUDA_tensor_apply\w*)$/;

/** Kernels of PyTorch: `at::native::…`, and those that it launches without a namespace. */
export const readPytorch: LibraryReader = (name) => {
  const isOwn =
    /^(?:at|torch|c10|caffe2|at_cuda_detail)(?:::|$)/.test(name.path) ||
    UNSCOPED.test(name.base) ||
    // Nsight Compute leaves namespaces out: names of PyTorch's classes among the arguments tell instead.
    (name.scope.length === 0 && OWN_CLASSES.test(name.text));
  if (!isOwn) return null;
  if (/multi_tensor_apply/.test(name.base)) return optimizer(name);
  if (ELEMENTWISE.test(name.base)) return elementwise(name);
  const kind = NAMES.find(([pattern]) => pattern.test(name.base))?.[1];
  if (kind === undefined) return null;
  const type = name.base === 'reduce_kernel' ? typeOfFunctor(name.text) : typeOfMoved(name);
  return {
    library: 'pytorch',
    operation: told(kind),
    detail: name.base === 'reduce_kernel' ? (reduced(name.text) ?? name.base) : name.base,
    dataType: type ?? typeOfFunctor(name.text),
  };
};

/** The type of a kernel's data; those that move data of any type know its width at most, and see bytes. */
function typeOfMoved(name: Spelling): KernelReading['dataType'] {
  const opaque = typeOfSpelling(/\bOpaqueType<[^>]*>/.exec(name.text)?.[0] ?? '');
  if (opaque !== null) return told(opaque);
  const type = typeOfSignature(name);
  return type?.value === 'int8' && /\bchar ?\*/.test(name.text) ? told('b8') : type;
}

/** Classes that PyTorch's kernels take, and no others do. */
const OWN_CLASSES =
  /\b(?:TensorIteratorBase|CatArrInputTensorMetadata|TensorListMetadata|TrivialOffsetCalculator<|OpaqueType<|(?:CUDA|A?Unary|B?Unary|Binary)Functor\w*<|gpu_kernel_impl|ReduceOp<\w+, (?:func_wrapper_t|\w+Ops)<)/;

/** Kernels of PyTorch and of its extensions that stand in no namespace. */
const UNSCOPED =
  /^(?:softmax_warp_(?:forward|backward)|elementwise_kernel_with_index|indexing_backward_kernel\w*|multi_tensor_apply_kernel|fused_dropout_kernel\w*|nll_loss_\w+)$/;

function elementwise(name: Spelling): Partial<KernelReading> {
  const { text } = name;
  const functor = functorOf(text);
  return {
    library: 'pytorch',
    operation: told(kindOfFunctor(functor ?? '')),
    detail: functor,
    ...dataType(typeOfFunctor(text.slice(text.indexOf('<')))),
  };
}

function kindOfFunctor(functor: string): KernelOperationKind {
  if (/copy_kernel|LoadWithCast|copy$/.test(functor)) return 'copy';
  if (/^(?:FillFunctor|fill_\w+|arange\w*|eye\w*)/.test(functor)) return 'fill';
  if (/index|gather|scatter|take|put/.test(functor)) return 'gather-scatter';
  return 'elementwise';
}

/** Names in a template that say nothing of what is computed. */
const SCAFFOLDING =
  /^(?:gpu_kernel_\w+|opmath_gpu_kernel\w*|gpu_index_kernel|\w*[eE]lementwise_kernel\w*|(?:AUnary|BUnary|Binary|Unary)Functor|Array|array|TrivialOffsetCalculator|OffsetCalculator|LoadWithoutCast|StoreWithoutCast|LoadWithCast|StoreWithCast|TensorIterator\w*|binary_internal|native|detail|memory|cuda|internal|at|std|c10|operator|lambda|const|void|instance|jitted\w*)$/;

/** The functor of an elementwise kernel: the first name in it that says what is done. */
function functorOf(text: string): string | null {
  const inside = text.slice(text.indexOf('<') + 1);
  for (const [word] of inside.matchAll(/[A-Za-z_]\w{3,}/g))
    if (
      !SCAFFOLDING.test(word) &&
      !/^(?:float|double|long|bool|char|short|unsigned|Half|BFloat16|complex|Scalar\w*)$/.test(word)
    )
      return word;
  return null;
}

/** What a reduction does: `MeanOps`, `sum_functor`, `ArgMaxOps`. */
function reduced(text: string): string | null {
  return (
    /\b(\w+(?:Ops|_functor|_kernel_cuda|_kernel_impl))\b/.exec(text.slice(text.indexOf('<') + 1))?.[1] ?? null
  );
}

/** `multi_tensor_apply_kernel<…, AdamFunctor<float>, …>`: an optimizer's step over many tensors. */
function optimizer(name: Spelling): Partial<KernelReading> {
  const { text } = name;
  const functor =
    /\b(\w*(?:Adam|SGD|Sgd|Lamb|LAMB|Adagrad|Optim|Norm|Scale|Copy|Unary|Binary|Pointwise|Lerp)\w*)</.exec(
      text,
    )?.[1] ?? null;
  return {
    library: 'pytorch',
    operation: told(
      functor !== null && /Norm/.test(functor)
        ? 'reduction'
        : /Adam|SGD|Sgd|Lamb|LAMB|Adagrad/.test(functor ?? '')
          ? 'optimizer'
          : 'elementwise',
    ),
    detail: functor ?? name.base,
    dataType: typeOfFunctor(text.slice(text.indexOf('<'))),
  };
}
