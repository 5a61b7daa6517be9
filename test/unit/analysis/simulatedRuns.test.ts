import assert from 'node:assert/strict';
import { simulatedRuns } from '../../../src/analysis/simulation/simulatedRuns';
import type { SimulationSet } from '../../../src/analysis/simulation/simulationSet';
import type { TaskSubject } from '../../../src/analysis/simulation/task';

/** Launches that take 2 ms and 1 ms alone, and 1000 and 4200 cycles, 3000 of them waiting, beside each other. */
const SIMULATED_MS: Readonly<Record<string, number>> = { long: 2, short: 1 };
const set = {
  isLargeGpu: false,
  isDivided: false,
  wholeSms: 6,
  windowSlice: { sms: 6, memoryChannels: 2 },
  pairRun: () => ({ slice: { sms: 6, memoryChannels: 2 }, replayed: false }),
  measured: (subject: TaskSubject) =>
    subject.kind === 'time' ? { launchMs: SIMULATED_MS[subject.kernelId] } : null,
  meanLaunches: (subject: TaskSubject) =>
    subject.kind === 'part' ? (subject.partition ? null : [1000]) : [2000, 4200],
  meanWaits: () => [0, 3000],
} as unknown as SimulationSet;

describe('simulated runs of a pair', () => {
  const scaleBy = (profiled: Readonly<Record<string, number>>) =>
    simulatedRuns('short', 'long', set, (id) => profiled[id] ?? null)!.waitingScale;

  it('scale waiting by how much longer the launches waited for are by profiles, over those that wait', () => {
    // The other's take 6 ms for 2, its own 1.5 for 1: so long a launch waits for is twice as long to a launch of its own.
    assert.ok(Math.abs(scaleBy({ long: 6e6, short: 1.5e6 })! - 2) < 1e-12);
    assert.ok(Math.abs(scaleBy({ long: 1e6, short: 1e6 })! - 0.5) < 1e-12);
  });

  it('leave waiting as it was simulated where a profile of one of both lacks', () => {
    assert.equal(scaleBy({ long: 6e6 }), null);
    assert.equal(scaleBy({}), null);
  });
});
