import * as vscode from 'vscode';
import { saidOf } from '../../kernel/result';
import { words } from '../../words/words';
import { globTest } from '../../files/glob';
import type { WorkspaceChange } from '../../analysis/workspaceState';
import { Disposables } from '../disposables';
import { readFileSettings } from '../settings';
import { mayHoldCuda } from '../../analysis/sourceKinds';
import type { ImportedProfiles } from './importedProfiles';
import { COMMANDS_GLOB, pathOf, pathWithin, profileInput, readSource, tooMuch } from '../workspaceFiles';
import { isCudaDocument, type WorkspaceAnalysis } from './workspaceAnalysis';

/** Watches documents, files and settings, and tells the analysis what changed. */
export class ChangeWatcher extends Disposables {
  private watching: readonly vscode.Disposable[] = [];

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
    this.register(
      vscode.workspace.onDidChangeWorkspaceFolders(() => {
        this.watchFiles();
        void analysis.analyzeWorkspace();
      }),
    );
    this.register(
      vscode.workspace.onDidChangeConfiguration((event) => {
        const rereads = ['corun.files', 'corun.models', 'corun.gpuFiles'].some((key) =>
          event.affectsConfiguration(key),
        );
        if (event.affectsConfiguration('corun.files')) this.watchFiles();
        if (rereads) void analysis.analyzeWorkspace();
        else if (event.affectsConfiguration('corun')) analysis.noteSettings();
      }),
    );
    this.register({ dispose: () => this.stopWatching() });
    this.watchFiles();
  }

  /** By the settings as they are now; what was watched before is watched no more. */
  private watchFiles(): void {
    this.stopWatching();
    const { sources, profiles, exclude } = readFileSettings();
    const isExcluded = globTest(exclude);
    this.watching = [
      this.watch(
        sources,
        isExcluded,
        (uri) => this.sourceOnDisk(uri),
        (path) => ({ sources: new Map([[path, null]]) }),
      ),
      this.watch(
        profiles,
        isExcluded,
        (uri) => this.profileOnDisk(uri),
        (path) => ({ profiles: new Map([[path, null]]) }),
      ),
      ...(vscode.workspace.workspaceFolders ?? []).map((folder) =>
        this.watch(
          new vscode.RelativePattern(folder, COMMANDS_GLOB),
          () => false,
          (uri) => this.commandsOnDisk(uri),
          (path) => ({ sources: new Map([[path, null]]) }),
        ),
      ),
    ];
  }

  private stopWatching(): void {
    for (const watcher of this.watching) watcher.dispose();
    this.watching = [];
  }

  private watch(
    glob: vscode.GlobPattern,
    isExcluded: (path: string) => boolean,
    changed: (uri: vscode.Uri) => Promise<void>,
    removal: (path: string) => WorkspaceChange,
  ): vscode.Disposable {
    if (glob === '') return { dispose: () => undefined };
    const watcher = vscode.workspace.createFileSystemWatcher(glob);
    const safely = (uri: vscode.Uri): void => {
      const folder = vscode.workspace.getWorkspaceFolder(uri);
      if (folder === undefined || !isExcluded(pathWithin(folder, uri))) this.safely(uri, changed);
    };
    watcher.onDidCreate(safely);
    watcher.onDidChange(safely);
    watcher.onDidDelete((uri) => this.analysis.note(removal(pathOf(uri))));
    return watcher;
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
    if (!source || !(this.analysis.knows(source.path) || mayHoldCuda(source.path, source.text))) return;
    if (!this.analysis.hasRoomFor(source)) this.log.warn(tooMuch(source.path));
    else this.analysis.note({ sources: new Map([[source.path, source.text]]) });
  }

  private async commandsOnDisk(uri: vscode.Uri): Promise<void> {
    const source = await readSource(uri, (line) => this.log.warn(line));
    if (source !== null) this.analysis.note({ sources: new Map([[source.path, source.text]]) });
  }

  private async profileOnDisk(uri: vscode.Uri): Promise<void> {
    this.analysis.note({ profiles: new Map([[pathOf(uri), await profileInput(uri)]]) });
  }
}
