import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { SOURCE_GLOB } from '../../../src/analysis/sourceKinds';
import { gpusNewestFirst, listGpus } from '../../../src/gpu/catalogue';
import { modeTitle } from '../../../src/editor/modeTitles';
import { SHARING_MODES } from '../../../src/kernel/prediction';

const ROOT = process.env['CORUN_ROOT'] ?? process.cwd();

interface Entry {
  readonly command: string;
  readonly when: string;
}

interface Setting {
  readonly default?: unknown;
  readonly enum?: readonly string[];
  readonly enumItemLabels?: readonly string[];
}

const manifest = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
  readonly capabilities: {
    readonly untrustedWorkspaces: { readonly restrictedConfigurations: readonly string[] };
  };
  readonly activationEvents: readonly string[];
  readonly contributes: {
    readonly commands: readonly { readonly command: string }[];
    readonly menus: Readonly<Record<string, readonly Entry[]>>;
    readonly walkthroughs: readonly {
      readonly steps: readonly { readonly id: string; readonly media: { readonly markdown: string } }[];
    }[];
    readonly configuration: { readonly properties: Readonly<Record<string, Setting>> };
  };
};
const texts = JSON.parse(readFileSync(path.join(ROOT, 'package.nls.json'), 'utf8')) as Readonly<
  Record<string, string>
>;
const { activationEvents } = manifest;
const { commands, menus, walkthroughs, configuration } = manifest.contributes;
const { restrictedConfigurations } = manifest.capabilities.untrustedWorkspaces;

/** Whether the explorer offers to read a file of this name. */
function isOffered(name: string): boolean {
  const [entry] = menus['explorer/context']!;
  const pattern = /resourceFilename =~ \/(.*)\/i$/.exec(entry!.when)![1]!;
  return new RegExp(pattern, 'i').test(name);
}

describe('the manifest', () => {
  it('looks by default through every file that the command line reads', () => {
    assert.equal(configuration.properties['corun.files.sources']!.default, SOURCE_GLOB);
  });

  it('lists every GPU as a value of the setting, newest first', () => {
    const setting = configuration.properties['corun.gpu']!;
    assert.deepEqual(setting.enum, ['auto', ...gpusNewestFirst().map(({ id }) => id)]);
    assert.deepEqual(
      setting.enumItemLabels?.slice(1),
      gpusNewestFirst().map(({ name }) => name),
    );
  });

  it('calls the ways to share a GPU in the settings what they are called elsewhere', () => {
    const { enum: modes, enumItemLabels = [] } = configuration.properties['corun.sharingMode']!;
    assert.deepEqual(modes, SHARING_MODES);
    const labels = enumItemLabels.map((key) => texts[key.replaceAll('%', '')]);
    assert.deepEqual(labels, SHARING_MODES.map(modeTitle));
  });

  it('offers the explorer’s entries only on files that could be profiles', () => {
    const could = ['run.nvprof', 'a.ncu-rep', 'report.nsys-rep', 'matmul.metrics.csv', 'nvprof_out.txt.gz'];
    const cannot = ['Makefile', 'LICENSE', 'notes.txt', 'data.csv', 'main.cu', 'archive.gz', 'build.log'];
    assert.deepEqual(could.filter(isOffered), could);
    assert.deepEqual(cannot.filter(isOffered), []);
  });

  it('shows a picture in every step of the walkthrough', () => {
    const without = walkthroughs
      .flatMap(({ steps }) => steps)
      .filter(({ media }) => {
        const file = path.join(ROOT, media.markdown);
        const pictures = [...readFileSync(file, 'utf8').matchAll(/!\[.+\]\((.+\.png)\)/g)];
        const isThere = pictures.every(([, name]) => existsSync(path.join(path.dirname(file), name!)));
        return pictures.length === 0 || !isThere;
      });
    assert.deepEqual(without, []);
  });

  it('offers commands on kernels only where there are some', () => {
    const palette = new Map(menus['commandPalette']!.map(({ command, when }) => [command, when]));
    for (const name of [
      'predictCoRun',
      'allocateSms',
      'suggestBlockSize',
      'suggestStreamOrder',
      'yieldKernel',
    ])
      assert.equal(palette.get(`corun.${name}`), 'corun.state == ready');
    assert.equal(palette.get('corun.cancel'), 'corun.busy');
  });

  it('offers elsewhere only what one begins with: all other commands wait for Corun, or for a file of its own', () => {
    const palette = new Map(menus['commandPalette']!.map(({ command, when }) => [command, when]));
    const isOurs = (when: string): boolean =>
      when === 'false' ||
      /\bcorun\.(active|state|busy|has\w+)\b|activeCustomEditorId =~ \/\^corun/.test(when);
    const elsewhere = commands.map(({ command }) => command).filter((id) => !isOurs(palette.get(id) ?? ''));
    assert.deepEqual(elsewhere.sort(), ['corun.addToTerminal', 'corun.importProfile', 'corun.openSamples']);
    const analyze = palette.get('corun.analyzeWorkspace')!;
    const languages = new RegExp(/editorLangId =~ \/(.*?)\//.exec(analyze)![1]!);
    assert.deepEqual(
      ['cpp', 'c', 'cuda-cpp', 'ptx', 'python', 'csharp', 'css'].filter((id) => languages.test(id)),
      ['cpp', 'c', 'cuda-cpp', 'ptx'],
    );
  });

  it('starts for CUDA sources alone', () => {
    const ours =
      /^(onLanguage:cuda(-cpp)?|workspaceContains:\*\*\/\*\.\{cu,cuh,ptx\}|onWebviewPanel:corun\.dashboard)$/;
    assert.deepEqual(
      activationEvents.filter((event) => !ours.test(event)),
      [],
    );
  });
});

describe('a workspace that nobody trusts', () => {
  it('sets no program that is run, and no file or folder that is read, which may be of another machine', () => {
    const names = Object.keys(configuration.properties);
    const reaching = names.filter((name) => /^corun\.(nvcc|models|gpuFiles)\b/.test(name));
    assert.deepEqual([...restrictedConfigurations].sort(), reaching.sort());
    const others = names.filter((name) => /path|folder/i.test(name) && !reaching.includes(name));
    assert.deepEqual(others, []);
  });
});

describe('GPUs as a user looks for them', () => {
  it('begin with the newest, and end with those that nobody can buy', () => {
    const gpus = gpusNewestFirst();
    assert.equal(gpus.length, listGpus().length);
    const last = gpus.findIndex(({ simulatedOnly }) => simulatedOnly);
    assert.ok(gpus.slice(last).every(({ simulatedOnly }) => simulatedOnly));
    const capabilities = gpus.slice(0, last).map(({ computeCapability }) => Number(computeCapability));
    assert.deepEqual(
      capabilities,
      [...capabilities].sort((a, b) => b - a),
    );
  });
});
