import assert from 'node:assert/strict';
import { criticalPath, limitsOf } from '../../../src/timeline/criticalPath';
import { EventHeap } from '../../../src/stats/eventHeap';
import { overlapOf } from '../../../src/timeline/overlap';
import { replay } from '../../../src/timeline/replay';
import { StepRecorder, thinSteps } from '../../../src/timeline/steps';
import { application, copy, kernel, plainModels, testGpu } from './builders';
import { told } from '../../support/told';
import { english } from '../../../src/words';

const gpu = testGpu();
const timeline = replay(
  [
    application([
      copy('1', 'HtoD', 100),
      copy('2', 'HtoD', 100),
      kernel('1', 'a"b', 50),
      kernel('2', '=c', 20),
      { kind: 'record', stream: '2', event: 'e' },
      copy('2', 'DtoH', 30),
    ]),
  ],
  gpu,
  plainModels(gpu),
);

describe('timeline', () => {
  it('measures what overlaps', () => {
    // HtoD 0-100, 100-200; a"b 100-150; =c 200-220; DtoH 220-250
    assert.deepEqual(overlapOf(timeline), {
      busyNs: 250,
      overlapNs: 50,
      kernelsNs: 0,
      copyAndKernelNs: 50,
      copiesNs: 0,
    });
  });

  it('finds the critical path and what limits', () => {
    const path = criticalPath(timeline).map(({ resource, fromNs, toNs }) => `${resource} ${fromNs}-${toNs}`);
    assert.deepEqual(path, ['copy HtoD 0-100', 'copy HtoD 100-200', 'SMs 200-220', 'copy DtoH 220-250']);
    const limits = limitsOf(timeline);
    assert.equal(english(limits.text), 'copy HtoD (80 % of the critical path)');
    assert.equal(limits.utilisation['SMs'], 70 / 250);
  });
});

describe('EventHeap', () => {
  it('is stable on equal times', () => {
    const heap = new EventHeap<string>();
    for (const [ns, name] of [
      [2, 'd'],
      [1, 'a'],
      [2, 'e'],
      [1, 'b'],
      [0, 'z'],
      [1, 'c'],
    ] as const)
      heap.push(ns, name);
    assert.equal(Array.from({ length: 6 }, () => heap.pop()).join(''), 'zabcde');
    assert.equal(heap.nextNs, Infinity);
    assert.throws(() => heap.pop(), told(/empty/));
  });
});

describe('steps', () => {
  const recorder = new StepRecorder();
  for (const [ns, value] of [
    [0, 0.5],
    [10, 1],
    [10, 0],
    [20, 1],
    [25, 1],
    [40, 0],
  ] as const)
    recorder.set(ns, value);
  const steps = recorder.steps();

  it('keeps the last value of a time and drops steps that change nothing', () => {
    assert.deepEqual(steps, { ns: [0, 10, 20, 40], value: [0.5, 0, 1, 0] });
  });

  it('thins without changing the area', () => {
    const thin = thinSteps(steps, 0, 40, 2);
    assert.deepEqual(thin, { ns: [0, 20], value: [0.25, 1] });
    assert.equal(thinSteps(steps, 0, 40, 10), steps);
  });
});
