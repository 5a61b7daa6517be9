import type { GpuSpec } from '../../kernel/gpuSpec';
import { requireGpu } from '../../gpu/findGpu';
import type { MatrixType, MatrixWork } from '../../kernel/matrixWork';
import type { TensorSpec } from './simulatorSpec';

type Rates = Readonly<Partial<Record<MatrixType, number>>>;

/**
 * Multiply-adds of an SM in a cycle by compute capability and type of the factors, dense. They follow from the peaks of
 * NVIDIA's white papers and data sheets (recalled), which a test restates: 2 × rate × SMs × clock. Where a chip computes
 * doubles on its few FP64 lanes, the rate is theirs.
 */
const RATES: Readonly<Record<string, Rates>> = {
  '7.0': { fp16: 512 },
  '7.2': { fp16: 512, int8: 1024 },
  '7.5': { fp16: 512, int8: 1024, int4: 2048, int1: 8192 },
  '8.0': { fp64: 64, tf32: 512, bf16: 1024, fp16: 1024, int8: 2048, int4: 4096, int1: 16384 },
  '8.6': { fp64: 2, tf32: 256, bf16: 512, fp16: 512, int8: 1024, int4: 2048, int1: 8192 },
  '8.9': { fp64: 2, tf32: 256, bf16: 512, fp16: 512, fp8: 1024, int8: 1024, int4: 2048, int1: 8192 },
  '9.0': { fp64: 128, tf32: 1024, bf16: 2048, fp16: 2048, fp8: 4096, int8: 4096 },
  '10.0': { fp64: 64, tf32: 2048, bf16: 4096, fp16: 4096, fp8: 8192, fp6: 8192, fp4: 16384, int8: 8192 },
  '10.3': { tf32: 2048, bf16: 4096, fp16: 4096, fp8: 8192, fp6: 8192, fp4: 16384 },
  '12.0': { fp64: 2, tf32: 256, bf16: 512, fp16: 512, fp8: 1024, fp6: 1024, fp4: 2048, int8: 1024 },
  '12.1': { fp64: 2, tf32: 256, bf16: 512, fp16: 512, fp8: 1024, fp6: 1024, fp4: 2048, int8: 1024 },
};

/**
 * Multiply-adds of an SM in a cycle that instructions of single warps reach at most, as a share of the rates, where only
 * those of four warps reach them. Hopper: 62.9 % on the mean of types and shapes (Luo et al., arXiv:2402.13499,
 * recalled). Blackwell: the same number of multiply-adds as Hopper's, which is an assumption.
 */
const WARP_SHARE: Readonly<Record<string, number>> = { '9.0': 0.629, '10.0': 0.315, '10.3': 0.315 };

/** What GeForce cards halve with sums in 32 bits, and what the L40's data sheet has at half the rate of its chip. */
const HALVED: readonly (readonly [RegExp, readonly MatrixType[]])[] = [
  [/GeForce/, ['tf32', 'bf16', 'fp16', 'fp8', 'fp6']],
  [/\bL40\b/, ['tf32', 'bf16', 'fp16', 'fp8', 'int8', 'int4']],
];

/** GTX 16 has compute capability 7.5 without tensor cores. */
const NO_TENSOR_CORES = /\bGTX\b/;

/** Rates of a GPU's tensor cores; undefined where it has none, and for simulated GPUs of papers. */
export function tensorSpec(gpu: GpuSpec): TensorSpec | undefined {
  const computeCapability = tensorCapability(gpu);
  const multiplyAdds = RATES[computeCapability];
  const { standIn } = gpu;
  const relative = standIn === undefined ? [] : namesOf(requireGpu(standIn.gpu));
  const names = [...namesOf(gpu), ...relative];
  if (multiplyAdds === undefined || gpu.simulatedOnly || names.some((one) => NO_TENSOR_CORES.test(one)))
    return undefined;
  return {
    multiplyAdds: { ...multiplyAdds },
    warpShare: WARP_SHARE[computeCapability] ?? 1,
    halvedByLongSums: [...(HALVED.find(([card]) => names.some((one) => card.test(one)))?.[1] ?? [])],
  };
}

/** Whose rates a GPU has: those of its compute capability, of a user's own GPU without such those of its relative. */
export function tensorCapability({ computeCapability, standIn }: GpuSpec): string {
  if (RATES[computeCapability] !== undefined || standIn === undefined) return computeCapability;
  return requireGpu(standIn.gpu).computeCapability;
}

function namesOf({ name, aliases }: GpuSpec): readonly string[] {
  return [name, ...aliases];
}

/** Cycles for which a warp's matrix instruction keeps its scheduler's tensor core; null where there is no such type. */
export function matrixCycles(
  work: MatrixWork,
  { multiplyAdds, warpShare, halvedByLongSums }: TensorSpec,
  schedulers: number,
): number | null {
  const rate = multiplyAdds[work.type];
  if (rate === undefined) return null;
  const halved = work.halfSums !== true && halvedByLongSums.includes(work.type);
  // Doubles have no instruction of four warps.
  const share = work.warpGroup === true || work.type === 'fp64' ? 1 : warpShare;
  const reached = (rate / schedulers / (halved ? 2 : 1)) * share;
  return work.multiplyAdds / reached;
}
