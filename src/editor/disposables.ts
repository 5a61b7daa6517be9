import type * as vscode from 'vscode';

/** Owns what it registers and disposes of it, last first. */
export class Disposables implements vscode.Disposable {
  private readonly items: vscode.Disposable[] = [];

  register<T extends vscode.Disposable>(item: T): T {
    this.items.push(item);
    return item;
  }

  dispose(): void {
    while (this.items.length > 0) this.items.pop()?.dispose();
  }
}
