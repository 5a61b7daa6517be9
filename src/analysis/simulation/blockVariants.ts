import { withEdits } from '../../cuda/edits/tryOut';
import { isLaunchable, resolveDim3, volume } from '../../kernel/symbolic';
import type { KernelFacts } from '../stages/kernelFacts';
import { projectNumbers } from '../stages/numbersSet';
import { prepareKernel, type PreparationInputs, type SimulatedKernel } from './preparation';
import type { TriedBlocks } from './triedBlocks';
import { untoldOf } from './untold';

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
  facts: KernelFacts,
  inputs: PreparationInputs,
  tried: TriedBlocks,
): BlockVariant[] {
  const current = facts.threadsPerBlock.value;
  if (!facts.blockKnown || facts.grid === null) return [];
  return BLOCK_SIZES.filter(
    (threads) => threads !== current && threads <= inputs.gpu.limits.maxThreadsPerBlock,
  )
    .map((threads) => variant(facts, threads, inputs, tried))
    .filter((found) => found !== null);
}

function variant(
  facts: KernelFacts,
  threadsPerBlock: number,
  inputs: PreparationInputs,
  tried: TriedBlocks,
): BlockVariant | null {
  const { cuda, settings } = inputs;
  const before = cuda.launchesOf(facts.kernel.id).map(({ block }) => sizeOf(block));
  const outcome = tried.edit(cuda, facts.kernel.id, facts.threadsPerBlock.value, threadsPerBlock);
  if (outcome.kind === 'refused') return null;
  return withEdits(cuda, outcome.edits, () => {
    const launch = cuda
      .launchesWith(cuda.launchesOf(facts.kernel.id), projectNumbers(settings))
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
    const prepared = prepareKernel(changed, inputs);
    // Times of sizes that nobody wrote, and of parts of kernels, are no evidence for a block.
    return prepared.kind === 'ready' && untoldOf(prepared) === null
      ? { threadsPerBlock, kernel: prepared }
      : null;
  });
}

function sizeOf(block: Parameters<typeof resolveDim3>[0]): number | null {
  const resolved = resolveDim3(block);
  return resolved && volume(resolved);
}
