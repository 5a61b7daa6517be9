import { Evaluator } from '../../reading/values/evaluate';
import type { Region, Value } from '../../reading/values/graph';
import { isFoldable } from '../../reading/values/linear';
import { isFloating, scalarOf } from '../../reading/values/types';

/**
 * The share of an unrolled loop's copies in which a product is made: none where a factor is a constant there, as an
 * element of a table is, of 1 or -1.
 */
export function shareMade({ kind, name, args, type }: Value, home: Region): number {
  const factor = args.find((arg) => arg.constant === null && isFoldable(arg));
  if (kind !== 'binary' || name !== 'mul' || factor === undefined || !isFloating(scalarOf(type))) return 1;
  const evaluator = new Evaluator(factor);
  let [made, all] = [0, 0];
  for (const point of home.population.points(factor.loops)) {
    all += point.weight;
    if (Math.abs(evaluator.at(point)) !== 1) made += point.weight;
  }
  return all > 0 ? made / all : 1;
}
