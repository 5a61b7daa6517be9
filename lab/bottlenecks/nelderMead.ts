/**
 * Minimum of a function of few numbers by the simplex of Nelder and Mead (The Computer Journal 7, 1965), with their
 * reflection, doubling, halving and shrinking.
 */
export function nelderMead(
  start: readonly number[],
  valueOf: (point: readonly number[]) => number,
  steps: number,
): readonly number[] {
  const corner = (point: readonly number[]) => ({ point, value: valueOf(point) });
  let corners = [start, ...start.map((_, at) => start.map((x, i) => (i === at ? x * FIRST_STEP : x)))].map(
    corner,
  );
  for (let step = 0; step < steps; step++) {
    corners.sort((a, b) => a.value - b.value);
    const [best, worst] = [corners[0]!, corners.at(-1)!];
    const others = corners.slice(0, -1);
    const centre = start.map((_, i) => others.reduce((sum, { point }) => sum + point[i]!, 0) / others.length);
    const along = (factor: number) => corner(centre.map((x, i) => x + factor * (x - worst.point[i]!)));
    const reflected = along(1);
    const tried = reflected.value < best.value ? better(along(2), reflected) : reflected;
    if (tried.value < others.at(-1)!.value) {
      corners = [...others, tried];
      continue;
    }
    const inside = along(-0.5);
    corners =
      inside.value < worst.value
        ? [...others, inside]
        : corners.map(({ point }) =>
            corner(point.map((x, i) => best.point[i]! + 0.5 * (x - best.point[i]!))),
          );
  }
  return corners.reduce((a, b) => better(a, b)).point;
}

/** The first simplex goes so far from the start in each direction. */
const FIRST_STEP = 1.15;

const better = <C extends { readonly value: number }>(a: C, b: C): C => (b.value < a.value ? b : a);
