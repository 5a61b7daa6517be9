import { mean } from '../../src/stats/means';
import { mostBelow } from './halving';

/** Latency over that alone that a service must keep in the mean (section 7.3). */
export const TARGET = 2;
/** Instances beside a service: MPS serves 16 processes. */
export const PLACES = 15;

/** Queries of one count of instances: so many at least, and at most where those do not tell. */
const LEAST_QUERIES = 3;
const MOST_QUERIES = 6;
/** Standard errors that the mean must be away from the target before more queries are spared. */
const CLEAR = 2;

/** Latency of a query over that alone, by its number; null where it was not recorded. */
export type QueryRatios = (instances: number, query: number) => number | null;

/** Mean latency over that alone beside so many instances, from as few queries as tell on which side of the target it is. */
export function meanBeside(ratioOf: QueryRatios, instances: number): number | null {
  const ratios: number[] = [];
  for (let query = 0; query < MOST_QUERIES; query++) {
    const ratio = ratioOf(instances, query);
    if (ratio === null) return null;
    ratios.push(ratio);
    if (ratios.length >= LEAST_QUERIES && isClear(ratios)) break;
  }
  return mean(ratios);
}

function isClear(ratios: readonly number[]): boolean {
  const middle = mean(ratios);
  const variance = mean(ratios.map((ratio) => (ratio - middle) ** 2));
  return Math.abs(middle - TARGET) > CLEAR * Math.sqrt(variance / (ratios.length - 1));
}

/** Most instances beside which the target is kept; null where a query that it takes was not recorded. */
export const safeBeside = (ratioOf: QueryRatios): number | null =>
  mostBelow(PLACES, (instances) => {
    const latency = meanBeside(ratioOf, instances);
    return latency === null ? null : latency <= TARGET;
  });
