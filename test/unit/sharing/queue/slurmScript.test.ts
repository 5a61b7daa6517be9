import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { slurmScript } from '../../../../src/sharing/queue/slurmScript';
import { told } from '../../../support/told';
import { allPairs, modelOf, runsOf } from './queues';

const COMMAND = `./run 'it''s' "$HOME"`;

describe('a plan as jobs of Slurm', () => {
  const queue = (command?: string) =>
    modelOf({
      gpus: [{ gpu: 'a' }],
      applications: [
        { name: 'long', seconds: 4, ...(command === undefined ? {} : { command }) },
        { name: 'short', seconds: 1, ...(command === undefined ? {} : { command }) },
      ],
      slowdowns: allPairs(['long', 'short'], 1),
      jobs: [
        { application: 'long' },
        { application: 'short', count: 3 },
        { application: 'short', submit: 3.5 },
      ],
    });

  /** What a stand-in for sbatch was called with, a line a job. */
  function submitted(...args: string[]): string[] {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'corun-slurm-'));
    const model = queue(COMMAND);
    const script = path.join(folder, 'plan.sh');
    writeFileSync(script, slurmScript(model, runsOf(model, 'fcfs'), 'shard'));
    const calls = path.join(folder, 'calls');
    writeFileSync(calls, '');
    const stand = `#!/bin/sh\nwc -l < ${calls} | tr -d ' '\nprintf '%s|' "$@" >> ${calls}; echo >> ${calls}\n`;
    writeFileSync(path.join(folder, 'sbatch'), stand);
    chmodSync(path.join(folder, 'sbatch'), 0o755);
    execFileSync('bash', [script, ...args], { env: { PATH: `${folder}:${process.env['PATH']!}` } });
    return readFileSync(calls, 'utf8').trim().split('\n');
  }

  it('lets each wait for those that the plan has ended before, one shard each', () => {
    const calls = submitted();
    assert.equal(calls.length, 5);
    assert.equal(calls[0], `--parsable|--job-name=long|--gres=shard:1|--wrap=${COMMAND}|`);
    assert.match(calls[1]!, /^--parsable\|--job-name=short\|/);
    // The second short one has the slot of the first, the third that of the second alone: the first is implied.
    assert.match(calls[2]!, /--dependency=afterany:1\|--job-name=short 2/);
    assert.match(calls[3]!, /--dependency=afterany:2\|--job-name=short 3/);
    assert.match(calls[4]!, /--dependency=afterany:3\|--job-name=short 4\|--gres=shard:1\|--begin=now\+4\|/);
  });

  it('submits nothing to be told when each could start', () => {
    const calls = submitted('--test-only');
    assert.equal(calls.length, 5);
    for (const call of calls) {
      assert.match(call, /^--test-only\|--job-name=/);
      assert.doesNotMatch(call, /dependency/);
    }
  });

  it('asks for shares of mps, and for nodes of a kind where there are several', () => {
    const model = modelOf({
      gpus: [{ gpu: 'a' }, { gpu: 'b' }],
      maxCoRun: 3,
      applications: [{ name: 'only', seconds: { b: 1 }, command: 'run' }],
      jobs: [{ application: 'only' }],
    });
    assert.match(
      slurmScript(model, runsOf(model, 'fcfs'), 'mps'),
      /--gres=mps:33 --constraint='b' --wrap='run'/,
    );
  });

  it('needs a command of every application', () => {
    const model = queue();
    assert.throws(() => slurmScript(model, runsOf(model, 'fcfs'), 'shard'), told(/long has no command/));
  });
});
