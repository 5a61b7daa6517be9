import * as vscode from 'vscode';
import { Disposables } from '../disposables';
import { watchFile } from '../watchFile';

const KEY = 'corun.importedProfiles';

/** Profiles that the user named, beside those that the workspace has under telling names; they last over restarts. */
export class ImportedProfiles extends Disposables {
  private readonly _changed = this.register(new vscode.EventEmitter<vscode.Uri>());
  private readonly _deleted = this.register(new vscode.EventEmitter<vscode.Uri>());
  private readonly watchers = new Map<string, vscode.Disposable>();

  /** A file of them has a new content. */
  readonly onDidChangeFile = this._changed.event;
  /** A file of them is gone, or was taken off the list. */
  readonly onDidRemove = this._deleted.event;

  constructor(private readonly memento: vscode.Memento) {
    super();
    this.register({ dispose: () => this.watchers.forEach((watcher) => watcher.dispose()) });
    this.uris().forEach((uri) => this.watch(uri));
  }

  uris(): readonly vscode.Uri[] {
    return this.keys().map((key) => vscode.Uri.parse(key));
  }

  has(uri: vscode.Uri): boolean {
    return this.watchers.has(uri.toString());
  }

  async add(uris: readonly vscode.Uri[]): Promise<void> {
    uris.forEach((uri) => this.watch(uri));
    await this.memento.update(KEY, [...new Set([...this.keys(), ...uris.map(String)])]);
  }

  async remove(uri: vscode.Uri): Promise<void> {
    this.watchers.get(uri.toString())?.dispose();
    this.watchers.delete(uri.toString());
    await this.memento.update(
      KEY,
      this.keys().filter((key) => key !== uri.toString()),
    );
    this._deleted.fire(uri);
  }

  private keys(): readonly string[] {
    return this.memento.get<string[]>(KEY, []);
  }

  private watch(uri: vscode.Uri): void {
    if (this.has(uri)) return;
    const watcher = watchFile(uri, {
      changed: () => this._changed.fire(uri),
      deleted: () => this._deleted.fire(uri),
    });
    this.watchers.set(uri.toString(), watcher);
  }
}
