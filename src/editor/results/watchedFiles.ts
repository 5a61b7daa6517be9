import type * as vscode from 'vscode';
import { globTest } from '../../files/glob';
import type { FileSettings } from '../settings';

/** What of the editor is needed to watch files. */
export interface WatchingEditor {
  /** The settings as they are now. */
  readonly settings: () => Pick<FileSettings, 'sources' | 'profiles' | 'exclude'>;
  /** Where commands of builds stand. */
  readonly commands: () => readonly vscode.GlobPattern[];
  readonly watch: (
    glob: vscode.GlobPattern,
  ) => Pick<vscode.FileSystemWatcher, 'onDidCreate' | 'onDidChange' | 'onDidDelete' | 'dispose'>;
  /** Path in the workspace folder; null outside of all of them. */
  readonly pathWithin: (uri: vscode.Uri) => string | null;
}

/** Whom to tell of files of one kind. */
interface Listener {
  readonly changed: (uri: vscode.Uri) => void;
  readonly gone: (uri: vscode.Uri) => void;
}

/** Whom to tell of files, by what the settings take them for. */
export type FileListeners = Readonly<Record<'sources' | 'profiles' | 'commands', Listener>>;

/** Files on disk that the settings name. What is created or changed in a folder that they exclude is not told. */
export class WatchedFiles implements vscode.Disposable {
  private watching: readonly vscode.Disposable[] = [];

  constructor(
    private readonly editor: WatchingEditor,
    private readonly listeners: FileListeners,
  ) {}

  /** Watches by the settings as they are now; what was watched before is watched no more. */
  renew(): void {
    this.dispose();
    const { sources, profiles, exclude } = this.editor.settings();
    const isExcluded = globTest(exclude);
    this.watching = [
      ...this.watch(sources, isExcluded, this.listeners.sources),
      ...this.watch(profiles, isExcluded, this.listeners.profiles),
      ...this.editor.commands().flatMap((glob) => this.watch(glob, () => false, this.listeners.commands)),
    ];
  }

  dispose(): void {
    for (const watcher of this.watching) watcher.dispose();
    this.watching = [];
  }

  private watch(
    glob: vscode.GlobPattern,
    isExcluded: (path: string) => boolean,
    { changed, gone }: Listener,
  ): readonly vscode.Disposable[] {
    if (glob === '') return [];
    const watcher = this.editor.watch(glob);
    const told = (uri: vscode.Uri): void => {
      const path = this.editor.pathWithin(uri);
      if (path === null || !isExcluded(path)) changed(uri);
    };
    watcher.onDidCreate(told);
    watcher.onDidChange(told);
    watcher.onDidDelete(gone);
    return [watcher];
  }
}
