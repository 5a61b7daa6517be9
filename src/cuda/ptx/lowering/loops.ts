import { END, type Block } from './blocks';

/** A loop of a function's flow: the block that it begins with, and all that lead back there. */
export interface FlowLoop {
  readonly head: number;
  readonly blocks: ReadonlySet<number>;
}

/** The loops of a function, outer ones first; null where code jumps into the middle of one. */
export function loopsOf(blocks: readonly Block[]): readonly FlowLoop[] | null {
  const order = orderOf(blocks);
  const place = new Map(order.map((number, index) => [number, index]));
  const dominators = dominatorsOf(blocks, order, place);
  const dominates = (a: number, b: number): boolean => {
    let at = b;
    while (place.get(at)! > place.get(a)!) at = dominators.get(at)!;
    return at === a;
  };
  const found = new Map<number, Set<number>>();
  for (const number of order)
    for (const next of blocks[number]!.next) {
      if (next === END || place.get(next)! > place.get(number)!) continue;
      if (!dominates(next, number)) return null;
      const own = found.get(next) ?? new Set([next]);
      found.set(next, own);
      addBody(own, number, blocks, place);
    }
  return [...found]
    .map(([head, own]) => ({ head, blocks: own }))
    .sort((a, b) => b.blocks.size - a.blocks.size);
}

/** The blocks that are reached, each behind those that lead to it but by going back. */
function orderOf(blocks: readonly Block[]): number[] {
  const done: number[] = [];
  const seen = new Set([0]);
  const open = [{ number: 0, next: 0 }];
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    const next = blocks[top.number]!.next[top.next++];
    if (next === undefined) {
      done.push(top.number);
      open.pop();
    } else if (next !== END && !seen.has(next)) {
      seen.add(next);
      open.push({ number: next, next: 0 });
    }
  }
  return done.reverse();
}

/** The block that all ways to a block lead through last (Cooper, Harvey and Kennedy 2001). */
function dominatorsOf(
  blocks: readonly Block[],
  order: readonly number[],
  place: ReadonlyMap<number, number>,
): ReadonlyMap<number, number> {
  const before = predecessors(blocks, order);
  const found = new Map([[0, 0]]);
  const common = (a: number, b: number): number => {
    let [x, y] = [a, b];
    while (x !== y)
      if (place.get(x)! > place.get(y)!) x = found.get(x)!;
      else y = found.get(y)!;
    return x;
  };
  for (let changed = true; changed;) {
    changed = false;
    for (const number of order.slice(1)) {
      const known = before.get(number)!.filter((one) => found.has(one));
      const next = known.reduce(common);
      changed ||= found.get(number) !== next;
      found.set(number, next);
    }
  }
  return found;
}

function predecessors(blocks: readonly Block[], order: readonly number[]): ReadonlyMap<number, number[]> {
  const found = new Map<number, number[]>(order.map((number) => [number, []]));
  for (const number of order)
    for (const next of blocks[number]!.next) if (next !== END) found.get(next)!.push(number);
  return found;
}

function addBody(
  own: Set<number>,
  last: number,
  blocks: readonly Block[],
  place: ReadonlyMap<number, number>,
): void {
  const before = predecessors(blocks, [...place.keys()]);
  const open = [last];
  for (let number = open.pop(); number !== undefined; number = open.pop()) {
    if (own.has(number)) continue;
    own.add(number);
    open.push(...before.get(number)!);
  }
}
