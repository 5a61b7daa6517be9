import * as vscode from 'vscode';
import type { WorkspaceResults } from '../../analysis/results/workspaceResults';
import { Disposables } from '../disposables';
import type { WorkspaceAnalysis } from '../results/workspaceAnalysis';
import type { ImportedProfiles } from '../results/importedProfiles';
import { pathOf, uriOf } from '../workspaceFiles';
import { buildTree } from './nodes';
import type { TreeNode } from './treeNode';

const DISMISSED_KEY = 'corun.dismissedAdvice';

/** The `Corun › Results` view. */
export class ResultsTree extends Disposables implements vscode.TreeDataProvider<TreeNode> {
  private readonly changed = this.register(new vscode.EventEmitter<void>());
  readonly onDidChangeTreeData = this.changed.event;
  private parents = new Map<string, TreeNode>();

  constructor(
    private readonly analysis: WorkspaceAnalysis,
    private readonly memento: vscode.Memento,
    private readonly imported: ImportedProfiles,
  ) {
    super();
    this.register(analysis.onDidChangeResults(() => this.changed.fire()));
    this.dismissedChanged();
  }

  getChildren(node?: TreeNode): TreeNode[] {
    if (node) return [...node.children];
    const results = this.analysis.results();
    if (!results || !hasSomething(results)) return [];
    const imported = new Set(this.imported.uris().map(pathOf));
    const roots = buildTree(results, this.dismissed(), imported);
    this.parents = new Map(roots.flatMap((root) => parentPairs(root)));
    return roots;
  }

  getParent(node: TreeNode): TreeNode | undefined {
    return this.parents.get(node.id);
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
    else if (node.profile !== undefined)
      item.command = { command: 'corun.openProfile', title: 'Open', arguments: [uriOf(node.profile)] };
    return item;
  }

  /** Hides an advice until it is restored. */
  async dismiss(id: string): Promise<void> {
    await this.memento.update(DISMISSED_KEY, [...this.dismissed(), id]);
    this.dismissedChanged();
  }

  async restore(): Promise<void> {
    await this.memento.update(DISMISSED_KEY, []);
    this.dismissedChanged();
  }

  /** The command that restores is offered while there is something to restore. */
  private dismissedChanged(): void {
    void vscode.commands.executeCommand('setContext', 'corun.hasDismissed', this.dismissed().size > 0);
    this.changed.fire();
  }

  private dismissed(): ReadonlySet<string> {
    return new Set(this.memento.get<string[]>(DISMISSED_KEY, []));
  }
}

/** Without kernels and profiles, the view's welcome text says what to do. */
function hasSomething({ files, profiles }: WorkspaceResults): boolean {
  return profiles.length > 0 || files.some((file) => file.kernels.length > 0);
}

function parentPairs(node: TreeNode): [string, TreeNode][] {
  return node.children.flatMap((child) => [[child.id, node] as [string, TreeNode], ...parentPairs(child)]);
}

function revealCommand({ path, line }: { path: string; line: number }): vscode.Command {
  const selection = new vscode.Range(line - 1, 0, line - 1, 0);
  return {
    command: 'vscode.openWith',
    title: 'Open',
    arguments: [uriOf(path), 'default', { selection, preview: true }],
  };
}
