import type { ProfilePage } from '../analysis/profileProtocol';
import type { KernelProfile } from '../kernel/profile';
import { groupBy } from '../stats/grouping';
import { duration, percent } from '../words/format';
import { say } from '../words/say';
import { table } from '../words/texts/table';

/** Kernels in the table: what the rest takes is small, and `--json` has them all. */
const MOST_ROWS = 40;
const LONGEST_NAME = 60;

/** Launches of one kernel and shape; null times where the file has none. */
interface KernelGroup {
  readonly first: KernelProfile;
  readonly calls: number;
  readonly totalNs: number | null;
  readonly meanNs: number | null;
}

/** Kernels of a profile by the time that they take; those without times in the order of the file. */
export function profileKernels({ kernels }: ProfilePage): readonly string[] {
  if (kernels.length === 0) return [say('cli.profile.noKernels')];
  const groups = kernelGroups(kernels);
  const all = groups.reduce((sum, { totalNs }) => sum + (totalNs ?? 0), 0);
  const share = (totalNs: number | null): string =>
    totalNs === null || all === 0 ? '–' : percent(totalNs / all);
  const shown = groups.slice(0, MOST_ROWS);
  const rest = groups.slice(MOST_ROWS);
  const restNs = rest.reduce((sum, { totalNs }) => sum + (totalNs ?? 0), 0);
  const columns = (['kernel', 'calls', 'mean', 'share', 'grid', 'block', 'metrics'] as const).map((name) =>
    say(`cli.column.${name}`),
  );
  const rows = shown.map(({ first, calls, totalNs, meanNs }) => [
    first.name.length > LONGEST_NAME ? `${first.name.slice(0, LONGEST_NAME - 1)}…` : first.name,
    String(calls),
    meanNs === null ? '–' : duration(meanNs),
    share(totalNs),
    first.grid?.join('×') ?? '–',
    first.block?.join('×') ?? '–',
    String(Object.keys(first.metrics).length),
  ]);
  return [
    table(columns, rows),
    ...(rest.length === 0
      ? []
      : [
          say('cli.profile.moreKernels', {
            rows: rest.length,
            share: all > 0 ? restNs / all : 0,
          }),
        ]),
  ];
}

/** Launches of a kernel with one shape together, the longest first; rows with metrics are told one by one. */
function kernelGroups(kernels: readonly KernelProfile[]): readonly KernelGroup[] {
  const groups = groupBy(kernels, (kernel) => {
    const isAlone = Object.keys(kernel.metrics).length > 0;
    return isAlone ? kernel : JSON.stringify([kernel.name, kernel.grid, kernel.block]);
  });
  return [...groups.values()]
    .map((group): KernelGroup => {
      const timed = group.filter(({ durationNs }) => durationNs !== null);
      const totalNs = timed.reduce((sum, { durationNs, calls }) => sum + durationNs! * calls, 0);
      const timedCalls = timed.reduce((sum, { calls }) => sum + calls, 0);
      return {
        first: group[0]!,
        calls: group.reduce((sum, { calls }) => sum + calls, 0),
        ...(timedCalls === 0 ? { totalNs: null, meanNs: null } : { totalNs, meanNs: totalNs / timedCalls }),
      };
    })
    .toSorted((a, b) => (b.totalNs ?? -1) - (a.totalNs ?? -1));
}
