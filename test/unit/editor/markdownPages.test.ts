import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { MarkdownPages, type PageEditor } from '../../../src/editor/markdownPages';

/** An editor that notes which page it shows, and how. */
class FakeEditor implements PageEditor {
  readonly shown: { readonly as: 'preview' | 'source'; readonly uri: vscode.Uri }[] = [];

  constructor(private readonly canRender: boolean) {}

  readonly rendersMarkdown = () => this.canRender;
  readonly uriOf = (path: string) => ({ path }) as vscode.Uri;
  readonly preview = (uri: vscode.Uri) => this.show('preview', uri);
  readonly source = (uri: vscode.Uri) => this.show('source', uri);

  private show(as: 'preview' | 'source', uri: vscode.Uri): Promise<void> {
    this.shown.push({ as, uri });
    return Promise.resolve();
  }
}

describe('pages of Markdown', () => {
  for (const [canRender, as] of [
    [true, 'preview'],
    [false, 'source'],
  ] as const)
    it(`are shown as ${as} where the editor ${canRender ? 'renders them' : 'cannot render them'}`, async () => {
      const editor = new FakeEditor(canRender);
      const pages = new MarkdownPages(editor);
      await pages.show('Ranks of a run', '# Ranks');
      const [{ as: how, uri }] = editor.shown as [(typeof editor.shown)[number]];
      assert.equal(how, as);
      assert.match(uri.path, /\/Ranks of a run\.md$/);
      assert.equal(pages.textOf(uri.path), '# Ranks');
    });

  it('leave an older page of the same title as it is', async () => {
    const editor = new FakeEditor(true);
    const pages = new MarkdownPages(editor);
    await pages.show('a/b', 'first');
    await pages.show('a/b', 'second');
    assert.deepEqual(
      editor.shown.map(({ uri }) => pages.textOf(uri.path)),
      ['first', 'second'],
    );
    assert.ok(editor.shown.every(({ uri }) => uri.path.endsWith('/a b.md')));
  });

  it('say of the tab of an earlier window that its page is gone', () => {
    const pages = new MarkdownPages(new FakeEditor(true));
    assert.match(pages.textOf('/1/old.md'), /not kept/);
  });

  it('are forgotten when many newer ones were shown', async () => {
    const editor = new FakeEditor(true);
    const pages = new MarkdownPages(editor);
    for (let page = 0; page < 30; page++) await pages.show('page', String(page));
    const texts = editor.shown.map(({ uri }) => pages.textOf(uri.path));
    assert.match(texts[0]!, /not kept/);
    assert.equal(texts.at(-1), '29');
  });
});
