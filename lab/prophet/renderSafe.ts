import { markdownTable } from '../../src/kernel/markdownTable';
import { mean } from '../../src/stats/means';
import { median } from '../../src/stats/quantile';
import { errorOfDegradation } from './evaluate';
import { PLACES } from './oracle';
import type { SafeRow, ToldSafe } from './safeRows';
import type { TailRow } from './tailRows';

const percent = (value: number): string => `${(100 * value).toFixed(Math.abs(value) < 0.1 ? 1 : 0)} %`;

const overTarget = ({ ofTarget }: ToldSafe): number | null => (ofTarget === null ? null : ofTarget - 1);

/** The 95th percentiles as Markdown; the last rows are the errors. */
export function renderTails(rows: readonly TailRow[]): string {
  const ids = (rows[0]?.told ?? []).map(({ id }) => id);
  const p95 = ({ told }: TailRow, id: string): number => told.find((each) => each.id === id)!.p95;
  const errors = (of: (row: TailRow, id: string) => number | null): string[] =>
    ids.map((id) => {
      const known = rows.map((row) => of(row, id)).filter((error) => error !== null);
      return known.length === 0 ? '–' : `${percent(mean(known))} (median ${percent(median(known))})`;
    });
  return markdownTable(
    ['service', 'beside', 'queries', 'simulated', ...ids],
    [
      ...rows.map((row) => [
        row.service,
        row.batch,
        `${row.queries}`,
        `${row.measured.toFixed(2)} (${row.interval.map((end) => end.toFixed(2)).join(' to ')})`,
        ...ids.map((id) => p95(row, id).toFixed(2)),
      ]),
      [
        'errDeg',
        '',
        '',
        '13.5 % in the paper',
        ...errors((row, id) => errorOfDegradation(p95(row, id), row.measured)),
      ],
      ['errSD', '', '', '', ...errors((row, id) => Math.abs(p95(row, id) / row.measured - 1))],
    ],
  );
}

/** Safe instances as Markdown, and what of the GPUs they fill. */
export function renderSafe(rows: readonly SafeRow[]): string {
  const ids = (rows[0]?.told ?? []).map(({ id }) => id);
  const own = ({ told }: SafeRow, id: string) => told.find((each) => each.id === id)!;
  const used = (instances: readonly number[]): string => percent(mean(instances) / PLACES);
  const line = (title: string, oracle: string, cell: (id: string) => string, nobody: string): string[] => [
    title,
    '',
    oracle,
    ...ids.map(cell),
    nobody,
  ];
  const broken = (id: string): SafeRow[] => rows.filter((row) => own(row, id).instances > row.oracle);
  const sizes = (id: string): string => {
    const over = broken(id).flatMap((row) => overTarget(own(row, id)) ?? []);
    return over.length === 0 ? '–' : `${percent(Math.min(...over))} to ${percent(Math.max(...over))}`;
  };
  return markdownTable(
    ['service', 'beside', 'oracle', ...ids, 'no co-location'],
    [
      ...rows.map((row) => [
        row.service,
        row.batch,
        `${row.oracle}`,
        ...ids.map((id) => {
          const told = own(row, id);
          const { instances } = told;
          const over = instances > row.oracle ? overTarget(told) : null;
          return over === null ? `${instances}` : `${instances} (${percent(over)} over)`;
        }),
        '0',
      ]),
      line(
        `of ${PLACES} places`,
        used(rows.map(({ oracle }) => oracle)),
        (id) => used(rows.map((row) => own(row, id).instances)),
        '0 %',
      ),
      line('violations', '0', (id) => `${broken(id).length} of ${rows.length}`, '0'),
      line('by', '–', sizes, '–'),
    ],
  );
}
