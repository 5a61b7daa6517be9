import { InputError } from '../kernel/result';
import type { LoweredProgram, LowerWith, OpenParameter, OpenValues } from './openProgram';

/** Values of open parameters, the program with them, and how far it is from what is aimed at. */
export interface SearchPoint {
  readonly values: OpenValues;
  readonly lowered: LoweredProgram;
  readonly cost: number;
}

export type Cost = (lowered: LoweredProgram) => number;

/** Factors by which a count is moved, coarse ones first. */
const FACTORS = [8, 2, Math.SQRT2, 1.1];
/** Steps by which a share is moved. */
const STEPS = [0.3, 0.1, 0.03];
const MOST_ROUNDS = 4;
/** A step that lowers the cost by less than this decides nothing. */
const LEAST_GAIN = 0.002;

/**
 * Coordinate search: each parameter in turn moves along its line, in ever smaller steps, as long as the cost
 * falls; rounds go on until they change next to nothing. Only parameters that moved get a value.
 *
 * @param start where the search begins, with its cost
 * @param mayGoOn asked before every step; the best point so far is returned when it answers false
 */
export function searchParameters(
  start: SearchPoint,
  open: readonly OpenParameter[],
  lowerWith: LowerWith,
  cost: Cost,
  mayGoOn: () => boolean = () => true,
): SearchPoint {
  const search = new Search(lowerWith, cost, mayGoOn);
  let best = start;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const { cost: before } = best;
    for (const parameter of open) best = search.move(best, parameter);
    if (before - best.cost < LEAST_GAIN) break;
  }
  return best;
}

class Search {
  private readonly known = new Map<string, SearchPoint | null>();

  constructor(
    private readonly lowerWith: LowerWith,
    private readonly cost: Cost,
    private readonly mayGoOn: () => boolean,
  ) {}

  /** One parameter along its line, in ever smaller steps. */
  move(start: SearchPoint, parameter: OpenParameter): SearchPoint {
    let best = start;
    /** What a large step to one side left as it was, smaller ones will, too. */
    let idle: readonly Side[] = [];
    for (const stepTo of stepsOf(parameter))
      for (let improved = true; improved;) {
        improved = false;
        for (const side of SIDES.filter((one) => !idle.includes(one))) {
          if (!this.mayGoOn()) return best;
          const from = best.values[parameter.name] ?? parameter.value;
          const to = stepTo(from, side);
          if (to === from) continue;
          const found = this.attempt({ ...best.values, [parameter.name]: to });
          if (found?.cost === best.cost) idle = [...idle, side];
          if (found === null || found.cost > best.cost - LEAST_GAIN) continue;
          best = found;
          idle = [];
          improved = true;
        }
      }
    return best;
  }

  /** Null for values with which there is no program. */
  private attempt(values: OpenValues): SearchPoint | null {
    const key = JSON.stringify(Object.entries(values).sort());
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const found = this.tried(values);
    this.known.set(key, found);
    return found;
  }

  private tried(values: OpenValues): SearchPoint | null {
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

type StepTo = (from: number, side: Side) => number;

/** Steps from a value, coarse ones first: shares stay between 0 and 1, counts whole and positive. */
function stepsOf({ name, value }: OpenParameter): readonly StepTo[] {
  if (isShare(name))
    return STEPS.map(
      (step) => (from: number, side: Side) =>
        side === 'up' ? Math.min(1, from + step) : Math.max(0, from - step),
    );
  const whole = Number.isInteger(value);
  const near = (scaled: number): number => Math.max(whole ? 1 : 1e-9, whole ? Math.round(scaled) : scaled);
  return FACTORS.map(
    (factor) => (from: number, side: Side) => near(side === 'up' ? from * factor : from / factor),
  );
}

const isShare = (name: string): boolean => name.startsWith('share_');
