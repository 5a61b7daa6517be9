import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createReadStream, existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { compile, queryArchitectures } from '../../../src/editor/nvcc/compile';
import {
  compilerArguments,
  firstFault,
  namesKernels,
  offeredArchitectures,
  stableOutput,
  targetArchitecture,
} from '../../../src/editor/nvcc/invocation';
import { english } from '../../../src/words/words';

const OUTPUT = [
  'ptxas info    : 0 bytes gmem',
  "ptxas info    : Compiling entry function '_Z1kPf' for 'sm_90'",
  'ptxas info    : Function properties for _Z1kPf',
  '    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads',
  'ptxas info    : Used 12 registers, used 1 barriers, 256 bytes smem',
  'ptxas info    : Compile time = 6.360 ms',
  '',
].join('\n');

describe('the call of nvcc', () => {
  it('compiles for the GPU and prints what ptxas gave, with the flags of the user', () => {
    assert.deepEqual(compilerArguments('/w/a.cu', '/t/o.cubin', 'sm_86', ['-I', 'inc dir']), [
      '-Xptxas',
      '-v',
      '-cubin',
      '-arch=sm_86',
      '-o',
      '/t/o.cubin',
      '-I',
      'inc dir',
      '/w/a.cu',
    ]);
  });

  it('leaves the architecture to flags that choose one, for nvcc takes no two', () => {
    for (const flag of ['-arch=sm_80', '-arch', '--gpu-architecture=sm_80', '-gencode', '-gencode=arch=x'])
      assert.ok(!compilerArguments('a.cu', 'o', 'sm_90', [flag]).includes('-arch=sm_90'), flag);
    assert.ok(compilerArguments('a.cu', 'o', 'sm_90', ['-archive']).includes('-arch=sm_90'));
  });

  it('says when the GPU is not among the architectures offered', () => {
    assert.deepEqual(targetArchitecture('8.6', ['sm_75', 'sm_86']), { name: 'sm_86', note: null });
    const other = targetArchitecture('5.2', ['sm_75', 'sm_86']);
    assert.equal(other.name, 'sm_75');
    assert.match(english(other.note!), /cannot compile for sm_52; sm_75 is the nearest/);
    assert.deepEqual(targetArchitecture('5.2', []), { name: 'sm_52', note: null });
  });

  it('reads the list of architectures', () => {
    assert.deepEqual(offeredArchitectures('sm_75\nsm_80\r\nsm_90a\ncompute_90\n'), ['sm_75', 'sm_80']);
  });

  it('finds the line that tells the fault', () => {
    assert.equal(
      firstFault('In file included from x\na.cu(1): error: no such type\n1 error detected'),
      'a.cu(1): error: no such type',
    );
    assert.equal(
      firstFault("nvcc fatal   : Unsupported gpu architecture 'sm_52'\n"),
      "nvcc fatal   : Unsupported gpu architecture 'sm_52'",
    );
    assert.equal(firstFault('\n  strange\n'), 'strange');
    assert.equal(firstFault(' \n'), null);
  });

  it('keeps of the output what does not change from run to run', () => {
    assert.equal(stableOutput(OUTPUT), stableOutput(OUTPUT.replace('6.360', '9.999')));
    assert.match(stableOutput(OUTPUT), /Used 12 registers/);
    assert.ok(namesKernels(OUTPUT));
    assert.ok(!namesKernels('ptxas info    : 0 bytes gmem'));
  });
});

describe('a run of nvcc', function () {
  let folder = '';
  /** What the fake compiler wrote down: its arguments, one a line, then the folder of its temporary files. */
  const calls = async (): Promise<string[]> =>
    (await readFile(path.join(folder, 'calls'), 'utf8')).trim().split('\n');

  before(async function () {
    if (process.platform === 'win32') {
      console.log('      skipped: the fake compiler is a shell script');
      this.skip();
    }
    folder = await mkdtemp(path.join(os.tmpdir(), 'corun-test-'));
    await mkdir(path.join(folder, 'with space'));
  });

  after(() => rm(folder, { recursive: true, force: true }));

  /** A shell script in the compiler's place. */
  async function fake(body: string): Promise<string> {
    const file = path.join(folder, 'with space', 'fake nvcc');
    await writeFile(file, `#!/bin/sh\n${body}\n`);
    await chmod(file, 0o755);
    return file;
  }

  const job = async (body: string, more: { timeoutMs?: number; signal?: AbortSignal; bytes?: number } = {}) =>
    compile({
      source: path.join(folder, 'a; echo $HOME.cu'),
      architecture: 'sm_90',
      settings: { enabled: true, path: await fake(body), flags: [] },
      cwd: folder,
      signal: more.signal ?? new AbortController().signal,
      limits: { timeoutMs: more.timeoutMs ?? 600_000, maxOutputBytes: more.bytes ?? 100_000 },
    });

  it('gives what ptxas said on either stream, takes names literally, and leaves no file', async () => {
    const log = OUTPUT.trim()
      .split('\n')
      .map((line) => `echo "${line}" >&2`)
      .join('\n');
    const outcome = await job(
      `for a in "$@"; do echo "$a"; done > calls; echo "$TMPDIR" >> calls\necho x > "$TMPDIR/left"\n${log}`,
    );
    assert.equal(outcome.kind === 'compiled' && outcome.log, stableOutput(OUTPUT));
    const written = await calls();
    assert.equal(written.at(-2), path.join(folder, 'a; echo $HOME.cu'));
    const temporary = written.at(-1)!;
    assert.equal(written[written.indexOf('-o') + 1], path.join(temporary, 'out.cubin'));
    assert.ok(!existsSync(temporary), 'the temporary folder is gone');
  });

  it('has nothing to tell of a source without kernels', async () => {
    assert.deepEqual(await job('echo "ptxas info    : 0 bytes gmem" >&2'), { kind: 'compiled', log: null });
  });

  it('says in one line what was refused, or that nothing was said', async () => {
    assert.deepEqual(await job('echo "warning" ; echo "a.cu(3): error: expected a ;" >&2; exit 2'), {
      kind: 'failed',
      problem: 'rejected',
      reason: 'a.cu(3): error: expected a ;',
    });
    const silent = await job('exit 7');
    assert.ok(silent.kind === 'failed' && /code 7/.test(english(silent.reason)));
  });

  it('ends what takes too long or says too much', async () => {
    const slow = await job('sleep 300', { timeoutMs: 200 });
    assert.ok(slow.kind === 'failed' && slow.problem === 'timed-out');
    const loud = await job('while :; do echo aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa; done', { bytes: 1000 });
    assert.ok(loud.kind === 'failed' && loud.problem === 'too-much-output');
  });

  it('ends what was cancelled with everything that it started', async () => {
    // A pipe is read to its end only once nobody is left who could write to it.
    const pipe = path.join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const abort = new AbortController();
    const cancelled = job(`exec 3> "${pipe}"\n(echo started; sleep 60; echo outlived) >&3 & wait`, {
      signal: abort.signal,
    });
    let said = '';
    for await (const text of createReadStream(pipe, 'utf8')) {
      said += String(text);
      abort.abort();
    }
    assert.deepEqual(await cancelled, { kind: 'cancelled' });
    assert.equal(said, 'started\n', 'a program of the compiler outlived it');
    assert.deepEqual(await job('exit 0', { signal: abort.signal }), { kind: 'cancelled' });
  });

  it('names a compiler that cannot be started', async () => {
    const settings = { enabled: true, path: path.join(folder, 'none'), flags: [] };
    const { signal } = new AbortController();
    const outcome = await compile({
      source: 'a.cu',
      architecture: 'sm_90',
      settings,
      cwd: folder,
      signal,
    });
    assert.ok(outcome.kind === 'failed' && outcome.problem === 'not-started', JSON.stringify(outcome));
    assert.match(english(outcome.reason), /none could not be started \(.*ENOENT/);
    assert.deepEqual(await queryArchitectures(settings, folder, signal), []);
  });

  it('asks for architectures, and takes no answer as no list', async () => {
    const { signal } = new AbortController();
    const good = { enabled: true, path: await fake('echo sm_75; echo sm_90'), flags: [] };
    assert.deepEqual(await queryArchitectures(good, folder, signal), ['sm_75', 'sm_90']);
    const old = { enabled: true, path: await fake("echo 'unknown option sm_10'; exit 1"), flags: [] };
    assert.deepEqual(await queryArchitectures(old, folder, signal), []);
  });
});
