import type { RankComparison, RankTrace } from '../analysis/traces/rankComparison';
import type { KernelOperationKind } from '../kernel/kernelReading';
import { duration, percent } from '../words/format';
import { say } from '../words/say';
import { table } from '../words/texts/table';
import { titleOf } from '../words/titleOf';

/** Ranks in the table: beyond that a page is no wider, and `--json` has all. */
const MOST_RANKS = 8;
/** Operations whose share is smaller on every rank have no line. */
const LEAST_SHARE = 0.01;

/** Ranks of one run side by side: times of each, then its kernel time by operation. */
export function rankReport({ ranks, worldSize, longest, shortest }: RankComparison): string {
  const shown = ranks.slice(0, MOST_RANKS);
  const head = ['', ...shown.map(({ rank }) => say('cli.ranks.rank', { rank }))];
  const row = (title: string, value: (rank: RankTrace) => string): readonly string[] => [
    title,
    ...shown.map(value),
  ];
  const share = (part: number, whole: number): string => (whole > 0 ? percent(part / whole) : '–');
  const rows = [
    row(say('cli.ranks.span'), ({ device }) => duration(device.idle.spanNs)),
    row(say('cli.ranks.iteration'), ({ device }) =>
      device.iterations === null ? '–' : duration(device.iterations.periodNs),
    ),
    row(say('cli.ranks.compute'), ({ computeNs }) => duration(computeNs)),
    row(say('cli.ranks.communication'), ({ communicationNs }) => duration(communicationNs)),
    row(say('cli.ranks.idle'), ({ device: { idle } }) => share(idle.idleNs, idle.spanNs)),
    ...operationsOf(shown).map((operation) =>
      row(operation === null ? say('cli.ranks.untold') : titleOf('operation', operation), (rank) =>
        duration(timeOf(rank, operation)),
      ),
    ),
  ];
  const [slow, fast] = [longest, shortest].map((wanted) => ranks.find(({ rank }) => rank === wanted)!);
  const spread = say('cli.ranks.spread', {
    longest,
    shortest,
    more: slow!.computeNs / fast!.computeNs - 1,
    longestNs: slow!.communicationNs,
    shortestNs: fast!.communicationNs,
  });
  return [
    worldSize === null
      ? say('cli.ranks.head', { ranks: ranks.length })
      : say('cli.ranks.headOf', { ranks: ranks.length, worldSize }),
    table(head, rows),
    ...(fast!.computeNs > 0 ? [spread] : []),
  ].join('\n');
}

/** Operations that take a hundredth of some rank's kernel time, the longest of all ranks first. */
function operationsOf(ranks: readonly RankTrace[]): readonly (KernelOperationKind | null)[] {
  const all = [...new Set(ranks.flatMap(({ operations }) => operations.map(({ operation }) => operation)))];
  const most = (operation: KernelOperationKind | null): number =>
    Math.max(
      ...ranks.map((rank) => timeOf(rank, operation) / Math.max(1, rank.computeNs + rank.communicationNs)),
    );
  return all
    .filter((operation) => operation !== 'communication' && most(operation) >= LEAST_SHARE)
    .toSorted((a, b) => most(b) - most(a));
}

function timeOf({ operations }: RankTrace, wanted: KernelOperationKind | null): number {
  return operations.find(({ operation }) => operation === wanted)?.totalNs ?? 0;
}
