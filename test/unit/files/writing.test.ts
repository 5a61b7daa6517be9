import assert from 'node:assert/strict';
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { AppendFile } from '../../../src/files/appendFile';
import { lock, whileLocked } from '../../../src/files/lock';
import { writeWhole } from '../../../src/files/writeFile';
import { told } from '../../support/told';
import { TestFolder } from './folder';

describe('writing of files', () => {
  const folder = new TestFolder();
  after(() => folder.remove());

  it('replaces a file as a whole, through links and with its rights, and leaves nothing beside it', async () => {
    const file = folder.write('whole/a.json', 'old');
    chmodSync(file, 0o640);
    symlinkSync('a.json', folder.at('whole/link.json'));
    await writeWhole(folder.at('whole/link.json'), 'new');
    assert.equal(readFileSync(file, 'utf8'), 'new');
    assert.equal(statSync(file).mode & 0o777, 0o640);
    await writeWhole(folder.at('deep/er/b.json'), 'b');
    assert.equal(readFileSync(folder.at('deep/er/b.json'), 'utf8'), 'b');
    assert.deepEqual(readdirSync(folder.at('whole')).sort(), ['a.json', 'link.json']);
    await writeWhole(file, 'program', 0o755);
    assert.equal(statSync(file).mode & 0o777, 0o755);
    await writeWhole('/dev/null', 'goes nowhere');
  });

  it('gives a file the mode that is asked for, new or old', async function () {
    if (process.platform === 'win32') this.skip();
    const script = folder.at('bin/run');
    const mode = (): number => statSync(script).mode & 0o777;
    await writeWhole(script, 'a', 0o755);
    assert.equal(mode(), 0o755);
    chmodSync(script, 0o600);
    await writeWhole(script, 'b');
    assert.equal(mode(), 0o600);
    await writeWhole(script, 'c', 0o700);
    assert.equal(mode(), 0o700);
  });

  it('names what cannot be written, and why', async () => {
    const file = folder.write('file', 'x');
    await assert.rejects(
      writeWhole(path.join(file, 'below'), 'y'),
      told(/below: cannot be written: E(NOTDIR|EXIST)/),
    );
    await assert.rejects(writeWhole(folder.path, 'y'), told(/cannot be written: EISDIR/));
    assert.throws(() => new AppendFile(folder.path), told(/cannot be written: EISDIR/));
  });

  it('adds lines that are there as a whole', () => {
    for (const [left, kept] of [
      ['a\nb\nhal', 'a\nb\n'],
      [`a\n${'x'.repeat(150_000)}`, 'a\n'],
      ['x'.repeat(150_000), ''],
      ['a\n', 'a\n'],
    ] as const) {
      const cut = new AppendFile(folder.write('cut', left));
      cut.append('c');
      cut.close();
      assert.equal(readFileSync(folder.at('cut'), 'utf8'), `${kept}c\n`);
    }
    const file = new AppendFile(folder.at('lines'));
    for (const line of ['a', 'b']) file.append(line);
    file.close();
    assert.equal(readFileSync(folder.at('lines'), 'utf8'), 'a\nb\n');
  });
});

describe('locks of files', () => {
  const folder = new TestFolder();
  const children: ChildProcess[] = [];
  after(() => {
    children.forEach((child) => child.kill('SIGKILL'));
    folder.remove();
  });

  /** A process that lives, to be named as an owner. */
  function other(): number {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    children.push(child);
    return child.pid!;
  }

  function heldBy(name: string, owner: object): string {
    writeFileSync(
      folder.at(`${name}.lock`),
      JSON.stringify({ host: os.hostname(), began: '', token: 'a1', ...owner }),
    );
    return folder.at(name);
  }

  it('are of one owner at a time, by whatever name the file goes', () => {
    const file = folder.write('one', '');
    symlinkSync('one', folder.at('alias'));
    const held = lock(file);
    for (const name of [file, folder.at('alias')])
      assert.throws(() => lock(name), told(new RegExp(`is written by process ${process.pid} on `)));
    held.release();
    lock(folder.at('alias')).release();
    assert.deepEqual(
      readdirSync(folder.path).filter((name) => name.includes('.lock')),
      [],
    );
  });

  it('stay with a process that lives or is on another machine, and leave one that is dead', () => {
    const alive = heldBy('alive', { pid: other() });
    assert.throws(() => lock(alive), told(/is written by process/));
    const elsewhere = heldBy('elsewhere', { pid: 1, host: 'another-machine' });
    assert.throws(() => lock(elsewhere), told(/process 1 on another-machine/));
    const dead = spawnSync(process.execPath, ['-e', '']).pid;
    lock(heldBy('dead', { pid: dead })).release();
    assert.ok(!existsSync(folder.at('dead.lock')));
  });

  it('leave a dead process whose number another one has by now', function () {
    if (!existsSync('/proc/self/stat')) this.skip();
    lock(heldBy('again', { pid: other(), began: '1' })).release();
  });

  it('that were taken over die once: one who comes late does not take that of the next owner', () => {
    const dead = spawnSync(process.execPath, ['-e', '']).pid;
    const file = heldBy('late', { pid: dead });
    const held = lock(file);
    assert.throws(() => lock(file), told(/is written by process/));
    // Not its own any more: nothing is taken away.
    writeFileSync(
      `${file}.lock`,
      JSON.stringify({ host: os.hostname(), began: '', token: 'b2', pid: other() }),
    );
    held.release();
    assert.ok(existsSync(`${file}.lock`));
  });

  it('that name no process are told with what to do', () => {
    writeFileSync(folder.at('broken.lock'), '');
    assert.throws(() => lock(folder.at('broken')), told(/delete it if no other command writes/));
  });

  it('are waited for', async () => {
    const file = folder.at('turns');
    const order: string[] = [];
    const held = lock(file);
    const waiting = whileLocked(file, 5000, () => Promise.resolve(order.push('second')));
    order.push('first');
    held.release();
    await waiting;
    assert.deepEqual(order, ['first', 'second']);
    const again = lock(file);
    await assert.rejects(
      whileLocked(file, 0, () => Promise.resolve()),
      told(/is written by/),
    );
    again.release();
    await assert.rejects(
      whileLocked(file, 0, () => Promise.reject(new Error('task'))),
      /task/,
    );
    lock(file).release();
  });
});
