import type { PtxFunction } from '../module';
import { blocksOf, END, isJump, type Block } from './blocks';
import { loopsOf, type FlowLoop } from './loops';

/** Where threads leave a loop. */
export interface LoopExit {
  /** Place of the branch, or of the last instruction of the block. */
  readonly at: number;
  /** Whether the branch leaves when it is taken, or when it is not. */
  readonly leaves: 'taken' | 'others';
  /** In its first block, in one from which it goes back, or between. */
  readonly stands: 'head' | 'end' | 'inside';
}

/** Code of a function as loops and branches that stand in each other. */
export type FlowNode =
  | { readonly kind: 'code'; readonly from: number; readonly to: number }
  /** `at` is the branch; threads for which its guard holds run `taken`. */
  | {
      readonly kind: 'branch';
      readonly at: number;
      readonly taken: readonly FlowNode[];
      readonly others: readonly FlowNode[];
    }
  /** One arm for each number that the operand of `brx.idx` may have. */
  | { readonly kind: 'table'; readonly at: number; readonly arms: readonly (readonly FlowNode[])[] }
  /** Ways behind a loop that differ by where it was left; `at` is its last instruction. */
  | { readonly kind: 'ways'; readonly at: number; readonly arms: readonly (readonly FlowNode[])[] }
  | {
      readonly kind: 'loop';
      readonly body: readonly FlowNode[];
      readonly exits: readonly LoopExit[];
      /** Places of the first and the last of its instructions in the text. */
      readonly first: number;
      readonly last: number;
    };

/** Blocks written, those of jumps into shared code repeated, beyond which code counts as tangled. */
const MOST_BLOCKS = 20_000;

/** The code of a function as nested loops and branches; null where jumps make no such nesting. */
export function structureOf(made: PtxFunction): readonly FlowNode[] | null {
  const blocks = blocksOf(made);
  if (blocks.length === 0) return [];
  const loops = loopsOf(blocks);
  if (loops === null) return null;
  try {
    return new Structurer(made, blocks, loops).whole();
  } catch (error) {
    if (error === TANGLED) return null;
    throw error;
  }
}

const TANGLED = new Error('tangled');

/** The blocks of one loop's body, or of the whole function, with loops inside as one block each. */
interface Level {
  readonly loop: FlowLoop | null;
  readonly next: ReadonlyMap<number, readonly number[]>;
  /** Where the ways from a block come together again. */
  readonly joins: ReadonlyMap<number, number>;
}

class Structurer {
  private written = 0;

  constructor(
    private readonly made: PtxFunction,
    private readonly blocks: readonly Block[],
    private readonly loops: readonly FlowLoop[],
  ) {}

  whole(): FlowNode[] {
    return this.run(0, END, this.level(0, null));
  }

  private level(start: number, loop: FlowLoop | null): Level {
    const next = new Map<number, readonly number[]>();
    const open = [start];
    for (let number = open.pop(); number !== undefined; number = open.pop()) {
      if (next.has(number)) continue;
      const inner = this.inner(number, loop);
      const targets = inner === null ? this.blocks[number]!.next : exitsOf(inner, this.blocks);
      const all = [...targets].map((target) => this.within(target, loop));
      const own = inner === null ? all : [...new Set(all)];
      next.set(number, own);
      open.push(...own.filter((target) => target !== END));
    }
    return { loop, next, joins: joinsOf(start, next) };
  }

  /** A follower as the level has it: what goes back to its start, or leaves it, ends it. */
  private within(target: number, loop: FlowLoop | null): number {
    if (target === END || (loop !== null && (target === loop.head || !loop.blocks.has(target)))) return END;
    return target;
  }

  /** The loop that begins at a block, other than the one around. */
  private inner(number: number, around: FlowLoop | null): FlowLoop | null {
    const found = this.loops.find(({ head }) => head === number);
    return found === undefined || found === around ? null : found;
  }

  private run(start: number, until: number, level: Level): FlowNode[] {
    const nodes: FlowNode[] = [];
    let number = start;
    while (number !== until && number !== END) {
      if (++this.written > MOST_BLOCKS) throw TANGLED;
      const inner = this.inner(number, level.loop);
      const join = level.joins.get(number) ?? END;
      if (inner !== null) {
        const loop = this.loop(inner);
        nodes.push(loop);
        const ways = level.next.get(number)!;
        const arms = ways.map((way) => this.run(way, join, level));
        if (arms.some((arm) => arm.length > 0)) nodes.push({ kind: 'ways', at: loop.last, arms });
        number = join;
        continue;
      }
      nodes.push(...this.block(number, join, level));
      const targets = level.next.get(number)!;
      number = targets.length === 1 ? targets[0]! : join;
    }
    return nodes;
  }

  private block(number: number, join: number, level: Level): FlowNode[] {
    const { from, to } = this.blocks[number]!;
    const targets = level.next.get(number)!;
    const last = this.made.instructions[to - 1]!;
    const code: FlowNode[] = [{ kind: 'code', from, to: isJump(last) ? to - 1 : to }];
    if (last.opcode[0] === 'brx')
      return [...code, { kind: 'table', at: to - 1, arms: targets.map((one) => this.run(one, join, level)) }];
    if (!isJump(last)) return code;
    const [taken = END, others] = targets;
    const arms =
      others === undefined
        ? { taken: [], others: [] }
        : { taken: this.run(taken, join, level), others: this.run(others, join, level) };
    return [...code, { kind: 'branch', at: to - 1, ...arms }];
  }

  private loop(loop: FlowLoop): Extract<FlowNode, { kind: 'loop' }> {
    const exits: LoopExit[] = [];
    const places: number[] = [];
    for (const number of loop.blocks) {
      const { from, to, next } = this.blocks[number]!;
      places.push(from, to - 1);
      if (next.length > 2) continue;
      next.forEach((target, index) => {
        if (target !== END && loop.blocks.has(target)) return;
        const stands = next.includes(loop.head) ? 'end' : number === loop.head ? 'head' : 'inside';
        exits.push({ at: to - 1, leaves: index === 0 ? 'taken' : 'others', stands });
      });
    }
    const body = this.run(loop.head, END, this.level(loop.head, loop));
    return { kind: 'loop', body, exits, first: Math.min(...places), last: Math.max(...places) };
  }
}

/** Blocks behind a loop. */
function exitsOf(loop: FlowLoop, blocks: readonly Block[]): ReadonlySet<number> {
  return new Set(
    [...loop.blocks].flatMap((number) => blocks[number]!.next.filter((next) => !loop.blocks.has(next))),
  );
}

/** Where the ways from each block of an acyclic graph come together first. */
function joinsOf(start: number, next: ReadonlyMap<number, readonly number[]>): ReadonlyMap<number, number> {
  const order: number[] = [];
  const seen = new Set<number>();
  const open = [{ number: start, place: 0 }];
  seen.add(start);
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    const target = next.get(top.number)![top.place++];
    if (target === undefined) {
      order.push(top.number);
      open.pop();
    } else if (target !== END && !seen.has(target)) {
      seen.add(target);
      open.push({ number: target, place: 0 });
    }
  }
  const joins = new Map<number, number>();
  const depth = new Map([[END, 0]]);
  for (const number of order) {
    const join = [END, ...next.get(number)!]
      .slice(next.get(number)!.length > 0 ? 1 : 0)
      .reduce((a, b) => common(a, b, joins, depth));
    joins.set(number, join);
    depth.set(number, depth.get(join)! + 1);
  }
  return joins;
}

function common(
  a: number,
  b: number,
  joins: ReadonlyMap<number, number>,
  depth: ReadonlyMap<number, number>,
): number {
  let [x, y] = [a, b];
  while (x !== y)
    if (depth.get(x)! >= depth.get(y)!) x = joins.get(x)!;
    else y = joins.get(y)!;
  return x;
}
