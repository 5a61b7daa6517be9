import assert from 'node:assert/strict';
import { buildSync } from 'esbuild';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Job } from '../../../../lab/sweep/executor';
import { scriptOf } from '../../../../lab/sweep/slurm/submission';
import { SlurmExecutor, type SlurmOptions } from '../../../../lab/sweep/slurm/slurmExecutor';
import { CancelledError } from '../../../../src/analysis/worker/workerHandle';
import { RecordedRows } from '../../../../lab/recordedRows';
import { told } from '../../../support/told';

/** Says what a job's input is told to say, or fails where it is told to; the real one knows the kinds of the laboratory. */
const PROGRAM = `
import { runBatch } from './lab/sweep/slurm/runBatch';
const run = (kind, { key, says }, onRow) => {
  if (says === null) throw new Error('says nothing');
  onRow({ key, says });
};
void runBatch(process.argv[2]!, run, (line) => console.error(line)).then((failed) => {
  process.exitCode = failed === 0 ? 0 : 1;
});`;

/** Runs the tasks of an array at once and writes down what it was called with; its job is 7. */
const SBATCH = `#!/bin/sh
printf '%s\\n' "$@" > "$FAKE/arguments"
tasks=$(sed -n 's/^#SBATCH --array=0-\\([0-9]*\\)%.*/\\1/p' run.sh)
echo "sbatch: warning: made up" >&2
task=0
while [ $task -le $tasks ]; do
  SLURM_ARRAY_TASK_ID=$task sh run.sh > $task.log 2>&1
  task=$((task + 1))
done
echo '7;cluster'
`;
/** Lists what the test has put in its queue. */
const SQUEUE = `#!/bin/sh
cat "$FAKE/queue"
`;
const SCANCEL = `#!/bin/sh
echo "$@" >> "$FAKE/cancelled"
: > "$FAKE/queue"
`;

/** What a shell, Slurm and node would each read otherwise than it stands there. */
const HOSTILE = `it's a "sweep" $(touch made) %j é; #`;

interface Said {
  readonly key: string;
  readonly says: number | null;
}

/** Jobs of a kind that only the test's program knows. */
const jobsOf = (inputs: readonly Said[]): Job<'hsm'>[] =>
  inputs.map((input) => ({ key: input.key, input: input as never }));

describe('a sweep as job arrays', () => {
  let folder: string;
  let file: string;
  const { PATH } = process.env;

  const executor = (more: Partial<SlurmOptions> = {}): SlurmExecutor =>
    new SlurmExecutor({
      folder: `${file}.sweep`,
      program: path.join(folder, 'program.js'),
      batch: 2,
      atOnce: 3,
      pause: () => Promise.resolve(),
      signal: new AbortController().signal,
      note: () => undefined,
      ...more,
    });
  const queue = (jobs: string): void => fs.writeFileSync(path.join(folder, 'queue'), jobs);
  const written = (name: string): string => fs.readFileSync(path.join(folder, name), 'utf8');

  /** Runs what the file lacks of some jobs; the rows that it has then. */
  async function sweep(inputs: readonly Said[], more?: Partial<SlurmOptions>): Promise<readonly Said[]> {
    const rows = new RecordedRows<Said>(file);
    const missing = jobsOf(inputs).filter(({ key }) => rows.get(key) === undefined);
    await executor(more).run('hsm', missing, (told) => rows.add(told as unknown as Said[]));
    return new RecordedRows<Said>(file).rows;
  }

  before(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'corun-sweep-'));
    const programs = { sbatch: SBATCH, squeue: SQUEUE, scancel: SCANCEL };
    for (const [name, text] of Object.entries(programs))
      fs.writeFileSync(path.join(folder, name), text, { mode: 0o755 });
    buildSync({
      stdin: { contents: PROGRAM, resolveDir: process.cwd(), loader: 'ts' },
      bundle: true,
      platform: 'node',
      outfile: path.join(folder, 'program.js'),
    });
    process.env['PATH'] = `${folder}${path.delimiter}${PATH!}`;
    process.env['FAKE'] = folder;
  });

  beforeEach(() => {
    const own = fs.mkdtempSync(path.join(folder, HOSTILE));
    file = path.join(own, 'rows.ndjson');
    queue('');
  });

  after(() => {
    process.env['PATH'] = PATH;
    delete process.env['FAKE'];
    fs.rmSync(folder, { recursive: true, force: true });
  });

  it('gives the rows that jobs have here, and leaves nothing but them', async () => {
    const inputs = [1, 2, 3].map((says) => ({ key: `job ${says}`, says }));
    assert.deepEqual(await sweep(inputs), inputs);
    assert.deepEqual(fs.readdirSync(path.dirname(file)), ['rows.ndjson']);
    const [parsable, chdir, output, script] = written('arguments').split('\n');
    assert.equal(parsable, '--parsable');
    assert.equal(chdir, `--chdir=${file}.sweep/hsm/1`);
    assert.equal(output, `--output=${file.replace('%', '%%')}.sweep/hsm/1/%a.log`);
    assert.equal(script, 'run.sh');
  });

  it('tells of the others where a job fails, names its log, and runs it alone the next time', async () => {
    const inputs = [1, null, 3, 4].map((says, at) => ({ key: `job ${at}`, says }));
    await assert.rejects(sweep(inputs), told(/^1 jobs failed in 1 tasks.*\/hsm\/1\/0\.log; the same/));
    assert.match(fs.readFileSync(`${file}.sweep/hsm/1/0.log`, 'utf8'), /^job 1: says nothing/);
    const mended = inputs.map(({ key, says }) => ({ key, says: says ?? 2 }));
    // The file was lost meanwhile: what tasks have written is still there.
    fs.rmSync(file);
    const seen: number[] = [];
    const note = (line: string): void => void seen.push(Number(/^\d+/.exec(line)![0]));
    const rows = await sweep(mended, { note });
    assert.deepEqual(seen, [1]);
    assert.deepEqual(
      rows.toSorted((a, b) => a.key.localeCompare(b.key)),
      mended,
    );
  });

  it('waits for an array that has outlived whoever submitted it, and submits nothing that it has made', async () => {
    const inputs = [1, 2].map((says) => ({ key: `job ${says}`, says }));
    const dead = executor().run('hsm', jobsOf(inputs), () => Promise.reject(new Error('killed')));
    await assert.rejects(dead, /killed/);
    fs.rmSync(path.join(folder, 'arguments'));
    queue('8\n7\n');
    const looks: number[] = [];
    const pause = (): Promise<void> => {
      looks.push(1);
      if (looks.length === 3) queue('8\n');
      return Promise.resolve();
    };
    assert.deepEqual(await sweep(inputs, { pause }), inputs);
    assert.equal(looks.length, 3);
    assert.ok(!fs.existsSync(path.join(folder, 'arguments')));
  });

  it('is cancelled with its array', async () => {
    queue('7\n');
    const interrupt = new AbortController();
    const pause = (): Promise<void> => Promise.resolve(interrupt.abort());
    const inputs = [{ key: 'job', says: 1 }];
    await assert.rejects(sweep(inputs, { pause, signal: interrupt.signal }), CancelledError);
    assert.equal(written('cancelled'), '7\n');
  });

  it('names nothing in its script but numbers and a quoted node', () => {
    const lines = scriptOf(3, 2, "/it's/node").split('\n');
    assert.ok(lines.includes('#SBATCH --array=0-2%2'));
    assert.equal(lines.at(-2), `exec '/it'\\''s/node' task.cjs "$SLURM_ARRAY_TASK_ID.json"`);
  });

  it('is refused with the words of Slurm', async () => {
    const without = path.join(folder, 'without');
    fs.mkdirSync(without);
    process.env['PATH'] = without;
    try {
      await assert.rejects(sweep([{ key: 'job', says: 1 }]), told(/sbatch cannot be started/));
    } finally {
      process.env['PATH'] = `${folder}${path.delimiter}${PATH!}`;
    }
  });
});
