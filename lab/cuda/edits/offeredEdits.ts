import { editBlockSize } from '../../../src/cuda/edits/block/blockSize';
import type { EditOutcome, SourceEdit } from '../../../src/cuda/edits/outcome';
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

/** What is said to another size of a launch's block. */
export type SizeOutcome = EditOutcome & { readonly blockBefore: Dim3; readonly threads: number };

/** What is said to each other size of a launch's block; null where the block is not known. */
export function editOutcomes(workspace: CudaWorkspace, launch: Launch): readonly SizeOutcome[] | null {
  const blockBefore = resolveDim3(launch.block);
  if (blockBefore === null) return null;
  return WANTED_THREADS.filter((threads) => threads !== volume(blockBefore)).map((threads) => ({
    ...editBlockSize(workspace, launch, threads),
    blockBefore,
    threads,
  }));
}

/** Every edit that is offered for a launch. */
export function offeredEdits(workspace: CudaWorkspace, launch: Launch): readonly OfferedEdit[] {
  return (editOutcomes(workspace, launch) ?? []).flatMap((outcome) =>
    outcome.kind === 'edit' ? [{ launch, ...outcome }] : [],
  );
}
