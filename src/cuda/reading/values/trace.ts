import type { InstructionClass } from '../../../kernel/instructionClasses';
import type { Region } from './region';
import type { CType } from './types';
import type { Value } from './value';

/** What a memory instruction touches. */
export interface Access {
  readonly base: Value;
  /** In elements of the innermost element type of what `base` points to. */
  readonly index: Value;
  /** Member path inside the element. */
  readonly field: string;
  readonly type: CType;
}

/** Instructions of one kind that stand in a region. */
export interface ChargeEvent {
  readonly kind: 'charge';
  readonly name: InstructionClass;
  /** Per execution of the region; a fraction where an instruction serves several iterations. */
  readonly count: number;
  /** The value that the instructions make; null when they make none that the graph knows. */
  readonly makes: Value | null;
  /** Values that they need besides the operands of `makes`. */
  readonly needs: readonly Value[];
  readonly access: Access | null;
  /** The function called, for instructions that a call stands for. */
  readonly callee: string;
}

/** Code of its own trip count or condition: `taken` and `others` exclude each other. */
export interface NestedEvent {
  readonly kind: 'nested';
  readonly regions: readonly Region[];
}

/** What happens in a region, in the order of the program. */
export type TraceEvent = ChargeEvent | NestedEvent;
