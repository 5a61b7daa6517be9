// Tries sweeps as job arrays on a real Slurm of one node, this machine: npm run study -- slurm-one-node
//   … --install     asks apt-get for slurm-wlm and munge where they are missing; as root
// Programs, keys and ports are its own, and end with it. Nothing is tried where there is no Slurm.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { CancelledError } from '../../src/analysis/worker/workerHandle';
import { saidOf } from '../../src/kernel/result';
import { loadSpec } from '../../src/simulator/spec/loadSpec';
import { english } from '../../src/words';
import { runHsmJob, type HsmJob } from '../hsm/jobs';
import type { Row } from '../hsm/rows';
import { executorFor } from '../sweep/executors';
import { missingSlurm, OneNode } from '../sweep/slurm/oneNode';
import { producerApp } from '../themis/collection/pressureProducers';

/** What a shell, Slurm and node would each read otherwise than it stands there. */
const HOSTILE = `it's a "sweep" $(touch made) %j é; #`;
const GPU = 'hsm-40sm-gddr5';

const { values } = parseArgs({ options: { install: { type: 'boolean', default: false } } });
const why = missingSlurm(values.install);
if (why !== null) {
  console.log(`skipped: ${why}`);
  process.exit();
}
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'corun-slurm-'));
const node = await OneNode.start(folder);
try {
  const { stdout } = spawnSync('sinfo', ['--version'], { encoding: 'utf8' });
  console.log(stdout.trim());
  await finishes();
  await tellsOfFailures();
  await isCancelled();
} finally {
  await node.close();
  fs.rmSync(folder, { recursive: true, force: true });
}

function jobOf(level: number, cycles: number, gpu = GPU): { key: string; input: HsmJob } {
  const { spec } = loadSpec(GPU);
  const key = `${gpu} ${level} ${cycles}`;
  const apps = [producerApp('cache', level, spec.sms, spec)];
  return { key, input: { key, gpu, cycles, apps, sms: [spec.sms] } };
}

function executorIn(name: string, signal = new AbortController().signal) {
  const inside = path.join(folder, HOSTILE, name);
  fs.mkdirSync(inside, { recursive: true });
  const note = (line: string): void => console.log(`  ${line}`);
  const file = path.join(inside, 'rows.ndjson');
  const asked = { executor: 'slurm', workers: 2, batch: 2 } as const;
  return { executor: executorFor(asked, { file, signal, note }), file };
}

/** Rows are those that this process makes, in the order in which tasks end. */
async function finishes(): Promise<void> {
  const jobs = [1, 2, 3, 4, 5].map((level) => jobOf(level, 20_000));
  const own: Row[] = [];
  jobs.forEach(({ input }) => runHsmJob(input, (row) => own.push(row)));
  const rows: Row[] = [];
  const { executor, file } = executorIn('finishes');
  await executor.run('hsm', jobs, (more) => void rows.push(...more));
  rows.sort((a, b) => a.key.localeCompare(b.key));
  assert.deepEqual(rows, JSON.parse(JSON.stringify(own)));
  assert.ok(!fs.existsSync(path.join(path.dirname(file), 'made')));
  console.log(`${rows.length} rows as they are made without Slurm`);
}

/** The others' rows are told; what failed is named with its log, and is all that is run again. */
async function tellsOfFailures(): Promise<void> {
  const { executor } = executorIn('fails');
  const [good, bad] = [jobOf(1, 10_000), jobOf(2, 10_000, 'no-such-gpu')];
  const rows: Row[] = [];
  const failing = executor.run('hsm', [good, bad], (more) => void rows.push(...more));
  const error: unknown = await failing.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  assert.equal(rows.length, 1);
  const log = /(\/.*?\.log)/.exec(english(saidOf(error)))?.[1];
  assert.match(fs.readFileSync(log!, 'utf8'), /no-such-gpu/);
  await executor.run(
    'hsm',
    [{ ...bad, input: { ...bad.input, gpu: GPU } }],
    (more) => void rows.push(...more),
  );
  assert.equal(rows.length, 3);
  console.log('a job that failed is named with its log');
}

/** An interrupt takes the array off the queue. */
async function isCancelled(): Promise<void> {
  const interrupt = new AbortController();
  const { executor } = executorIn('cancelled', interrupt.signal);
  const running = executor.run('hsm', [jobOf(1, 2 ** 30)], () => undefined);
  const queued = (): string => spawnSync('squeue', ['--noheader', '--states=R'], { encoding: 'utf8' }).stdout;
  const cancelled = assert.rejects(running, CancelledError);
  while (queued() === '') await setTimeout(500);
  interrupt.abort();
  await cancelled;
  while (spawnSync('squeue', ['--noheader'], { encoding: 'utf8' }).stdout !== '') await setTimeout(500);
  console.log('an interrupt cancels the array');
}
