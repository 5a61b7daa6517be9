import { meetings } from '../../src/analysis/results/overlapResult';
import type { CoRunMatrix } from '../../src/analysis/results/coRunResult';
import type { WorkspaceResults } from '../../src/analysis/results/workspaceResults';
import type { Prediction } from '../../src/kernel/prediction';
import type { MatrixOrder, ViewState } from '../state/viewState';
import { formatSlowdown } from './format';
import { memoizeByObject } from './memoize';
import type { TableModel } from './table';
import { say } from '../../src/words';

const positions = memoizeByObject(
  (matrix: CoRunMatrix): ReadonlyMap<string, number> =>
    new Map(matrix.kernelIds.map((id, index) => [id, index])),
);

/** The prediction for `victim` beside `aggressor`, by kernel ids; null where there is none. */
export function predictionOf(matrix: CoRunMatrix, victim: string, aggressor: string): Prediction | null {
  const row = positions(matrix).get(victim);
  const column = positions(matrix).get(aggressor);
  return row === undefined || column === undefined ? null : (matrix.cells[row]?.[column] ?? null);
}

/** What every predictor says of a pair, the shown answer first. */
export function answersOf(
  { matrix }: WorkspaceResults,
  victim: string,
  aggressor: string,
): readonly Prediction[] {
  const [row, column] = [positions(matrix).get(victim), positions(matrix).get(aggressor)];
  return row === undefined || column === undefined ? [] : (matrix.answers[row]?.[column] ?? []);
}

/** Mean of the known values, or 1 (no effect) when nothing is known. */
function meanSlowdown(predictions: readonly (Prediction | null | undefined)[]): number {
  const known = predictions.flatMap((prediction) => prediction?.slowdown ?? []);
  return known.length === 0 ? 1 : known.reduce((sum, value) => sum + value, 0) / known.length;
}

/** The matrix of kernels that can run beside another one; what never meets has no number there. */
export const matrixOfMeetings = memoizeByObject((results: WorkspaceResults): CoRunMatrix => {
  const { matrix } = results;
  const partners = meetings(results);
  const kept = matrix.kernelIds.flatMap((id, at) => (partners.has(id) ? [at] : []));
  const meet = (row: number, column: number): boolean =>
    partners.get(matrix.kernelIds[row]!)?.has(matrix.kernelIds[column]!) ?? false;
  return {
    ...matrix,
    kernelIds: kept.map((at) => matrix.kernelIds[at]!),
    names: kept.map((at) => matrix.names[at]!),
    cells: kept.map((row) => kept.map((column) => (meet(row, column) ? matrix.cells[row]![column]! : null))),
    answers: kept.map((row) =>
      kept.map((column) => (meet(row, column) ? matrix.answers[row]![column]! : [])),
    ),
  };
});

/** Pairs that can run together, or all of them where they are asked for. */
export function shownMatrix(
  results: WorkspaceResults,
  { matrixAll }: Pick<ViewState, 'matrixAll'>,
): CoRunMatrix {
  return matrixAll ? results.matrix : matrixOfMeetings(results);
}

/** Indices of the kernels in the order in which rows and columns are drawn. */
export function orderMatrix(matrix: CoRunMatrix, order: MatrixOrder): readonly number[] {
  const indices = matrix.kernelIds.map((_, index) => index);
  if (order === 'source') return indices;
  const score = indices.map((index) =>
    meanSlowdown(order === 'suffers' ? (matrix.cells[index] ?? []) : matrix.cells.map((row) => row[index])),
  );
  return indices.sort((a, b) => score[b]! - score[a]! || a - b);
}

/** Largest slowdown of the matrix; 1 when there is none above. */
export const highestSlowdown = memoizeByObject((matrix: CoRunMatrix): number =>
  matrix.cells.reduce((high, row) => row.reduce((h, cell) => Math.max(h, cell?.slowdown ?? 1), high), 1),
);

/** The matrix as a table: one row a victim, one column an aggressor, both in `order`. */
export function matrixTable(matrix: CoRunMatrix, order: readonly number[]): TableModel {
  return {
    columns: [
      { title: say('webview.corun.victim') },
      ...order.map((index) => ({ title: matrix.names[index] ?? '', format: formatSlowdown })),
    ],
    rows: order.map((row) => [
      matrix.names[row] ?? '',
      ...order.map((column) => matrix.cells[row]?.[column]?.slowdown ?? null),
    ]),
  };
}

/** Kernel ids of the cell that the co-run view shows. */
export interface CellIds {
  readonly victim: string;
  readonly aggressor: string;
}

/**
 * The selected cell while its kernels are there; else the worst cell of the kernel that the views are
 * about; else the worst of all. Null when the matrix has no prediction.
 */
export function selectedCell(
  matrix: CoRunMatrix,
  view: Pick<ViewState, 'cell' | 'kernelId'>,
): CellIds | null {
  const { cell, kernelId } = view;
  const known = positions(matrix);
  if (cell !== null && known.has(cell.victim) && known.has(cell.aggressor)) return cell;
  const row = kernelId === null ? undefined : known.get(kernelId);
  return (row === undefined ? null : worstCell(matrix, [row])) ?? worstCell(matrix, [...known.values()]);
}

function worstCell(matrix: CoRunMatrix, rows: readonly number[]): CellIds | null {
  let worst: CellIds | null = null;
  let highest = -Infinity;
  for (const row of rows)
    matrix.cells[row]?.forEach((cell, column) => {
      if (cell === null || cell.slowdown <= highest) return;
      highest = cell.slowdown;
      worst = { victim: matrix.kernelIds[row]!, aggressor: matrix.kernelIds[column]! };
    });
  return worst;
}
