import { mean } from '../../../src/stats/means';
import type { Classifier, Examples, Family } from './family';

/** Normal distributions of each class with independent features; `smoothing` is added to variances. */
export const naiveBayes: Family = {
  id: 'Gaussian naive Bayes',
  settings: [1e-9, 1e-3, 1e-1].map((smoothing) => ({
    label: `smoothing ${smoothing}`,
    fit: (examples) =>
      likelier(examples, (rows) => {
        const { means, deviations } = moments(rows);
        const variances = deviations.map((column) => mean(column.map((value) => value ** 2)) + smoothing);
        return (row) =>
          row.reduce(
            (sum, value, at) =>
              sum - 0.5 * (Math.log(variances[at]!) + (value - means[at]!) ** 2 / variances[at]!),
            0,
          );
      }),
  })),
};

/** Quadratic discriminant analysis: a covariance for each class, shrunk towards the identity by a share. */
export const quadraticDiscriminant: Family = {
  id: 'quadratic discriminant',
  settings: [0.01, 0.1, 0.5].map((share) => ({
    label: `shrunk by ${share}`,
    fit: (examples) =>
      likelier(examples, (rows) => {
        const { means, deviations } = moments(rows);
        const covariance = deviations.map((a, i) =>
          deviations.map((b, j) => {
            const own = mean(a.map((value, at) => value * b[at]!));
            return (1 - share) * own + (i === j ? share : 0);
          }),
        );
        const root = cholesky(covariance);
        const logRoot = root.reduce((sum, row, at) => sum + Math.log(row[at]!), 0);
        return (row) => {
          const solved = forward(
            root,
            row.map((value, at) => value - means[at]!),
          );
          return -logRoot - 0.5 * solved.reduce((sum, value) => sum + value ** 2, 0);
        };
      }),
  })),
};

/** The class of the larger likelihood times its share of the examples. */
function likelier(
  { rows, labels }: Examples,
  logLikelihood: (rows: readonly (readonly number[])[]) => (row: readonly number[]) => number,
): Classifier {
  const scores = [true, false].map((label) => {
    const own = rows.filter((_, at) => labels[at] === label);
    if (own.length === 0) return () => -Infinity;
    const likelihood = logLikelihood(own);
    return (row: readonly number[]) => Math.log(own.length / rows.length) + likelihood(row);
  });
  return (row) => scores[0]!(row) > scores[1]!(row);
}

/** Means of columns, and each column's deviations from its own. */
function moments(rows: readonly (readonly number[])[]) {
  const columns = rows[0]!.map((_, column) => rows.map((row) => row[column]!));
  const means = columns.map(mean);
  return { means, deviations: columns.map((column, at) => column.map((value) => value - means[at]!)) };
}

/** Lower triangular root of a positive definite matrix. */
function cholesky(matrix: readonly (readonly number[])[]): number[][] {
  const root = matrix.map((row) => row.map(() => 0));
  for (const [i, row] of matrix.entries())
    for (let j = 0; j <= i; j++) {
      let rest = row[j]!;
      for (let k = 0; k < j; k++) rest -= root[i]![k]! * root[j]![k]!;
      root[i]![j] = i === j ? Math.sqrt(rest) : rest / root[j]![j]!;
    }
  return root;
}

/** Solves a lower triangular system. */
function forward(root: readonly (readonly number[])[], right: readonly number[]): number[] {
  const solved: number[] = [];
  for (const [i, row] of root.entries()) {
    const rest = solved.reduce((sum, value, j) => sum - row[j]! * value, right[i]!);
    solved.push(rest / row[i]!);
  }
  return solved;
}
