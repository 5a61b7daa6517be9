import * as vscode from 'vscode';
import { Disposables } from '../disposables';
import type { WorkspaceAnalysis } from '../results/workspaceAnalysis';
import { uriOf } from '../workspaceFiles';
import { buildTree, type TreeNode } from './nodes';

const DISMISSED_KEY = 'corun.dismissedAdvice';

/** The `Corun › Results` view. */
export class ResultsTree extends Disposables implements vscode.TreeDataProvider<TreeNode> {
  readonly #changed = this.register(new vscode.EventEmitter<void>());
  readonly onDidChangeTreeData = this.#changed.event;
  #parents = new Map<string, TreeNode>();

  constructor(
    private readonly analysis: WorkspaceAnalysis,
    private readonly memento: vscode.Memento,
  ) {
    super();
    this.register(analysis.onDidChangeResults(() => this.#changed.fire()));
  }

  getChildren(node?: TreeNode): TreeNode[] {
    if (node) return [...node.children];
    const results = this.analysis.results();
    if (!results || results.files.every((file) => file.kernels.length === 0)) return [];
    const roots = buildTree(results, this.#dismissed());
    this.#parents = new Map(roots.flatMap((root) => parentPairs(root)));
    return roots;
  }

  getParent(node: TreeNode): TreeNode | undefined {
    return this.#parents.get(node.id);
  }

  getTreeItem(node: TreeNode): vscode.TreeItem {
    const state = vscode.TreeItemCollapsibleState;
    const folded = node.expanded ? state.Expanded : state.Collapsed;
    const item = new vscode.TreeItem(node.label, node.children.length > 0 ? folded : state.None);
    item.id = node.id;
    if (node.description !== undefined) item.description = node.description;
    if (node.tooltip !== undefined) item.tooltip = node.tooltip;
    if (node.icon !== undefined) item.iconPath = new vscode.ThemeIcon(node.icon);
    if (node.context !== undefined) item.contextValue = node.context;
    if (node.place) item.command = revealCommand(node.place);
    return item;
  }

  /** Hides an advice until it is restored. */
  async dismiss(id: string): Promise<void> {
    await this.memento.update(DISMISSED_KEY, [...this.#dismissed(), id]);
    this.#changed.fire();
  }

  async restore(): Promise<void> {
    await this.memento.update(DISMISSED_KEY, []);
    this.#changed.fire();
  }

  #dismissed(): ReadonlySet<string> {
    return new Set(this.memento.get<string[]>(DISMISSED_KEY, []));
  }
}

function parentPairs(node: TreeNode): [string, TreeNode][] {
  return node.children.flatMap((child) => [[child.id, node] as [string, TreeNode], ...parentPairs(child)]);
}

function revealCommand({ path, line }: { path: string; line: number }): vscode.Command {
  const selection = new vscode.Range(line - 1, 0, line - 1, 0);
  return { command: 'vscode.open', title: 'Open', arguments: [uriOf(path), { selection, preview: true }] };
}
