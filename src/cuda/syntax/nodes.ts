import type { SyntaxNode } from './parser';

/** Children that were asked for, by node: objects of one node are many, and each would ask the parser's memory again. */
const CHILDREN = new WeakMap<SyntaxNode['tree'], Map<number, readonly SyntaxNode[]>>();

/** Children of a node without comments and without the nulls that a broken tree may hold. */
export function namedChildren(node: SyntaxNode): readonly SyntaxNode[] {
  let known = CHILDREN.get(node.tree);
  if (known === undefined) CHILDREN.set(node.tree, (known = new Map()));
  let children = known.get(node.id);
  if (children === undefined) {
    children = node.namedChildren.filter(
      (child) => child !== null && child.type !== 'comment',
    ) as SyntaxNode[];
    known.set(node.id, children);
  }
  return children;
}

/** Nesting of syntax nodes up to which recursive readers go. */
const DEPTH_LIMIT = 300;

/** Tests whether a tree nests deeper than recursive readers can go: hostile or generated text. */
export function isTooDeep(root: SyntaxNode): boolean {
  const cursor = root.walk();
  try {
    for (;;) {
      if (cursor.currentDepth > DEPTH_LIMIT) return true;
      if (cursor.gotoFirstChild()) continue;
      while (!cursor.gotoNextSibling()) if (!cursor.gotoParent()) return false;
    }
  } finally {
    cursor.delete();
  }
}

/** The first function definition in a tree, inside a template or linkage block where there is one. */
export function firstDefinition(node: SyntaxNode): SyntaxNode | null {
  if (node.type === 'function_definition') return node;
  for (const child of namedChildren(node)) {
    const found = firstDefinition(child);
    if (found !== null) return found;
  }
  return null;
}
