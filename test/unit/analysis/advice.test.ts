import assert from 'node:assert/strict';
import type { BlockSizeResult, KernelResult } from '../../../src/analysis/results/kernelResult';
import type { ApplicationResult, TimelineResult } from '../../../src/analysis/results/timelineResult';
import { collectAdvice } from '../../../src/analysis/stages/advice';
import type { Sourced } from '../../../src/kernel/origin';
import { english } from '../../../src/words';

const ns = (value: number): Sourced => ({ value, unit: 'ns', origin: 'simulated', from: 'test' });

const BLOCK: BlockSizeResult = {
  current: 512,
  advised: 128,
  suggested: 128,
  candidates: [],
  position: null,
  references: [],
  bound: null,
  refusal: null,
  expectedGain: { value: -0.1, unit: '', origin: 'simulated', from: 'test' },
  evidence: 'test',
  timeNote: null,
};

const kernel = (name: string, time: number, block: Partial<BlockSizeResult>): KernelResult =>
  ({ id: name, name, path: 'a.cu', line: 1, time: ns(time), block: { ...BLOCK, ...block } }) as KernelResult;

const timeline = (makespanNs: number): TimelineResult => ({ makespanNs }) as TimelineResult;

const application = (
  predicted: number,
  planned: number,
  measured: number | null,
  conditions: readonly string[] = [],
): ApplicationResult =>
  ({
    name: 'app',
    path: 'a.cu',
    line: 1,
    predicted: timeline(predicted),
    inputs: [],
    measured: measured === null ? null : timeline(measured),
    order: null,
    streams: [],
    meetings: [],
    plan: {
      useStreams: true,
      asWritten: false,
      streams: 2,
      pieces: 1,
      plannedNs: planned,
      pinnedSerialNs: 20e6,
      serialNs: 30e6,
      ceilingNs: 1e6,
      limitedBy: 'copies',
      conditions,
    },
  }) as unknown as ApplicationResult;

const adviceOn = (inputs: { kernels?: KernelResult[]; applications?: ApplicationResult[] }) =>
  collectAdvice({ kernels: [], launches: [], applications: [], ...inputs });

describe('advice', () => {
  it('on a block needs a time of it: without one there is none', () => {
    assert.equal(adviceOn({ kernels: [kernel('k', 1e6, {})] }).length, 1);
    assert.deepEqual(adviceOn({ kernels: [kernel('k', 1e6, { advised: null, expectedGain: null })] }), []);
    assert.deepEqual(adviceOn({ kernels: [kernel('k', 1e6, { expectedGain: null })] }), []);
  });

  it('comes with no button where the edit was refused', () => {
    const [advice] = adviceOn({ kernels: [kernel('k', 1e6, { refusal: 'no' })] });
    assert.equal(advice!.editable, false);
  });

  it('leaves gains below 2 % and launches of a few microseconds alone', () => {
    const little = { ...BLOCK.expectedGain!, value: -0.01 };
    assert.deepEqual(adviceOn({ kernels: [kernel('k', 1e6, { expectedGain: little })] }), []);
    assert.deepEqual(adviceOn({ kernels: [kernel('k', 6000, {})] }), []);
  });

  it('to use streams needs a proof that the program stays the same', () => {
    assert.equal(adviceOn({ applications: [application(30e6, 10e6, null)] }).length, 1);
    const guessed = application(30e6, 10e6, null, ['buffers are not known']);
    assert.deepEqual(adviceOn({ applications: [guessed] }), []);
  });

  it('to use streams is none where those of the program are as good', () => {
    const one = application(10.4e6, 10e6, null);
    assert.equal(adviceOn({ applications: [one] }).length, 1);
    const asWritten = { ...one, plan: { ...one.plan!, asWritten: true } };
    assert.deepEqual(adviceOn({ applications: [asWritten] }), []);
  });

  it('to use streams that the program has already speaks of their work', () => {
    const one = application(30e6, 10e6, null);
    const [before] = adviceOn({ applications: [one] });
    const [after] = adviceOn({ applications: [{ ...one, streams: [1, 2] } as unknown as ApplicationResult] });
    assert.notEqual(english(after!.title), english(before!.title));
  });

  it('on the order of launches is given where orders were tried', () => {
    const order = { bestOrder: { makespanNs: 8e6, order: ['b', 'a'] }, writtenOrder: { makespanNs: 10e6 } };
    const free = { ...application(10e6, 10e6, null), plan: null, order } as unknown as ApplicationResult;
    assert.deepEqual(
      adviceOn({ applications: [free] }).map(({ kind }) => kind),
      ['stream-order'],
    );
    assert.deepEqual(adviceOn({ applications: [{ ...free, order: null }] }), []);
  });

  it('is ranked by the time that it saves, not by its share', () => {
    const large = { ...BLOCK.expectedGain!, value: -0.5 };
    const found = adviceOn({
      kernels: [kernel('short', 20e3, { expectedGain: large }), kernel('long', 5e6, {})],
    });
    assert.deepEqual(
      found.map(({ kernelId, savedNs }) => [kernelId, Math.round(savedNs!)]),
      [
        ['long', 500_000],
        ['short', 10_000],
      ],
    );
  });

  it('on streams counts against the program as written, not against one stream', () => {
    // One stream takes 30 ms, the program as written 13.7: a plan of 15.5 ms would make it slower.
    assert.deepEqual(adviceOn({ applications: [application(13.7e6, 15.5e6, null)] }), []);
    const [advice] = adviceOn({ applications: [application(18e6, 14e6, null)] });
    assert.ok(Math.abs(advice!.gain! - (1 - 14 / 18)) < 1e-12);
    assert.match(english(advice!.explanation), /14 ms instead of 18 ms as written/);
  });

  it('on streams and orders is none by times that rest on guesses', () => {
    const guesses = [{ key: 'a.cu:k:trips_p', name: 'trips_p', value: 8 }];
    const value = { value: 1, unit: 'ns', origin: 'simulated', from: 'test', guesses } as const;
    const inputs = [{ kind: 'kernel', what: 'k', value }] as const;
    const guessed = { ...application(18e6, 14e6, null), inputs };
    assert.deepEqual(adviceOn({ applications: [guessed] }), []);
    const order = { bestOrder: { makespanNs: 8e6, order: ['b', 'a'] }, writtenOrder: { makespanNs: 10e6 } };
    const ordered = { ...guessed, plan: null, order } as unknown as ApplicationResult;
    assert.deepEqual(adviceOn({ applications: [ordered] }), []);
  });

  it('on streams is none where the trace tells that the prediction is further off than the gain', () => {
    assert.deepEqual(adviceOn({ applications: [application(22e6, 14e6, 13e6)] }), []);
    assert.equal(adviceOn({ applications: [application(18e6, 14e6, 17e6)] }).length, 1);
  });
});
