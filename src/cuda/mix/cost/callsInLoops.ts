import type { Region, Value } from '../../reading/values/graph';
import { Source } from '../../reading/values/value';
import { costOf, type Cost } from './instructionCosts';

/** What one turn makes of a call whose operands the loop does not change, by who decides the branches in its code. */
interface TurnCosts {
  /** Where threads differ. */
  readonly threads?: Cost;
  /** Where threads differ and the loop is written out, so that copies find more of each other. */
  readonly copies?: Cost;
  /** Where all threads go one way: the compiler makes a loop for either one. */
  readonly uniform?: Cost;
}

/**
 * Functions whose code has branches. A compiler moves instructions out of a loop, but no branch: what rests on the number
 * that a branch leaves is made again in each turn, however often the loop's operands are the same (PTX of nvcc 13.0 for
 * loops over one call, with an argument and with a number of each thread).
 */
const TURNS: Readonly<Record<string, TurnCosts>> = {
  sinf: {
    threads: { fp32: 10, integer: 6, control: 2 },
    copies: { fp32: 9, integer: 6, control: 1 },
    uniform: { fp32: 4 },
  },
  cosf: {
    threads: { fp32: 10, integer: 7, control: 2 },
    copies: { fp32: 9, integer: 7, control: 1 },
    uniform: { fp32: 4 },
  },
  tanf: { threads: { fp32: 12, integer: 4, special: 1, control: 2 } },
  logf: { threads: { fp32: 1 } },
  log2f: { threads: { fp32: 1 } },
  log10f: { threads: { fp32: 2 } },
  atanf: { threads: { fp32: 1, integer: 1 } },
  atan2f: { threads: { fp32: 4, integer: 1 } },
  powf: { threads: { fp32: 5, control: 4 } },
  log: always({ fp64: 28, integer: 4, special: 1, control: 2 }),
  log2: always({ fp64: 30, integer: 4, special: 1, control: 2 }),
  log10: always({ fp64: 30, integer: 4, special: 1, control: 2 }),
  sin: {
    threads: { fp32: 2, fp64: 13, integer: 4, control: 2, conversion: 2, globalLoad: 3 },
    uniform: { fp64: 1, integer: 2 },
  },
  cos: {
    threads: { fp32: 2, fp64: 13, integer: 5, control: 2, conversion: 2, globalLoad: 3 },
    uniform: { fp64: 1, integer: 2 },
  },
  tan: {
    threads: { fp64: 29, integer: 3, special: 1, control: 3, conversion: 2 },
    uniform: { fp64: 7, special: 1, control: 1 },
  },
  pow: always({ fp32: 2, control: 3 }),
};

function always(cost: Cost): TurnCosts {
  return { threads: cost, uniform: cost };
}

/** A call that a loop repeats in part: what stands in front of the loop, and what each turn makes. */
export interface RepeatedCall {
  readonly once: Cost;
  readonly turn: Cost;
  /** Where the source calls. */
  readonly at: Region;
}

/** Where the source calls functions of which loops keep a part. */
export class CallsInLoops {
  private readonly regions = new Map<Value, Region[]>();

  note(value: Value, region: Region): void {
    if (value.kind !== 'call' || !Object.hasOwn(TURNS, value.name)) return;
    const known = this.regions.get(value);
    if (known === undefined) this.regions.set(value, [region]);
    else known.push(region);
  }

  /** The parts of a call that is asked for in `at` and would stand in `home`; null where no loop lies between. */
  partsOf(value: Value, at: Region, home: Region): RepeatedCall | null {
    const made = this.regions.get(value)?.find((region) => region.encloses(at));
    if (made === undefined || !isAroundLoop(home, made)) return null;
    const { threads, copies = threads, uniform } = TURNS[value.name]!;
    const differs = (value.sources & (Source.thread | Source.data)) !== 0;
    const turn = differs ? (made.unrolled ? copies : threads) : uniform;
    return turn === undefined ? null : { once: less(costOf(value), turn), turn, at: made };
  }
}

/** Tests whether a loop around `inside` lies within `home`. */
function isAroundLoop(home: Region, inside: Region): boolean {
  const around = home.copyOf === null ? home : home.parent;
  for (let region: Region | null = inside; region !== null && region !== around; region = region.parent)
    if (region.kind === 'loop' && region !== home.copyOf) return true;
  return false;
}

function less(cost: Cost, part: Cost): Cost {
  return Object.fromEntries(
    Object.entries(cost).map(([name, count]) => [name, Math.max(0, count - (part[name as keyof Cost] ?? 0))]),
  );
}
