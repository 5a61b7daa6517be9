// Tries the plan of a queue on a real Slurm of one node with pretended GPUs: npm run study -- slurm-queue
//   … --install     asks apt-get for slurm-wlm and munge where they are missing; as root
// First with --test-only, which submits nothing, then with jobs that do nothing, to their end. No GPU is used.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { parseQueue } from '../../src/kernel/queue';
import { queueFacts } from '../../src/sharing/queue/queueFacts';
import { queueModel } from '../../src/sharing/queue/queueModel';
import { runQueue } from '../../src/sharing/queue/runQueue';
import { schedulers } from '../../src/sharing/queue/schedulers';
import { slurmScript } from '../../src/sharing/queue/slurmScript';
import { missingSlurm, OneNode } from '../sweep/slurm/oneNode';

const QUEUE = 'workloads/samples/queues/training.queue.json';
const BOUND = 2;

const { values } = parseArgs({ options: { install: { type: 'boolean', default: false } } });
const why = missingSlurm(values.install);
if (why !== null) {
  console.log(`skipped: ${why}`);
  process.exit();
}
const root = process.env['CORUN_ROOT'] ?? process.cwd();
const content = JSON.parse(fs.readFileSync(path.join(root, QUEUE), 'utf8')) as object;
const queue = parseQueue(content);
const applications = queue.applications!.map((each) => ({ ...each, command: "echo 'ran'" }));
// Jobs come at once: Slurm would let the later ones wait for hours.
const jobs = queue.jobs!.map((each) => ({ ...each, submit: 0 }));
const model = queueModel({ ...queue, applications, jobs });
const runs = runQueue(
  model,
  schedulers(BOUND)
    .find(({ id }) => id === 'slowdown')!
    .dispatcher(queueFacts(model)),
);

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'corun-slurm-'));
const node = await OneNode.start(folder, {
  count: model.gpus.length,
  shards: model.maxCoRun,
  features: model.kinds,
});
try {
  const script = path.join(folder, 'plan.sh');
  fs.writeFileSync(script, slurmScript(model, runs, 'shard'));
  const tested = run(script, '--test-only');
  const starts = tested.stderr.match(/to start at/g) ?? [];
  assert.equal(starts.length, model.jobs.length, tested.stderr);
  assert.equal(spawnSync('squeue', ['--noheader'], { encoding: 'utf8' }).stdout, '');
  console.log(`--test-only: Slurm would start all ${starts.length} jobs, and none is queued`);
  run(script);
  const left = (): string =>
    spawnSync('squeue', ['--noheader', '--states=all', '--format=%T'], { encoding: 'utf8' }).stdout;
  while (/PENDING|RUNNING|COMPLETING|CONFIGURING/.test(left())) await setTimeout(1000);
  const states = left().trim().split('\n');
  assert.equal(states.filter((state) => state === 'COMPLETED').length, model.jobs.length, left());
  console.log(`submitted: ${states.length} jobs completed`);
} finally {
  await node.close();
  fs.rmSync(folder, { recursive: true, force: true });
}

function run(script: string, ...args: string[]): { readonly stdout: string; readonly stderr: string } {
  const { stdout, stderr, status } = spawnSync('bash', [script, ...args], { encoding: 'utf8', cwd: folder });
  assert.equal(status, 0, stderr);
  return { stdout, stderr };
}
