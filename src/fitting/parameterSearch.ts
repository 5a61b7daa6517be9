import { InputError } from '../kernel/result';
import type { LoweredProgram, LowerWith, FreeParameter, FreeParameterValues } from './freeParameters';

/** Values of free parameters, the program with them, and how far it is from what is aimed at. */
export interface SearchPoint {
  readonly values: FreeParameterValues;
  readonly lowered: LoweredProgram;
  readonly cost: number;
}

/** Cost of a lowered program, to be minimised. */
export type Cost = (lowered: LoweredProgram) => number;

/** Factors by which a count is moved, coarse ones first. */
const FACTORS = [8, 2, Math.SQRT2, 1.1];
/** Steps by which a share is moved, coarse ones first. */
const STEPS = [0.3, 0.1, 0.03];
/** Sizes of steps, coarse ones first. */
export const STEP_SIZES: readonly number[] = FACTORS.map((_, size) => size);
const MOST_ROUNDS = 4;
/** A step that lowers the cost by less than this decides nothing. */
export const LEAST_GAIN = 0.002;

/**
 * Coordinate search: each parameter in turn moves along its line, in ever smaller steps, as long as the cost
 * falls; rounds go on until they change next to nothing. Only parameters that moved get a value.
 *
 * @param start where the search begins, with its cost
 * @param mayGoOn asked before every step; the best point so far is returned when it answers false
 * @param sizes of the steps, some of `STEP_SIZES`
 */
export function searchParameters(
  start: SearchPoint,
  open: readonly FreeParameter[],
  lowerWith: LowerWith,
  cost: Cost,
  mayGoOn: () => boolean = () => true,
  sizes: readonly number[] = STEP_SIZES,
): SearchPoint {
  const search = new Search(start, lowerWith, cost, mayGoOn);
  for (let round = 0, gain = Infinity; round < MOST_ROUNDS && gain >= LEAST_GAIN; round++) {
    const { cost: before } = search.best;
    for (const parameter of open) for (const size of sizes) search.move(parameter, size);
    gain = before - search.best.cost;
  }
  return search.best;
}

class Search {
  private readonly known = new Map<string, SearchPoint | null>();
  /** Steps without effect: where a large step changes nothing, smaller ones to that side do not either. */
  private idle = new Set<string>();

  constructor(
    public best: SearchPoint,
    private readonly lowerWith: LowerWith,
    private readonly cost: Cost,
    private readonly mayGoOn: () => boolean,
  ) {}

  /** Moves one parameter by steps of one size, to both sides. */
  move(parameter: FreeParameter, size: number): void {
    for (let improved = true; improved;) {
      improved = false;
      for (const side of SIDES) improved = this.step(parameter, size, side) || improved;
    }
  }

  /** Tries one step to one side; true if it lowered the cost. */
  private step(parameter: FreeParameter, size: number, side: Side): boolean {
    const { name } = parameter;
    const way = `${side} ${name}`;
    const from = this.best.values[name] ?? parameter.value;
    const to = stepped(parameter, from, size, side);
    if (to === from || this.idle.has(way) || !this.mayGoOn()) return false;
    const found = this.attempt({ ...this.best.values, [name]: to });
    if (found?.cost === this.best.cost) this.idle.add(way);
    if (found === null || found.cost > this.best.cost - LEAST_GAIN) return false;
    this.best = found;
    this.idle = new Set();
    return true;
  }

  /** Null for values with which there is no program. */
  private attempt(values: FreeParameterValues): SearchPoint | null {
    const key = JSON.stringify(Object.entries(values).sort());
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const found = this.tried(values);
    this.known.set(key, found);
    return found;
  }

  private tried(values: FreeParameterValues): SearchPoint | null {
    try {
      const lowered = this.lowerWith(values);
      return { values, lowered, cost: this.cost(lowered) };
    } catch (error) {
      if (error instanceof InputError) return null;
      throw error;
    }
  }
}

type Side = 'up' | 'down';
const SIDES: readonly Side[] = ['up', 'down'];

/** A step from a value: shares stay between 0 and 1, counts whole and positive. */
function stepped({ name, value }: FreeParameter, from: number, size: number, side: Side): number {
  if (name.startsWith('share_')) {
    const step = STEPS[Math.min(size, STEPS.length - 1)]!;
    return side === 'up' ? Math.min(1, from + step) : Math.max(0, from - step);
  }
  const factor = FACTORS[Math.min(size, FACTORS.length - 1)]!;
  const scaled = side === 'up' ? from * factor : from / factor;
  return Number.isInteger(value) ? Math.max(1, Math.round(scaled)) : Math.max(1e-9, scaled);
}
