import { COMPUTE_CLASSES } from '../../../kernel/instructionClasses';
import { keyOf, kindOfStatement, Parts, type Arithmetic } from './arithmetic';
import { areApart, type PlaceKey } from '../memory/placeKey';
import type { Draft, Item, OrderedSpace } from './item';
import type { Tokens } from './tokens';
import { standIn, withWideLoads } from './wideLoads';

/** The farthest dependence that a program can say. */
const MOST_DISTANCE = 8;
/** Names that one statement may wait for. */
const MOST_NAMES = 32;
/**
 * Registers that loads fill which the compiler issues ahead. It keeps to 32 where it has the choice, and 8 of these every
 * kernel needs: up to 24 are filled at once (20 in `collideAndStream` of the suite). Loads that want more take turns: the
 * machine code of 22 such kernels in `workloads` has 6 to 19 under way, in one case 40, 14.5 in the median (nvcc 13.0, sm_90).
 */
const MOST_AT_ONCE = 24;
const MOST_IN_TURN = 16;
/**
 * Loads of shared memory that it issues ahead, of which it expects to wait for some 25 cycles only: the machine code of 24
 * loops in `workloads` with 16 of them or more has 1 to 16 under way, 5.5 in the median (nvcc 13.0, sm_90).
 */
const MOST_SHARED = 6;

/**
 * Straight code of a program. Instructions are put in the order that a compiler gives them: loads as early as what
 * they need and the stores before them allow, then what uses them, level by level.
 */
export class Block {
  readonly drafts: Draft[] = [];
  /** Parts of instructions that did not add up to a whole one yet. */
  private readonly open = new Parts();
  private items: Item[] = [];
  /** Where the last basic block of the compiler begins in them. */
  private started = 0;
  /** The items that are being written. */
  private together: ReadonlySet<Item> = new Set();

  constructor(private readonly tokens: Tokens) {}

  /** A block that is nested in this one behind everything so far: it can wait for the loads up to here. */
  inner(): Block {
    this.flush();
    return new Block(this.tokens);
  }

  add(item: Item): void {
    this.items.push(item);
  }

  /** Code from here on is a basic block of its own to the compiler: what it stores replaces no store so far. */
  startBlock(): void {
    const own = withWideLoads(withoutReplaced(this.items.slice(this.started)));
    this.items = [...this.items.slice(0, this.started), ...own];
    this.started = this.items.length;
  }

  /** Adds a nested or ordering statement behind everything so far. */
  append(draft: Draft): void {
    this.flush();
    this.drafts.push(draft);
  }

  /** Names of the loads among `items` that something appended now has to wait for. */
  waitFor(items: Iterable<Item>): string[] {
    this.flush();
    return this.tokens.wait(new Set([...items].map(standIn)), this).slice(0, MOST_NAMES);
  }

  /** Adds parts of instructions, such as those that the bodies of loops could not hold. */
  addParts(parts: Parts, factor: number): void {
    for (const { kind, count } of parts.all()) this.open.add(kind, count * factor);
  }

  /** Ends the block: the parts of instructions that are left over. */
  finish(): Parts {
    this.flush();
    for (const { kind, count } of this.open.all()) {
      const whole = Math.round(count);
      if (whole < 1) continue;
      this.compute(kind, whole, 1, []);
      this.open.set(kind, count - whole);
    }
    return this.open;
  }

  /** Puts the items so far in order and writes them. */
  flush(): void {
    if (this.items.length === 0) return;
    this.startBlock();
    const { items } = this;
    this.items = [];
    this.started = 0;
    for (const item of items)
      if (item.needs.some(({ joined }) => joined !== null))
        item.needs = [...new Set(item.needs.map(standIn))];
    this.together = new Set(items);
    assignLevels(items, this.together, UNLIMITED);
    const inCode = mostAhead(items, ({ registers, bodies }) => registers * bodies);
    this.tokens.loadedAhead = Math.max(this.tokens.loadedAhead, inCode);
    const takeTurns = mostAhead(items, ({ registers }) => registers) > MOST_AT_ONCE;
    const takeTurnsInShared = mostAhead(items, (item) => (isOfShared(item) ? 1 : 0)) > MOST_SHARED;
    if (takeTurns || takeTurnsInShared)
      assignLevels(items, this.together, {
        registers: takeTurns ? MOST_IN_TURN : Infinity,
        ofShared: MOST_SHARED,
      });
    const levels: Item[][] = [];
    for (const item of items) (levels[item.level] ??= []).push(item);
    for (const level of levels) this.writeLevel(level);
  }

  private writeLevel(items: readonly Item[]): void {
    const arithmetic = items.filter(({ kind }) => kind === 'compute');
    const total = arithmetic.reduce((sum, { count }) => sum + count, 0);
    const depth = arithmetic.reduce((most, { chain }) => Math.max(most, chain), 1);
    const distance = Math.max(1, Math.min(MOST_DISTANCE, Math.round(total / depth)));
    for (const { kind, group } of inOrder(arithmetic)) this.writeGroup(kind, group, distance);
    const loads = items.filter(({ kind }) => kind === 'load');
    for (const item of loads) if (!item.isDelayed) this.writeAccess(item);
    for (const item of items) if (item.kind === 'store' || item.kind === 'atomic') this.writeAccess(item);
    for (const item of loads) if (item.isDelayed) this.writeAccess(item);
  }

  private writeGroup(kind: Arithmetic, group: readonly Item[], distance: number): void {
    const sum = group.reduce((all, { count }) => all + count, this.open.of(kind));
    const whole = Math.floor(sum + 1e-6);
    this.open.set(kind, sum - whole);
    if (whole < 1) return;
    this.compute(kind, whole, distance, this.tokens.wait(waitedFor(group), this));
  }

  private compute(kind: Arithmetic, count: number, distance: number, after: readonly string[]): void {
    this.drafts.push({
      kind: 'done',
      statement: {
        ...kindOfStatement(kind),
        ...(count === 1 ? {} : { count }),
        ...(distance === 1 ? {} : { distance }),
        ...(after.length === 0 ? {} : { after: after.slice(0, MOST_NAMES) }),
      },
    });
  }

  /** Tests whether one is arithmetic of the level of the other. */
  private isBeside(need: Item, item: Item): boolean {
    return need.kind === 'compute' && need.level === item.level && this.together.has(need);
  }

  private writeAccess(item: Item): void {
    const { access } = item;
    if (access === null) return;
    const names = this.tokens.wait(new Set(item.needs), this);
    const into = item.hasResult ? this.tokens.give(item, this) : undefined;
    const after = names.length === 0 ? undefined : names.slice(0, MOST_NAMES);
    // The address comes from arithmetic right before, or from none.
    const distance = item.needs.some((need) => this.isBeside(need, item)) ? 1 : 0;
    this.drafts.push({ kind: 'access', make: () => access({ after, into, distance }) });
  }
}

/** Items less stores to places that a later one writes before anything may read them (dead store elimination). */
function withoutReplaced(items: readonly Item[]): readonly Item[] {
  const written = new Map<OrderedSpace, Map<string, PlaceKey>>();
  const kept = items.toReversed().filter(({ kind, space, place }) => {
    if (space === null) return true;
    const later = written.get(space) ?? new Map<string, PlaceKey>();
    written.set(space, later);
    if (kind !== 'store') forgetRead(later, kind === 'load' ? place : null);
    else if (place === null) return true;
    else if (later.has(place.place)) return false;
    else later.set(place.place, place);
    return true;
  });
  return kept.length === items.length ? items : kept.reverse();
}

/** Leaves the places that a read does not meet; null may read anything. */
function forgetRead(places: Map<string, PlaceKey>, read: PlaceKey | null): void {
  for (const [key, place] of places) if (read === null || !areApart(place, read)) places.delete(key);
}

/**
 * Items that have to be done before arithmetic of one level starts, also through other arithmetic of the level.
 */
function waitedFor(group: readonly Item[]): ReadonlySet<Item> {
  const found = new Set(group);
  for (const item of found)
    if (item.kind === 'compute' && item.level === group[0]!.level)
      item.needs.forEach((need) => found.add(need));
  return found;
}

/** The arithmetic of a level by class: first what starts nearest to the loads, on average. */
function inOrder(
  arithmetic: readonly Item[],
): readonly { readonly kind: Arithmetic; readonly group: readonly Item[] }[] {
  const startOf = (group: readonly Item[]): number =>
    group.reduce((sum, { chain, count }) => sum + (chain - count) * count, 0) /
    group.reduce((sum, { count }) => sum + count, 0);
  return COMPUTE_CLASSES.flatMap((name) => {
    const groups = new Map<string, { kind: Arithmetic; group: Item[] }>();
    for (const item of arithmetic) {
      if (item.name !== name) continue;
      const kind = { name, matrix: item.matrix, isExchange: item.isExchange };
      const known = groups.get(keyOf(kind));
      if (known === undefined) groups.set(keyOf(kind), { kind, group: [item] });
      else known.group.push(item);
    }
    return [...groups.values()].map((one) => ({ ...one, start: startOf(one.group) }));
  }).sort((a, b) => a.start - b.start);
}

/** Registers that the loads of one level fill, where they are most. */
function mostAhead(items: readonly Item[], filledBy: (item: Item) => number): number {
  const filled: number[] = [];
  for (const item of items) filled[item.level] = (filled[item.level] ?? 0) + filledBy(item);
  return filled.reduce((most, registers) => Math.max(most, registers), 0);
}

/**
 * Assigns levels: the number of dependent loads before an item can start, and the length of its arithmetic chain. A load
 * behind a store that may write the same memory is of a later level than the store, as a level begins with its loads.
 * @param room what the loads of a level may take; a load for which there is none is delayed to the next level
 */
function assignLevels(items: readonly Item[], inBlock: ReadonlySet<Item>, room: Room): void {
  const fences = new Map<OrderedSpace, number>();
  const taken: Room[] = [];
  for (const item of items) {
    let level = 0;
    for (const need of item.needs)
      if (inBlock.has(need)) level = Math.max(level, need.level + (need.kind === 'compute' ? 0 : 1));
    if (item.space !== null) {
      if (item.kind === 'load') level = Math.max(level, fences.get(item.space) ?? 0);
      else fences.set(item.space, Math.max(level + 1, fences.get(item.space) ?? 0));
    }
    item.level = level;
    if (item.kind === 'load') delay(item, taken, room);
    const before = item.needs
      .filter((need) => inBlock.has(need) && need.kind === 'compute' && need.level === level)
      .reduce((most, { chain }) => Math.max(most, chain), 0);
    item.chain = before + (item.kind === 'compute' ? item.count : 0);
  }
}

/** What loads that are issued together take: registers, and loads of shared memory. */
interface Room {
  readonly registers: number;
  readonly ofShared: number;
}

const UNLIMITED: Room = { registers: Infinity, ofShared: Infinity };
const NOTHING: Room = { registers: 0, ofShared: 0 };

/** Puts a load behind what the loads before it are for, until there is room for it. */
function delay(load: Item, taken: Room[], room: Room): void {
  const first = load.level;
  const own = { registers: load.registers, ofShared: isOfShared(load) ? 1 : 0 };
  const fits = ({ registers, ofShared }: Room): boolean =>
    registers + own.registers <= Math.max(room.registers, own.registers) &&
    ofShared + own.ofShared <= room.ofShared;
  while (!fits(taken[load.level] ?? NOTHING)) load.level++;
  const before = taken[load.level] ?? NOTHING;
  taken[load.level] = {
    registers: before.registers + own.registers,
    ofShared: before.ofShared + own.ofShared,
  };
  load.isDelayed = load.level > first;
}

const isOfShared = ({ kind, space }: Item): boolean => kind === 'load' && space === 'shared';
