import assert from 'node:assert/strict';
import path from 'node:path';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { decodeText } from '../../../src/files/decode';
import { openByteSource } from '../../../src/files/byteSource';
import { isWithin, slashes } from '../../../src/files/paths';
import { readText } from '../../../src/files/readText';
import { walk } from '../../../src/files/walk';
import { requireWithin } from '../../../src/files/within';
import { collectFiles } from '../../../src/analysis/collectFiles';
import { resolveScenario } from '../../../src/analysis/scenarios/resolve';
import { parseScenario } from '../../../src/kernel/scenario';
import { nodeProgramMakers } from '../../../src/analysis/scenarios/nodeMakers';
import { readSourceTexts } from '../../../src/analysis/lowering/sourceTexts';
import { wantedSources } from '../../../src/analysis/sourceKinds';
import type { Words } from '../../../src/kernel/message';
import { english } from '../../../src/words';
import { told } from '../../support/told';
import { TestFolder } from './folder';

const utf16 = (text: string): Uint8Array => Buffer.from(`\uFEFF${text}`, 'utf16le');

describe('reading of files', () => {
  const folder = new TestFolder();
  after(() => folder.remove());

  it('takes regular files only: a pipe, a device, a folder are named instead of waited for', async () => {
    const pipe = folder.pipe('pipe.cu');
    for (const file of [pipe, '/dev/zero', folder.path]) {
      await assert.rejects(readText(file), told(/: not a file$/));
      await assert.rejects(openByteSource(file), told(/: not a file$/));
    }
    await assert.rejects(readText(folder.at('none.cu')), told(/none\.cu: no such file$/));
    await assert.rejects(readText(`${folder.write('a.txt', '')}/b`), told(/no such file$/));
  });

  it('names the limit of what is too large, however large the system says that it is', async () => {
    const file = folder.write('large.cu', ' '.repeat(2_500_000));
    await assert.rejects(
      readText(file, { maxBytes: 2_000_000 }),
      told(/2\.5 MB is over the limit of 2\.0 MB/),
    );
    assert.equal((await readText(file, { maxBytes: 2_500_000 })).length, 2_500_000);
    // Files of the system say that they are empty.
    assert.notEqual(await readText('/proc/self/status'), '');
    await assert.rejects(readText('/proc/self/status', { maxBytes: 10 }), told(/over the limit/));
  });

  it('reads UTF-8 and UTF-16 with their marks, and refuses what is no text', async () => {
    const text = 'int größe; // 漢字 🙂\n';
    const big = Buffer.from(utf16(text)).swap16();
    for (const bytes of [Buffer.from(text), Buffer.from(`\uFEFF${text}`), utf16(text), big])
      assert.equal(await readText(folder.write('text.cu', bytes)), text);
    await assert.rejects(readText(folder.write('program.cu', 'ELF\0\u0001')), told(/program\.cu: .*no text/));
    const bare = Buffer.from(text, 'utf16le');
    for (const bytes of [bare, Buffer.from(bare).swap16()])
      assert.equal(await readText(folder.write('bare.cu', bytes)), text);
    const program = Buffer.concat([bare, Buffer.from([0, 0, 1, 0])]);
    await assert.rejects(readText(folder.write('program.cu', program)), told(/no text/));
  });

  it('names the first byte that is no text, and reads the rest', async () => {
    const notes: Words[] = [];
    const file = folder.write('latin.cu', Buffer.from('int a;\n// gr\xf6\xdfe\nint b;\n', 'latin1'));
    const text = await readText(file, { note: (line) => notes.push(line) });
    assert.match(text, /int a;\n.*\nint b;/);
    assert.equal(notes.length, 1);
    assert.match(english(notes[0]!), /latin\.cu:2: byte 0xf6 is not UTF-8/);
    // A replacement character that stands in the file is a character like others.
    assert.deepEqual(decodeText(Buffer.from('\uFFFD')), { text: '\uFFFD', invalid: null });
    assert.deepEqual(decodeText(Buffer.from('ab\xc3', 'latin1'))?.invalid, { byte: 0xc3, line: 1 });
    // A letter of Latin-1 and what follows it: the letter is the fault.
    assert.deepEqual(decodeText(Buffer.from('ab\n\xe9;', 'latin1'))?.invalid, { byte: 0xe9, line: 2 });
  });

  it('finds the first invalid byte wherever it stands', () => {
    for (let at = 0; at < 40; at++) {
      const bytes = Buffer.from('ä€🙂\n'.repeat(10));
      const starts = [...'ä€🙂\n'.repeat(10)].reduce<number[]>(
        (all, char) => [...all, all.at(-1)! + Buffer.byteLength(char)],
        [0],
      );
      const line = 1 + Math.floor(at / 4);
      bytes[starts[at]!] = 0xff;
      assert.deepEqual(decodeText(bytes)?.invalid, { byte: 0xff, line }, String(at));
    }
  });
});

describe('folders that are walked', () => {
  const folder = new TestFolder();
  const wanted = { isWanted: (name: string) => name.endsWith('.cu'), leftOut: new Set(['.git']) };
  after(() => folder.remove());

  it('have every file once, behind links as well, and say which link leads back', async () => {
    folder.write('tree/a.cu', '');
    folder.write('tree/sub/b.cu', '');
    folder.write('tree/.git/c.cu', '');
    folder.write('elsewhere/d.cu', '');
    const links = {
      'tree/again.cu': 'a.cu',
      'tree/other.cu': '../elsewhere/d.cu',
      'tree/outside': '../elsewhere',
      'tree/sub/back': '..',
      'tree/self.cu': 'self.cu',
      'tree/gone.cu': 'nowhere.cu',
      'tree/gone': 'nowhere',
    };
    for (const [name, target] of Object.entries(links)) symlinkSync(target, folder.at(name));
    const notes: Words[] = [];
    const found = await walk(folder.at('tree'), { ...wanted, note: (line) => notes.push(line) });
    const names = found.map(({ file }) => file.slice(folder.path.length));
    // The walk does not say which of two ways to a file outside is taken, only that it is one.
    assert.deepEqual(
      names.filter((name) => !/other|outside/.test(name)),
      ['/tree/a.cu', '/tree/sub/b.cu'],
    );
    assert.equal(names.length, 3);
    const said = notes.map((line) => english(line).replace(folder.path, '')).sort();
    assert.deepEqual(said, [
      '/tree/sub/back: left out, the link leads back to itself',
      'left out: /tree/gone.cu: no such file',
      'left out: /tree/self.cu: the link leads back to itself',
    ]);
  });

  it('go on behind what cannot be read, with one warning each', async () => {
    folder.write('mixed/ok.cu', '__global__ void k() {}');
    writeFileSync(
      Buffer.concat([Buffer.from(`${folder.at('mixed')}/`), Buffer.from([0x61, 0xff]), Buffer.from('.cu')]),
      '',
    );
    folder.pipe('mixed/pipe.cu');
    folder.write('mixed/binary.cu', 'a\0b');
    mkdirSync(folder.at('mixed/folder.cu'));
    const { sources, left } = await collectFiles([folder.at('mixed')]);
    assert.deepEqual([...sources.keys()], [folder.at('mixed/ok.cu')]);
    const said = left.map(english).sort();
    assert.equal(said.length, 3, said.join('\n'));
    assert.match(said.join('\n'), /name is not UTF-8/);
    assert.match(said.join('\n'), /pipe\.cu: left out, not a file/);
    assert.match(said.join('\n'), /binary\.cu: .*no text/);
  });

  it('give sources behind a link, once, under their own name', async () => {
    folder.write('linked/own.cu', '__global__ void k() {}');
    symlinkSync('own.cu', folder.at('linked/link.cu'));
    const { sources } = await collectFiles([folder.at('linked'), folder.at('linked/link.cu')]);
    assert.deepEqual([...sources.keys()], [folder.at('linked/own.cu')]);
  });
});

describe('files that a scenario names', () => {
  const folder = new TestFolder();
  after(() => folder.remove());

  it('are told where they cannot be read, and those that they include go on without', async () => {
    folder.pipe('pipe.h');
    folder.write('n.h', '#define N 4\n');
    const source = folder.write(
      'k.cu',
      '#include "pipe.h"\n#include "none.h"\n#include "/dev/zero"\n#include "n.h"\n',
    );
    const { texts, left } = await readSourceTexts([source]);
    assert.deepEqual([...texts.keys()].sort(), [source, folder.at('n.h')].sort());
    assert.deepEqual(left.map(english).sort(), [
      'left out: /dev/zero: not a file',
      `left out: ${folder.at('pipe.h')}: not a file`,
    ]);
    await assert.rejects(readSourceTexts([folder.at('pipe.h')]), told(/pipe\.h: not a file/));
  });

  it('stay within a folder where that is asked for', async () => {
    folder.write('secret.h', '#define KEY 1\n');
    const source = folder.write('inside/k.cu', '#include "../secret.h"\n');
    const { texts, left } = await readSourceTexts([source], folder.at('inside'));
    assert.deepEqual([...texts.keys()], [source]);
    assert.match(english(left[0]!), /secret\.h: outside of .*inside/);
    await assert.rejects(readSourceTexts([folder.at('secret.h')], folder.at('inside')), told(/outside of/));
    assert.equal((await readSourceTexts([source])).texts.size, 2);
    symlinkSync('../secret.h', folder.at('inside/link.h'));
    await assert.rejects(
      readSourceTexts([folder.at('inside/link.h')], folder.at('inside')),
      told(/outside of/),
    );
    // A folder that is itself behind a link is inside by both of its names.
    symlinkSync(folder.at('inside'), folder.at('alias'));
    for (const name of ['inside', 'alias']) {
      symlinkSync(folder.at(`${name}/k.cu`), folder.at(`inside/by-${name}.cu`));
      await requireWithin(folder.at(`alias/by-${name}.cu`), folder.at('alias'));
    }
    const makers = nodeProgramMakers({ folder: folder.at('inside'), within: folder.at('inside') }, '');
    const apps = [
      { name: 'a', kernels: [{ profile: '../secret.h', kernel: 'k', launch: { grid: 1, block: 32 } }] },
    ];
    const scenario = parseScenario({ gpu: 'gtx-950', apps, limits: { cycles: 9 } });
    await assert.rejects(resolveScenario(scenario, makers), told(/outside of/));
    assert.ok(
      isWithin('/a/..b', '/a') && !isWithin('/ab', '/a') && !isWithin('/', '/a') && isWithin('/a', '/a'),
    );
  });
});

describe('paths of Windows', () => {
  it('have / inside, so that a header is found beside its source', () => {
    const texts = new Map(
      Object.entries({
        'src\\a.cu': '#include "b.h"\n__global__ void k() {}',
        'src\\b.h': '#define N 4',
      }).map(([name, text]) => [slashes(name, '\\'), text] as const),
    );
    assert.deepEqual([...wantedSources(texts).keys()].sort(), ['src/a.cu', 'src/b.h']);
    // Elsewhere a backslash is a letter of a name.
    assert.equal(slashes('a\\b', '/'), 'a\\b');
  });

  it('that lead to another machine or drive are refused without asking for them', async () => {
    const asked: string[] = [];
    const real = (file: string): Promise<string> => (asked.push(file), Promise.resolve(file));
    const link = (): Promise<null> => Promise.resolve(null);
    const system = { paths: path.win32, real, link };
    const folder = 'C:\\work\\space';
    const foreign = [
      '\\\\server\\share\\a.h',
      '//server/share/a.h',
      '\\\\?\\UNC\\server\\share\\a.h',
      'D:\\a.h',
      'C:\\work\\a.h',
    ];
    for (const file of foreign)
      await assert.rejects(requireWithin(file, folder, system), told(/outside of C:.work.space/), file);
    assert.deepEqual(asked, []);
    await requireWithin('c:\\work\\SPACE\\a.h', folder, system);
    assert.deepEqual(asked, [folder, 'c:\\work\\SPACE\\a.h', folder]);
  });

  it('are refused behind a link to another machine or drive before anyone asks for them', async () => {
    const folder = 'C:\\work\\space';
    const links = new Map([
      ['share', '\\\\server\\share'],
      ['drive.h', 'D:\\a.h'],
      ['up.h', '..\\a.h'],
      ['sub\\on', '..\\share'],
      ['sub\\in.h', '..\\a.h'],
      ['whole.h', 'c:\\work\\space\\sub\\in.h'],
      ['round', 'round'],
    ]);
    const asked = new Set<string>();
    const real = (file: string): Promise<string> => (asked.add(file), Promise.resolve(file));
    const link = (file: string): Promise<string | null> => {
      assert.ok(isWithin(file, folder, path.win32), file);
      return Promise.resolve(links.get(path.win32.relative(folder, file)) ?? null);
    };
    const system = { paths: path.win32, real, link };
    for (const name of ['share\\a.h', 'drive.h', 'up.h', 'sub\\on\\a.h', 'round\\a.h'])
      await assert.rejects(
        requireWithin(`${folder}\\${name}`, folder, system),
        told(/outside of C:.work.space/),
        name,
      );
    assert.deepEqual([...asked], [folder]);
    for (const name of ['sub\\in.h', 'whole.h', 'a.h'])
      await requireWithin(`${folder}\\${name}`, folder, system);
  });

  it('are within a folder by drive, share and name, in whatever case', () => {
    const isIn = (file: string, folder: string): boolean => isWithin(file, folder, path.win32);
    for (const file of ['C:\\work\\a.cu', 'c:\\WORK\\sub\\a.cu', 'C:/work/..a', 'C:\\work'])
      assert.ok(isIn(file, 'C:\\work'), file);
    for (const file of ['D:\\work\\a.cu', 'C:\\works\\a.cu', 'C:\\work\\..\\a.cu', '\\\\host\\work\\a.cu'])
      assert.ok(!isIn(file, 'C:\\work'), file);
    assert.ok(isIn('\\\\host\\share\\a\\b.cu', '\\\\host\\share\\a'));
    assert.ok(!isIn('\\\\other\\share\\a\\b.cu', '\\\\host\\share\\a'));
  });
});
