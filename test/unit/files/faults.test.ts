import assert from 'node:assert/strict';
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { buildSync } from 'esbuild';
import { createRandom } from '../../../src/stats/random';
import { TestFolder } from './folder';

const ROOT = process.env['CORUN_ROOT'] ?? process.cwd();
const KILLS = 8;
const WRITERS = 4;
const LINES = 25;

/** Processes that are killed, refused space or run side by side; what they were told is stored must be there. */
describe('files under faults', function () {
  this.timeout(120_000);
  const folder = new TestFolder();
  const running = new Set<ChildProcess>();
  before(() => {
    buildSync({
      stdin: {
        contents: ['writeFile', 'lock', 'appendFile'].map((name) => `export * from './${name}';`).join('\n'),
        resolveDir: path.join(ROOT, 'src/files'),
      },
      bundle: true,
      platform: 'node',
      format: 'cjs',
      outfile: folder.at('files.cjs'),
    });
  });
  after(() => {
    running.forEach((child) => child.kill('SIGKILL'));
    folder.remove();
  });

  const program = (body: string): string =>
    `const { writeWhole, whileLocked, lock, AppendFile } = require('./files.cjs'); const fs = require('node:fs');
     const say = (text) => fs.writeSync(1, text + '\\n');
     (async () => { ${body} })().catch((error) => { say('fault ' + error.message); process.exitCode = 1; });`;

  /** Starts a program; `lines` fills with what it says. */
  function start(body: string): { child: ChildProcess; lines: () => string[]; ended: Promise<void> } {
    const child = spawn(process.execPath, ['-e', program(body)], {
      cwd: folder.path,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    running.add(child);
    let text = '';
    child.stdout!.on('data', (chunk: Buffer) => (text += chunk.toString()));
    const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
    return { child, lines: () => text.split('\n').slice(0, -1), ended };
  }

  const partsIn = (name: string): string[] =>
    readdirSync(folder.at(name)).filter((file) => /\.part$|\.lock/.test(file));

  it('are whole whenever their writer is killed, and its lock and its pieces go to the next one', async () => {
    const random = createRandom(21);
    mkdirSync(folder.at('killed'));
    const written = (file: string): { n: number; fill: string } =>
      JSON.parse(readFileSync(file, 'utf8')) as { n: number; fill: string };
    for (let kill = 0; kill < KILLS; kill++) {
      const from = kill === 0 ? 0 : written(folder.at('killed/model.json')).n;
      const { child, lines, ended } = start(
        `for (let n = ${from + 1}; ; n++) {
           await whileLocked('killed/model.json', 0, () =>
             writeWhole('killed/model.json', JSON.stringify({ n, fill: 'x'.repeat(300000) })));
           say(String(n));
         }`,
      );
      while (lines().length < 1 && child.exitCode === null)
        await new Promise((resolve) => setTimeout(resolve, 2));
      await new Promise((resolve) => setTimeout(resolve, 30 * random.next()));
      child.kill('SIGKILL');
      await ended;
      const { n, fill } = written(folder.at('killed/model.json'));
      assert.equal(fill.length, 300_000);
      assert.ok(n >= Number(lines().at(-1)), `${n} is older than ${lines().at(-1)}, which was stored`);
    }
    const { lines, ended } = start(
      `await whileLocked('killed/model.json', 0, () => writeWhole('killed/model.json', '1')); say('done');`,
    );
    await ended;
    assert.deepEqual(lines(), ['done']);
    assert.deepEqual(partsIn('killed'), []);
  });

  it('that grow by lines have every line that was reported as stored, whenever their writer is killed', async () => {
    const random = createRandom(22);
    mkdirSync(folder.at('rows'));
    const rows = (): string => readFileSync(folder.at('rows/data'), 'utf8');
    for (let kill = 0; kill < KILLS; kill++) {
      const from = kill === 0 ? 0 : rows().split('\n').length - 1;
      const { child, lines, ended } = start(
        `const held = lock('rows/data'); const file = new AppendFile('rows/data');
         for (let n = ${from}; ; n++) {
           file.append(String(n).padStart(5000, '.'));
           say(String(n));
           await new Promise((resolve) => setImmediate(resolve));
         }`,
      );
      while (lines().length < 1 && child.exitCode === null)
        await new Promise((resolve) => setTimeout(resolve, 2));
      await new Promise((resolve) => setTimeout(resolve, 20 * random.next()));
      child.kill('SIGKILL');
      await ended;
      // What is left of a line that was being written goes when the next one opens the file.
      const stored = rows().split('\n').slice(0, -1);
      assert.deepEqual(
        stored.map((line) => [line.length, Number(line.replace(/^\.+/, ''))]),
        stored.map((_, n) => [5000, n]),
      );
      assert.ok(stored.length > Number(lines().at(-1)));
    }
  });

  it('lose nothing of writers that take turns, though some are killed while they have the lock', async () => {
    mkdirSync(folder.at('shared'));
    const writer = (name: string): string =>
      `for (let n = 0; n < ${LINES}; n++) {
         await whileLocked('shared/all', 60000, async () => {
           const before = fs.existsSync('shared/all') ? fs.readFileSync('shared/all', 'utf8') : '';
           await writeWhole('shared/all', before + '${name}' + n + '\\n');
         });
         say('${name}' + n);
       }`;
    // The first two die holding the lock, at a line of their own.
    const dying = (name: string, at: number): string =>
      `${writer(name).replace(`'${name}' + n + '\\n');`, `$& if (n === ${at}) process.kill(process.pid, 'SIGKILL');`)}`;
    const writers = Array.from({ length: WRITERS }, (_, i) =>
      start(i < 2 ? dying('abcd'[i]!, 3 + i) : writer('abcd'[i]!)),
    );
    await Promise.all(writers.map(({ ended }) => ended));
    const stored = readFileSync(folder.at('shared/all'), 'utf8').split('\n').slice(0, -1);
    assert.equal(new Set(stored).size, stored.length);
    for (const [i, { lines }] of writers.entries()) {
      assert.ok(
        lines().every((line) => stored.includes(line)),
        lines().join(' '),
      );
      assert.equal(lines().length, i < 2 ? 3 + i : LINES);
    }
    // One that died last has left its lock to whoever comes next.
    await start(`await whileLocked('shared/all', 0, async () => writeWhole('shared/all', ''));`).ended;
    assert.deepEqual(partsIn('shared'), []);
  });

  it('stay as they were where there is no room for the new content', function () {
    if (process.platform === 'win32') this.skip();
    mkdirSync(folder.at('full'));
    folder.write('full/model.json', 'old'.repeat(1000));
    const limited = (body: string): string =>
      spawnSync('bash', ['-c', `ulimit -f 64; exec "$0" -e "$1"`, process.execPath, program(body)], {
        cwd: folder.path,
        encoding: 'utf8',
      }).stdout;
    const said = limited(`await writeWhole('full/model.json', 'n'.repeat(1e6)); say('stored');`);
    assert.match(said, /^fault .*(EFBIG|ENOSPC)/);
    assert.equal(readFileSync(folder.at('full/model.json'), 'utf8'), 'old'.repeat(1000));
    const rows = limited(
      `const file = new AppendFile('full/rows');
       for (let n = 0; ; n++) { file.append(String(n).padStart(9999, '.')); say(String(n)); }`,
    );
    const stored = rows.split('\n').filter((line) => /^\d+$/.test(line)).length;
    assert.ok(stored > 3);
    const text = readFileSync(folder.at('full/rows'), 'utf8');
    assert.equal(text.length, 10_000 * stored, 'a line that did not fit was left in part');
    assert.deepEqual(partsIn('full'), []);
    assert.ok(!existsSync(folder.at('full/rows.lock')));
  });

  it('are not touched in a tree that cannot be written', function () {
    if (process.platform === 'win32') this.skip();
    // Root may write everywhere: then it is somebody else who tries.
    const who = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
    chmodSync(folder.path, 0o755);
    folder.write('fixed/model.json', 'old');
    spawnSync('chmod', ['555', folder.at('fixed')]);
    const { stdout } = spawnSync(
      process.execPath,
      ['-e', program(`await writeWhole('fixed/model.json', 'new');`)],
      {
        cwd: folder.path,
        encoding: 'utf8',
        ...who,
      },
    );
    spawnSync('chmod', ['755', folder.at('fixed')]);
    assert.match(stdout, /fault .*EACCES/);
    assert.equal(readFileSync(folder.at('fixed/model.json'), 'utf8'), 'old');
  });
});
