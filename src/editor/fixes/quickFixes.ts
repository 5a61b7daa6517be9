import * as vscode from 'vscode';
import type { Advice, AdviceEdit } from '../../analysis/results/workspaceResults';
import { toRange } from '../hover/hoverProvider';
import type { WorkspaceAnalysis } from '../results/workspaceAnalysis';
import { pathOf } from '../workspaceFiles';
import { workspaceEdit } from './applyEdit';

/** Light bulbs: advice whose edit is safe becomes a quick fix, the rest says why it is not. */
export class QuickFixes implements vscode.CodeActionProvider {
  static readonly kinds = [vscode.CodeActionKind.QuickFix, vscode.CodeActionKind.RefactorRewrite];

  constructor(private readonly analysis: WorkspaceAnalysis) {}

  async provideCodeActions(document: vscode.TextDocument, range: vscode.Range): Promise<vscode.CodeAction[]> {
    const results = this.analysis.results();
    if (!results) return [];
    const path = pathOf(document.uri);
    const file = results.files.find((candidate) => candidate.path === path);
    const kernelIds = new Set(
      file?.kernels.filter((kernel) => touches(range, kernel.line)).map((kernel) => kernel.id) ?? [],
    );
    for (const launch of file?.launches ?? [])
      if (toRange(launch.range).intersection(range)) launch.kernelIds.forEach((id) => kernelIds.add(id));
    const found = results.advice.filter((advice) => concerns(advice, path, range, kernelIds));
    return Promise.all(
      found.map(async (advice) => toAction(advice, await this.analysis.adviceEdit(advice.id))),
    );
  }
}

function concerns(
  advice: Advice,
  path: string,
  range: vscode.Range,
  kernelIds: ReadonlySet<string>,
): boolean {
  if (!advice.editable) return false;
  return (
    (advice.kernelId !== null && kernelIds.has(advice.kernelId)) ||
    (advice.path === path && touches(range, advice.line))
  );
}

function touches(range: vscode.Range, line: number): boolean {
  return range.start.line <= line - 1 && line - 1 <= range.end.line;
}

function toAction(advice: Advice, edit: AdviceEdit): vscode.CodeAction {
  const action = new vscode.CodeAction(`Corun: ${advice.title}`, vscode.CodeActionKind.RefactorRewrite);
  if (edit.kind === 'edit') action.edit = workspaceEdit(edit);
  else action.disabled = { reason: edit.reason };
  return action;
}
