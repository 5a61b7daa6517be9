import type { RankComparison, RankTrace } from '../../analysis/traces/rankComparison';
import type { KernelOperationKind } from '../../kernel/kernelReading';
import { markdownTable } from '../../kernel/markdownTable';
import { duration, percent } from '../format';
import { say } from '../say';
import { titleOf } from '../titleOf';

/** Ranks in the table: beyond that a page is no wider. */
const MOST_RANKS = 8;
/** Operations whose share is smaller on every rank have no line. */
const LEAST_SHARE = 0.01;

/** How many ranks of how many there are. */
export function ranksHead({ ranks, worldSize }: RankComparison): string {
  return worldSize === null
    ? say('cli.ranks.head', { ranks: ranks.length })
    : say('cli.ranks.headOf', { ranks: ranks.length, worldSize });
}

/** Heads of the table of ranks. */
export function ranksColumns({ ranks }: RankComparison): readonly string[] {
  return ['', ...ranks.slice(0, MOST_RANKS).map(({ rank }) => say('cli.ranks.rank', { rank }))];
}

/** Rows of the table: times of each rank, then its kernel time by operation. */
export function ranksRows({ ranks }: RankComparison): readonly (readonly string[])[] {
  const shown = ranks.slice(0, MOST_RANKS);
  const row = (title: string, value: (rank: RankTrace) => string): readonly string[] => [
    title,
    ...shown.map(value),
  ];
  const share = (part: number, whole: number): string => (whole > 0 ? percent(part / whole) : '–');
  return [
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
}

/** Which rank computes longest, and what waits for it; null where no rank computes. */
export function ranksSpread({ ranks, longest, shortest }: RankComparison): string | null {
  const [slow, fast] = [longest, shortest].map((wanted) => ranks.find(({ rank }) => rank === wanted)!);
  if (fast!.computeNs <= 0) return null;
  return say('cli.ranks.spread', {
    longest,
    shortest,
    more: slow!.computeNs / fast!.computeNs - 1,
    longestNs: slow!.communicationNs,
    shortestNs: fast!.communicationNs,
  });
}

/** All of it as a page of Markdown, with the file of each rank. */
export function ranksPage(comparison: RankComparison): string {
  const files = comparison.ranks.map(
    ({ rank, path }) => `- ${say('cli.ranks.rank', { rank })}: \`${path.replaceAll('`', '')}\``,
  );
  return [
    `# ${ranksHead(comparison)}`,
    markdownTable(ranksColumns(comparison), ranksRows(comparison)),
    ...[ranksSpread(comparison) ?? []].flat(),
    files.join('\n'),
    '',
  ].join('\n\n');
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
