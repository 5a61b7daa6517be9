import { rangeUnder, type Constraint } from '../index/constraint';
import { add, constantForm, divide, modulo, scale, type Form } from '../index/form';
import type { Trips } from './trips';

type RangeTrips = Extract<Trips, { kind: 'range' }>;

/** Bodies that one turn of a loop in the program has, and the iteration of the first one. */
export interface Bodies {
  readonly perTurn: number;
  readonly first: Form;
}

/** A loop as turns of several bodies, and those that such turns leave over. */
interface Groups {
  readonly whole: RangeTrips;
  readonly bodies: Bodies;
  readonly rest: RangeTrips;
  readonly behind: Bodies;
}

/**
 * The iterations of a loop of which each thread has as many as its number says, in whole groups and one by one; null where
 * they cannot be told apart.
 *
 * @param from iterations that are written already
 */
export function wholeGroups(
  { start, step, mean }: RangeTrips,
  from: number,
  size: number,
  constraints: readonly Constraint[],
): Groups | null {
  const distance = add(scale(start, -1), constantForm(step - 1 - from * step));
  const turns = divide(distance, constantForm(step));
  if (size < 2 || turns === null || rangeUnder(turns, constraints).low < 0) return null;
  const [groups, rest] = [divide(turns, constantForm(size)), modulo(turns, constantForm(size))];
  if (groups === null || rest === null) return null;
  const left = Math.max(0, mean - from);
  // Of many lengths every remainder is as frequent as the others.
  const over = Math.min(left, (size - 1) / 2);
  const loop = (trips: Form, turnsOnAverage: number): RangeTrips => ({
    kind: 'range',
    start: scale(trips, -1),
    step: 1,
    mean: turnsOnAverage,
    fewest: 0,
  });
  return {
    whole: loop(groups, (left - over) / size),
    bodies: { perTurn: size, first: constantForm(from) },
    rest: loop(rest, over),
    behind: { perTurn: 1, first: add(scale(groups, size), constantForm(from)) },
  };
}
