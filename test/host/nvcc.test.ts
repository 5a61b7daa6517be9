import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import type { KernelResult } from '../../src/analysis/results/kernelResult';
import { english } from '../../src/words';
import { eventually, idleApi, idleResults, openWorkspaceFile } from './support';

const SAMPLE = 'bfs.cu';
const REGISTERS = 77;

describe('nvcc', function () {
  let folder = '';
  let calls = '';
  const settings = (): vscode.WorkspaceConfiguration => vscode.workspace.getConfiguration('corun.nvcc');
  const set = (key: string, value: unknown): Thenable<void> =>
    settings().update(key, value, vscode.ConfigurationTarget.Workspace);

  async function kernel(): Promise<KernelResult> {
    const results = await idleResults();
    return results.files.find((file) => file.path.endsWith(SAMPLE))!.kernels[0]!;
  }

  /** Saves the sample after an edit and its undoing, so that it stays as it is. */
  async function save(): Promise<void> {
    const editor = await openWorkspaceFile(SAMPLE);
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), '\n'));
    await vscode.commands.executeCommand('undo');
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), ' '));
    await editor.edit((edit) => edit.delete(new vscode.Range(0, 0, 0, 1)));
    await editor.document.save();
  }

  /** A program in the compiler's place: notes that it was called, knows one kernel. */
  function writeFake(name: string, exit: number): void {
    const fake = path.join(folder, 'nvcc');
    const log = [
      `ptxas info    : Compiling entry function '${name}' for 'sm_90'`,
      `ptxas info    : Used ${REGISTERS} registers, 1 barriers, 512 bytes smem, 360 bytes cmem[0]`,
    ];
    writeFileSync(
      fake,
      [
        '#!/bin/sh',
        'if [ "$1" = --list-gpu-code ]; then echo sm_75; echo sm_90; exit 0; fi',
        `echo "$@" >> '${calls}'`,
        exit === 0 ? '' : `echo 'x.cu(1): error: made up'; exit ${exit}`,
        `case "$*" in *${SAMPLE}) cat >&2 <<'END'`,
        ...log,
        'END',
        ';; esac',
      ].join('\n'),
    );
    chmodSync(fake, 0o755);
  }

  before(async function () {
    if (process.platform === 'win32') {
      console.log('skipped: the compiler of this test is a shell script');
      this.skip();
    }
    folder = mkdtempSync(path.join(os.tmpdir(), 'corun-host-'));
    calls = path.join(folder, 'calls');
    writeFake((await kernel()).name, 0);
    await vscode.workspace
      .getConfiguration('corun')
      .update('gpu', 'h100-sxm', vscode.ConfigurationTarget.Workspace);
    await set('path', path.join(folder, 'nvcc'));
  });

  after(async () => {
    for (const key of ['enabled', 'path', 'flags']) await set(key, undefined);
    await vscode.workspace
      .getConfiguration('corun')
      .update('gpu', undefined, vscode.ConfigurationTarget.Workspace);
    await idleApi();
    rmSync(folder, { recursive: true, force: true });
  });

  it('is never run while it is turned off, which it is at first', async () => {
    assert.equal(settings().get('enabled'), false);
    await save();
    await vscode.commands.executeCommand('corun.analyzeWorkspace');
    await idleApi();
    assert.ok(!existsSync(calls), 'the compiler was called');
    assert.equal((await kernel()).registers?.origin, 'predicted');
  });

  it('measures registers and shared memory once it is turned on', async () => {
    await set('flags', ['-I', 'some folder']);
    await set('enabled', true);
    await eventually('registers are measured', async () => (await kernel()).registers?.value === REGISTERS);
    const { registers, staticSharedBytes, path: source } = await kernel();
    assert.equal(registers?.origin, 'measured');
    assert.equal(english(registers!.from!), `nvcc:${source}.ptxas:1 for sm_90`);
    assert.deepEqual([staticSharedBytes?.value, staticSharedBytes?.origin], [512, 'measured']);
    const own = readFileSync(calls, 'utf8')
      .split('\n')
      .filter((line) => line.endsWith(SAMPLE));
    assert.match(own[0]!, /^-Xptxas -v -cubin -arch=sm_90 -o \S+ -I some folder \//);
  });

  it('shows what ptxas said as a document', async () => {
    const { path: source } = await kernel();
    const uri = vscode.Uri.from({ scheme: 'nvcc', path: `${source}.ptxas` });
    const document = await vscode.workspace.openTextDocument(uri);
    assert.match(document.getText(), new RegExp(`Used ${REGISTERS} registers`));
  });

  it('runs again on a save, and not on an edit', async () => {
    await idleApi();
    const count = (): number => readFileSync(calls, 'utf8').trim().split('\n').length;
    const before = count();
    const editor = await openWorkspaceFile(SAMPLE);
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), '\n'));
    await vscode.commands.executeCommand('undo');
    await idleApi();
    assert.equal(count(), before, 'an edit ran the compiler');
    await save();
    await eventually('the compiler ran', () => count() === before + 1);
  });

  it('keeps what it learned when the source does not compile', async () => {
    await idleApi();
    writeFake((await kernel()).name, 2);
    await save();
    await idleApi();
    assert.equal((await kernel()).registers?.value, REGISTERS);
  });

  it('takes the numbers back when it is turned off', async () => {
    await set('enabled', false);
    await eventually(
      'registers are estimated again',
      async () => (await kernel()).registers?.origin === 'predicted',
    );
    const results = await idleResults();
    assert.deepEqual(
      results.profiles.filter((profile) => profile.path.startsWith('nvcc:')),
      [],
    );
  });
});
