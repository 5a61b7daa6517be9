/** A node of the results tree, free of editor types so that it can be tested in Node. */
export interface TreeNode {
  /** Stable over refreshes, so that expansion and selection last. */
  readonly id: string;
  readonly label: string;
  readonly description?: string;
  readonly tooltip?: string;
  /** Codicon name. */
  readonly icon?: string;
  readonly context?: string;
  readonly expanded?: boolean;
  /** A line of text that a click shows. */
  readonly place?: { readonly path: string; readonly line: number };
  /** A profile that a click opens in its editor. */
  readonly profile?: string;
  readonly children: readonly TreeNode[];
  /** What commands of this node act on. */
  readonly target?: string;
}

/** A node without children. */
export function leaf(id: string, label: string, icon: string, description?: string): TreeNode {
  return { id, label, icon, children: [], ...(description === undefined ? {} : { description }) };
}
