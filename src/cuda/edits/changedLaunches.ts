import { message } from '../../kernel/message';
import type { Kernel, Launch } from '../../kernel/kernel';
import { resolveDim3, volume, type Dim3 } from '../../kernel/symbolic';
import type { CudaWorkspace } from '../workspace';
import { coversSame, trialGrid } from './gridCheck';
import { reasonAgainst } from './kernelChecks';
import { refused, unproven, type Refusal, type SourceEdit } from './outcome';
import { withEdits } from './tryOut';

/** A launch whose block an edit changes, with what is needed to judge it. */
export interface ChangedLaunch {
  readonly before: Launch;
  readonly blockBefore: Dim3;
  readonly blockAfter: Dim3;
  readonly gridAfter: Dim3 | null;
  readonly sharedAfter: number | null;
  /** The kernels that it starts, as they are with the edit in place. */
  readonly kernelsAfter: readonly Kernel[];
}

/**
 * The launches of some files whose blocks an edit changes; a refusal when it makes or removes launches there. No
 * other files are read with the edit in place than these, those of their kernels, and what they refer to.
 */
export function changedLaunches(
  workspace: CudaWorkspace,
  edit: SourceEdit,
  paths: readonly string[],
): readonly ChangedLaunch[] | Refusal {
  const files = paths.map((path) => ({ path, before: workspace.file(path)?.launches ?? [] }));
  return withEdits(workspace, [edit], () => {
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
  const gridAfter = trialGrid(workspace, after);
  const kernelsAfter = before.kernelIds.flatMap((id) => workspace.kernel(id) ?? []);
  return [{ before, blockBefore, blockAfter, gridAfter, sharedAfter: after.sharedBytes.value, kernelsAfter }];
}

/** Reason against the first launch that may not change like that; null when all may. */
export function firstRefusal(workspace: CudaWorkspace, changes: readonly ChangedLaunch[]): Refusal | null {
  for (const change of changes) {
    const refusal = judge(workspace, change);
    const { path, line } = change.before;
    if (refusal !== null) return refusalAt(`${path}:${line}`, refusal);
  }
  return null;
}

function refusalAt(place: string, refusal: Refusal): Refusal {
  return { ...refusal, reason: message('kernel.at', { place, what: refusal.reason }) };
}

function judge(workspace: CudaWorkspace, change: ChangedLaunch): Refusal | null {
  const { before, blockBefore, blockAfter, gridAfter, sharedAfter, kernelsAfter } = change;
  if (kernelsAfter.length === 0) return unproven(message('cuda.kernelElsewhere'));
  const gridBefore = trialGrid(workspace, before);
  if (!gridBefore || !gridAfter) return unproven(message('cuda.gridUnknown'));
  if (!coversSame(gridBefore, blockBefore, gridAfter, blockAfter)) return refused(message('cuda.gridFixed'));
  const [threadsBefore, threads] = [volume(blockBefore), volume(blockAfter)];
  const shared = before.sharedBytes.value;
  if (threads > threadsBefore && shared !== 0 && (shared === null || sharedAfter === shared))
    return refused(message('cuda.sharedFixed'));
  for (const after of kernelsAfter) {
    const reason = reasonAgainst(workspace, workspace.kernel(after.id)!, after, threadsBefore, threads);
    if (reason !== null) return refused(message('kernel.at', { place: after.name, what: reason }));
  }
  return null;
}
