import { bestWay } from '../../sharing/compare/compareWays';
import type { Way, WayResult } from '../../sharing/compare/way';
import { pairsOf } from '../../stats/pairs';
import { kernelFinder } from '../corun/kernelPairs';
import type { ComparedConflict } from '../results/compareResult';
import type { WorkspaceResults } from '../results/workspaceResults';

/** The worst first. */
const KINDS = ['race', 'ordered', 'untold', 'parts'] as const;

/**
 * The way to take: none where a program gives kernels the same data, and of those of one process where they use parts of
 * one buffer, which another process does not have.
 */
export function bestWayWith(conflicts: readonly ComparedConflict[], ways: readonly WayResult[]): Way | null {
  if (areKeptApart(conflicts)) return null;
  const isOneBuffer = conflicts.some(({ kind }) => kind === 'parts');
  return bestWay(isOneBuffer ? ways.filter(({ isolation }) => isolation === 'one-process') : ways);
}

/** Whether a program gives two kernels the same data, so that they are not to run together with it. */
const areKeptApart = (conflicts: readonly ComparedConflict[]): boolean =>
  conflicts.some(({ kind }) => kind === 'race' || kind === 'ordered');

/** What programs have two of some kernels do to each other's data: of every two the worst, where any does. */
export function conflictsAmong(
  kernelIds: readonly string[],
  results: Pick<WorkspaceResults, 'files' | 'applications'>,
): readonly ComparedConflict[] {
  const find = kernelFinder(results);
  const all = results.applications.flatMap((application) =>
    (application.conflicts ?? []).flatMap(({ launches: [a, b], buffer, kind }) => {
      const [writer, user] = [find(a, application), find(b, application)];
      if (writer === null || user === null) return [];
      const { path, line } = user;
      const ids = [writer.kernel.id, user.kernel.id];
      return [{ ids, conflict: { buffer, program: application.name, path, line, kind } }];
    }),
  );
  return pairsOf(kernelIds.map((_, at) => at)).flatMap(([one, other]) => {
    const [first, second] = [kernelIds[one]!, kernelIds[other]!];
    const between = all
      .filter(({ ids: [a, b] }) => (a === first && b === second) || (a === second && b === first))
      .toSorted((a, b) => KINDS.indexOf(a.conflict.kind) - KINDS.indexOf(b.conflict.kind))[0];
    if (between === undefined) return [];
    const kernels = between.ids[0] === first ? ([one, other] as const) : ([other, one] as const);
    return [{ kernels, ...between.conflict }];
  });
}
