import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { WatchedFiles, type FileListeners } from '../../../src/editor/results/watchedFiles';

type Happening = 'onDidCreate' | 'onDidChange' | 'onDidDelete';
type Heard = (uri: vscode.Uri) => unknown;

/** An editor whose watchers see what the test says. */
class FakeEditor {
  exclude = '**/build/**';
  sources = '**/*.cu';
  private readonly watchers = new Set<{
    readonly glob: vscode.GlobPattern;
    readonly heard: Map<Happening, Heard>;
  }>();

  readonly settings = () => ({ sources: this.sources, profiles: '', exclude: this.exclude });
  readonly commands = () => ['compile_commands.json'];
  readonly pathWithin = ({ path }: vscode.Uri) => (path.startsWith('/w/') ? path.slice('/w/'.length) : null);

  readonly watch = (glob: vscode.GlobPattern) => {
    const watcher = { glob, heard: new Map<Happening, Heard>() };
    const on =
      (happening: Happening): vscode.Event<vscode.Uri> =>
      (listener) => {
        watcher.heard.set(happening, listener);
        return { dispose: () => undefined };
      };
    this.watchers.add(watcher);
    return {
      onDidCreate: on('onDidCreate'),
      onDidChange: on('onDidChange'),
      onDidDelete: on('onDidDelete'),
      dispose: () => this.watchers.delete(watcher),
    };
  };

  get watched(): readonly vscode.GlobPattern[] {
    return [...this.watchers].map(({ glob }) => glob);
  }

  happens(glob: string, happening: Happening, path: string): void {
    for (const watcher of this.watchers)
      if (watcher.glob === glob) watcher.heard.get(happening)?.({ path } as vscode.Uri);
  }
}

function listening(): { readonly told: string[]; readonly listeners: FileListeners } {
  const told: string[] = [];
  const listener = (kind: string) => ({
    changed: ({ path }: vscode.Uri) => void told.push(`${kind} ${path}`),
    gone: ({ path }: vscode.Uri) => void told.push(`${kind} gone ${path}`),
  });
  const listeners = {
    sources: listener('source'),
    profiles: listener('profile'),
    commands: listener('commands'),
  };
  return { told, listeners };
}

describe('files that are watched', () => {
  it('are not told of in excluded folders, whether new or changed', () => {
    const editor = new FakeEditor();
    const { told, listeners } = listening();
    new WatchedFiles(editor, listeners).renew();
    for (const path of ['/w/build/made.cu', '/w/a.cu', '/elsewhere/build/b.cu']) {
      editor.happens('**/*.cu', 'onDidCreate', path);
      editor.happens('**/*.cu', 'onDidChange', path);
    }
    editor.happens('**/*.cu', 'onDidDelete', '/w/a.cu');
    editor.happens('compile_commands.json', 'onDidChange', '/w/build/compile_commands.json');
    const [a, b] = ['source /w/a.cu', 'source /elsewhere/build/b.cu'];
    assert.deepEqual(told, [
      ...[a, a, b, b],
      'source gone /w/a.cu',
      'commands /w/build/compile_commands.json',
    ]);
  });

  it('are those of the settings as they are now, and of no others', () => {
    const editor = new FakeEditor();
    const { told, listeners } = listening();
    const files = new WatchedFiles(editor, listeners);
    files.renew();
    assert.deepEqual(editor.watched, ['**/*.cu', 'compile_commands.json']);
    [editor.sources, editor.exclude] = ['**/*.cuh', ''];
    files.renew();
    assert.deepEqual(editor.watched, ['**/*.cuh', 'compile_commands.json']);
    editor.happens('**/*.cuh', 'onDidChange', '/w/build/made.cuh');
    assert.deepEqual(told, ['source /w/build/made.cuh']);
    files.dispose();
    assert.deepEqual(editor.watched, []);
  });
});
