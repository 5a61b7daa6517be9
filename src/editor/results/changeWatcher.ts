import * as vscode from 'vscode';
import { saidOf } from '../../kernel/result';
import { words } from '../../words/words';
import { Disposables } from '../disposables';
import { readFileSettings } from '../settings';
import { mayHoldCuda } from '../../analysis/sourceKinds';
import type { ImportedProfiles } from './importedProfiles';
import { COMMANDS_GLOB, pathOf, pathWithin, profileInput, readSource, tooMuch } from '../workspaceFiles';
import { WatchedFiles, type FileListeners, type WatchingEditor } from './watchedFiles';
import { isCudaDocument } from './readWorkspace';
import type { WorkspaceAnalysis } from './workspaceAnalysis';

const EDITOR: WatchingEditor = {
  settings: readFileSettings,
  commands: () =>
    (vscode.workspace.workspaceFolders ?? []).map(
      (folder) => new vscode.RelativePattern(folder, COMMANDS_GLOB),
    ),
  watch: (glob) => vscode.workspace.createFileSystemWatcher(glob),
  pathWithin: (uri) => {
    const folder = vscode.workspace.getWorkspaceFolder(uri);
    return folder === undefined ? null : pathWithin(folder, uri);
  },
};

/** Watches documents, files and settings, and tells the analysis what changed. */
export class ChangeWatcher extends Disposables {
  constructor(
    private readonly analysis: WorkspaceAnalysis,
    private readonly log: vscode.LogOutputChannel,
    imported: ImportedProfiles,
  ) {
    super();
    const files = this.register(new WatchedFiles(EDITOR, this.listeners()));
    this.register(imported.onDidChangeFile((uri) => this.safely(uri, (file) => this.profileOnDisk(file))));
    this.register(
      imported.onDidRemove((uri) => this.analysis.note({ profiles: new Map([[pathOf(uri), null]]) })),
    );
    this.register(vscode.workspace.onDidChangeTextDocument(({ document }) => this.documentChanged(document)));
    this.register(vscode.workspace.onDidOpenTextDocument((document) => this.documentOpened(document)));
    this.register(
      vscode.workspace.onDidChangeWorkspaceFolders(() => {
        files.renew();
        void analysis.analyzeWorkspace();
      }),
    );
    this.register(
      vscode.workspace.onDidChangeConfiguration((event) => {
        const rereads = ['corun.files', 'corun.models', 'corun.gpuFiles'].some((key) =>
          event.affectsConfiguration(key),
        );
        if (event.affectsConfiguration('corun.files')) files.renew();
        if (rereads) void analysis.analyzeWorkspace();
        else if (event.affectsConfiguration('corun')) analysis.noteSettings();
      }),
    );
    files.renew();
  }

  private safelyOf(read: (uri: vscode.Uri) => Promise<void>): (uri: vscode.Uri) => void {
    return (uri) => this.safely(uri, read);
  }

  private listeners(): FileListeners {
    const sourceGone = (uri: vscode.Uri): void =>
      this.analysis.note({ sources: new Map([[pathOf(uri), null]]) });
    const profileGone = (uri: vscode.Uri): void =>
      this.analysis.note({ profiles: new Map([[pathOf(uri), null]]) });
    return {
      sources: { changed: this.safelyOf((uri) => this.sourceOnDisk(uri)), gone: sourceGone },
      profiles: { changed: this.safelyOf((uri) => this.profileOnDisk(uri)), gone: profileGone },
      commands: { changed: this.safelyOf((uri) => this.commandsOnDisk(uri)), gone: sourceGone },
    };
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
