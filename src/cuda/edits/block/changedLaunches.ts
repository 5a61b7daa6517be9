import { message } from '../../../kernel/message';
import type { Kernel, Launch } from '../../../kernel/kernel';
import { resolveDim3, volume, type Dim3 } from '../../../kernel/symbolic';
import { refused, type Refusal, type SourceEdit } from '../outcome';
import { withEdits } from '../tryOut';
import type { CudaWorkspace } from '../../workspace';
import { reasonAgainst } from './kernelChecks';
import { trialLaunches, type TrialLaunch } from './trialLaunch';

/** A launch whose block an edit changes, with what is needed to judge it. */
export interface ChangedLaunch {
  readonly before: Launch;
  readonly blockBefore: Dim3;
  readonly blockAfter: Dim3;
  readonly trialsAfter: readonly TrialLaunch[] | null;
  readonly sharedAfter: number | null;
  /** The kernels that it starts, as they are with the edit in place. */
  readonly kernelsAfter: readonly Kernel[];
}

/**
 * The launches of the workspace whose blocks change with a number; a refusal when that makes or removes launches.
 *
 * @param edits of one file put numbers in the place of others: no name comes or goes, so that no other files can change
 *   than those that rest on this one
 */
export function changedLaunches(
  workspace: CudaWorkspace,
  edits: readonly SourceEdit[],
): readonly ChangedLaunch[] | Refusal {
  const files = workspace
    .readersOf(edits[0]!.path)
    .map((path) => ({ path, before: workspace.file(path)?.launches ?? [] }));
  return withEdits(workspace, edits, () => {
    const changes: ChangedLaunch[] = [];
    for (const { path, before } of files) {
      const after = workspace.unjoinedLaunches(path);
      if (after.length !== before.length) return refused(message('cuda.launchesChange'));
      changes.push(...before.flatMap((launch, index) => changeOf(workspace, launch, after[index]!)));
    }
    return changes;
  });
}

/** Change of a launch, evaluated while the edit is in place; empty where its block stays. */
function changeOf(workspace: CudaWorkspace, before: Launch, after: Launch): ChangedLaunch[] {
  const [blockBefore, blockAfter] = [resolveDim3(before.block), resolveDim3(after.block)];
  if (!blockBefore || !blockAfter || String(blockBefore) === String(blockAfter)) return [];
  const trialsAfter = trialLaunches(workspace, after);
  const kernelsAfter = before.kernelIds.flatMap((id) => workspace.kernel(id) ?? []);
  return [
    { before, blockBefore, blockAfter, trialsAfter, sharedAfter: after.sharedBytes.value, kernelsAfter },
  ];
}

/** What bounds and sizes of a changed launch's kernels speak against its new block; null where nothing does. */
export function limitsAgainst(workspace: CudaWorkspace, change: ChangedLaunch): Refusal | null {
  const threads = volume(change.blockAfter);
  for (const after of change.kernelsAfter) {
    const reason = reasonAgainst(
      workspace,
      workspace.kernel(after.id)!,
      after,
      volume(change.blockBefore),
      threads,
    );
    if (reason !== null) return refused(message('kernel.at', { place: after.name, what: reason }));
  }
  return null;
}
