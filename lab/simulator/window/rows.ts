import { markdownTable } from '../../../src/kernel/markdownTable';
import { mean } from '../../../src/stats/means';

/** A slowdown as it is shown, and that of whole launches. */
export interface Row {
  readonly pair: string;
  readonly short: number;
  readonly full: number;
}

export interface Summary {
  readonly mean: number;
  readonly worst: number;
  readonly slowdowns: number;
}

function error({ short, full }: Row): number {
  return Math.abs(short - full) / full;
}

export function summary(rows: readonly Row[]): Summary {
  const errors = rows.map(error);
  return { mean: mean(errors), worst: Math.max(...errors), slowdowns: rows.length };
}

export function errorTable(rows: readonly Row[]): string {
  const cells = rows.map((row) => [
    row.pair,
    row.short.toFixed(3),
    row.full.toFixed(3),
    `${(100 * error(row)).toFixed(1)} %`,
  ]);
  return markdownTable(['kernel', 'shortened', 'whole', 'error'], cells);
}

export function errorCells({ mean: average, worst, slowdowns }: Summary): string[] {
  return [String(slowdowns), `${(100 * average).toFixed(1)} %`, `${(100 * worst).toFixed(0)} %`];
}
