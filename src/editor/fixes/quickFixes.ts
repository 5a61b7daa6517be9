import * as vscode from 'vscode';
import type { Advice, AdviceEdit, FileResult } from '../../analysis/results/workspaceResults';
import { message, type Words } from '../../kernel/message';
import { toRange } from '../hover/hoverProvider';
import type { WorkspaceAnalysis } from '../results/workspaceAnalysis';
import { pathOf } from '../workspaceFiles';
import { say } from '../../words/say';

/** The editor asks again this long after the cursor moved, and drops what was asked before. */
const PATIENCE_MS = 150;

/** Light bulbs: advice whose edit is safe becomes a quick fix, the rest tells why it is not. */
export class QuickFixes implements vscode.CodeActionProvider {
  static readonly kinds = [vscode.CodeActionKind.QuickFix, vscode.CodeActionKind.RefactorRewrite];

  constructor(private readonly analysis: WorkspaceAnalysis) {}

  async provideCodeActions(
    document: vscode.TextDocument,
    range: vscode.Range,
    context: vscode.CodeActionContext,
  ): Promise<vscode.CodeAction[]> {
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
    const advised = found.map(async (advice) =>
      toAction(
        advice.title,
        await this._edit(this.analysis.questions.adviceEdit(advice)),
        'corun.applyAdvice',
        [advice.id],
      ),
    );
    // Where somebody asks for refactorings: nothing advises a kernel to yield.
    const yielding = context.only === undefined ? [] : this._yielding(file, range);
    return Promise.all([...advised, ...yielding]);
  }

  /** Kernels and launches under the cursor as ones that yield SMs. */
  private _yielding(file: FileResult | undefined, range: vscode.Range): Promise<vscode.CodeAction>[] {
    const kernels = (file?.kernels ?? [])
      .filter(({ line }) => touches(range, line))
      .map(({ id, name }) => ({
        kernelId: id,
        launch: null,
        title: message('editor.yieldKernel', { name }),
      }));
    const launches = (file?.launches ?? [])
      .filter((launch) => launch.kernelIds.length === 1 && toRange(launch.range).intersection(range))
      .map(({ kernelIds, line, callee }) => ({
        kernelId: kernelIds[0]!,
        launch: line,
        title: message('editor.yieldLaunch', { name: callee }),
      }));
    return [...kernels, ...launches].map(async ({ title, ...question }) =>
      toAction(
        title,
        await this._edit(this.analysis.questions.yieldingEdit({ variant: 'pair', ...question })),
        'corun.yieldKernel',
        [question.kernelId, question.launch],
      ),
    );
  }

  /** The edit, or null when it is not there in time. */
  private _edit(asked: Promise<AdviceEdit>): Promise<AdviceEdit | null> {
    const edit = asked.catch(() => null);
    const late = new Promise<null>((resolve) => setTimeout(resolve, PATIENCE_MS, null));
    return Promise.race([edit, late]);
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
    [advice, ...(advice.calls ?? [])].some((place) => place.path === path && touches(range, place.line))
  );
}

function touches(range: vscode.Range, line: number): boolean {
  return range.start.line <= line - 1 && line - 1 <= range.end.line;
}

/**
 * A command that shows the edit before it is applied, or tells the reason when it is refused: disabled actions stay
 * out of the menu.
 */
function toAction(
  what: Words,
  edit: AdviceEdit | null,
  command: string,
  given: readonly unknown[],
): vscode.CodeAction {
  const title =
    edit?.kind === 'refused' ? say('editor.whyNot', { title: what }) : say('editor.corun', { text: what });
  const action = new vscode.CodeAction(title, vscode.CodeActionKind.RefactorRewrite);
  action.command = { command, title, arguments: [...given] };
  return action;
}
