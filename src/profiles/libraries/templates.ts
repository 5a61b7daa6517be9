import type { KernelDataType, KernelReading } from '../../kernel/kernelReading';
import { typeOfFunctor, typeOfShortName, typeOfSpelling } from './dataTypes';
import { assumed, dataType, numberAt, operation, told, type LibraryReader } from './spelling';

/** CUTLASS kernels spelled as C++ templates instead of by a name of their parts. */
export const readCutlassTemplate: LibraryReader = ({ text, path }) => {
  const isCutlass =
    /\bcutlass\w*::|^_ZN\d+cutlass|\bcute::/.test(text) ||
    // Nsight Compute leaves namespaces out.
    (path === 'device_kernel' && /\bCollectiveMma</.test(text));
  if (!isCutlass || !/Mma|Gemm|Implicit|Conv|device_kernel|Kernel/.test(text)) return null;
  if (/ReduceSplitK/.test(text))
    return {
      library: /cudnn/.test(path) ? 'cudnn' : 'cutlass',
      ...operation('reduction'),
      detail: 'ReduceSplitK',
      dataType: typeOfFunctor(text),
    };
  const isConvolution = /ImplicitGemmConvolution|::conv::|4conv6kernel/.test(text);
  const isGemm = /[Gg]emm|CollectiveMma|Mma(?:Multistage|Pipelined)/.test(text);
  if (!isConvolution && !isGemm) return null;
  return {
    library: /cudnn/.test(path) ? 'cudnn' : 'cutlass',
    ...operation(isConvolution ? 'convolution' : 'gemm'),
    detail: isConvolution ? 'implicit gemm' : 'gemm',
    ...(collective(text) ?? threadblock(text)),
  };
};

/** CUTLASS 3: a collective main loop with its stages, then the tile as a tuple, then A's type. */
function collective(text: string): Partial<KernelReading> | null {
  const loop = /\bMainloopSm(\d+)(?!\d)\w*<(?:\(int\))?(\d+)/.exec(text);
  if (loop === null) return null;
  const rest = text.slice(loop.index);
  const tuples = [
    ...rest.matchAll(
      /tuple<\s*(?:cute::)?C<(?:\(int\))?(\d+)>,\s*(?:cute::)?C<(?:\(int\))?(\d+)>,\s*(?:cute::)?C<(?:\(int\))?(\d+)>\s*>/g,
    ),
  ];
  // The first tuple is the cluster, inside the main loop; the second is the tile.
  const tile = tuples[1];
  const type =
    tile === undefined ? null : typeOfSpelling(rest.slice(tile.index + tile[0].length).split('tuple<')[0]!);
  return {
    tile: tile === undefined ? null : [Number(tile[1]), Number(tile[2]), Number(tile[3])],
    stages: Number(loop[2]),
    ...dataType(type && told(type)),
    tensorCores: assumed(true),
    architecture: `sm_${loop[1]}`,
  };
}

/** CUTLASS 2: `MmaMultistage<GemmShape<128, 128, 32>, …, stages>`; mangled names keep the shape's digits. */
function threadblock(text: string): Partial<KernelReading> {
  const shape =
    /GemmShape<(\d+),\s*(\d+),\s*(\d+)>/.exec(text) ?? /GemmShapeILi(\d+)ELi(\d+)ELi(\d+)E/.exec(text);
  const isSimt = /OpClassSimt|MmaSimt|OpMultiplyAddSimt/.test(text);
  const isTensor = /TensorOp|MmaTensorOp|OpClassTensorOp/.test(text);
  const type = typeOfSpelling(/(?:tfloat32|bfloat16|half|float_e\dm\d)_t/.exec(text)?.[0] ?? '');
  return {
    tile: shape && [Number(shape[1]), Number(shape[2]), Number(shape[3])],
    ...dataType(type === null ? (isSimt ? assumed('fp32') : null) : told(type)),
    tensorCores: isTensor ? told(true) : isSimt ? told(false) : null,
    architecture:
      numberAt(/\barch::Sm(\d+)|4arch4Sm(\d+)/.exec(text), 1) === null
        ? null
        : `sm_${/Sm(\d+)/.exec(text)![1]}`,
  };
}

/** Letters by which the kernels of AMD's Tensile tell the type of their inputs. */
const TENSILE: Readonly<Record<string, KernelDataType>> = { S: 'fp32', D: 'fp64', H: 'fp16', B: 'bf16' };

/**
 * Kernels of TensorRT-LLM and Triton's mixture-of-experts products, which name their parts:
 * `bmm_Bfloat16_MxE2m1MxE4m3_Fp32_t128x16x256u2_s3_…_sm100f`, `_matmul_ogs_NNT_bf16xbf16xmxfp4_16x128x256x1`;
 * and products of AMD's Tensile, `Cijk_Alik_Bljk_BBS_BH_…`, whose words of epilogues say nothing of the whole.
 */
export const readBatchedProduct: LibraryReader = ({ base }) => {
  const generated =
    /^(?:bmm|gemm)_(\w+?)_t(\d+)x(\d+)x(\d+)(?!\d)\w*?_s(\d+)(?:x\d+)*_\w*?(?:_sm(\d+)\w?)?$/.exec(base);
  if (generated !== null) {
    const type = generated[1]!
      .split('_')
      .slice(1)
      .map((word) => /E4m3|E5m2|E2m1|Bfloat16|Fp16|Fp32/i.exec(word)?.[0] ?? '')
      .map(typeOfShortName)
      .find((each) => each !== null);
    return {
      library: 'tensorrt-llm',
      ...operation('gemm'),
      detail: base.slice(0, base.indexOf('_')),
      dataType: type === undefined ? null : assumed(type),
      tile: [Number(generated[2]), Number(generated[3]), Number(generated[4])],
      stages: Number(generated[5]),
      tensorCores: assumed(true),
      architecture: generated[6] === undefined ? null : `sm_${generated[6]}`,
    };
  }
  const tensile = /^(?:Custom_)?Cijk_A[il]+k_B[jl]+k_([A-Z][A-Z\d]*)_/.exec(base);
  if (tensile !== null) {
    const type = TENSILE[tensile[1]!.slice(0, 1)];
    return { ...operation('gemm'), detail: 'Tensile', dataType: type === undefined ? null : assumed(type) };
  }
  const grouped = /^_?matmul_ogs_[NT]+_(\w{1,16}?)x(\w{1,16}?)x(\w{1,16}?)_(\d+)x(\d+)x(\d+)/.exec(base);
  if (grouped === null) return null;
  const type = typeOfShortName(grouped[1]!);
  return {
    library: 'triton',
    ...operation('gemm'),
    detail: 'matmul_ogs',
    dataType: type && told(type),
    tile: [Number(grouped[4]), Number(grouped[5]), Number(grouped[6])],
  };
};
