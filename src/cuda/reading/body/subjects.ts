import type { Node } from 'web-tree-sitter';
import { namedChildren } from '../../syntax/nodes';
import type { KernelState } from './state';

const LONGEST = 40;
/** Stand in conditions of every kind. */
const COORDINATES = /^(threadIdx|blockIdx|blockDim|gridDim)$/;

/**
 * Subject of a condition, as a part of the name under which users set its number: the first variable that it
 * names, else the first function or constant. Stays the same when code moves.
 */
export function subjectOf(state: KernelState, condition: Node | null, otherwise: string): string {
  const names = condition === null ? [] : namesIn(condition);
  const variable = names.find(
    (name) => state.lookup(name) !== null || state.context.names.globalVariable(name) !== null,
  );
  return (variable ?? names[0] ?? otherwise).slice(0, LONGEST);
}

function namesIn(node: Node): readonly string[] {
  if (node.type === 'identifier') return COORDINATES.test(node.text) ? [] : [node.text];
  return namedChildren(node).flatMap(namesIn);
}
