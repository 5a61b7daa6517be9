import type { Kernel, Launch } from '../../kernel/kernel';
import { resolveDim3, volume, type Dim3 } from '../../kernel/symbolic';
import { LineIndex } from '../preprocessor/sourceMap';
import type { CudaWorkspace } from '../workspace';
import { coversSame, trialGrid } from './gridCheck';
import { reasonAgainst } from './kernelChecks';
import { configurationTexts, rangeReader } from './launchScope';
import { scopeOfLaunch } from '../files/scopeOfLaunch';
import { literalSites, type LiteralSite } from './literalSites';
import { refused, unproven, type EditOutcome, type Refusal } from './outcome';

/**
 * Rewrites the block size of a launch at the one number that it comes from: in the launch, a macro, a
 * constant or a dim3. The edit is tried on the workspace itself: it is offered only when the launch then
 * has the wanted block, every launch that changed with it still covers its grid, and no kernel hard-codes
 * the old size. The workspace is left as it was.
 *
 * @param threads wanted threads per block; a second and third extent of the block stay as they are.
 */
export function editBlockSize(workspace: CudaWorkspace, launch: Launch, threads: number): EditOutcome {
  const before = resolveDim3(launch.block);
  if (!before) return unproven(`the block of the launch in line ${launch.line} is not a known number`);
  const texts = configurationTexts(workspace, launch);
  const scope = scopeOfLaunch(workspace.functions(launch.path), launch);
  if (!texts || !scope)
    return unproven(`the launch in line ${launch.line} is made by a macro or its configuration is no list`);
  const sites = distinct(literalSites(texts.block, scope, rangeReader(workspace)));
  const refusals: Refusal[] = [];
  for (const { site, value } of replacements(sites, before, threads)) {
    const outcome = tryEdit(workspace, launch, site, value, threads);
    if (outcome.kind === 'edit') return outcome;
    refusals.push(outcome);
  }
  return (
    refusals[0] ??
    refused(`no single number in the source gives the block ${before.join(' × ')} of line ${launch.line}`)
  );
}

/** Numbers that may be the block's extent, each with the value that would give the wanted threads. */
function replacements(
  sites: readonly LiteralSite[],
  before: Dim3,
  threads: number,
): { site: LiteralSite; value: number }[] {
  const [x, y, z] = before;
  const wanted = threads / (y * z);
  const side = Math.sqrt(threads / z);
  return sites.flatMap((site) => [
    ...(site.value === x && x === y && Number.isInteger(side) ? [{ site, value: side }] : []),
    ...(site.value === x && Number.isInteger(wanted) ? [{ site, value: wanted }] : []),
    ...(site.value === volume(before) && site.value !== x ? [{ site, value: threads }] : []),
  ]);
}

function distinct(sites: readonly LiteralSite[]): LiteralSite[] {
  return [...new Map(sites.map((site) => [`${site.path}:${site.start}`, site])).values()];
}

/** The edit of one number. */
interface NumberEdit {
  readonly site: LiteralSite;
  readonly value: number;
  readonly newText: string;
}

function tryEdit(
  workspace: CudaWorkspace,
  launch: Launch,
  site: LiteralSite,
  value: number,
  threads: number,
): EditOutcome {
  const text = workspace.text(site.path)!;
  const suffix = /[uUlLzZ]*$/.exec(text.slice(site.start, site.end))![0];
  const edit = { site, value, newText: `${value}${suffix}` };
  const changes = changedLaunches(workspace, edit);
  if (changes === null) return refused('the edit would change which launches there are');
  const own = changes.find(({ before }) => before.path === launch.path && before.line === launch.line);
  if (!own || volume(own.blockAfter) !== threads)
    return refused(`the block of line ${launch.line} does not follow from that number alone`);
  for (const change of changes) {
    const refusal = judge(workspace, change);
    if (refusal !== null)
      return { ...refusal, reason: `${change.before.path}:${change.before.line}: ${refusal.reason}` };
  }
  const range = new LineIndex(text).range(site.start, site.end);
  const others = changes.length > 1 ? ` ${changes.length - 1} more launches change with it.` : '';
  return {
    kind: 'edit',
    edits: [{ path: site.path, range, newText: edit.newText }],
    note: `${site.path}:${range.startLine}: ${site.value} → ${value}; the grid follows.${others}`,
  };
}

/** A launch whose block an edit changes, with what is needed to judge it. */
interface ChangedLaunch {
  readonly before: Launch;
  readonly blockBefore: Dim3;
  readonly blockAfter: Dim3;
  readonly gridAfter: Dim3 | null;
  readonly sharedAfter: number | null;
  readonly kernels: readonly { readonly before: Kernel; readonly after: Kernel }[];
}

/** Launches that an edit changes; null when it makes or removes launches. The workspace is left as it was. */
function changedLaunches(workspace: CudaWorkspace, edit: NumberEdit): ChangedLaunch[] | null {
  const { launches, kernels } = workspace.index();
  const kernelsBefore = new Map(kernels.map((kernel) => [kernel.id, kernel]));
  return withEdit(workspace, edit, () => {
    const after = workspace.index();
    if (after.launches.length !== launches.length) return null;
    const kernelsAfter = new Map(after.kernels.map((kernel) => [kernel.id, kernel]));
    return launches.flatMap((before, index): ChangedLaunch[] => {
      const edited = after.launches[index]!;
      const [blockBefore, blockAfter] = [resolveDim3(before.block), resolveDim3(edited.block)];
      if (!blockBefore || !blockAfter || String(blockBefore) === String(blockAfter)) return [];
      const pairs = before.kernelIds.flatMap((id) => {
        const [kernel, changed] = [kernelsBefore.get(id), kernelsAfter.get(id)];
        return kernel && changed ? [{ before: kernel, after: changed }] : [];
      });
      const gridAfter = trialGrid(workspace, edited);
      return [
        { before, blockBefore, blockAfter, gridAfter, sharedAfter: edited.sharedBytes.value, kernels: pairs },
      ];
    });
  });
}

function withEdit<T>(workspace: CudaWorkspace, { site, newText }: NumberEdit, look: () => T): T {
  const original = workspace.text(site.path)!;
  workspace.setFile(site.path, original.slice(0, site.start) + newText + original.slice(site.end));
  try {
    return look();
  } finally {
    workspace.setFile(site.path, original);
  }
}

/** Why a launch may not change as it would; null when nothing speaks against it. */
function judge(workspace: CudaWorkspace, change: ChangedLaunch): Refusal | null {
  const { before, blockBefore, blockAfter, gridAfter, sharedAfter, kernels } = change;
  if (kernels.length === 0) return unproven('the kernel is not in the workspace');
  const gridBefore = trialGrid(workspace, before);
  if (!gridBefore || !gridAfter) return unproven('how the grid follows the block is not known');
  if (!coversSame(gridBefore, blockBefore, gridAfter, blockAfter))
    return refused('the grid does not follow the block');
  const [threadsBefore, threads] = [volume(blockBefore), volume(blockAfter)];
  const shared = before.sharedBytes.value;
  if (threads > threadsBefore && shared !== 0 && (shared === null || sharedAfter === shared))
    return refused('the dynamic shared memory does not follow the block');
  for (const kernel of kernels) {
    const reason = reasonAgainst(workspace, kernel.before, kernel.after, threadsBefore, threads);
    if (reason !== null) return refused(`${kernel.before.name}: ${reason}`);
  }
  return null;
}
