import type { KernelDataType, KernelLibrary, KernelReading, Told } from '../../kernel/kernelReading';
import { typeOfLetter, typeOfShortName, typeOfSignature } from './dataTypes';
import { assumed, numberAt, operation, told, type LibraryReader, type Spelling } from './spelling';

/** Architectures by the names that cuBLAS and cuDNN begin kernels with. */
const NAMED: Readonly<Record<string, string>> = {
  maxwell: 'sm_50',
  pascal: 'sm_60',
  volta: 'sm_70',
  turing: 'sm_75',
  ampere: 'sm_80',
  hopper: 'sm_90',
};

const GEMM =
  /(?:^|_)(?:(bf16|fp16|tf32|f16|s8|u8|int8|e4m3|e5m2)_)?(g?[sdhczi])(\d{3,})?(tf32|bf16|f16|fp8)?(gemm|scudnn|hcudnn|fprop|dgrad|wgrad)(?:_|[A-Z]|$)/;
const CUDNN = /(?:^|_)([shid])(\d{3,})?cudnn(?:_|$)/;

/**
 * Names that cuBLAS, cuDNN and CUTLASS make of a kernel's parts, between underscores:
 * `ampere_bf16_s16816gemm_bf16_128x64_ldg8_f2f_stages_64x3_tn`,
 * `cutlass_80_simt_sgemm_128x256_8x4_tn_align1`,
 * `sm80_xmma_gemm_f32f32_tf32f32_f32_tn_n_tilesize128x64x32_stage3_warpsize2x2x1_tensor16x8x8_…`,
 * `nvjet_tst_256x128_64x4_1x2_h_bz_coopA_NNT`. The grammar was learned from names, no description of it is published.
 */
export const readMatrixName: LibraryReader = (name) => {
  const found = /\b(?:cutlass(?:_[a-z]+)*_(?:\d\d_)?|\w*)(?:gemm|cudnn|fprop|dgrad|wgrad|nvjet)\w*/.exec(
    /^(?:cutlass\w*::)?Kernel2?$/.test(name.path) ? (name.templateArguments?.[0] ?? name.text) : name.base,
  )?.[0];
  if (found === undefined) return null;
  // cuDNN 9 puts the version of its compiler before the old names.
  const words = found.replace(/^_\d+x_cudnn_/, '');
  return (
    xmma(words, name) ?? nvjet(words) ?? (MADE_BY_LIBRARY.test(words) ? byInstruction(words, name) : null)
  );
};

/** Beginnings that no one gives kernels of one's own: `sgemm_naive` may be anybody's. */
const MADE_BY_LIBRARY =
  /^(?:maxwell|pascal|volta|turing|ampere|hopper|cutlass|cudnn|sm\d\d|sgemm_largek_lds\d)/;

/** `AB_accumulator_output` in pairs of types: inputs, then what is multiplied and summed. */
function xmma(words: string, name: Spelling): Partial<KernelReading> | null {
  const match = /^sm(\d+)_xmma_(gemm|fprop|dgrad|wgrad)\w*?_((?:[a-z]+\d+){2})_((?:[a-z]+\d+){2})_/.exec(
    words,
  );
  if (match === null) return null;
  const size = /tilesize(\d+)x(\d+)x(\d+)/.exec(words);
  const math = /^([a-z]+\d+?)(?=[a-z])/.exec(match[4]!)?.[1];
  const inputs = /^([a-z]+\d+?)(?=[a-z])/.exec(match[3]!)?.[1];
  const isTf32 = inputs === 'tf32' || math === 'tf32';
  const type = isTf32 ? 'tf32' : typeOfShortName(inputs ?? '');
  const isSimt = /_[fdh]fma_/.test(words);
  return {
    library: /cudnn/.test(words) ? 'cudnn' : /cublas/.test(words) ? 'cublas' : libraryOf(name),
    ...operation(match[2] === 'gemm' ? 'gemm' : 'convolution'),
    detail: match[2]!,
    dataType: type && told(type),
    tile: size && [Number(size[1]), Number(size[2]), Number(size[3])],
    stages: numberAt(/_stage(\d+)_/.exec(words), 1),
    tensorCores: isSimt ? told(false) : /_tensor\d|warpgroupsize|imma|hmma/.test(words) ? told(true) : null,
    architecture: `sm_${match[1]}`,
  };
}

/** Letters of A, compute and C types, as cuBLAS numbers them: learned from traces whose operators tell the type. */
const NVJET: Readonly<Record<string, KernelDataType>> = {
  t: 'bf16',
  h: 'fp16',
  s: 'fp32',
  q: 'fp8',
  o: 'fp8',
};

function nvjet(words: string): Partial<KernelReading> | null {
  const match = /^nvjet_(?:sm(\d+)_)?([a-z]+)_(\d+)x(\d+)_(\d+)x(\d+)_/.exec(words);
  if (match === null) return null;
  const type = NVJET[match[2]!.slice(0, 1)];
  return {
    library: 'cublas',
    ...operation('gemm'),
    detail: 'nvjet',
    dataType: type === undefined ? null : assumed(type),
    tile: [Number(match[3]), Number(match[4]), Number(match[5])],
    stages: Number(match[6]),
    tensorCores: assumed(true),
    architecture: match[1] === undefined ? null : `sm_${match[1]}`,
  };
}

/** Kernels named by the shape of their instruction: `s16816gemm` sums in fp32 on tensor cores, `sgemm` has none. */
function byInstruction(words: string, name: Spelling): Partial<KernelReading> | null {
  const match = GEMM.exec(words);
  const cudnn = CUDNN.exec(words);
  if (match === null && cudnn === null) return null;
  const shape = match?.[3] ?? cudnn?.[2];
  const letter = (match?.[2] ?? cudnn?.[1] ?? '').replace(/^g/, '');
  const isConvolution = cudnn !== null || /fprop|dgrad|wgrad|scudnn|hcudnn/.test(match?.[5] ?? '');
  const hasTensorCores = shape !== undefined || /tensorop/.test(words);
  return {
    library: libraryOf(name, words, cudnn !== null),
    ...operation(isConvolution ? 'convolution' : 'gemm'),
    detail: match?.[5] ?? 'cudnn',
    dataType: inputType(words, match?.[1] ?? match?.[4], letter, hasTensorCores),
    ...tileOf(words),
    tensorCores: told(hasTensorCores),
    architecture: architectureOf(words),
  };
}

/** fp32 sums on tensor cores without a word on the inputs are of fp32 data rounded to tf32. */
function inputType(
  words: string,
  written: string | undefined,
  letter: string,
  hasTensorCores: boolean,
): Told<KernelDataType> | null {
  const after =
    /(?:gemm|optimized|analytic|few_channels)_(bf16|tf32|fp16|f16|s8|u8|int8|e4m3|e5m2)(?:_|$)/.exec(
      words,
    )?.[1];
  const type = typeOfShortName(written ?? after ?? '');
  if (type !== null) return told(type);
  if (letter === 's' && hasTensorCores) return /s884/.test(words) ? assumed('fp16') : assumed('tf32');
  const byLetter = typeOfLetter(letter);
  return byLetter && told(byLetter);
}

/** `128x64_32x6` and `128x64_…_stages_32x6`: rows and columns of a block, depth of a step, steps in flight. */
function tileOf(words: string): Pick<KernelReading, 'tile' | 'stages'> {
  const block = /_(\d+)x(\d+)(?:x(\d+))?(?=_|$)/.exec(words);
  const steps = /_\d+x\d+_(\d+)x(\d+)(?=_|$)/.exec(words) ?? /_stages_(\d+)x(\d+)(?=_|$)/.exec(words);
  const depth = numberAt(steps, 1) ?? numberAt(block, 3);
  if (block === null) return { tile: null, stages: null };
  const tile = [Number(block[1]), Number(block[2])];
  return { tile: depth === null ? tile : [...tile, depth], stages: numberAt(steps, 2) };
}

function architectureOf(words: string): string | null {
  const number = /^(?:cutlass\w*?_|sm)(\d\d\d?)_/.exec(words)?.[1];
  if (number !== undefined) return `sm_${number}`;
  const named = words.split('_').find((word) => Object.hasOwn(NAMED, word));
  return named === undefined ? null : NAMED[named]!;
}

function libraryOf({ path }: Spelling, words = '', isCudnn = false): KernelLibrary {
  if (isCudnn || /cudnn/.test(path) || /cudnn/.test(words)) return 'cudnn';
  return /^(?:cutlass|Kernel2?$)/.test(path) ? 'cutlass' : 'cublas';
}

/** Kernels of cuBLAS that are named by words: `gemv2T_kernel_val<int, int, float, …>`, `splitKreduce_kernel<…>`. */
export const readCublasKernel: LibraryReader = (name) => {
  const rules: readonly (readonly [RegExp, 'gemm' | 'reduction' | 'elementwise'])[] = [
    [
      /^(?:gemv\w*|gemvx|gemm[SM]N?\w*|gemmk1_kernel|gemmSN\w*|trsm\w*|\w*trsv\w*|ger_kernel|syrk\w*)$/,
      'gemm',
    ],
    [/^(?:splitKreduce_kernel|reduce_1Block_kernel|dot_kernel|\w*asum\w*|\w*nrm2\w*)$/, 'reduction'],
    [/^(?:scal_kernel(?:_val)?|\w*axpy_kernel\w*|copy_kernel)$/, 'elementwise'],
    [/^(?:globalKernel)$/, 'elementwise'],
  ];
  // Its kernels take its structures as arguments; without them a `dot_kernel` may be anybody's.
  if (!name.text.includes('cublas')) return null;
  const found = rules.find(([pattern]) => pattern.test(name.base));
  // Without its namespace `gemvx` the name is `kernel`: the arguments tell.
  const isVectorProduct =
    /(?:^|::)gemvx::/.test(name.path) || (name.path === 'kernel' && /\bcublasGemvParams/.test(name.text));
  const scope = isVectorProduct ? 'gemm' : found?.[1];
  if (scope === undefined) return null;
  return {
    library: 'cublas',
    ...operation(scope),
    detail: name.base,
    dataType: typeOfSignature(name),
    tensorCores: scope === 'gemm' ? told(false) : null,
  };
};
