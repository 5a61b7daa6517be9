import { quantile } from '../../../src/stats/quantile';
import type { OwnNumbers } from './beside';
import type { MeasuredLaunch } from './measured';

/** A measured launch with what the project says of it. */
export interface SuiteRow {
  readonly measured: MeasuredLaunch;
  readonly own: OwnNumbers;
}

/** A quantity of which both sides have a number. */
interface Quantity {
  readonly name: string;
  readonly of: (row: SuiteRow) => readonly [own: number | null, measured: number];
  /** Fewer than this on both sides say nothing about accuracy. */
  readonly least: number;
}

const times = (requests: number, sectors: number | null): number | null =>
  requests === 0 ? 0 : sectors && requests * sectors;
const SECTORS = 64;
const BYTES = 1 << 16;

/** What is compared, in the order of the table. */
const QUANTITIES: readonly Quantity[] = [
  { name: 'registers', least: 1, of: ({ own, measured: { values } }) => [own.registers, values.registers] },
  {
    name: 'warp instructions',
    least: 1,
    of: ({ own, measured: { values } }) => [own.instructions, values.instructions],
  },
  {
    name: 'requests of global loads',
    least: SECTORS,
    of: ({ own, measured: { values } }) => [own.loadRequests, values.loadRequests],
  },
  {
    name: 'requests of global stores',
    least: SECTORS,
    of: ({ own, measured: { values } }) => [own.storeRequests, values.storeRequests],
  },
  {
    name: 'sectors of global loads',
    least: SECTORS,
    of: ({ own, measured: { values } }) => [
      times(own.loadRequests, own.run.sectorsPerLoad),
      values.loadSectors,
    ],
  },
  {
    name: 'sectors of global stores',
    least: SECTORS,
    of: ({ own, measured: { values } }) => [
      times(own.storeRequests, own.run.sectorsPerStore),
      values.storeSectors,
    ],
  },
  {
    name: 'bytes read from DRAM',
    least: BYTES,
    of: ({ own, measured: { values } }) => [own.run.dramReadBytes, values.dramReadBytes],
  },
  { name: 'time', least: 1, of: ({ own, measured: { values } }) => [own.run.ns, values.ns] },
];

/** Own number over the measured one; null where both are too small to compare, infinite where only the measured is 0. */
function ratioOf({ of, least }: Quantity, row: SuiteRow): number | null {
  const [own, measured] = of(row);
  if (own === null || Math.max(own, measured) < least) return null;
  return own / measured;
}

/** Distance of a ratio from 1, the same for half and double. */
export const distanceOf = (ratio: number): number => Math.exp(Math.abs(Math.log(ratio))) - 1;

/** Columns of `summaryRows`. */
export const SUMMARY_COLUMNS = [
  'quantity',
  'launches',
  'median ratio',
  'median error',
  '90th percentile',
  'within 10 %',
  'within 25 %',
] as const;

/** A row for each quantity: how far the project's number is from the measured one. */
export function summaryRows(rows: readonly SuiteRow[]): readonly (readonly string[])[] {
  return QUANTITIES.flatMap((quantity) => {
    const ratios = rows.map((row) => ratioOf(quantity, row)).filter((ratio) => ratio !== null);
    if (ratios.length === 0) return [];
    const errors = ratios.map(distanceOf).sort((a, b) => a - b);
    const within = (most: number): string => `${errors.filter((error) => error <= most + 1e-9).length}`;
    return [
      [
        quantity.name,
        `${errors.length}`,
        quantile(ratios, 0.5).toFixed(2),
        percent(quantile(errors, 0.5)),
        percent(quantile(errors, 0.9)),
        within(0.1),
        within(0.25),
      ],
    ];
  });
}

/** Columns of `launchRow`. */
export const LAUNCH_COLUMNS = [
  'program',
  'kernel',
  'call',
  'grid',
  'block',
  'sizes from',
  'taken for granted',
  'run',
  'µs measured',
  ...QUANTITIES.map(({ name }) => name),
] as const;

/** A launch with the ratio of each quantity. */
export function launchRow(row: SuiteRow): readonly string[] {
  const { measured, own } = row;
  return [
    measured.program,
    `\`${measured.kernel}\``,
    `${measured.call}`,
    measured.grid.join('×'),
    measured.block.join('×'),
    own.sizesFrom,
    own.isFirm ? 'nothing' : 'something',
    own.run.isWhole ? 'whole' : 'part',
    (measured.values.ns / 1000).toFixed(1),
    ...QUANTITIES.map((quantity) => ratioOf(quantity, row)?.toFixed(2) ?? '–'),
  ];
}

/** The kernels that are farthest off in a quantity, each by its worst row, the worst first. */
export function worst(rows: readonly SuiteRow[], name: string, count: number): readonly SuiteRow[] {
  const quantity = QUANTITIES.find((one) => one.name === name)!;
  const far = rows.flatMap((row) => {
    const ratio = ratioOf(quantity, row);
    return ratio === null ? [] : [{ row, distance: distanceOf(ratio) }];
  });
  const byKernel = new Map<string, SuiteRow>();
  for (const { row } of far.toSorted((a, b) => b.distance - a.distance)) {
    const key = `${row.measured.program} ${row.measured.kernel}`;
    if (!byKernel.has(key)) byKernel.set(key, row);
  }
  return [...byKernel.values()].slice(0, count);
}

const percent = (error: number): string =>
  Number.isFinite(error) ? `${(100 * error).toFixed(0)} %` : 'without bound';
