// Tries the plan of a queue on a real Slurm of one node with two pretended GPUs: npm run study -- slurm-queue
//   … --install     asks apt-get for slurm-wlm and munge where they are missing; as root
//   … --gres mps    shares GPUs by this resource alone (default: by shards, then by MPS)
// First with --test-only, which submits nothing, then with jobs that sleep, to their end: tells how many ran at a time, and
// what share of the threads Slurm set for each. No GPU is used.
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
import { SHARED_RESOURCES, slurmScript, type SharedResource } from '../../src/sharing/queue/slurmScript';
import { missingSlurm, OneNode } from '../sweep/slurm/oneNode';

const TOGETHER = 2;
const JOBS = 8;
/** Longer than Slurm takes to start what it can. */
const JOB_SECONDS = 8;
/** Parts that a GPU is in. */
const PARTS: Readonly<Record<SharedResource, number>> = { shard: TOGETHER, mps: 100 };

const { values } = parseArgs({
  options: { install: { type: 'boolean', default: false }, gres: { type: 'string' } },
});
const why = missingSlurm(values.install);
if (why !== null) {
  console.log(`skipped: ${why}`);
  process.exit();
}
const model = queueModel(
  parseQueue({
    gpus: [{ gpu: 'v100' }, { gpu: 'p100' }],
    maxCoRun: TOGETHER,
    applications: [
      {
        name: 'sleep',
        seconds: JOB_SECONDS,
        command: `date +%s; echo "\${CUDA_MPS_ACTIVE_THREAD_PERCENTAGE:-none}"; sleep ${JOB_SECONDS}; date +%s`,
      },
    ],
    slowdowns: [{ of: 'sleep', beside: 'sleep', slowdown: 1 }],
    jobs: [{ application: 'sleep', count: JOBS }],
  }),
);
const inOrder = schedulers(TOGETHER).find(({ id }) => id === 'fcfs')!;
const runs = runQueue(model, inOrder.dispatcher(queueFacts(model)));
for (const resource of SHARED_RESOURCES)
  if (values.gres === undefined || values.gres === resource) await tried(resource);

async function tried(resource: SharedResource): Promise<void> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'corun-slurm-'));
  const node = await OneNode.start(folder, {
    ...{ count: model.gpus.length, resource, parts: PARTS[resource], processors: JOBS },
    features: model.kinds,
  });
  try {
    const script = path.join(folder, 'plan.sh');
    fs.writeFileSync(script, slurmScript(model, runs, resource));
    const tested = run(folder, script, '--test-only');
    assert.equal((tested.stderr.match(/to start at/g) ?? []).length, JOBS, tested.stderr);
    assert.equal(queued(), '');
    run(folder, script);
    while (/PENDING|RUNNING|COMPLETING|CONFIGURING/.test(queued('--states=all'))) await setTimeout(1000);
    const states = queued('--states=all').trim().split('\n');
    assert.deepEqual(states, new Array<string>(JOBS).fill('COMPLETED'));
    console.log(
      `${resource}: --test-only told a start of all ${JOBS} jobs and queued none; ${ranAs(folder)}`,
    );
  } finally {
    await node.close();
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** What the outputs of the jobs tell. */
function ranAs(folder: string): string {
  const outputs = fs.readdirSync(folder).filter((file) => /^slurm-\d+\.out$/.test(file));
  const jobs = outputs.map((file) => {
    const [start, threads, end] = fs.readFileSync(path.join(folder, file), 'utf8').split('\n');
    return { start: Number(start), threads: threads!, end: Number(end) };
  });
  const together = jobs.map(
    ({ start }) => jobs.filter((one) => one.start <= start && start < one.end).length,
  );
  const threads = [...new Set(jobs.map((job) => job.threads))].join();
  return `all ${jobs.length} ran, ${Math.max(...together)} at a time at most; CUDA_MPS_ACTIVE_THREAD_PERCENTAGE: ${threads}`;
}

function queued(...options: string[]): string {
  return spawnSync('squeue', ['--noheader', '--format=%T', ...options], { encoding: 'utf8' }).stdout;
}

function run(folder: string, script: string, ...args: string[]): { readonly stderr: string } {
  const { stderr, status } = spawnSync('bash', [script, ...args], { encoding: 'utf8', cwd: folder });
  assert.equal(status, 0, stderr);
  return { stderr };
}
