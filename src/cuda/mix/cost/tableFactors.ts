import { Evaluator } from '../../reading/values/evaluate';
import type { Region, Value } from '../../reading/values/graph';
import { isFoldable } from '../../reading/values/linear';
import { isFloating, scalarOf } from '../../reading/values/types';

/**
 * How often a sum or product of an unrolled loop is made, in instructions a copy. A product is none where a factor is a
 * constant there, as an element of a table is, of 1 or -1; neither a product nor its sum is one where it is 0 and both are
 * whole numbers. A sum with -2 times a number first adds that to itself.
 *
 * @param fused the product that is part of the instruction
 */
export function shareMade(value: Value, fused: Value | null, home: Region): number {
  const factor = foldableFactor(fused ?? value);
  if (factor === null) return 1;
  const isFraction = isFloating(scalarOf(value.type));
  if (fused === null) {
    const spared = isFraction ? [1, -1] : [0, 1, -1];
    return shareOf(factor, home, (number) => !spared.includes(number));
  }
  if (!isFraction) return shareOf(factor, home, (number) => number !== 0);
  const taken = value.name === 'sub' && value.args[0] !== fused;
  return 1 + shareOf(factor, home, (number) => number === (taken ? 2 : -2));
}

/**
 * The factor of a product of whole numbers that is a constant in each copy of an unrolled loop, and zero in some: there
 * nothing is left of the product. Null for other values.
 */
export function zeroWeight(value: Value, home: Region): Value | null {
  const factor = isFloating(scalarOf(value.type)) ? null : foldableFactor(value);
  return factor !== null && shareOf(factor, home, (number) => number === 0) > 0 ? factor : null;
}

/** The factor of a product that is a constant in each copy of an unrolled loop, but not the same one; null for none. */
function foldableFactor({ kind, name, args }: Value): Value | null {
  if (kind !== 'binary' || name !== 'mul') return null;
  return args.find((arg) => arg.constant === null && isFoldable(arg)) ?? null;
}

/** The share of the copies in which a constant is one of those for which `holds` is true. */
function shareOf(factor: Value, home: Region, holds: (number: number) => boolean): number {
  const evaluator = new Evaluator(factor);
  let [chosen, all] = [0, 0];
  for (const point of home.population.points(factor.loops)) {
    all += point.weight;
    if (holds(evaluator.at(point))) chosen += point.weight;
  }
  return all > 0 ? chosen / all : 0;
}
