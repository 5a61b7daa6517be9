import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { collectFiles } from '../../../src/analysis/collectFiles';
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

  it('that are too large are left out by name, also when they were named', async () => {
    await writeFile(at('huge.cu'), ' '.repeat(8_000_001));
    const { sources, left } = await collectFiles([at('huge.cu'), at('a.cu')]);
    assert.deepEqual([...sources.keys()], [at('a.cu')]);
    assert.match(english(left[0]!), /left out: .*huge\.cu: 8\.0 MB is over the limit of 8\.0 MB/);
  });
});
