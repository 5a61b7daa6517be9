import type { KernelReading } from '../../kernel/kernelReading';
import { typeOfShortName, typeOfSpelling, typeOfSignature } from './dataTypes';
import { assumed, dataType, operation, told, type LibraryReader } from './spelling';

/** Attention: FlashAttention 2 and 3, xFormers' and cuDNN's, TensorRT-LLM's, paged ones of servers. */
export const readAttention: LibraryReader = (name) => {
  const { text, base, path } = name;
  const traits = /Flash_(?:fwd|bwd)_kernel_traits<(\d+),\s*(\d+),\s*(\d+),\s*(\d+)/.exec(text);
  const hopper = /FlashAttn(?:Fwd|Bwd)(?:Sm(\d+)|Combine|Preprocess|Postprocess)/.exec(text);
  if (traits !== null || hopper !== null || /(?:^|::)\w*flash::flash_(?:fwd|bwd)/.test(path))
    return {
      library: 'flash-attention',
      ...operation('attention'),
      detail: hopper?.[0] ?? base,
      ...dataType(flashType(text)),
      // Head size, rows of queries, rows of keys: turned into queries × keys × head size.
      tile: traits === null ? mainloopTile(text) : [Number(traits[2]), Number(traits[3]), Number(traits[1])],
      tensorCores: traits !== null ? told(true) : hopper?.[1] === undefined ? null : assumed(true),
      architecture: hopper?.[1] === undefined ? null : `sm_${hopper[1]}`,
    };
  const fused = fusedMultiHead(text, base);
  if (fused !== null) return { ...operation('attention'), ...fused };
  if (
    !/(?:^|_|::|[a-z])(?:[Aa]ttention|attn)(?:_|$|[A-Z])|sdpa|With(?:Paged|Ragged)?KVCache|flash_(?:fprop|fwd|bwd)/.test(
      path,
    )
  )
    return null;
  return { operation: assumed('attention'), detail: base, dataType: typeOfSignature(name) };
};

/** FlashAttention 3: `CollectiveMainloopFwdSm90<2, tuple<…cluster>, tuple<C<rows of queries>, C<rows of keys>, C<head>>`. */
function mainloopTile(text: string): KernelReading['tile'] {
  const loop = text.indexOf('CollectiveMainloop');
  if (loop < 0) return null;
  const tuple =
    /tuple<\s*(?:cute::)?C<(?:\(int\))?(\d+)>,\s*(?:cute::)?C<(?:\(int\))?(\d+)>,\s*(?:cute::)?C<(?:\(int\))?(\d+)>\s*>/g;
  const tile = [...text.slice(loop).matchAll(tuple)][1];
  return tile === undefined ? null : [Number(tile[1]), Number(tile[2]), Number(tile[3])];
}

function flashType(text: string): KernelReading['dataType'] {
  const type = typeOfSpelling(/(?:bfloat16|half|float_e\dm\d)_t/.exec(text)?.[0] ?? '');
  return type && told(type);
}

/** `fmha_cutlassF_bf16_aligned_64x64_rf_sm80`, `fmhaSm100aKernel_QkvE4m3OBfloat16H64…`, `…sdpa_sm90_flash_fprop_wgmma_f16_…`. */
function fusedMultiHead(text: string, base: string): Partial<KernelReading> | null {
  const efficient = /fmha_cutlass([FB])_(f16|bf16|f32)_(\w+)_sm(\d+)/.exec(text);
  if (efficient !== null) {
    const size = /_(\d+)x(\d+)(?:_|$)/.exec(efficient[3]!);
    return {
      library: 'cutlass',
      detail: `fmha_cutlass${efficient[1]}`,
      ...dataType(shortType(efficient[2]!)),
      tile: size && [Number(size[1]), Number(size[2])],
      architecture: `sm_${efficient[4]}`,
    };
  }
  const generated = /^fmhaSm(\d+)\w?Kernel_Q(?:kv)?(E4m3|Bfloat16|Fp16)/.exec(base);
  if (generated !== null)
    return {
      library: 'tensorrt-llm',
      detail: 'fmha',
      ...dataType(shortType(generated[2]!)),
      tensorCores: assumed(true),
      architecture: `sm_${generated[1]}`,
    };
  const cudnn = /sdpa_sm(\d+)_flash_([fb]prop)_\w*?mma_(f16|bf16|fp8|e4m3)/.exec(base);
  if (cudnn !== null)
    return {
      library: 'cudnn',
      detail: cudnn[2]!,
      ...dataType(shortType(cudnn[3]!)),
      tensorCores: told(true),
      architecture: `sm_${cudnn[1]}`,
    };
  const fmha = /^fmha_v\d_\w*?_(bf16|fp16|e4m3)_/.exec(base);
  return fmha === null ? null : { library: 'tensorrt-llm', detail: 'fmha', ...dataType(shortType(fmha[1]!)) };
}

function shortType(name: string): KernelReading['dataType'] {
  const type = typeOfShortName(name);
  return type && told(type);
}
