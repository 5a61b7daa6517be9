import type { SyntaxNode } from './parser';

/**
 * What is found of a node's text alone, found once: objects of one node are many, each would ask the parser's memory
 * again, and readers come to one body again and again.
 */
export function ofNode<T>(find: (node: SyntaxNode) => T): (node: SyntaxNode) => T {
  const byTree = new WeakMap<SyntaxNode['tree'], Map<number, T>>();
  return (node) => {
    let known = byTree.get(node.tree);
    if (known === undefined) byTree.set(node.tree, (known = new Map()));
    const { id } = node;
    if (!known.has(id)) known.set(id, find(node));
    return known.get(id) as T;
  };
}

/** Children of a node without comments and without the nulls that a broken tree may hold. */
export const namedChildren = ofNode(
  (node): readonly SyntaxNode[] =>
    node.namedChildren.filter((child) => child !== null && child.type !== 'comment') as SyntaxNode[],
);

/** The node around a node; null around the whole text. */
export const parentOf = ofNode((node) => node.parent);

/** The named nodes behind a node that stand beside it, in their order. */
export const followersOf = ofNode((node): readonly SyntaxNode[] => {
  const found: SyntaxNode[] = [];
  for (let next = node.nextNamedSibling; next !== null; next = next.nextNamedSibling) found.push(next);
  return found;
});

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
