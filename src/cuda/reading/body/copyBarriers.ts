import type { Node } from 'web-tree-sitter';
import { committed, issued, OLDEST_GROUP, threadsIn, threadsOfBlock, waited } from './asyncCopies';
import { lowerExpression } from './expressions';
import type { KernelState } from './state';
import type { Value } from '../values/graph';
import { I32, type CType } from '../values/types';

/**
 * An `mbarrier` operation by its name in PTX or in `cuda::ptx`. Bytes that it is told to expect begin or end a group of
 * copies; one that waits lets the oldest group come first, that of the whole block where all of its threads wait, and its
 * result says that the phase is over.
 */
export function mbarrier(state: KernelState, name: string): Value {
  if (/expect_tx/.test(name)) return committed(state);
  if (!/^mbarrier[._](try|test)_wait/.test(name)) return issued(state, name);
  waitedForPhase(state);
  return state.table.constant(1, I32);
}

/** Waits for the phase of a barrier, with the oldest group of copies. */
export function waitedForPhase(state: KernelState): Value {
  const isBlock = state.region !== null && threadsIn(state, state.region) > threadsOfBlock(state) - 0.5;
  return waited(state, OLDEST_GROUP, isBlock);
}

/** Tests for the address of a `cuda::barrier`. */
export function isBarrier(state: KernelState, node: Node | undefined): boolean {
  const type = node === undefined ? null : lowerExpression(state, node).type;
  return type?.kind === 'pointer' && isBarrierType(type.to);
}

/** Tests for a `cuda::barrier`. */
export function isBarrierObject(state: KernelState, object: Node | null): boolean {
  return object !== null && isBarrierType(lowerExpression(state, object).type);
}

function isBarrierType(type: CType): boolean {
  return type.kind === 'opaque' && /\bbarrier\b/.test(type.text);
}
