import assert from 'node:assert/strict';
import { countTargets } from '../../../src/fitting/calibrationTargets';
import { CounterReader } from '../../../src/fitting/counterReader';
import { profileWith } from './profiles';

describe('counts that a program is fitted to', () => {
  /** What the targets of a profile make of a program with 3 exchanges between lanes beside other instructions. */
  function totalsFor(metrics: Readonly<Record<string, number>>): Record<string, readonly [number, number]> {
    const threads = { fp32: 10, special: 2, shuffle: 3, integer: 20 };
    const totals = { warpInstructions: 35, warps: {}, threads };
    return Object.fromEntries(
      countTargets(new CounterReader(profileWith(metrics))).map(
        ({ metric, measured, of }) => [metric, [measured, of(totals)]] as const,
      ),
    );
  }

  it('have exchanges between lanes where a profiler counts them, not among arithmetic', () => {
    assert.deepEqual(totalsFor({ inst_fp_32: 12, inst_integer: 20, inst_inter_thread_communication: 3 }), {
      inst_fp_32: [12, 12],
      inst_integer: [23, 23],
    });
  });
});
