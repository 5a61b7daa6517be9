import { withEdits } from '../../cuda/edits/tryOut';
import type { CudaWorkspace } from '../../cuda/workspace';
import type { GpuSpec } from '../../kernel/gpuSpec';
import { isLaunchable, resolveDim3, volume } from '../../kernel/symbolic';
import { blockEdit } from '../stages/blockEdit';
import type { FittedNumbers } from '../fitting/fittedNumbers';
import type { KernelFacts } from '../stages/kernelFacts';
import type { AnalysisSettings } from '../workspaceState';
import { prepareKernel, type SimulatedKernel } from './preparation';

/** Block sizes that are simulated beside the one of the source. */
const BLOCK_SIZES = [64, 128, 256, 512, 1024];

/** One kernel at another block size. */
export interface BlockVariant {
  readonly threadsPerBlock: number;
  readonly kernel: SimulatedKernel;
}

/**
 * A kernel at the block sizes that its source can be given by a proven edit: only then it is known that the
 * program still does the same work.
 */
export function blockVariants(
  cuda: CudaWorkspace,
  facts: KernelFacts,
  gpu: GpuSpec,
  settings: AnalysisSettings,
  fitted: FittedNumbers | null,
): BlockVariant[] {
  const current = facts.threadsPerBlock.value;
  if (!facts.blockKnown || facts.grid === null) return [];
  return BLOCK_SIZES.filter((threads) => threads !== current && threads <= gpu.limits.maxThreadsPerBlock)
    .map((threads) => variant(cuda, facts, threads, gpu, settings, fitted))
    .filter((found) => found !== null);
}

function variant(
  cuda: CudaWorkspace,
  facts: KernelFacts,
  threadsPerBlock: number,
  gpu: GpuSpec,
  settings: AnalysisSettings,
  fitted: FittedNumbers | null,
): BlockVariant | null {
  const before = cuda.launchesOf(facts.kernel.id).map(({ block }) => sizeOf(block));
  const outcome = blockEdit(cuda, facts.kernel.id, facts.threadsPerBlock.value, threadsPerBlock);
  if (outcome.kind === 'refused') return null;
  return withEdits(cuda, outcome.edits, () => {
    const launch = cuda
      .launchesOf(facts.kernel.id)
      .find(({ block }, place) => sizeOf(block) === threadsPerBlock && before[place] !== threadsPerBlock);
    const [grid, block] = launch ? [resolveDim3(launch.grid), resolveDim3(launch.block)] : [null, null];
    if (!launch || !grid || !block || !isLaunchable(grid)) return null;
    const changed: KernelFacts = {
      ...facts,
      launches: [launch],
      block,
      grid,
      threadsPerBlock: { ...facts.threadsPerBlock, value: threadsPerBlock },
      dynamicSharedBytes: launch.sharedBytes.value ?? facts.dynamicSharedBytes,
    };
    const prepared = prepareKernel(cuda, changed, gpu, settings, fitted);
    // Times of sizes that nobody wrote are no evidence for a block.
    return prepared.kind === 'ready' && !prepared.isInvented ? { threadsPerBlock, kernel: prepared } : null;
  });
}

function sizeOf(block: Parameters<typeof resolveDim3>[0]): number | null {
  const resolved = resolveDim3(block);
  return resolved && volume(resolved);
}
