import * as vscode from 'vscode';
import type { KernelResult, LaunchResult } from '../../analysis/results/kernelResult';
import type { FileResult, WorkspaceResults } from '../../analysis/results/workspaceResults';
import type { SourceRange } from '../../kernel/source';
import type { WorkspaceAnalysis } from '../results/workspaceAnalysis';
import { pathOf } from '../workspaceFiles';
import { kernelHover } from './kernelHover';
import { launchHover } from './launchHover';
import { before } from '../../kernel/texts';

/** Hovers on kernel names (definition or launch) and on launch configurations. */
export class HoverProvider implements vscode.HoverProvider {
  constructor(private readonly analysis: WorkspaceAnalysis) {}

  provideHover(document: vscode.TextDocument, position: vscode.Position): vscode.Hover | null {
    const results = this.analysis.results();
    const file = results?.files.find((candidate) => candidate.path === pathOf(document.uri));
    if (!results || !file) return null;
    const kernel = file.kernels.find((candidate) => toRange(candidate.nameRange).contains(position));
    if (kernel) return new vscode.Hover(kernelHover(kernel, results, null), toRange(kernel.nameRange));
    return launchAt(document, position, file, results);
  }
}

function launchAt(
  document: vscode.TextDocument,
  position: vscode.Position,
  file: FileResult,
  results: WorkspaceResults,
): vscode.Hover | null {
  const launch = file.launches.find((candidate) => toRange(candidate.range).contains(position));
  if (!launch) return null;
  const word = document.getWordRangeAtPosition(position);
  const kernels = kernelsOf(launch, results);
  const onName = word && baseName(launch.callee) === document.getText(word);
  if (onName && kernels.length === 1)
    return new vscode.Hover(kernelHover(kernels[0]!, results, launch), word);
  return new vscode.Hover(launchHover(launch, kernels, results), toRange(launch.range));
}

function kernelsOf(launch: LaunchResult, results: WorkspaceResults): KernelResult[] {
  const ids = new Set(launch.kernelIds);
  return results.files.flatMap((file) => file.kernels.filter((kernel) => ids.has(kernel.id)));
}

/** The identifier of a callee: without namespaces and template arguments. */
function baseName(callee: string): string {
  return before(callee, '<').split('::').at(-1)!.trim();
}

/** A range of the analysis (lines 1-based) as the editor's (0-based). */
export function toRange(range: SourceRange): vscode.Range {
  return new vscode.Range(range.startLine - 1, range.startColumn, range.endLine - 1, range.endColumn);
}
