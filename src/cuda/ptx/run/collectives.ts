import type { Storage } from './storage';

const WARP = 32;

/** What lanes of a warp do together: each thread is given by its number in the block, in ascending order. */
export type Collective = (threads: readonly number[]) => void;

interface Context {
  readonly storage: Storage;
  /** Slot of the result, and of the predicate behind `|`. */
  readonly to: number | null;
  readonly predicate: number | null;
}

/** `shfl`: the value of another lane of the segment. */
export function shuffle(
  { storage, to, predicate }: Context,
  mode: string,
  value: number,
  distance: number,
  bounds: number,
): Collective {
  const { words, row } = storage;
  return (threads) => {
    const lanes = new Map(threads.map((thread) => [thread % WARP, thread]));
    const results = threads.map((thread) => {
      const lane = thread % WARP;
      const at = (slot: number): number => words[(thread * row + slot) << 1]!;
      const segment = (at(bounds) >> 8) & 31;
      const last = (lane & segment) | (at(bounds) & 31 & ~segment);
      const by = at(distance) & 31;
      const from = sourceLane(mode, lane, by, segment);
      const inside = mode === 'up' ? from >= last : from <= last;
      const source = inside ? lanes.get(from) : thread;
      return [words[((source ?? thread) * row + value) << 1]!, inside ? 1 : 0] as const;
    });
    threads.forEach((thread, place) => {
      const [word, inside] = results[place]!;
      if (to !== null) words[(thread * row + to) << 1] = word;
      if (predicate !== null) words[(thread * row + predicate) << 1] = inside;
    });
  };
}

function sourceLane(mode: string, lane: number, by: number, segment: number): number {
  switch (mode) {
    case 'up':
      return lane - by;
    case 'down':
      return lane + by;
    case 'bfly':
      return lane ^ by;
    default:
      return (lane & segment) | (by & ~segment);
  }
}

/** `vote`: what the predicates of the lanes say together; `ballot` as bits. */
export function vote(
  { storage, to }: Context,
  mode: string,
  source: { readonly slot: number; readonly negated: boolean },
): Collective {
  const { words, row } = storage;
  return (threads) => {
    const holds = threads.map(
      (thread) => (words[(thread * row + source.slot) << 1]! !== 0) !== source.negated,
    );
    const some = holds.includes(true);
    const all = !holds.includes(false);
    const bits = threads.reduce((sum, thread, place) => sum | (holds[place] ? 1 << (thread % WARP) : 0), 0);
    const result =
      { all: Number(all), any: Number(some), uni: Number(all || !some), ballot: bits }[mode] ?? 0;
    for (const thread of threads) words[(thread * row + to!) << 1] = result;
  };
}

/** `match`: lanes with the same value (`any`), or all lanes if they have the same (`all`). */
export function match(
  { storage, to, predicate }: Context,
  mode: string,
  value: number,
  bits: number,
): Collective {
  const { longs, words, row } = storage;
  return (threads) => {
    const keys = threads.map((thread) => BigInt.asUintN(bits, longs[thread * row + value]!));
    const all = threads.reduce((sum, thread) => sum | (1 << (thread % WARP)), 0);
    const same = keys.every((key) => key === keys[0]);
    threads.forEach((thread, place) => {
      const alike = threads.reduce(
        (sum, other, at) => (keys[at] === keys[place] ? sum | (1 << (other % WARP)) : sum),
        0,
      );
      if (to !== null) words[(thread * row + to) << 1] = mode === 'any' ? alike : same ? all : 0;
      if (predicate !== null) words[(thread * row + predicate) << 1] = Number(same);
    });
  };
}

const REDUCTIONS: Readonly<Record<string, (a: number, b: number) => number>> = {
  add: (a, b) => (a + b) | 0,
  min: Math.min,
  max: Math.max,
  and: (a, b) => a & b,
  or: (a, b) => a | b,
  xor: (a, b) => a ^ b,
};

/** `redux`: one number of all lanes' numbers; null for operations that are not known. */
export function reduce(
  { storage, to }: Context,
  operation: string,
  value: number,
  signed: boolean,
): Collective | null {
  const { words, row } = storage;
  const combine = REDUCTIONS[operation];
  if (combine === undefined) return null;
  return (threads) => {
    const values = threads.map((thread) => {
      const word = words[(thread * row + value) << 1]!;
      return signed ? word : word >>> 0;
    });
    const result = values.reduce((a, b) => combine(a, b));
    for (const thread of threads) words[(thread * row + to!) << 1] = result;
  };
}

/** `activemask`, and `elect`, which chooses the first lane. */
export function activeLanes({ storage, to, predicate }: Context, elects: boolean): Collective {
  const { words, row } = storage;
  return (threads) => {
    const mask = threads.reduce((sum, thread) => sum | (1 << (thread % WARP)), 0);
    for (const thread of threads) {
      if (to !== null) words[(thread * row + to) << 1] = elects ? threads[0]! % WARP : mask;
      if (predicate !== null) words[(thread * row + predicate) << 1] = Number(thread === threads[0]);
    }
  };
}
