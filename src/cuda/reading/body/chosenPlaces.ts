import type { Node } from 'web-tree-sitter';
import { hasEffect } from './induction';
import { lowerPlace } from './lvalues';
import type { MemoryPlace } from './memoryContents';
import type { KernelState } from './state';
import type { Value } from '../values/graph';
import { sameType } from '../values/types';

/**
 * The element that `c ? a[i] : a[j]` is: both sides are places of one array, and so is the choice (C++17 8.16), of which
 * the compiler chooses the address and loads once, whatever was loaded for the condition. Null for other choices.
 */
export function chosenPlace(state: KernelState, chosen: Value, yes: Node, no: Node): MemoryPlace | null {
  if (chosen.constant !== null || ![yes, no].every(isElement)) return null;
  const [a, b] = [lowerPlace(state, yes), lowerPlace(state, no)];
  if (a?.kind !== 'memory' || b?.kind !== 'memory') return null;
  if (a.base !== b.base || a.field !== b.field || a.index === b.index || !sameType(a.type, b.type))
    return null;
  if (a.type.kind !== 'scalar' || a.isVolatile === true || b.isVolatile === true) return null;
  return { ...a, index: state.table.ternary(chosen, a.index, b.index) };
}

function isElement(node: Node): boolean {
  return node.type === 'subscript_expression' && !hasEffect(node);
}
