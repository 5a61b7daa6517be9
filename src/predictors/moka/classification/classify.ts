import { message } from '../../../kernel/message';
import type { GpuSpec } from '../../../kernel/gpuSpec';
import type { InstructionMix } from '../../../kernel/kernel';
import type { Assumption, Origin } from '../../../kernel/origin';
import type { Result } from '../../../kernel/result';
import { mixAssumptions } from '../mixAssumptions';
import { CLOCKS_GPU_ID, PUBLISHED_CLOCKS, type ClassClocks } from './clocks';
import { warpCountsFromMetrics, warpCountsFromMix, type WarpCounts } from './warpCounts';

/** Moka's class of a kernel with the clocks of one warp that decide it. */
export interface Classification {
  readonly class: 'compute-bound' | 'memory-bound';
  readonly computeClocks: number;
  readonly memoryClocks: number;
  /** Memory over compute clocks; null when the warp computes nothing. */
  readonly ratio: number | null;
  readonly counts: WarpCounts;
  readonly clocks: ClassClocks;
  readonly basis: 'metrics' | 'source';
  /** `assumed` when the counts rest on guessed trip counts or branch shares, else `predicted`. */
  readonly origin: Origin;
  readonly assumptions: readonly Assumption[];
}

/**
 * Warp-based classification, dissertation equations 4.9 and 4.10. A tie, which the text leaves open, counts
 * as compute-bound: memory-bound needs strictly more memory clocks.
 */
export function classifyCounts(
  counts: WarpCounts,
  clocks: ClassClocks = PUBLISHED_CLOCKS,
): Pick<Classification, 'class' | 'computeClocks' | 'memoryClocks' | 'ratio'> {
  const computeClocks =
    counts.fp32 * clocks.fp32 +
    counts.fp64 * clocks.fp64 +
    counts.integer * clocks.integer +
    counts.computeLoadStore * clocks.computeLoadStore;
  const memoryClocks =
    counts.globalLoad * clocks.globalLoad +
    counts.globalStore * clocks.globalStore +
    counts.sharedLoad * clocks.sharedLoad +
    counts.sharedStore * clocks.sharedStore;
  return {
    class: memoryClocks > computeClocks ? 'memory-bound' : 'compute-bound',
    computeClocks,
    memoryClocks,
    ratio: computeClocks === 0 ? null : memoryClocks / computeClocks,
  };
}

/**
 * Classifies a kernel from nvprof metrics of one launch.
 *
 * @param totalThreads threads of the launch, grid times block.
 */
export function classifyFromMetrics(
  metrics: Readonly<Record<string, number>>,
  totalThreads: number,
  gpu: GpuSpec,
): Result<Classification> {
  const counts = warpCountsFromMetrics(metrics, totalThreads);
  if (!counts.ok) return counts;
  return { ok: true, value: complete(counts.value, 'metrics', 'predicted', clockAssumptions(gpu)) };
}

/** Classifies a kernel from the instruction mix that its source gives. */
export function classifyFromMix(mix: InstructionMix, gpu: GpuSpec): Classification {
  const coalesced: Assumption = {
    key: 'moka:coalescing',
    value: '',
    text: message('predictors.class.coalescing'),
  };
  const assumptions = [...clockAssumptions(gpu), coalesced, ...mixAssumptions(mix)];
  const origin = mix.assumptions.length > 0 ? 'assumed' : 'predicted';
  return complete(warpCountsFromMix(mix), 'source', origin, assumptions);
}

function complete(
  counts: WarpCounts,
  basis: Classification['basis'],
  origin: Origin,
  assumptions: readonly Assumption[],
): Classification {
  return { ...classifyCounts(counts), counts, clocks: PUBLISHED_CLOCKS, basis, origin, assumptions };
}

function clockAssumptions(gpu: GpuSpec): readonly Assumption[] {
  const foreign: Assumption = {
    key: 'moka:clocks',
    value: '',
    text: message('predictors.class.foreignClocks', { gpu: gpu.name }),
  };
  const uniform: Assumption = {
    key: 'moka:integer-clocks',
    value: '',
    text: message('predictors.class.integerClocks'),
  };
  return [...(gpu.id === CLOCKS_GPU_ID ? [] : [foreign]), uniform];
}
