import assert from 'node:assert/strict';
import type { KnownApplication } from '../../../src/analysis/applications/applicationResult';
import { applicationResult } from '../../../src/analysis/applications/applicationResult';
import { whatIf } from '../../../src/analysis/applications/whatIf';
import type { CopyOperation, KernelOperation, Operation } from '../../../src/kernel/application';
import { listGpus } from '../../../src/gpu/catalogue';
import { ORDER_ADVISER } from '../../../src/predictors';
import type { BlockChange, IssueMove } from '../../../src/analysis/results/whatIfResult';
import { told } from '../../support/told';

const gpu = listGpus().find(({ id }) => id === 'v100-sxm2')!;
const kernel = (name: string, buffer: string): KernelOperation => ({
  kind: 'kernel',
  stream: 's',
  kernel: name,
  grid: [1, 1, 1],
  block: [256, 1, 1],
  registers: 16,
  sharedBytes: 0,
  soloNs: 1e6,
  reads: [],
  writes: [buffer],
  location: { path: 'src/a.cu', line: 7 },
});
const copy: CopyOperation = {
  kind: 'copy',
  stream: 's',
  direction: 'DtoH',
  bytes: 64e6,
  pinned: false,
  blocking: false,
  reads: ['x'],
  writes: ['host'],
};

const known = (...operations: Operation[]): KnownApplication => ({
  application: { name: 'a', operations, footprintBytes: null },
  models: ORDER_ADVISER.models(gpu, null),
  path: 'src/a.cu',
  line: 1,
  from: 'source',
  measured: null,
  measuredOrigin: 'measured',
  unknowns: [],
  kernelTimes: new Map(),
  assumptions: [],
});

const request = (moves: { operation: number; label: string; stream: string }[], pinned = false) => ({
  application: 'src/a.cu#a:1',
  moves,
  issued: [] as IssueMove[],
  pinned,
  blocks: [] as BlockChange[],
  machine: { gpu: null, mpsPercentage: null },
});

describe('a program with a change', () => {
  it('runs two small independent kernels at the same time in two streams', () => {
    const program = known(kernel('k', 'x'), kernel('l', 'y'));
    const { timeline, writtenNs, events } = whatIf(
      program,
      gpu,
      request([{ operation: 1, label: 'l', stream: 't' }]),
    );
    // One block each: both run at their own pace.
    assert.ok(writtenNs >= 2e6);
    assert.ok(timeline.makespanNs < 1.1e6, String(timeline.makespanNs));
    assert.deepEqual(events, []);
    assert.deepEqual(
      timeline.bars
        .filter(({ lane }) => lane.startsWith('stream'))
        .map(({ lane, operation }) => [lane, operation]),
      [
        ['stream s', 0],
        ['stream t', 1],
      ],
    );
  });

  it('gains nothing where an event has to keep the order, which it names', () => {
    const program = known(kernel('k', 'x'), kernel('l', 'x'), kernel('m', 'x'));
    const { timeline, writtenNs, events } = whatIf(
      program,
      gpu,
      request([{ operation: 1, label: 'l', stream: 't' }]),
    );
    assert.ok(timeline.makespanNs >= writtenNs);
    assert.deepEqual(events, [
      { after: 'k (a.cu:7)', before: 'l (a.cu:7)' },
      { after: 'l (a.cu:7)', before: 'm (a.cu:7)' },
    ]);
    const places = timeline.bars.map(({ operation }) => operation);
    assert.deepEqual(places, [0, 1, 2], 'events are no operations of the program');
  });

  it('copies faster with pinned memory', () => {
    const program = known(kernel('k', 'x'), copy);
    const { timeline, writtenNs } = whatIf(program, gpu, request([], true));
    assert.ok(timeline.makespanNs < writtenNs);
  });

  it('takes the time that was found for other blocks, of launches with the present ones', () => {
    const program = known(kernel('k', 'x'), { ...kernel('k', 'x'), block: [512, 1, 1] }, kernel('l', 'x'));
    const blocks = [{ kernel: 'k', current: 256, threadsPerBlock: 128, timeFactor: 0.25 }];
    const { timeline, writtenNs } = whatIf(program, gpu, { ...request([]), blocks });
    const longest = timeline.bars.map(({ startNs, endNs }) => (endNs - startNs) / 1e6);
    assert.deepEqual(longest.slice(0, 3).map(Math.round), [0, 1, 1]);
    assert.ok(
      Math.abs(writtenNs - timeline.makespanNs - 0.75e6) < 1e4,
      String(writtenNs - timeline.makespanNs),
    );
  });

  it('takes the times of its kernels elsewhere, on as many SMs as MPS leaves it', () => {
    const program = known(kernel('k', 'x'), kernel('l', 'x'));
    const there = { ...request([]), machine: { gpu: 'h100-sxm', mpsPercentage: 50 } };
    const factors = ['k', 'l'].map((name) => ({ kernel: name, timeFactor: 0.25 }));
    const { timeline, writtenNs } = whatIf(program, gpu, there, factors);
    assert.ok(writtenNs >= 2e6 && writtenNs < 2.2e6, String(writtenNs));
    assert.ok(timeline.makespanNs >= 0.5e6 && timeline.makespanNs < 0.6e6, String(timeline.makespanNs));
    assert.throws(
      () => whatIf(program, gpu, there, factors.slice(1)),
      told(/how long k takes there is not known/),
    );
    const old = { ...there, machine: { gpu: 'gtx-950', mpsPercentage: 50 } };
    assert.throws(
      () => whatIf(program, gpu, old, factors),
      told(/GTX 950 .* has no active thread percentage/),
    );
  });

  it('is the program as written where nothing is changed', () => {
    const program = known(kernel('k', 'x'), copy);
    const { timeline, writtenNs } = whatIf(program, gpu, request([]));
    assert.equal(timeline.makespanNs, writtenNs);
    assert.deepEqual(timeline.bars, applicationResult(program, gpu).predicted!.bars);
  });

  it('issues independent operations in another order, and no dependent ones', () => {
    const other = { ...kernel('m', 'z'), stream: 't', soloNs: 5e6 };
    const program = known(kernel('k', 'x'), kernel('l', 'y'), other);
    const earlier = { operation: 2, label: 'm', by: -1 as const };
    const { timeline } = whatIf(program, gpu, { ...request([]), issued: [earlier, earlier] });
    const startOf = (label: string): number => timeline.bars.find((bar) => bar.label === label)!.startNs;
    assert.ok(startOf('m') < startOf('k'));
    assert.deepEqual(
      timeline.bars
        .filter(({ lane }) => lane.startsWith('stream'))
        .map(({ label, operation }) => [label, operation]),
      [
        ['m', 2],
        ['k', 0],
        ['l', 1],
      ],
    );
    const dependent = known(kernel('k', 'x'), kernel('m', 'x'));
    const step = { ...request([]), issued: [{ ...earlier, operation: 1 }] };
    assert.throws(() => whatIf(dependent, gpu, step), told(/^m stays in order with k$/));
  });

  it('keeps the order of operations that were issued in another order and moved', () => {
    const program = known(kernel('k', 'x'), kernel('l', 'y'), kernel('m', 'x'));
    const moves = [{ operation: 2, label: 'm', stream: 't' }];
    const issued = [{ operation: 2, label: 'm', by: -1 as const }];
    const { events } = whatIf(program, gpu, { ...request(moves), issued });
    assert.deepEqual(events, [{ after: 'k (a.cu:7)', before: 'm (a.cu:7)' }]);
  });

  it('is refused where the operation is not there any more', () => {
    const program = known(kernel('k', 'x'));
    const moved = request([{ operation: 0, label: 'other', stream: 't' }]);
    assert.throws(() => whatIf(program, gpu, moved), told(/other is not where it was/));
  });
});
