import type { TracedKernelResult } from '../analysis/results/tracedKernelResult';
import { ORIGIN_MARK } from '../kernel/origin';
import type { Dim3 } from '../kernel/symbolic';
import { words } from '../words';
import { duration, percent } from '../words/format';
import { say } from '../words/say';
import { table } from '../words/texts/table';
import { titleOf } from '../words/titleOf';
import type { ProfileAnswer } from './answers';

/** Kernels in the table: what the rest takes is small, and `--json` has them all. */
const MOST_ROWS = 30;
const LONGEST_NAME = 48;

const COLUMNS = [
  ...(['kernel', 'grid', 'block', 'calls', 'time', 'share', 'operation'] as const),
  ...(['class', 'dram', 'occupancy', 'counters'] as const),
];

/** A timeline's kernels with counters and what else is known of them, and the counters that belong to none. */
export function joinedReport({
  path,
  kernels,
  countedShare,
  unmatched,
}: NonNullable<ProfileAnswer['joined']>[number]): string {
  const shown = kernels.slice(0, MOST_ROWS);
  const lost = unmatched.map(({ name, grid, block, location, why }) =>
    say('cli.profile.unmatchedOne', {
      name: shortened(name),
      shape: `${shape(grid)} / ${shape(block)}`,
      path: location.path,
      line: location.line,
      why,
    }),
  );
  return [
    say('cli.profile.joined', { path, share: countedShare }),
    table(
      COLUMNS.map((column) => say(`cli.column.${column}`)),
      shown.map(rowOf),
    ),
    ...(lost.length > 0 ? [say('cli.profile.unmatched'), ...lost.map((line) => `  ${line}`)] : []),
  ].join('\n');
}

function rowOf(kernel: TracedKernelResult): readonly string[] {
  const { name, grid, block, calls, totalNs, share, memoryShare, blocks, counters, why } = kernel;
  return [
    shortened(name),
    shape(grid),
    shape(block),
    String(calls),
    duration(totalNs),
    percent(share),
    operationText(kernel),
    classText(kernel),
    memoryShare === null ? '–' : percent(memoryShare),
    blocks === null
      ? '–'
      : say('cli.profile.occupancy', {
          share: blocks.occupancy,
          limiter: titleOf('limiter', blocks.limiter),
        }),
    why !== null || counters === null
      ? words(why ?? '–')
      : say('cli.profile.countedAt', { ...counters.location }),
  ];
}

function operationText({ reading }: TracedKernelResult): string {
  const { operation, dataType } = reading ?? {};
  const mark = [operation, dataType].some((told) => told?.assumed === true) ? ` ${ORIGIN_MARK.assumed}` : '';
  const parts = [operation && titleOf('operation', operation.value), dataType?.value].filter(Boolean);
  return parts.length === 0 ? '–' : `${parts.join(' ')}${mark}`;
}

function classText({ class: found }: TracedKernelResult): string {
  if (found === null) return '–';
  const mark = found.basis === 'counters' ? ORIGIN_MARK.predicted : ORIGIN_MARK.assumed;
  return `${titleOf('class', found.value)} ${mark}`;
}

const shape = (extents: Dim3 | null): string => extents?.join('×') ?? '–';

const shortened = (name: string): string =>
  name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name;
