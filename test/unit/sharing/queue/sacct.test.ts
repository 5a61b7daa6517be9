import assert from 'node:assert/strict';
import { parseQueue } from '../../../../src/kernel/queue';
import { readSacct, withAccountedJobs } from '../../../../src/sharing/queue/sacct';
import { told } from '../../../support/told';

const HEAD = 'JobID|JobName|Submit|Elapsed|AllocTRES';
const rows = (...lines: readonly string[]): string => [HEAD, ...lines, ''].join('\n');

describe('jobs of an accounting file', () => {
  it('come when they were submitted and run as long as they ran', () => {
    const text = rows(
      '7|train|2024-02-28T23:59:50|00:10:00|billing=4,cpu=4,gres/gpu=1,mem=8G',
      '7.batch|batch|2024-02-28T23:59:50|00:10:00|cpu=4,gres/gpu=1',
      '8|infer|2024-02-29T00:00:20|1-02:00:05|cpu=1,gres/gpu:v100=1,gres/gpu=1',
      '9|train|2024-02-29T00:01:50|05:30|gres/gpu:a100=1',
    );
    const { jobs, applications, skipped } = readSacct('a.txt', text, new Set(['infer']));
    assert.deepEqual(jobs, [
      { application: 'train', submit: 0, seconds: 600 },
      { application: 'infer', submit: 30, seconds: 93_605 },
      { application: 'train', submit: 120, seconds: 330 },
    ]);
    assert.deepEqual(applications, [{ name: 'train', seconds: 600 }]);
    assert.deepEqual(skipped, { withoutGpu: 0, severalGpus: 0, withoutTimes: 0 });
  });

  it('are read by seconds since 1970, with bars in names, and where GPUs are not tracked', () => {
    const text = [
      'JobID|JobName|Submit|Elapsed|AllocTRES|ReqGRES|State',
      '1|a|b|1717200000|00:01:00|cpu=4,mem=8G|gres:gpu:v100:1|COMPLETED',
      '2|c|1717200030|00:02:00|cpu=4,gres/gpu=1||COMPLETED',
    ].join('\r\n');
    const { jobs, skipped } = readSacct('a.txt', text, new Set());
    assert.deepEqual(jobs, [
      { application: 'a|b', submit: 0, seconds: 60 },
      { application: 'c', submit: 30, seconds: 120 },
    ]);
    assert.deepEqual(skipped, { withoutGpu: 0, severalGpus: 0, withoutTimes: 0 });
  });

  it('are of one application where nearly each has a name of its own, which the queue does not know', () => {
    const lines = Array.from(
      { length: 301 },
      (_, at) => `${at}|job ${at}|2024-01-01T00:00:00|00:0${1 + (at % 2)}:00|gpu:1`,
    );
    const { jobs, applications, together } = readSacct(
      'a.txt',
      rows(...lines, '400|infer|2024-01-01T00:00:00|10:00|gpu:1'),
      new Set(['infer']),
    );
    assert.equal(together, 301);
    assert.deepEqual(
      applications.map(({ name }) => name),
      ['*'],
    );
    assert.deepEqual(jobs[1], { application: '*', name: 'job 1', submit: 0, seconds: 120 });
    assert.deepEqual(jobs[301], { application: 'infer', submit: 0, seconds: 600 });
  });

  it('are not taken for jobs without GPUs where no column tells them', () => {
    const text = 'JobID|JobName|Submit|Elapsed\n1|a|2024-01-01T00:00:00|00:01:00\n';
    assert.throws(() => readSacct('a.txt', text, new Set()), told(/a\.txt:1.*column AllocTRES is missing/));
  });

  it('leave out what shares no GPU or never ran, and count it', () => {
    const text = rows(
      '1|cpu|2024-01-01T00:00:00|00:01:00|cpu=4,mem=8G',
      '2|large|2024-01-01T00:00:00|00:01:00|gres/gpu=8',
      '3|two|2024-01-01T00:00:00|00:01:00|gres/gpu:a100=1,gres/gpu:v100=1',
      '4|cancelled|2024-01-01T00:00:00|00:00:00|gres/gpu=1',
      '5|odd|Unknown|00:01:00|gres/gpu=1',
    );
    const { jobs, skipped } = readSacct('a.txt', text, new Set());
    assert.deepEqual(jobs, []);
    assert.deepEqual(skipped, { withoutGpu: 1, severalGpus: 2, withoutTimes: 2 });
  });

  it('make a queue with the GPUs and slowdowns of another', () => {
    const base = parseQueue({
      gpus: [{ gpu: 'a100' }],
      applications: [{ name: 'infer', seconds: 60 }],
      slowdowns: [{ of: 'infer', beside: 'infer', slowdown: 1.2 }],
    });
    const accounted = readSacct(
      'a.txt',
      rows('1|train|2024-01-01T00:00:00|00:01:40|gres/gpu=1', '2|infer|2024-01-01T00:00:05|00:02:00|gpu:1'),
      new Set(['infer']),
    );
    const queue = parseQueue(withAccountedJobs(base, accounted));
    assert.deepEqual(
      queue.applications!.map(({ name, seconds }) => [name, seconds]),
      [
        ['infer', 60],
        ['train', 100],
      ],
    );
    assert.equal(queue.jobs!.length, 2);
    assert.equal(queue.slowdowns!.length, 1);
  });

  it('say which column is missing', () => {
    assert.throws(() => readSacct('a.txt', 'JobID|JobName|Submit\n', new Set()), told(/a\.txt:1: .*Elapsed/));
  });
});
