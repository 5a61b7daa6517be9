import type { Node } from 'web-tree-sitter';
import { namedChildren } from '../../syntax/nodes';

const known = new WeakMap<object, Map<number, ReadonlySet<string>>>();

/**
 * Variables of the function around a piece of code that nothing but their own assignments mentions: what loops add up in
 * them is never made.
 *
 * @param owner for whose time the answer is kept
 */
export function unusedVariables(owner: object, inside: Node): ReadonlySet<string> {
  let around: Node | null = inside;
  while (around !== null && around.type !== 'function_definition') around = around.parent;
  const body = around?.childForFieldName('body') ?? null;
  if (body === null) return NONE;
  const kept = known.get(owner) ?? new Map<number, ReadonlySet<string>>();
  known.set(owner, kept);
  let found = kept.get(body.id);
  if (found === undefined) kept.set(body.id, (found = findUnused(body)));
  return found;
}

const NONE: ReadonlySet<string> = new Set();

function findUnused(body: Node): ReadonlySet<string> {
  const declared = new Set<string>();
  const used = new Set<string>();
  const visit = (node: Node, own: string | null): void => {
    if (node.type === 'identifier') {
      if (node.text !== own) used.add(node.text);
      return;
    }
    const name = declaredName(node);
    if (name !== null) declared.add(name);
    const self = name ?? assignedName(node) ?? own;
    for (const child of namedChildren(node)) visit(child, self);
  };
  visit(body, null);
  return new Set([...declared].filter((name) => !used.has(name)));
}

/** The variable that a declaration gives its first value. */
function declaredName(node: Node): string | null {
  if (node.type !== 'init_declarator' || /\bvolatile\b/.test(node.parent?.text ?? '')) return null;
  const declarator = node.childForFieldName('declarator');
  return declarator?.type === 'identifier' ? declarator.text : null;
}

/** The variable that a whole statement assigns. */
function assignedName(node: Node): string | null {
  if (node.type !== 'expression_statement') return null;
  const [expression] = namedChildren(node);
  const target =
    expression?.type === 'assignment_expression'
      ? expression.childForFieldName('left')
      : expression?.type === 'update_expression'
        ? expression.childForFieldName('argument')
        : null;
  return target?.type === 'identifier' ? target.text : null;
}
