import * as vscode from 'vscode';
import { saidOf } from '../../kernel/result';
import { words } from '../../words/words';
import type { WorkspaceChange } from '../../analysis/workspaceState';
import { Disposables } from '../disposables';
import { readAnalysisSettings, readFileSettings } from '../settings';
import { mayHoldCuda } from '../../analysis/sourceKinds';
import type { ImportedProfiles } from './importedProfiles';
import { pathOf, profileInput, readSource } from '../workspaceFiles';
import { isCudaDocument, type WorkspaceAnalysis } from './workspaceAnalysis';

/** Watches documents, files and settings, and tells the analysis what changed. */
export class ChangeWatcher extends Disposables {
  constructor(
    private readonly analysis: WorkspaceAnalysis,
    private readonly log: vscode.LogOutputChannel,
    imported: ImportedProfiles,
  ) {
    super();
    this.register(imported.onDidChangeFile((uri) => this.safely(uri, (file) => this.profileOnDisk(file))));
    this.register(
      imported.onDidRemove((uri) => this.analysis.note({ profiles: new Map([[pathOf(uri), null]]) })),
    );
    this.register(vscode.workspace.onDidChangeTextDocument(({ document }) => this.documentChanged(document)));
    this.register(vscode.workspace.onDidOpenTextDocument((document) => this.documentOpened(document)));
    this.register(vscode.workspace.onDidChangeWorkspaceFolders(() => void analysis.analyzeWorkspace()));
    this.register(
      vscode.workspace.onDidChangeConfiguration((event) => {
        const rereads = ['corun.files', 'corun.models'].some((key) => event.affectsConfiguration(key));
        if (rereads) void analysis.analyzeWorkspace();
        else if (event.affectsConfiguration('corun')) analysis.note({ settings: readAnalysisSettings() });
      }),
    );
    const { sources, profiles } = readFileSettings();
    this.watch(
      sources,
      (uri) => this.sourceOnDisk(uri),
      (path) => ({ sources: new Map([[path, null]]) }),
    );
    this.watch(
      profiles,
      (uri) => this.profileOnDisk(uri),
      (path) => ({ profiles: new Map([[path, null]]) }),
    );
  }

  private watch(
    glob: string,
    changed: (uri: vscode.Uri) => Promise<void>,
    removal: (path: string) => WorkspaceChange,
  ): void {
    if (glob === '') return;
    const watcher = this.register(vscode.workspace.createFileSystemWatcher(glob));
    const safely = (uri: vscode.Uri): void => {
      if (!/[\\/](node_modules|\.git|dist|out)[\\/]/.test(uri.path)) this.safely(uri, changed);
    };
    this.register(watcher.onDidCreate(safely));
    this.register(watcher.onDidChange(safely));
    this.register(watcher.onDidDelete((uri) => this.analysis.note(removal(pathOf(uri)))));
  }

  private safely(uri: vscode.Uri, read: (uri: vscode.Uri) => Promise<void>): void {
    read(uri).catch((error: unknown) => this.log.warn(`${pathOf(uri)}: ${words(saidOf(error))}`));
  }

  private documentChanged(document: vscode.TextDocument): void {
    const path = pathOf(document.uri);
    if (document.uri.scheme === 'output') return;
    if (isCudaDocument(document) || this.analysis.knows(path))
      this.analysis.note({ sources: new Map([[path, document.getText()]]) });
  }

  private documentOpened(document: vscode.TextDocument): void {
    const path = pathOf(document.uri);
    if (!isCudaDocument(document) || this.analysis.knows(path)) return;
    if (mayHoldCuda(path, document.getText()))
      this.analysis.note({ sources: new Map([[path, document.getText()]]) });
  }

  private async sourceOnDisk(uri: vscode.Uri): Promise<void> {
    const source = await readSource(uri, (line) => this.log.warn(line));
    if (source && (this.analysis.knows(source.path) || mayHoldCuda(source.path, source.text)))
      this.analysis.note({ sources: new Map([[source.path, source.text]]) });
  }

  private async profileOnDisk(uri: vscode.Uri): Promise<void> {
    this.analysis.note({ profiles: new Map([[pathOf(uri), await profileInput(uri)]]) });
  }
}
