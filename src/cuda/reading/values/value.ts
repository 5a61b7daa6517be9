import type { Region } from './region';
import type { CType } from './types';

/** What a value depends on, as bits. */
export const Source = {
  argument: 1,
  launch: 2,
  thread: 4,
  data: 8,
  /** A launch or template value that nobody gave and that was assumed. */
  assumed: 16,
  /** A name without a definition at hand. */
  unresolved: 32,
  /** A template parameter: fixed at compile time, perhaps without a value at hand. */
  template: 64,
  /** The counter of a loop. */
  index: 128,
} as const;

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

/**
 * How a value is made. `opaque` has no instruction of its own (call results whose cost is charged
 * where the call stands, merged variables, loop-carried variables); `symbol` is a parameter or a
 * coordinate; `index` is the counter of a loop; `ternary` costs a selection, `merge` none.
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

/** A value of the kernel as a node of a hash-consed graph: equal computations are one node. */
export interface Value {
  readonly id: number;
  readonly kind: ValueKind;
  readonly type: CType;
  readonly args: readonly Value[];
  /** Operator, symbol, function or coordinate name. */
  readonly name: string;
  /** Compile-time value: instructions on it alone are folded away. */
  readonly constant: number | null;
  /** A value known for this launch only, such as an argument or `blockDim.x`; not folded. */
  readonly known: number | null;
  readonly sources: number;
  /** Whether `evaluate` gives a number at every sample point. */
  readonly evaluable: boolean;
  /** The deepest region in which the value varies. */
  readonly region: Region;
  /** The expression, for messages and symbolic trip counts. */
  readonly text: string;
  /** Loop number of an `index`. */
  readonly loop: number;
  /** Numbers of the loops whose counters it depends on. */
  readonly loops: readonly number[];
  /** Operations in it, written out as a tree. */
  readonly size: number;
}
