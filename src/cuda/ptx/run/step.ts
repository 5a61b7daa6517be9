import type { PtxFunction, PtxInstruction } from '../module';
import type { Collective } from './collectives';
import type { Execute } from './types';

/** A place that bytes of an argument or result are copied from or to. */
export type CallValue =
  | { readonly kind: 'parameter'; readonly place: number; readonly bytes: number }
  | { readonly kind: 'register'; readonly slot: number };

/** What an instruction does to the flow of control. */
export type StepAction =
  | { readonly kind: 'plain'; readonly execute: Execute }
  | { readonly kind: 'branch'; readonly target: number }
  | { readonly kind: 'table'; readonly slot: number; readonly targets: readonly number[] }
  | { readonly kind: 'exit' }
  | { readonly kind: 'return' }
  | {
      readonly kind: 'call';
      /** Name of the function, or the slot of its address. */
      readonly callee: string | number;
      readonly given: readonly CallValue[];
      readonly results: readonly CallValue[];
    }
  /** `mask` is the slot of the lanes that have to meet, null where whoever is there takes part. */
  | { readonly kind: 'collective'; readonly mask: number | null; readonly together: Collective }
  | {
      readonly kind: 'barrier';
      readonly id: number;
      /** Slot of the number of threads that meet; null for all of the block. */
      readonly threads: number | null;
      readonly waits: boolean;
      readonly reduction: BarrierReduction | null;
    };

/** `bar.red`: what the predicates of all threads say together. */
export interface BarrierReduction {
  readonly operation: string;
  readonly to: number;
  readonly source: number;
  readonly negated: boolean;
}

/** One instruction, ready to run. */
export interface Step {
  readonly action: StepAction;
  /** Slot of its guard, or -1. */
  readonly guard: number;
  readonly negated: boolean;
  /** Slots that it writes. */
  readonly written: readonly number[];
  readonly instruction: PtxInstruction;
  readonly owner: PtxFunction;
}
