import type { Value } from '../values/graph';
import { sameType } from '../values/types';
import type { KernelState } from './state';

/** Joins what two arms of a branch have in one operand. */
type Leaf = (mine: Value, theirs: Value) => Value;

/** Operands in which the last instructions of two arms may differ to be made once behind them. */
const MOST_DIFFERENT = 2;

/**
 * The result of two arms that end with the same instruction on different operands: it moves behind them, and so do
 * those that it follows from. Null where they end otherwise. (LLVM's `SinkCommonCodeFromPredecessors`.)
 * @param isNew whether an arm made a value, and nothing but this result needs it
 * @param leaf joins operands
 */
export function sunk(
  state: KernelState,
  mine: Value,
  theirs: Value,
  isNew: (value: Value) => boolean,
  leaf: Leaf,
): Value | null {
  if (!isNew(mine) || !isNew(theirs) || !isSameOperation(mine, theirs)) return null;
  const pairs = mine.args.map((arg, place) => [arg, theirs.args[place]!] as const);
  const isLeaf = pairs.map(([a, b]) => a !== b && !(isNew(a) && isNew(b) && isSameOperation(a, b)));
  if (isLeaf.filter(Boolean).length > MOST_DIFFERENT) return null;
  const args = pairs.map(([a, b]) => (a === b ? a : (sunk(state, a, b, isNew, leaf) ?? leaf(a, b))));
  return state.table.again(mine, args);
}

function isSameOperation(a: Value, b: Value): boolean {
  return (
    SINKABLE.has(a.kind) &&
    a.kind === b.kind &&
    a.name === b.name &&
    a.args.length === b.args.length &&
    sameType(a.type, b.type)
  );
}

const SINKABLE: ReadonlySet<string> = new Set(['binary', 'negate', 'complement', 'convert']);

/** A selection between two values; of one operation with a common operand only the other is selected. */
export function selected(
  state: KernelState,
  condition: Value,
  mine: Value,
  theirs: Value,
  isNew: (value: Value) => boolean,
): Value {
  const { table } = state;
  if (mine.kind === 'binary' && isNew(mine) && isNew(theirs) && isSameOperation(mine, theirs)) {
    const [a, b] = mine.args as readonly [Value, Value];
    const [c, d] = theirs.args as readonly [Value, Value];
    if (a === c) return table.again(mine, [a, table.ternary(condition, b, d)]);
    if (b === d) return table.again(mine, [table.ternary(condition, a, c), b]);
  }
  return table.ternary(condition, mine, theirs);
}
