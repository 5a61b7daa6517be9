import * as vscode from 'vscode';
import { Disposables } from './disposables';
import { modeTitle } from './modeTitles';
import type { WorkspaceAnalysis } from './results/workspaceAnalysis';
import { knownText } from '../words/texts/gpuText';
import { words } from '../words/words';
import { say } from '../words/say';

/** The one status item: GPU and sharing mode, or what is being done; its tooltip leads to what can be changed. */
export class StatusItem extends Disposables {
  private readonly item = this.register(
    vscode.window.createStatusBarItem('corun.status', vscode.StatusBarAlignment.Right, 90),
  );

  constructor(private readonly analysis: WorkspaceAnalysis) {
    super();
    this.item.name = 'Corun';
    this.item.command = 'corun.selectGpu';
    this.register(analysis.onDidChangeResults(() => this.refresh()));
    this.register(analysis.onDidChangeActivity(() => this.refresh()));
    this.refresh();
  }

  private refresh(): void {
    const results = this.analysis.results();
    const { busy, message, error } = this.analysis.activity();
    // A workspace without CUDA and profiles has nothing that the GPU would matter for.
    const isEmpty = results !== null && results.files.length === 0 && results.profiles.length === 0;
    if (isEmpty && error === null) return this.item.hide();
    this.item.show();
    const icon = error ? '$(warning)' : busy ? '$(sync~spin)' : '$(circuit-board)';
    const facts = results ? `${results.gpu.name} · ${modeTitle(results.mode)}` : null;
    this.item.text = `${icon} ${facts ?? 'Corun'}`;
    const lines = [error ?? [], busy ? message : [], results?.gpu.note ? words(results.gpu.note) : []].flat();
    if (results !== null) lines.push(knownText(results.gpu));
    this.item.tooltip = tooltip(lines, busy);
    this.item.accessibilityInformation = {
      label: [
        facts === null ? say('editor.noResults') : say('editor.corun', { text: facts }),
        ...(busy ? [message] : []),
      ].join(', '),
    };
  }
}

/** What is going on, in plain text, and what can be done about it. */
function tooltip(lines: readonly string[], busy: boolean): vscode.MarkdownString {
  const links: readonly (readonly [string, string])[] = [
    ...(busy ? [[say('editor.cancel'), 'corun.cancel'] as const] : []),
    [say('editor.selectGpu'), 'corun.selectGpu'],
    [say('editor.selectMode'), 'corun.selectSharingMode'],
    [say('editor.openDashboard'), 'corun.openDashboard'],
  ];
  const text = new vscode.MarkdownString();
  text.isTrusted = { enabledCommands: links.map(([, command]) => command) };
  for (const line of lines) text.appendText(line).appendMarkdown('\n\n');
  return text.appendMarkdown(links.map(([label, command]) => `[${label}](command:${command})`).join(' · '));
}
