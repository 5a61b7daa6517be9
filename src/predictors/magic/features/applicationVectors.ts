import { groupBy } from '../../../stats/grouping';
import type { FeatureRow, FeatureTable } from './featureTable';
import { scaled, scalingOf } from './scaling';

/** An application as one point among features. */
export interface ApplicationVector {
  readonly application: string;
  /** Each 0 to 1, in the order of the table's metrics. */
  readonly values: readonly number[];
  /** What its kernels are weighted by: launches where no trace times all of them. */
  readonly weighted: 'time' | 'launches';
}

/**
 * One vector for each application: the mean of its scaled kernels, weighted by the time of all their launches. (The text
 * does not say how kernels are put together.)
 */
export function applicationVectors({ rows }: FeatureTable): readonly ApplicationVector[] {
  const scaling = scalingOf(rows.map(({ values }) => values));
  return [...groupBy(rows, ({ application }) => application)].map(([application, own]) => {
    const { weights, weighted } = weightsOf(own);
    const values = weightedMean(
      own.map((row) => scaled(row.values, scaling)),
      weights,
    );
    return { application, values, weighted };
  });
}

/** Metrics of all kernels of a table together, as of one application: the mean, weighted in the same way, in base units. */
export function meanMetrics({ rows, metrics }: FeatureTable): Readonly<Record<string, number>> {
  const values = weightedMean(
    rows.map((row) => row.values),
    weightsOf(rows).weights,
  );
  return Object.fromEntries(metrics.map((name, at) => [name, values[at]!]));
}

function weightsOf(rows: readonly FeatureRow[]): {
  readonly weights: readonly number[];
  readonly weighted: ApplicationVector['weighted'];
} {
  const timed = rows.every(({ timeNs }) => timeNs !== null && timeNs > 0);
  return {
    weights: rows.map((row) => (timed ? row.timeNs! : row.calls)),
    weighted: timed ? 'time' : 'launches',
  };
}

function weightedMean(rows: readonly (readonly number[])[], weights: readonly number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return rows[0]!.map((_, column) =>
    rows.reduce((sum, row, at) => sum + (row[column]! * weights[at]!) / total, 0),
  );
}
