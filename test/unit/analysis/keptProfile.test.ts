import assert from 'node:assert/strict';
import { kinetoCall, kinetoKernel, kinetoOperator, kinetoTrace } from '../../../lab/profiles/kinetoText';
import { keptProfile } from '../../../src/analysis/traces/keptProfile';
import { tracePeriod, traceUnit } from '../../../src/analysis/traces/traceUnit';
import type { EventColumns, ProfileFile } from '../../../src/kernel/profile';
import { eachEvent, rowCount } from '../../../src/profiles/events';
import { readProfileBytes } from '../../../src/profiles/readProfile';

const grouped = (events: readonly object[]): Promise<ProfileFile> =>
  readProfileBytes('t.json', new TextEncoder().encode(kinetoTrace(events as never)), { maxListed: 1 });

/** Launch `i` of kernel `name` in 5 µs, by an operator of its own. */
const launched = (i: number, name: string, us: number) => [
  kinetoOperator(`aten::op${i}`, i, 1000 + us, 4),
  kinetoCall(1001 + us, i, {}, { 'External id': i }),
  kinetoKernel({ name, ts: 1003 + us, dur: 1 + i }, { correlation: i, 'External id': i }),
];

/** 150 steps of 100 µs with three kernels each. */
const STEPS = Array.from({ length: 150 }, (_, step) =>
  ['a', 'b', 'c'].map((name, k) =>
    kinetoKernel({ name, ts: 1000 + step * 100 + k * 10, dur: 5 }, { correlation: 3 * step + k }),
  ),
).flat();

describe('what an analysis keeps of a long trace', () => {
  it('tells launches apart by kernel and launch, no longer by operator', async () => {
    const file = await grouped([...launched(1, 'a', 0), ...launched(2, 'b', 10), ...launched(3, 'a', 20)]);
    assert.deepEqual(
      file.kernels.map(({ name, operator }) => [name, operator]),
      [
        ['a', 'aten::op1'],
        ['b', 'aten::op2'],
        ['a', 'aten::op3'],
      ],
    );
    const kept = keptProfile(file);
    assert.deepEqual(
      kept.kernels.map(({ name, operator, calls, durationNs, durationRange, startNs }) => [
        ...[name, operator, calls, durationNs, startNs],
        durationRange,
      ]),
      [
        ['a', undefined, 2, 3000, 3000, { min: 2000, max: 4000 }],
        ['b', undefined, 1, 3000, 13_000, { min: 3000, max: 3000 }],
      ],
    );
    const events = [...eachEvent(kept.kernelEvents!)];
    assert.deepEqual(
      events.map(({ group, durationNs }) => [kept.kernels[group]!.name, durationNs]),
      [
        ['a', 2000],
        ['b', 3000],
        ['a', 4000],
      ],
    );
    assert.equal(rowCount(kept.kernels, kept.kernelEvents), 3);
  });

  it('lets go of the events once an iteration stands for them', async () => {
    const file = await grouped(STEPS);
    const kept = keptProfile(file);
    assert.deepEqual(kept.kernelEvents, { length: 450, groups: 3, blocks: [] });
    assert.deepEqual(traceUnit(kept), traceUnit(file));
    assert.deepEqual(tracePeriod(kept), tracePeriod(file));
    assert.equal(traceUnit(kept).iteration?.count, 150);
    assert.equal(rowCount(kept.kernels, kept.kernelEvents), 450);
  });

  it('lets go of the events of a trace that is too long to be looked at', async () => {
    const file = await grouped(STEPS.slice(0, 9));
    const kernelEvents: EventColumns = { ...file.kernelEvents!, length: 400_001 };
    const kept = keptProfile({ ...file, kernelEvents });
    assert.deepEqual(kept.kernelEvents?.blocks, []);
    assert.notEqual(traceUnit(kept).unseen, null);
  });

  it('keeps the events of a trace that stands for itself', async () => {
    const file = await grouped(STEPS.slice(0, 9));
    const kept = keptProfile(file);
    assert.deepEqual(kept.kernelEvents, file.kernelEvents);
    assert.equal(traceUnit(kept).kernels.length, 9);
  });
});
