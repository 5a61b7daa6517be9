import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { CLI } from './support';

/** The command line with a cache folder of its own for each test. */
describe('compiled code that is kept', () => {
  let caches: string;
  let folder: string;
  const version = (more: NodeJS.ProcessEnv = {}): string => {
    const env = { ...process.env, XDG_CACHE_HOME: caches, ...more };
    const { stdout, stderr } = spawnSync(process.execPath, [CLI, '--version'], { encoding: 'utf8', env });
    assert.equal(stderr, '');
    return stdout;
  };
  const kept = (): string[] => readdirSync(folder).map((name) => path.join(folder, name));

  beforeEach(() => {
    caches = mkdtempSync(path.join(os.tmpdir(), 'corun-compiled-'));
    folder = path.join(caches, 'corun/compiled');
  });

  it('is one file for its user alone, which the next run leaves as it is', () => {
    const first = version();
    const [file] = kept();
    assert.match(path.basename(file!), /^cli-main-[0-9a-f]{64}\.v8$/);
    assert.equal(statSync(file!).mode & 0o077, 0);
    const { ino } = statSync(file!);
    assert.equal(version(), first);
    assert.deepEqual(
      kept().map((name) => statSync(name).ino),
      [ino],
    );
  });

  it('is made anew where it is damaged or cut', () => {
    const first = version();
    const [file] = kept();
    const whole = readFileSync(file!);
    const damaged = Buffer.from(whole);
    damaged[whole.length >> 1]! ^= 0xff;
    for (const content of [damaged, whole.subarray(0, 1000), Buffer.alloc(0)]) {
      writeFileSync(file!, content);
      assert.equal(version(), first);
      assert.ok(readFileSync(file!).length > 1e5);
    }
  });

  it('is nowhere where there is no room for it, or Node is told to keep none', () => {
    const first = version({ NODE_DISABLE_COMPILE_CACHE: '1' });
    assert.deepEqual(readdirSync(caches), []);
    mkdirSync(path.join(caches, 'corun'));
    // A file in the place of the folder.
    writeFileSync(folder, '');
    assert.equal(version(), first);
    assert.equal(readFileSync(folder, 'utf8'), '');
  });

  it('makes room for that of newer versions', () => {
    mkdirSync(folder, { recursive: true });
    const older = (age: number): string => path.join(folder, `cli-main-${String(age).padStart(64, '0')}.v8`);
    for (let age = 1; age <= 8; age++) {
      writeFileSync(older(age), '');
      utimesSync(older(age), 1000 - age, 1000 - age);
    }
    version();
    const left = kept().filter((name) => !/-0{60}/.test(name)).length;
    assert.equal(left, 1);
    assert.deepEqual(
      kept().filter((name) => /-0{60}/.test(name)),
      [1, 2, 3, 4, 5].map(older),
    );
  });
});
