import * as vscode from 'vscode';
import type { MarkdownPages } from './markdownPages';

/** Tells the editor that a file is UTF-8, whatever the user's files are taken for. */
const BYTE_ORDER_MARK = '\uFEFF';

/** Pages as read-only files: the preview watches what it renders, which the editor refuses for other documents. */
export class PageFiles implements vscode.FileSystemProvider {
  constructor(private readonly pages: MarkdownPages) {}

  /** Pages never change. */
  readonly onDidChangeFile = nothing;
  readonly watch = nothing;

  stat({ path }: vscode.Uri): vscode.FileStat {
    return { type: vscode.FileType.File, ctime: 0, mtime: 0, size: this.bytesOf(path).length };
  }

  readFile({ path }: vscode.Uri): Uint8Array {
    return this.bytesOf(path);
  }

  readDirectory(): [] {
    return [];
  }

  readonly createDirectory = refused;
  readonly writeFile = refused;
  readonly delete = refused;
  readonly rename = refused;

  private bytesOf(path: string): Uint8Array {
    return new TextEncoder().encode(BYTE_ORDER_MARK + this.pages.textOf(path));
  }
}

const nothing = (): vscode.Disposable => new vscode.Disposable(() => undefined);

function refused(uri: vscode.Uri): never {
  throw vscode.FileSystemError.NoPermissions(uri);
}
