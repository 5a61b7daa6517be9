import type { Node } from 'web-tree-sitter';
import { followersOf, parentOf } from '../../syntax/nodes';
import { identifiersIn, uses } from './induction';
import type { Region } from '../values/graph';
import type { KernelState } from './state';

/**
 * Demands, in front of a branch, what variables hold that one of its arms uses and code outside of that arm, too: it
 * stands where the source has it, where the compiler would move into an arm what nobody else needs.
 */
export function demandShared(state: KernelState, branch: Node, arms: readonly Node[]): void {
  const used = arms.map(identifiersIn);
  for (const name of new Set(used.flatMap((names) => [...names]))) {
    const variable = state.lookup(name);
    if (variable === null || variable.alias !== null || variable.value?.type.kind !== 'scalar') continue;
    const users = used.filter((names) => names.has(name)).length;
    if (users > 1 || isUsedBehind(branch, name)) state.demand(variable.value);
  }
}

/**
 * Demands, in front of a loop that not all threads enter, what variables hold that code behind it uses, too: what nobody
 * else needs is made by those who enter.
 */
export function demandUsedBehind(state: KernelState, loop: Node, before: Region): void {
  for (const name of identifiersIn(loop)) {
    const variable = state.lookup(name);
    if (variable === null || variable.alias !== null || variable.value?.type.kind !== 'scalar') continue;
    if (isUsedBehind(loop, name)) state.ledger.demand(variable.value, before);
  }
}

/** Tests whether a name stands behind a statement in the function that it is in. */
function isUsedBehind(statement: Node, name: string): boolean {
  for (let part: Node | null = statement; part !== null; part = parentOf(part)) {
    if (part.type === 'function_definition' || part.type === 'lambda_expression') return false;
    if (followersOf(part).some((next) => uses(next, name))) return true;
  }
  return false;
}
