/** Squared Euclidean distances of all pairs of points. */
export function squaredDistances(points: readonly (readonly number[])[]): number[][] {
  return points.map((a) => points.map((b) => squaredDistance(a, b)));
}

/** Squared Euclidean distance. */
export function squaredDistance(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, axis) => sum + (value - b[axis]!) ** 2, 0);
}

/** Nearest neighbour: its index and its distance. */
export interface Neighbour {
  readonly index: number;
  readonly distance: number;
}

/** The `count` points nearest to `target`, nearest first; equal distances keep the order of `points`. */
export function nearestNeighbours(
  points: readonly (readonly number[])[],
  target: readonly number[],
  count: number,
): readonly Neighbour[] {
  return points
    .map((point, index) => ({ index, distance: Math.sqrt(squaredDistance(point, target)) }))
    .sort((a, b) => a.distance - b.distance || a.index - b.index)
    .slice(0, count);
}

/** Columns shifted to mean 0 and scaled to standard deviation 1; a constant column becomes 0. */
export function standardized(points: readonly (readonly number[])[]): number[][] {
  const columns = (points[0] ?? []).map((_, axis) => points.map((point) => point[axis]!));
  const moments = columns.map((column) => {
    const mean = column.reduce((sum, value) => sum + value, 0) / column.length;
    const variance = column.reduce((sum, value) => sum + (value - mean) ** 2, 0) / column.length;
    return { mean, deviation: Math.sqrt(variance) };
  });
  return points.map((point) =>
    point.map((value, axis) => {
      const { mean, deviation } = moments[axis]!;
      return deviation > 0 ? (value - mean) / deviation : 0;
    }),
  );
}
