import { message } from '../../kernel/message';
import { resolveDim3, volume } from '../../kernel/symbolic';
import { editBlockSize } from '../../cuda/edits/block/blockSize';
import { refused, type Refusal } from '../../cuda/edits/outcome';
import type { CudaWorkspace } from '../../cuda/workspace';
import type { AdviceEdit } from '../results/workspaceResults';

/** Launches of a kernel above which one of them is no place to change its block. */
const MOST_LAUNCHES = 64;

/**
 * The edit that gives a kernel another block size, at the first of its launches with blocks of `current` threads where
 * that is proved safe; launches with other blocks stay.
 */
export function blockEdit(
  workspace: CudaWorkspace,
  kernelId: string,
  current: number,
  threads: number,
): AdviceEdit {
  let first: Refusal | null = null;
  const launches = workspace.launchesOf(kernelId);
  if (launches.length > MOST_LAUNCHES)
    return refused(message('analysis.manyLaunches', { launches: launches.length }));
  for (const launch of launches) {
    const block = resolveDim3(launch.block);
    if (launch.inactive !== undefined || block === null || volume(block) !== current) continue;
    const outcome = editBlockSize(workspace, launch, threads);
    if (outcome.kind === 'edit') return outcome;
    first ??= outcome;
  }
  return first ?? refused(message('analysis.noLaunch'));
}
