import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { collectFiles } from '../../../src/analysis/collectFiles';
import { setTexts } from '../../../src/analysis/compileCommands';
import { CudaWorkspace } from '../../../src/cuda/workspace';
import { told } from '../../support/told';
import { english } from '../../../src/words/words';

describe('files of the command line', () => {
  let folder = '';
  const at = (name: string): string => path.join(folder, name);

  before(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'corun-files-'));
    for (const sub of ['sub', 'build']) await mkdir(at(sub));
    const files = {
      'a.cu': '#include "sub/size.h"\n__global__ void k() {}',
      'sub/size.h': '#define N 4',
      'sub/other.h': 'int other;',
      'host.cpp': 'int main() {}',
      'build/made.cu': '__global__ void made() {}',
      'run.nvprof.csv': 'x',
      'table.csv': 'y',
    };
    for (const [name, text] of Object.entries(files)) await writeFile(at(name), text);
  });

  after(() => rm(folder, { recursive: true, force: true }));

  it('are in a folder those that hold CUDA, what they include, and what looks like a profile', async () => {
    const { sources, profiles, left } = await collectFiles([folder]);
    assert.deepEqual([...sources.keys()].sort(), [at('a.cu'), at('sub/size.h')]);
    assert.deepEqual([...profiles.keys()], [at('run.nvprof.csv')]);
    assert.deepEqual(left, []);
  });

  it('are always taken when they are named', async () => {
    const { sources, profiles } = await collectFiles([at('host.cpp'), at('table.csv')]);
    assert.deepEqual([...sources.keys()], [at('host.cpp')]);
    assert.deepEqual([...profiles.keys()], [at('table.csv')]);
  });

  it('are there once, however often and however spelled they are named', async () => {
    const spelled = `${folder}/sub/../a.cu`;
    for (const order of [
      [folder, spelled, at('table.csv')],
      [spelled, at('table.csv'), folder],
    ]) {
      const { sources, profiles } = await collectFiles(order);
      assert.equal(sources.size, 2, order.join(' '));
      assert.equal(profiles.size, 2);
    }
  });

  it('that do not exist are named', async () => {
    await assert.rejects(collectFiles([at('none.cu')]), told(/no such file or folder/));
  });

  it('are a failure where none of those that were named can be read', async () => {
    await writeFile(at('zero.cu'), '\0');
    const names = [at('zero.cu'), '/dev/null'];
    await assert.rejects(collectFiles(names), told(/zero\.cu: neither UTF-8 nor UTF-16: no text$/));
    const { sources, left } = await collectFiles([...names, at('a.cu')]);
    assert.deepEqual([...sources.keys()], [at('a.cu')]);
    assert.deepEqual(left.slice(0, 2).map(english), [
      `left out: ${at('zero.cu')}: neither UTF-8 nor UTF-16: no text`,
      'left out: /dev/null: not a file',
    ]);
    await rm(at('zero.cu'));
  });

  it('that are included and not among what was named are told once, with how many they are', async () => {
    const notes = async (...names: string[]): Promise<string[]> =>
      (await collectFiles(names)).left.map((line) => english(line));
    const missed = `${at('sub/size.h')} is included by a source and was not read: name it, or a folder around it, as well`;
    assert.deepEqual(await notes(at('a.cu')), [missed]);
    assert.deepEqual(await notes(at('a.cu'), at('sub')), []);
    const outside = ['one.h', 'two.h', 'three.h', 'four.h', 'none.h'];
    for (const name of outside.slice(0, 4)) await writeFile(at(name), '');
    await mkdir(at('inner'));
    await writeFile(at('inner/two.h'), '');
    const includes = [...outside.map((name) => `#include "../${name}"`), `#include "${at('one.h')}"`];
    await writeFile(at('inner/b.cu'), `__global__ void b() {}\n${includes.join('\n')}\n#include <../a.cu>`);
    await writeFile(at('inner/c.cu'), `__global__ void c() {}\n#include "..\\one.h"`);
    assert.deepEqual(await notes(at('inner')), [
      `4 files are included by sources and were not read, ${['four.h', 'one.h', 'three.h'].map(at).join(', ')} first: name them, or a folder around them, as well`,
    ]);
    assert.deepEqual(await notes(folder), []);
    for (const name of [...outside.slice(0, 4), 'inner']) await rm(at(name), { recursive: true });
  });

  it('that were not read are no other ones of a like name', async () => {
    const files = {
      'common/block.h': '#define BLOCK 64',
      'part/common/block.h': '#define BLOCK 256',
      'part/main.cu':
        '#include "../common/block.h"\n__global__ void k() {}\nvoid run() { k<<<1, BLOCK>>>(); }',
    };
    for (const [name, text] of Object.entries(files)) {
      await mkdir(path.dirname(at(name)), { recursive: true });
      await writeFile(at(name), text);
    }
    const blockOf = async (...names: string[]): Promise<number | null> => {
      const workspace = new CudaWorkspace();
      setTexts(workspace, await collectFiles(names), () => undefined);
      return workspace.index().launches[0]!.block[0].value;
    };
    assert.equal(await blockOf(at('part')), null);
    assert.equal(await blockOf(at('part'), at('common')), 64);
    await rm(at('common'), { recursive: true });
    // Where nothing is beside the source, a folder that only the build knows is the best guess.
    assert.equal(await blockOf(at('part')), 256);
    await rm(at('part'), { recursive: true });
  });

  it('to which only folders of a build lead are told, within its project', async () => {
    for (const sub of ['project/src/deep', 'project/build', 'project/include/own', 'elsewhere'])
      await mkdir(at(sub), { recursive: true });
    const project = at('project');
    const includes = ['-I../include', `-isystem${at('elsewhere')}`, '-Isrc', '-I', '../include/own'];
    const entries = ['src/a.cu', 'src/deep/b.cu'].map((file) => ({
      directory: at('project/build'),
      file: `../${file}`,
      arguments: ['nvcc', ...includes],
    }));
    const files = {
      'project/build/compile_commands.json': JSON.stringify(entries),
      'project/include/size.h': '#define BLOCK 32',
      'project/include/own/deep.h': '',
      'project/src/deep/size.h': '#define BLOCK 512',
      'elsewhere/system.h': '',
      'project/src/a.cu':
        '#include <size.h>\n#include <system.h>\n__global__ void k() {}\nvoid run() { k<<<1, BLOCK>>>(); }',
      'project/src/deep/b.cu': '#include "size.h"\n#include "deep.h"\n__global__ void b() {}',
    };
    for (const [name, text] of Object.entries(files)) await writeFile(at(name), text);
    const read = async (...names: string[]) => {
      const collected = await collectFiles([...names, at('project/build/compile_commands.json')]);
      const workspace = new CudaWorkspace();
      setTexts(workspace, collected, () => undefined);
      return {
        notes: collected.left.map((line) => english(line)),
        block: workspace.index().launches[0]!.block[0].value,
      };
    };
    const few = await read(at('project/src'));
    assert.deepEqual(few.notes, [
      `2 files are included by sources and were not read, ${at('project/include/own/deep.h')}, ${at('project/include/size.h')} first: name them, or a folder around them, as well`,
    ]);
    assert.equal(few.block, null);
    assert.deepEqual(await read(project), { notes: [], block: 32 });
    for (const name of ['project', 'elsewhere']) await rm(at(name), { recursive: true });
  });

  it('that are too large are left out by name, also when they were named', async () => {
    await writeFile(at('huge.cu'), ' '.repeat(8_000_001));
    const { sources, left } = await collectFiles([at('huge.cu'), at('a.cu')]);
    assert.deepEqual([...sources.keys()], [at('a.cu')]);
    assert.match(english(left[0]!), /left out: .*huge\.cu: 8\.0 MB is over the limit of 8\.0 MB/);
  });
});
