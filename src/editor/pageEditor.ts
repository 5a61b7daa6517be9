import * as vscode from 'vscode';
import { PAGE_SCHEME, type PageEditor } from './markdownPages';

/** Pages are rendered by the extension for Markdown that comes with VS Code. */
export const pageEditor: PageEditor = {
  rendersMarkdown: () => vscode.extensions.getExtension('vscode.markdown-language-features') !== undefined,
  uriOf: (path) => vscode.Uri.from({ scheme: PAGE_SCHEME, path }),
  // Locked: others show whatever Markdown is in front, and so lose the page to the next one.
  preview: (uri) => vscode.commands.executeCommand('markdown.showLockedPreviewToSide', uri),
  source: (uri) =>
    vscode.window.showTextDocument(uri, { viewColumn: vscode.ViewColumn.Beside, preview: true }),
};
