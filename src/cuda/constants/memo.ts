import type { Value } from './value';

/** One bit each for groups of names. */
const GROUPS = 62;
const HALF = 31;
/** Values that are kept of one file; some are of variables that stood for something for a while only. */
const MOST_VALUES = 20_000;

/** Names that were looked up, by their groups; those under which nothing was ever changed are in none. */
interface Names {
  readonly low: number;
  readonly high: number;
}

export const ALL_NAMES: Names = { low: -1, high: -1 };

/**
 * What is looked up while values are computed, and when what stands under a name was last changed. There is one for
 * all scopes: a value of one file rests on names in others.
 */
class LookedUp {
  private low = 0;
  private high = 0;
  private changes = 0;
  /** Values that are being computed, one for another. */
  private computing = 0;
  /** Before that nobody knew which values rest on the name that was changed. */
  private allChanged = 0;
  /** Groups by name; names share one only where there are more names than groups. */
  private readonly groups = new Map<string, number>();
  private readonly changed = new Uint32Array(GROUPS);

  /** To be called whenever a symbol is asked for. */
  met(name: string): void {
    if (this.computing === 0) return;
    const group = this.groups.get(name);
    if (group === undefined) return;
    if (group < HALF) this.low |= 1 << group;
    else this.high |= 1 << (group - HALF);
  }

  metAll({ low, high }: Names): void {
    this.low |= low;
    this.high |= high;
  }

  /** To be called when what stands under a name is no more what it was. */
  change(name: string): void {
    const group = this.groups.get(name);
    this.changes++;
    if (group !== undefined) this.changed[group] = this.changes;
    else {
      this.groups.set(name, this.groups.size % GROUPS);
      this.allChanged = this.changes;
    }
  }

  /** Runs `compute` and tells which names it asked for. */
  during<T>(compute: () => T): { readonly result: T; readonly names: Names } {
    const { low, high } = this;
    this.low = this.high = 0;
    this.computing++;
    try {
      const result = compute();
      return { result, names: { low: this.low, high: this.high } };
    } finally {
      this.computing--;
      this.metAll({ low, high });
    }
  }

  get now(): number {
    return this.changes;
  }

  /** Whether something was changed under one of the names after a time. */
  hasChanged({ low, high }: Names, since: number): boolean {
    if (since === this.changes) return false;
    return since < this.allChanged || this.isLater(low, 0, since) || this.isLater(high, HALF, since);
  }

  private isLater(groups: number, first: number, since: number): boolean {
    for (let left = groups; left !== 0; left &= left - 1)
      if (this.changed[first + 31 - Math.clz32(left & -left)]! > since) return true;
    return false;
  }
}

export const LOOKED_UP = new LookedUp();

/** A value, and what it rests on. */
export interface Remembered {
  readonly value: Value;
  readonly names: Names;
  /** Definitions that were followed for it, where one of them was met once more; none where there was no cycle. */
  readonly cycle: readonly object[];
}

interface Kept extends Remembered {
  /** When the value was last known to hold. */
  at: number;
}

/** Values that lists of assigned values make up, by the facts that were used. */
export class Memo {
  private readonly values = new Map<object, Map<object, Kept>>();
  private count = 0;

  /** A value that still holds. */
  get(facts: object, list: object): Remembered | undefined {
    const kept = this.values.get(facts)?.get(list);
    if (kept === undefined || LOOKED_UP.hasChanged(kept.names, kept.at)) return undefined;
    kept.at = LOOKED_UP.now;
    return kept;
  }

  set(facts: object, list: object, remembered: Remembered): void {
    if (++this.count > MOST_VALUES) this.clear();
    let ofFacts = this.values.get(facts);
    if (ofFacts === undefined) this.values.set(facts, (ofFacts = new Map()));
    ofFacts.set(list, { ...remembered, at: LOOKED_UP.now });
  }

  clear(): void {
    this.values.clear();
    this.count = 0;
  }
}

/** What an answer was found under: it holds while all of these are the same objects. */
export type Circumstances = readonly unknown[];

export function areSame(now: Circumstances, before: Circumstances): boolean {
  return now.every((one, place) => one === before[place]);
}

/** One answer that is kept while it was found under the same circumstances and nothing changed under the names it asked for. */
export class KeptAnswer<T> {
  private kept: {
    readonly answer: T;
    readonly names: Names;
    readonly under: Circumstances;
    at: number;
  } | null = null;

  /** The kept answer that still holds; null for none. */
  under(circumstances: Circumstances): { readonly answer: T } | null {
    const { kept } = this;
    if (kept === null || !areSame(circumstances, kept.under)) return null;
    if (LOOKED_UP.hasChanged(kept.names, kept.at)) return null;
    kept.at = LOOKED_UP.now;
    // Whatever asks now rests on these names as well.
    LOOKED_UP.metAll(kept.names);
    return kept;
  }

  /** Finds the answer anew; `isWhole` tells whether it may be kept. */
  find(circumstances: Circumstances, compute: () => T, isWhole: () => boolean): T {
    const { result, names } = LOOKED_UP.during(compute);
    this.kept = isWhole() ? { answer: result, names, under: circumstances, at: LOOKED_UP.now } : null;
    return result;
  }
}
