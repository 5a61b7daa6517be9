import { quantile } from '../../src/stats/quantile';
import { createRandom, type RandomStream } from '../../src/stats/random';

const DRAWS = 1000;

/** Between what ends are 95 % of the values that draws give. */
export type Interval = readonly [low: number, high: number];

/** As many of some values, each drawn from all of them. */
export const redrawn = <T>(values: readonly T[], random: RandomStream): T[] =>
  values.map(() => values[random.below(values.length)]!);

/** The middle 95 % of a thousand draws; null where no draw has a value. The same draws give the same interval. */
export function intervalOf(draw: (random: RandomStream) => number | null): Interval | null {
  const random = createRandom(1);
  const drawn = Array.from({ length: DRAWS }, () => draw(random)).filter((value) => value !== null);
  return drawn.length === 0 ? null : [quantile(drawn, 0.025), quantile(drawn, 0.975)];
}
