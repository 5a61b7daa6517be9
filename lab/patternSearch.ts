/**
 * A least value of a function by steps along single coordinates, which shrink when none helps any more (Hooke and Jeeves):
 * few coordinates, no derivative, the same result each time.
 *
 * @param step of each coordinate at first
 * @param least step at which it ends
 */
export function patternSearch(
  of: (point: readonly number[]) => number,
  start: readonly number[],
  step: number,
  least: number,
): { readonly point: readonly number[]; readonly value: number } {
  let best = { point: start, value: of(start) };
  for (let size = step; size >= least;) {
    const moved = start.reduce((from, _, at) => {
      const tried = [size, -size].map((by) => {
        const point = from.point.with(at, from.point[at]! + by);
        return { point, value: of(point) };
      });
      return tried.reduce((a, b) => (b.value < a.value ? b : a), from);
    }, best);
    if (moved.value === best.value) size /= 2;
    best = moved;
  }
  return best;
}
