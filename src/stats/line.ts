/** y = intercept + slope · x. */
export interface Line {
  readonly intercept: number;
  readonly slope: number;
}

/**
 * Weighted least squares line through points. Points with equal x give a horizontal line through their
 * weighted mean.
 *
 * @param weights one for each point, above 0; all equal when left out.
 * @throws RangeError without points.
 */
export function fitLine(x: readonly number[], y: readonly number[], weights?: readonly number[]): Line {
  if (x.length === 0) throw new RangeError('a line needs at least one point');
  const weight = (index: number): number => weights?.[index] ?? 1;
  let total = 0;
  let meanX = 0;
  let meanY = 0;
  for (let index = 0; index < x.length; index++) {
    total += weight(index);
    meanX += (weight(index) * (x[index]! - meanX)) / total;
    meanY += (weight(index) * (y[index]! - meanY)) / total;
  }
  let covariance = 0;
  let variance = 0;
  for (let index = 0; index < x.length; index++) {
    covariance += weight(index) * (x[index]! - meanX) * (y[index]! - meanY);
    variance += weight(index) * (x[index]! - meanX) ** 2;
  }
  const slope = variance > 0 ? covariance / variance : 0;
  return { intercept: meanY - slope * meanX, slope };
}

/** Value of the line at x. */
export function lineAt(line: Line, x: number): number {
  return line.intercept + line.slope * x;
}

/** Share of the variance of y that a line through the points explains (R²); 1 when y does not vary. */
export function determination(x: readonly number[], y: readonly number[], line: Line): number {
  const mean = y.reduce((sum, value) => sum + value, 0) / y.length;
  const total = y.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const rest = y.reduce((sum, value, i) => sum + (value - lineAt(line, x[i]!)) ** 2, 0);
  return total === 0 ? 1 : 1 - rest / total;
}
