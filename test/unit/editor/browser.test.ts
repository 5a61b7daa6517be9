import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import vm from 'node:vm';
import { buildSync } from 'esbuild';

const ROOT = process.env['CORUN_ROOT'] ?? process.cwd();

interface Manifest {
  readonly browser: string;
  readonly contributes: {
    readonly commands: readonly { readonly command: string }[];
    readonly customEditors: readonly { readonly viewType: string }[];
  };
}

const manifest = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as Manifest;

/** The entry as a worker of a browser runs it: no Node, and an editor that keeps what it was given. */
function activated(): {
  readonly commands: Map<string, () => Promise<void>>;
  readonly editors: string[];
  readonly told: string[];
  readonly view: { message?: string };
} {
  // Fails where anything that is imported needs Node.
  const { outputFiles } = buildSync({
    entryPoints: [path.join(ROOT, 'src/browser.ts')],
    bundle: true,
    write: false,
    platform: 'browser',
    format: 'cjs',
    external: ['vscode'],
    logLevel: 'silent',
  });
  const commands = new Map<string, () => Promise<void>>();
  const [editors, told, view] = [[] as string[], [] as string[], {} as { message?: string }];
  const vscode = {
    l10n: {},
    env: { language: 'en' },
    window: {
      createTreeView: () => view,
      registerCustomEditorProvider: (viewType: string) => editors.push(viewType),
      showInformationMessage: (text: string) => Promise.resolve(void told.push(text)),
    },
    commands: {
      registerCommand: (name: string, run: () => Promise<void>) => commands.set(name, run),
      executeCommand: () => Promise.resolve(),
    },
  };
  const module = { exports: {} as { activate?: (context: unknown) => void } };
  const require = (name: string): unknown => {
    assert.equal(name, 'vscode');
    return vscode;
  };
  vm.runInNewContext(outputFiles[0]!.text, { module, exports: module.exports, require, URL });
  module.exports.activate!({ extension: { packageJSON: manifest }, subscriptions: [] });
  return { commands, editors, told, view };
}

describe('the extension in a browser', () => {
  it('has words for every command, view and editor, which all need a computer', async () => {
    const { commands, editors, told, view } = activated();
    assert.equal(manifest.browser, './dist/browser.js');
    assert.deepEqual(
      [...commands.keys()],
      manifest.contributes.commands.map(({ command }) => command),
    );
    assert.deepEqual(
      editors,
      manifest.contributes.customEditors.map(({ viewType }) => viewType),
    );
    for (const run of commands.values()) await run();
    assert.equal(told.length, commands.size);
    for (const text of [...told, view.message]) assert.match(text!, /in a browser.*on a computer/);
  });
});
