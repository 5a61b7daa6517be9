import { editBlockSize } from '../../../src/cuda/edits/block/blockSize';
import type { SourceEdit } from '../../../src/cuda/edits/outcome';
import type { CudaWorkspace } from '../../../src/cuda/workspace';
import type { Launch } from '../../../src/kernel/kernel';
import { resolveDim3, volume, type Dim3 } from '../../../src/kernel/symbolic';

/** Threads of a block that edits are asked for. */
export const WANTED_THREADS = [32, 64, 96, 128, 192, 256, 384, 512, 768, 1024] as const;

/** An edit that is offered as proven safe. */
export interface OfferedEdit {
  readonly launch: Launch;
  readonly blockBefore: Dim3;
  readonly threads: number;
  readonly edits: readonly SourceEdit[];
}

/** Every edit that is offered for a launch. */
export function offeredEdits(workspace: CudaWorkspace, launch: Launch): readonly OfferedEdit[] {
  const blockBefore = resolveDim3(launch.block);
  if (blockBefore === null) return [];
  return WANTED_THREADS.filter((threads) => threads !== volume(blockBefore)).flatMap((threads) => {
    const outcome = editBlockSize(workspace, launch, threads);
    return outcome.kind === 'edit' ? [{ launch, blockBefore, threads, edits: outcome.edits }] : [];
  });
}
