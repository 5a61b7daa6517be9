import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { planScript } from '../../../../src/sharing/queue/planScript';
import { told } from '../../../support/told';
import { allPairs, modelOf, runsOf } from './queues';

describe('a plan as a script', () => {
  const queue = (command?: string) =>
    modelOf({
      gpus: [{ gpu: 'a', count: 2 }],
      applications: ['long', 'short'].map((name, at) => ({
        name,
        seconds: at === 0 ? 4 : 1,
        ...(command === undefined ? {} : { command: `${command} ${name}` }),
      })),
      slowdowns: allPairs(['long', 'short'], 1),
      jobs: [
        { application: 'long', count: 2 },
        { application: 'short', count: 3 },
        { application: 'short', submit: 1.5 },
      ],
    });

  it('starts each GPU’s jobs as there are places, and after their submission', () => {
    const model = queue('./run');
    const script = planScript(model, runsOf(model, 'fcfs'));
    const [first, second] = script.split(') &\n(');
    assert.match(
      first!,
      /CUDA_VISIBLE_DEVICES=0 nvidia-cuda-mps-control -d\n.*\n {2}# long\n {2}\( \.\/run long \) & job0=\$!/,
    );
    assert.match(second!, /CUDA_VISIBLE_DEVICES=1/);
    // On the second GPU the third starts when the first two have ended, at one time as planned.
    assert.match(second!, /# short 3\n {2}room 0\n {2}\( \.\/run short \) & job4=\$!/);
    assert.match(
      second!,
      /# short 4\n {2}until \[ "\$SECONDS" -ge 2 \]; do sleep 1; done\n {2}room 1\n {2}\( /,
    );
  });

  it('runs every command once, and the servers', function () {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'corun-plan-'));
    const stand = (name: string, text: string): void => {
      writeFileSync(path.join(folder, name), `#!/bin/sh\n${text}\n`);
      chmodSync(path.join(folder, name), 0o755);
    };
    stand('nvidia-cuda-mps-control', `echo "$CUDA_VISIBLE_DEVICES $*" >> ${folder}/servers`);
    stand('run', `echo "$1" >> ${folder}/ran`);
    const model = { ...queue('run'), jobs: queue('run').jobs.map((job) => ({ ...job, submit: 0 })) };
    const script = path.join(folder, 'plan.sh');
    writeFileSync(script, planScript(model, runsOf(model, 'fcfs')));
    execFileSync('bash', [script], {
      env: { PATH: `${folder}:${process.env['PATH']!}`, TMPDIR: folder, CUDA_VISIBLE_DEVICES: '' },
    });
    const lines = (name: string) => readFileSync(path.join(folder, name), 'utf8').trim().split('\n').sort();
    assert.deepEqual(lines('ran'), ['long', 'long', 'short', 'short', 'short', 'short']);
    assert.deepEqual(
      lines('servers').filter((line) => line.endsWith('-d')),
      ['0 -d', '1 -d'],
    );
  });

  it('needs a command of every application', () => {
    const model = queue();
    assert.throws(() => planScript(model, runsOf(model, 'fcfs')), told(/long has no command/));
  });
});
