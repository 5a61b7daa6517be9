import { markdownTable } from '../../src/kernel/markdownTable';
import { mean } from '../../src/stats/means';
import { PLACES } from './oracle';
import type { SafeRow } from './safeRows';

const percent = (value: number): string => `${(100 * value).toFixed(Math.abs(value) < 0.1 ? 1 : 0)} %`;

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
    const over = broken(id).flatMap((row) => own(row, id).over ?? []);
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
          const { instances, over } = own(row, id);
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
