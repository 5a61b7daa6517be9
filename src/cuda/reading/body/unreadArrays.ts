import type { Node } from 'web-tree-sitter';
import { namedChildren } from '../../syntax/nodes';

/**
 * Tests whether a shared array that a function declares is only stored to, element by element: the compiler leaves out
 * the array, what is stored in it, and all that was computed for it.
 *
 * @param declaration the statement that declares it
 */
export function isOnlyStored(declaration: Node, name: string): boolean {
  if (/\b(extern|volatile)\b/.test(declaration.text)) return false;
  let around: Node | null = declaration;
  while (around !== null && around.type !== 'function_definition') around = around.parent;
  const body = around?.childForFieldName('body') ?? null;
  return body !== null && uses(body, name).every((use) => isDeclared(use) || isStored(use));
}

function uses(node: Node, name: string): readonly Node[] {
  if (node.type === 'identifier') return node.text === name ? [node] : [];
  // What assembly and macros mention, nobody here understands.
  if (/^(gnu_asm_expression|preproc_\w+|ERROR)$/.test(node.type))
    return node.text.includes(name) ? [node] : [];
  return namedChildren(node).flatMap((child) => uses(child, name));
}

function isDeclared({ parent }: Node): boolean {
  return parent !== null && /^(array_declarator|declaration)$/.test(parent.type);
}

/** Tests for an element, or a member of one, that a statement of its own gives another value. */
function isStored(name: Node): boolean {
  let place = name;
  while (place.parent?.type === 'subscript_expression' || place.parent?.type === 'field_expression') {
    if (place.parent.childForFieldName('argument')?.id !== place.id) return false;
    place = place.parent;
  }
  const { parent } = place;
  return (
    place !== name &&
    parent?.type === 'assignment_expression' &&
    parent.childForFieldName('left')?.id === place.id &&
    parent.childForFieldName('operator')?.text === '=' &&
    parent.parent?.type === 'expression_statement'
  );
}

/** Calls that convert a number and do nothing else. */
const CONVERSION = /^__[a-z]\w*2[a-z]\w*$/;

/** Tests whether nothing is left of an expression whose value nobody asks for. */
export function isPure(node: Node): boolean {
  if (/^(assignment|update)_expression$/.test(node.type)) return false;
  if (node.type === 'call_expression' && !CONVERSION.test(node.childForFieldName('function')?.text ?? ''))
    return false;
  return namedChildren(node).every(isPure);
}
