import type { Node } from 'web-tree-sitter';
import { namedChildren } from '../../syntax/nodes';
import { DeferredStores, type DeferredStore } from './deferredStores';
import { join, restore, snapshot, type Snapshot } from './flow';
import { isSame, type KnownStore, type MemoryPlace } from './memoryContents';
import { spaceOf } from '../values/memoryParts';
import { NewValues, speculationCost } from './newValues';
import { writePlace } from './places';
import { selected, sunk } from './sinking';
import type { KernelState } from './state';
import type { Region, Value } from '../values/graph';

/**
 * What a compiler makes of a branch whose arms are short and straight (if-conversion): LLVM's `FoldTwoEntryPHINode`
 * lets all threads run both arms and select, its `mergeStoreIntoSuccessor` stores once behind them what both store
 * last, or what one stores behind a store to the same place. Thresholds were found by compiling with nvcc 13.0.
 */
const [MOST_INSTRUCTIONS, MOST_SELECTIONS] = [5, 3];
/** Statements beyond which an arm is not looked at. */
const MOST_STATEMENTS = 12;

/** What reads the two arms of a branch. */
export interface ArmReaders {
  readonly taken: () => void;
  readonly others: (() => void) | null;
  /** Set where the arms are those of a `?:`: nothing is left of them once what both end with stands behind them. */
  readonly areValues?: true;
}

/** What becomes of a branch. */
export interface Conversion {
  /** All threads run both arms, and select: that was read. */
  readonly isDone: boolean;
  /** Places that are written once behind the branch. */
  readonly merged: readonly MemoryPlace[];
  /** The store in front of the branch that the one behind it replaces. */
  readonly replaced: KnownStore | null;
  /** Whether nothing but loads is left in the arms. */
  readonly isEmptied: boolean;
}

/** A branch that stays one. */
export const UNCONVERTED: Conversion = { isDone: false, merged: [], replaced: null, isEmptied: false };

const STRAIGHT: ReadonlySet<string> = new Set([
  'compound_statement',
  'expression_statement',
  'declaration',
  'if_statement',
  'else_clause',
]);

/** Tests whether arms are short, without loops and jumps. */
export function mayConvert(arms: readonly Node[]): boolean {
  let statements = 0;
  const isStraight = (node: Node): boolean => {
    if (!STRAIGHT.has(node.type)) return false;
    if (++statements > MOST_STATEMENTS) return false;
    if (node.type === 'expression_statement' || node.type === 'declaration') return true;
    const inner =
      node.type === 'if_statement'
        ? [node.childForFieldName('consequence'), node.childForFieldName('alternative')]
        : namedChildren(node);
    return inner.every((one) => one === null || one.type === 'comment' || isStraight(one));
  };
  return arms.every(isStraight);
}

/** An arm that was read on trial. */
interface Side {
  readonly values: Snapshot;
  readonly stores: DeferredStores;
}

/** Two values of which one is chosen behind the branch. */
type Pair = readonly [mine: Value, theirs: Value];

/** Reads the arms of a branch on trial; does what the compiler would, or says what is left to do. */
export function convertBranch(state: KernelState, condition: Value, arms: ArmReaders): Conversion {
  const before = state.region;
  if (before === null) return UNCONVERTED;
  const start = snapshot(state);
  const memory = state.contents.save();
  const previous = arms.others === null ? state.contents.lastStoreIn(before) : null;
  const sideOf = (run: (() => void) | null): Side | null => {
    const stores = new DeferredStores();
    const isRead = run === null || state.onTrial(stores, run);
    const values = snapshot(state);
    restore(start);
    state.contents.restore(memory);
    return isRead ? { values, stores } : null;
  };
  const mine = sideOf(arms.taken);
  const theirs = mine === null ? null : sideOf(arms.others);
  if (mine === null || theirs === null) return UNCONVERTED;
  const branch = { state, condition, before, start, mine, theirs };
  const stores = sharedStores(mine, theirs, arms.others !== null, previous);
  return convert(branch, stores, arms);
}

interface Branch {
  readonly state: KernelState;
  readonly condition: Value;
  readonly before: Region;
  readonly start: Snapshot;
  readonly mine: Side;
  readonly theirs: Side;
}

/** Stores of both arms to the same places, and whether there are others. */
interface SharedStores {
  readonly pairs: readonly { readonly place: MemoryPlace; readonly pair: Pair }[];
  readonly areAll: boolean;
  readonly replaced: KnownStore | null;
}

function sharedStores(
  { stores: mine }: Side,
  { stores: theirs }: Side,
  hasBoth: boolean,
  previous: KnownStore | null,
): SharedStores {
  if (!hasBoth) {
    const [only, ...more] = mine.all;
    if (only === undefined) return { pairs: [], areAll: true, replaced: null };
    const replaces =
      previous !== null && more.length === 0 && !mine.reads && isSame(previous.place, only.place);
    return replaces
      ? {
          pairs: [{ place: only.place, pair: [only.value, previous.value] }],
          areAll: true,
          replaced: previous,
        }
      : { pairs: [], areAll: false, replaced: null };
  }
  const pairs = pairsFromEnd(mine.last, theirs.last);
  const areAll = pairs.length === Math.max(mine.all.length, theirs.all.length);
  // A store to shared memory stays beside those of its arm that cannot move: side by side they become one.
  const stay = !areAll && pairs.some(({ place }) => spaceOf(place.base) === 'shared');
  return { pairs: stay ? [] : pairs, areAll, replaced: null };
}

function pairsFromEnd(
  mine: readonly DeferredStore[],
  theirs: readonly DeferredStore[],
): SharedStores['pairs'] {
  let length = 0;
  for (; ; length++) {
    const [a, b] = [mine.at(-1 - length), theirs.at(-1 - length)];
    if (a === undefined || b === undefined || !isSame(a.place, b.place)) break;
  }
  return mine.slice(mine.length - length).map(({ place, value }, at) => ({
    place,
    pair: [value, theirs[theirs.length - length + at]!.value] as const,
  }));
}

function convert(branch: Branch, stores: SharedStores, { others, areValues }: ArmReaders): Conversion {
  const { state, condition, before, start } = branch;
  const values = new NewValues(state, start, condition, before);
  const isNew = (value: Value): boolean => values.has(value);
  const pairs = [...changedPairs(branch), ...stores.pairs.map(({ pair }) => pair)];
  // In a chain of branches the stores of all arms meet in one place, and nobody selects between so many.
  const isChain = stores.pairs.some(({ place }) => state.deferred?.takes(place) === true);
  const merged = stores.pairs.map(({ place }) => place);
  const left = { isDone: false, merged, replaced: stores.replaced, isEmptied: false };
  if (stores.areAll && !isChain && isCheap(values, pairs)) {
    apply(branch, stores, values, (mine, theirs) => selected(state, condition, mine, theirs, isNew));
    return { ...left, isDone: true };
  }
  if (state.ledger.isTrying && stores.areAll) {
    apply(branch, stores, values, (mine, theirs) => state.table.merge(condition, mine, theirs));
    return { ...left, isDone: true };
  }
  if (others === null || !stores.areAll || isChain) return left;
  const leaves: Pair[] = [];
  const leaf = (mine: Value, theirs: Value): Value => {
    leaves.push(
      isLoadOfOne(mine, theirs) && isNew(mine) && isNew(theirs)
        ? [mine.args[1]!, theirs.args[1]!]
        : [mine, theirs],
    );
    return mine;
  };
  for (const [mine, theirs] of pairs) if (sunk(state, mine, theirs, isNew, leaf) === null) leaf(mine, theirs);
  const isEmptied = isCheap(values, leaves);
  if (!isEmptied || areValues !== true || leaves.flat().some(({ kind }) => kind === 'load'))
    return { ...left, isEmptied };
  const choice = (mine: Value, theirs: Value): Value => state.table.ternary(condition, mine, theirs);
  apply(branch, stores, values, (a, b) => sunk(state, a, b, isNew, choice) ?? choice(a, b));
  return { ...left, isDone: true };
}

/** Tests whether two loads read one array: the compiler loads once, from a selected place. */
function isLoadOfOne(mine: Value, theirs: Value): boolean {
  return mine.kind === 'load' && theirs.kind === 'load' && mine.args[0] === theirs.args[0];
}

/** Tests whether all threads compute what both arms make. */
function isCheap(values: NewValues, pairs: readonly Pair[]): boolean {
  if (pairs.length > MOST_SELECTIONS || pairs.some(([{ type }]) => type.kind !== 'scalar')) return false;
  const [mine, theirs] = [values.in(pairs.map(([a]) => a)), values.in(pairs.map(([, b]) => b))];
  const own = [...mine, ...theirs].filter((value) => !(mine.has(value) && theirs.has(value)));
  return own.reduce((sum, value) => sum + speculationCost(value), 0) <= MOST_INSTRUCTIONS;
}

/** What variables hold behind the arms where that differs. */
function changedPairs({ state, start, mine, theirs }: Branch): readonly Pair[] {
  const pairs: Pair[] = [];
  restore(mine.values);
  join(state, theirs.values, start, (a, b) => {
    pairs.push([a, b]);
    return a;
  });
  restore(start);
  return pairs;
}

/** Goes on behind the branch with chosen values. */
function apply(
  { state, start, before, mine, theirs }: Branch,
  stores: SharedStores,
  values: NewValues,
  choose: (mine: Value, theirs: Value) => Value,
): void {
  const loads = [...values.in([...mine.values.values()].flatMap(({ value }) => value ?? []))].filter(
    ({ kind }) => kind === 'load',
  );
  restore(mine.values);
  join(state, theirs.values, start, choose);
  for (const load of loads) if (!isReadOnly(load)) state.contents.loaded(load);
  const useless = stores.replaced?.event ?? null;
  if (useless !== null) state.ledger.drop(useless, before);
  for (const { place, pair } of stores.pairs) writePlace(state, place, choose(...pair));
}

function isReadOnly({ args: [base] }: Value): boolean {
  return base?.type.kind === 'pointer' && (base.type.readOnly || spaceOf(base) === 'constant');
}
