import assert from 'node:assert/strict';
import { planStarts } from '../../../../src/sharing/queue/planStarts';
import type { JobRun } from '../../../../src/sharing/queue/runQueue';
import { modelOf } from './queues';

const slowdown = (of: string, beside: string, factor: number | null) => ({ of, beside, slowdown: factor });
/** `apart` takes more than turns beside `a`, and does not fit beside `b`. */
const queue = (more: object = {}) =>
  modelOf({
    gpus: [{ gpu: 'g', ...more }],
    applications: ['a', 'b', 'apart'].map((name) => ({ name, seconds: 1 })),
    slowdowns: [
      ...[slowdown('a', 'b', 1.2), slowdown('b', 'a', 1.2)],
      ...[slowdown('a', 'apart', 1.1), slowdown('apart', 'a', 2.5)],
      ...[slowdown('b', 'apart', null), slowdown('apart', 'b', null)],
    ],
    jobs: [
      { application: 'a' },
      { application: 'b' },
      { application: 'b', progressTarget: 0.9 },
      { application: 'apart' },
    ],
  });
const run = (job: number, start: number, end: number): JobRun => ({ job, gpu: 0, start, end, alone: 1 });
const startsOf = (runs: readonly JobRun[], model = queue()) =>
  planStarts(model, runs).map(({ run: { job }, beside, after }) => ({ job, beside, after }));

describe('starts of a plan', () => {
  it('wait for a place, whoever leaves it', () => {
    assert.deepEqual(startsOf([run(0, 0, 1), run(1, 0, 2), { ...run(1, 1, 2), job: 1 }].slice(0, 2)), [
      { job: 0, beside: 1, after: [] },
      { job: 1, beside: 1, after: [] },
    ]);
    // As planned it begins with the GPU for itself, so that it starts beside nobody.
    assert.deepEqual(startsOf([run(0, 0, 1), run(1, 1, 2)])[1], { job: 1, beside: 0, after: [] });
  });

  it('wait for the end of those beside which nothing is gained, or that do not fit, once', () => {
    const runs = [run(0, 0, 1), run(1, 0, 2), run(3, 2, 3)];
    assert.deepEqual(startsOf(runs)[2], { job: 3, beside: 0, after: [0, 1] });
    // Who waited for them has seen them end.
    assert.deepEqual(startsOf([...runs, run(2, 3, 4)])[3], { job: 2, beside: 0, after: [3] });
    const target = startsOf([run(0, 0, 1), run(2, 1, 2)])[1];
    assert.deepEqual(target, { job: 2, beside: 0, after: [0] }, 'a target of 0.9 allows no slowdown of 1.2');
  });

  it('wait for all that have ended where memory is limited', () => {
    const limited = queue({ memoryGiB: 8 });
    assert.deepEqual(startsOf([run(0, 0, 1), run(1, 1, 2)], limited)[1], { job: 1, beside: 0, after: [0] });
  });
});
