import type * as vscode from 'vscode';
import { say } from '../words/say';

/** Of the files that pages are. */
export const PAGE_SCHEME = 'corun-page';

/** Older pages are forgotten: tabs that are still open keep what they show. */
const MOST_PAGES = 20;

/** What of the editor shows a page. */
export interface PageEditor {
  /** Whether it can render Markdown: the extension that does can be absent or turned off. */
  rendersMarkdown(): boolean;
  /** The file of a page at a path. */
  uriOf(path: string): vscode.Uri;
  /** Shows a file beside what is open, rendered. */
  preview(uri: vscode.Uri): Thenable<unknown>;
  /** Shows the text of a file beside what is open. */
  source(uri: vscode.Uri): Thenable<unknown>;
}

/**
 * Pages of Markdown that Corun makes: files that nobody can edit and that ask for no saving, rendered where the editor
 * can.
 */
export class MarkdownPages {
  private readonly texts = new Map<string, string>();
  private made = 0;

  constructor(private readonly editor: PageEditor) {}

  /**
   * Shows a page in a tab of its own.
   *
   * @param title of the tab
   */
  async show(title: string, content: string): Promise<void> {
    // A number of its own for each, so that an older page beside it stays what it was.
    const path = `/${++this.made}/${title.replaceAll(/[/\\]/g, ' ')}.md`;
    this.texts.set(path, content);
    if (this.texts.size > MOST_PAGES) this.texts.delete(this.texts.keys().next().value!);
    const uri = this.editor.uriOf(path);
    await (this.editor.rendersMarkdown() ? this.editor.preview(uri) : this.editor.source(uri));
  }

  /** What the page at a path says: a tab of an earlier window comes back without its page. */
  textOf(path: string): string {
    return this.texts.get(path) ?? say('editor.page.gone');
  }
}
