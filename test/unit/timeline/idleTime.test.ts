import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { DeviceEvents } from '../../../src/timeline/trace/deviceEvents';
import { gapsOf, idleTime } from '../../../src/timeline/trace/idleTime';

/** Events by start, end and start of their call. */
function events(rows: readonly (readonly [number, number, number])[]): DeviceEvents {
  const sorted = [...rows].sort((a, b) => a[0] - b[0]);
  return {
    length: sorted.length,
    symbol: new Uint32Array(sorted.length),
    startNs: Float64Array.from(sorted, ([start]) => start),
    endNs: Float64Array.from(sorted, ([, end]) => end),
    callNs: Float64Array.from(sorted, ([, , call]) => call),
    isKernel: new Uint8Array(sorted.length).fill(1),
  };
}

describe('idle time of a device', () => {
  it('is told by the calls that end it: the host, the latency of a launch, or queued work', () => {
    const found = idleTime(
      events([
        [100, 200, 50],
        // Called at 260, in the gap: 60 the host's, 40 the launch's.
        [300, 400, 260],
        // Called at 350, before the gap 400 to 450: it was queued.
        [450, 500, 350],
        // No call.
        [520, 530, Number.NaN],
      ]),
    );
    assert.deepEqual(found, {
      ...{ spanNs: 430, busyNs: 260, idleNs: 170, gaps: 3 },
      ...{ hostNs: 60, launchNs: 40, queuedNs: 50, untoldNs: 20 },
    });
  });

  it('has none while another stream works, and hides latency behind earlier work', () => {
    const found = idleTime(
      events([
        [0, 1000, 0],
        [100, 200, 90],
        [900, 1100, 880],
      ]),
    );
    assert.deepEqual([found.idleNs, found.busyNs, found.gaps], [0, 1100, 0]);
  });

  it('lists its gaps with what ends them', () => {
    const gaps = gapsOf(
      events([
        [0, 10, 0],
        [5, 8, 0],
        [20, 30, 0],
        [31, 40, 0],
        // What rounding leaves is none.
        [40.9, 50, 0],
      ]),
      0,
      5,
    );
    assert.deepEqual(gaps, [
      { startNs: 10, endNs: 20, next: 2 },
      { startNs: 30, endNs: 31, next: 3 },
    ]);
  });

  it('counts every ns once, as a count of ns does', () => {
    const row = fc
      .tuple(
        fc.integer({ min: 0, max: 200 }),
        fc.integer({ min: 0, max: 30 }),
        fc.integer({ min: 0, max: 60 }),
      )
      .map(([start, length, before]) => [start, start + length, start - before] as const);
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 20 }), (rows) => {
        const { spanNs, busyNs, idleNs, hostNs, launchNs, queuedNs, untoldNs } = idleTime(events(rows));
        const first = Math.min(...rows.map(([start]) => start));
        const last = Math.max(...rows.map(([, end]) => end));
        let busy = 0;
        for (let ns = first; ns < last; ns++)
          if (rows.some(([start, end]) => start <= ns && ns < end)) busy++;
        assert.deepEqual([spanNs, busyNs, idleNs], [last - first, busy, last - first - busy]);
        assert.equal(hostNs + launchNs + queuedNs + untoldNs, idleNs);
      }),
    );
  });
});
