import type { ProcessRow } from './processes';

const COUNTS = [1, 2, 3, 4, 5];

/** Rows of the table `parvagpu_a100`. */
export const processRows = (rows: readonly Readonly<Record<string, string>>[]): readonly ProcessRow[] =>
  rows.map((row) => ({
    network: row['network']!,
    gpcs: Number(row['gpcs']),
    batch: Number(row['batch']),
    perSecond: COUNTS.map((count) => Number(row[`per_s_${count}`])),
  }));
