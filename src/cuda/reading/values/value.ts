/** Sources that a value depends on, as bits. */
export const Source = {
  argument: 1,
  launch: 2,
  thread: 4,
  data: 8,
  /** A name without a definition at hand. */
  unresolved: 32,
  /** A template parameter: fixed at compile time, perhaps without a value at hand. */
  template: 64,
  /** The counter of a loop. */
  index: 128,
} as const;

/** Binary operator of the value graph. */
export type BinaryOperator =
  | 'add'
  | 'sub'
  | 'mul'
  | 'div'
  | 'mod'
  | 'shl'
  | 'shr'
  | 'and'
  | 'or'
  | 'xor'
  | 'lt'
  | 'le'
  | 'gt'
  | 'ge'
  | 'eq'
  | 'ne'
  | 'min'
  | 'max';

/** Operators whose result is true or false. */
export const COMPARISONS: ReadonlySet<string> = new Set(['lt', 'le', 'gt', 'ge', 'eq', 'ne']);

/**
 * Operation of a value. `opaque` has no instruction of its own (call results whose cost is charged where the
 * call stands, merged variables, loop-carried variables); `symbol` is a parameter or a coordinate; `index` is
 * the counter of a loop; `ternary` costs a selection, `merge` none.
 */
export type ValueKind =
  | 'constant'
  | 'symbol'
  | 'index'
  | 'opaque'
  | 'binary'
  | 'negate'
  | 'complement'
  | 'not'
  | 'and-also'
  | 'or-else'
  | 'ternary'
  | 'merge'
  | 'convert'
  | 'call'
  | 'load'
  | 'extract'
  | 'pointer';
