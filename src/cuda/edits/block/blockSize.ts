import { message } from '../../../kernel/message';
import type { Launch } from '../../../kernel/kernel';
import { resolveDim3, volume, type Dim3 } from '../../../kernel/symbolic';
import { isOfFirstTime } from '../../constants/firstTime';
import { scopeOfLaunch } from '../../files/scopeOfLaunch';
import { LineIndex } from '../../preprocessor/sourceMap';
import type { CudaWorkspace } from '../../workspace';
import { changedLaunches, limitsAgainst, type ChangedLaunch } from './changedLaunches';
import { configurationTexts, rangeReader } from './launchScope';
import { literalSites, numbersIn, type LiteralSite } from './literalSites';
import { reasonAgainstChange } from './sameWork';
import { useElsewhere } from './useElsewhere';
import { refused, unproven, type EditOutcome, type Refusal, type SourceEdit } from '../outcome';

/**
 * Rewrites the block size of a launch at the one number that it comes from: in the launch, a macro, a
 * constant or a dim3; where the launch repeats the number in its grid, there too. The edit is tried on the workspace
 * itself: it is offered only when this launch alone has the wanted block then, nothing else reads the number, and the
 * kernel is proved to compute the same (`sameWork.ts`). The workspace is left as it was.
 *
 * @param threads wanted threads per block; a second and third extent of the block stay as they are.
 */
export function editBlockSize(workspace: CudaWorkspace, launch: Launch, threads: number): EditOutcome {
  const { line } = launch;
  const before = resolveDim3(launch.block);
  if (!before) return unproven(message('cuda.blockNotKnown', { line }));
  if (launch.block.some(isOfFirstTime)) return refused(message('cuda.blockVaries', { line }));
  if (volume(before) === threads) return refused(message('cuda.sameBlock', { line }));
  const texts = configurationTexts(workspace, launch);
  const scope = scopeOfLaunch(workspace.functions(launch.path), launch);
  if (!texts || !scope) return unproven(message('cuda.noConfiguration', { line }));
  const sites = distinct(literalSites(texts.block, scope, rangeReader(workspace)));
  const refusals: Refusal[] = [];
  for (const { site, value } of replacements(sites, before, threads)) {
    const alone = tryEdit(workspace, launch, [{ site, value }], threads);
    if (alone.kind === 'edit') return alone;
    const inGrid = repeatedInGrid(texts, site, value);
    const outcome =
      inGrid.length === 0 ? alone : tryEdit(workspace, launch, [{ site, value }, ...inGrid], threads);
    if (outcome.kind === 'edit') return outcome;
    refusals.push(outcome);
  }
  return refusals[0] ?? refused(message('cuda.noSingleNumber', { block: before.join(' × '), line }));
}

/** A number of the source and what is to stand there. */
interface Replacement {
  readonly site: LiteralSite;
  readonly value: number;
}

/**
 * The same number, and the one below it, written in the grid of a launch whose block is written beside it, as in
 * `<<<(n + 255) / 256, 256>>>`; they follow the block.
 */
function repeatedInGrid(
  { grid, block }: NonNullable<ReturnType<typeof configurationTexts>>,
  { path, start, value: present }: LiteralSite,
  wanted: number,
): readonly Replacement[] {
  const isBeside = path === block.path && start >= block.offset && start < block.offset + block.text.length;
  // A grid of one number is not made of the block.
  if (!isBeside || !/[a-z_]/i.test(grid.text)) return [];
  return numbersIn(grid).flatMap((site) =>
    site.value === present || site.value === present - 1
      ? [{ site, value: wanted + site.value - present }]
      : [],
  );
}

/** Numbers that may be the block's extent, each with the value that would give the wanted threads. */
function replacements(sites: readonly LiteralSite[], before: Dim3, threads: number): Replacement[] {
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

/** @param replaced the block's number first */
function tryEdit(
  workspace: CudaWorkspace,
  launch: Launch,
  replaced: readonly [Replacement, ...Replacement[]],
  threads: number,
): EditOutcome {
  const [{ site, value }] = replaced;
  const edits = replaced.map((one) => numberEdit(workspace, one.site, one.value));
  const changes = changedLaunches(workspace, edits);
  if ('kind' in changes) return changes;
  const isChosen = ({ before }: ChangedLaunch) =>
    before.path === launch.path && before.line === launch.line && before.callee === launch.callee;
  const chosen = changes.find(isChosen);
  if (!chosen || volume(chosen.blockAfter) !== threads)
    return refused(message('cuda.blockFromMore', { line: launch.line }));
  const other = changes.find((change) => !isChosen(change))?.before;
  if (other !== undefined)
    return refused(message('cuda.blockShared', { place: `${other.path}:${other.line}` }));
  const refusal =
    limitsAgainst(workspace, chosen) ??
    reasonAgainstChange(workspace, chosen) ??
    usedElsewhere(workspace, launch, site);
  if (refusal !== null)
    return {
      ...refusal,
      reason: message('kernel.at', { place: `${launch.path}:${launch.line}`, what: refusal.reason }),
    };
  const change = { place: `${site.path}:${edits[0]!.range.startLine}`, from: site.value, to: value };
  const note = edits.length > 1 ? 'cuda.blockAndGridChange' : 'cuda.blockChanges';
  return { kind: 'edit', edits, note: message(note, change) };
}

function usedElsewhere(workspace: CudaWorkspace, launch: Launch, site: LiteralSite): Refusal | null {
  const use = useElsewhere(workspace, launch, site);
  return use && refused(message('cuda.numberElsewhere', { name: use.name, place: use.place }));
}

/** The edit that puts another value in the place of a number. */
function numberEdit(workspace: CudaWorkspace, { path, start, end }: LiteralSite, value: number): SourceEdit {
  const text = workspace.text(path)!;
  const suffix = /(?<![uUlLzZ])[uUlLzZ]*$/.exec(text.slice(start, end))![0];
  return { path, range: new LineIndex(text).range(start, end), newText: `${value}${suffix}` };
}
