import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import type { ProfileResult } from '../../src/analysis/results/workspaceResults';
import { eventually, idleApi, idleResults } from './support';
import { english } from '../../src/words';

const SAMPLE = 'profiles/hotspot.trace.csv';

/** A file of the workspace by its path in it. */
function inWorkspace(file: string): vscode.Uri {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  assert.ok(folder, 'no folder is open');
  return vscode.Uri.joinPath(folder.uri, file);
}

const write = (uri: vscode.Uri, text: string): Thenable<void> =>
  vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));

/** A GPU trace of `launches` launches of one kernel. */
function trace(kernel: string, launches: number): string {
  const rows = Array.from(
    { length: launches },
    (_, i) =>
      `${1 + i}.000000,500.000000,64,1,1,256,1,1,16,0,0,,,"GeForce GTX 950 (0)","1","7","${kernel} [${i}]"`,
  );
  return [
    '==7== NVPROF is profiling process 7, command: ./app',
    '==7== Profiling result:',
    '"Start","Duration","Grid X","Grid Y","Grid Z","Block X","Block Y","Block Z","Registers Per Thread","Static SMem","Dynamic SMem","Size","Throughput","Device","Context","Stream","Name"',
    'ms,us,,,,,,,,B,B,,,,,,',
    ...rows,
    '',
  ].join('\n');
}

function activeInput(): unknown {
  return vscode.window.tabGroups.activeTabGroup.activeTab?.input;
}

async function waitForCustomEditor(uri: vscode.Uri, viewType: string): Promise<void> {
  await eventually(`${uri.path} is open as ${viewType}`, () => {
    const input = activeInput();
    return (
      input instanceof vscode.TabInputCustom &&
      input.viewType === viewType &&
      input.uri.toString() === uri.toString()
    );
  });
}

async function waitForTextEditor(uri: vscode.Uri): Promise<void> {
  await eventually(`${uri.path} is open as text`, () => {
    const input = activeInput();
    return input instanceof vscode.TabInputText && input.uri.toString() === uri.toString();
  });
}

async function profileAt(file: string): Promise<ProfileResult | undefined> {
  const { analysis } = await idleApi();
  return analysis.results()?.profiles.find((profile) => profile.path === file);
}

describe('profiles in the editor', () => {
  const outside = mkdtempSync(path.join(os.tmpdir(), 'corun-profiles-'));
  const created: vscode.Uri[] = [];
  const create = async (uri: vscode.Uri, text: string): Promise<vscode.Uri> => {
    created.push(uri);
    await write(uri, text);
    return uri;
  };

  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    for (const uri of created.splice(0))
      await vscode.workspace.fs.delete(uri).then(undefined, () => undefined);
  });
  after(() => rmSync(outside, { recursive: true, force: true }));

  it('open in their own editor where the name tells, and as text on request', async () => {
    await idleApi();
    const uri = inWorkspace(SAMPLE);
    await vscode.commands.executeCommand('vscode.open', uri);
    await waitForCustomEditor(uri, 'corun.profile');
    await vscode.commands.executeCommand('corun.openProfileAsText');
    await waitForTextEditor(uri);
    await vscode.commands.executeCommand('corun.openProfile', uri);
    await waitForCustomEditor(uri, 'corun.anyProfile');
  });

  it('leave other CSV files alone, also such whose name only looks like a profile', async () => {
    await idleApi();
    const ordinary = await create(inWorkspace('people.csv'), 'name,age\nAda,36\n');
    await vscode.commands.executeCommand('vscode.open', ordinary);
    await waitForTextEditor(ordinary);
    const lookalike = await create(inWorkspace('training.metrics.csv'), 'epoch,loss\n1,0.5\n2,0.4\n');
    await vscode.commands.executeCommand('vscode.open', lookalike);
    await waitForTextEditor(lookalike);
    await eventually('the profile editor is gone', () =>
      vscode.window.tabGroups.all.every(({ tabs }) =>
        tabs.every(({ input }) => !(input instanceof vscode.TabInputCustom)),
      ),
    );
  });

  it('are read again when they change on disk, and forgotten when they are deleted', async () => {
    await idleApi();
    const uri = await create(inWorkspace('profiles/live.trace.csv'), trace('hotspotStep', 3));
    const rows = async (): Promise<number | undefined> =>
      (await profileAt('profiles/live.trace.csv'))?.kernelRows;
    await eventually('three launches are read', async () => (await rows()) === 3);
    await vscode.commands.executeCommand('vscode.open', uri);
    await waitForCustomEditor(uri, 'corun.profile');
    await write(uri, trace('hotspotStep', 5));
    await eventually('five launches are read', async () => (await rows()) === 5);
    await vscode.workspace.fs.delete(uri);
    await eventually('the profile is gone', async () => (await rows()) === undefined);
  });

  it('are imported from anywhere, followed on disk, and can be removed', async () => {
    await idleApi();
    const uri = await create(vscode.Uri.file(path.join(outside, 'run[1] {a}')), trace('hotspotStep', 2));
    await vscode.commands.executeCommand('corun.importProfile', uri);
    const rows = async (): Promise<number | undefined> => (await profileAt(uri.fsPath))?.kernelRows;
    assert.equal(await rows(), 2);
    // A watch outside of the workspace begins some time after it was asked for, and misses what changes before.
    let asked = 0;
    await eventually('the new launches are read', async () => {
      if (asked++ % 20 === 0) await write(uri, trace('hotspotStep', 4));
      return (await rows()) === 4;
    });
    await vscode.commands.executeCommand('corun.analyzeWorkspace');
    assert.equal(await rows(), 4, 'an import outlasts a new analysis');
    await vscode.commands.executeCommand('corun.removeProfile', uri.fsPath);
    await eventually('the profile is removed', async () => (await rows()) === undefined);
  });

  it('are imported together when several are selected, each with its own verdict', async () => {
    await idleApi();
    const good = await create(vscode.Uri.file(path.join(outside, 'good.txt')), trace('hotspotStep', 1));
    const report = await create(vscode.Uri.file(path.join(outside, 'app.ncu-rep')), 'NVR\0');
    await vscode.commands.executeCommand('corun.importProfile', good, [good, report]);
    assert.equal((await profileAt(good.fsPath))?.status, 'full');
    const refused = await profileAt(report.fsPath);
    assert.equal(refused?.status, 'refused');
    assert.match(english(refused.reason ?? ''), /ncu --import .*app\.ncu-rep/);
    for (const uri of [good, report]) await vscode.commands.executeCommand('corun.removeProfile', uri.fsPath);
  });

  it('join the kernels of the sources', async () => {
    const results = await idleResults();
    const profile = results.profiles.find(({ path: file }) => file === SAMPLE);
    assert.ok(profile, `${SAMPLE} is not among the profiles`);
    assert.deepEqual(
      profile.joined.map(({ kernelIds }) => kernelIds.length),
      profile.joined.map(() => 1),
    );
    assert.ok(profile.joined.some(({ name }) => name.startsWith('hotspotStep')));
  });
});
