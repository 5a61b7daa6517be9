import assert from 'node:assert/strict';
import { playQueue } from '../../../../src/analysis/queues/playQueue';
import { parseQueue } from '../../../../src/kernel/queue';
import { queueModel } from '../../../../src/sharing/queue/queueModel';
import { schedulers } from '../../../../src/sharing/queue/schedulers';

/** Two applications that fight, and do not mind their own kind: in order of arrival each pair fights. */
const model = queueModel(
  parseQueue({
    gpus: [{ gpu: 'a' }],
    maxCoRun: 2,
    applications: ['calm', 'wild'].map((name) => ({ name, seconds: 100 })),
    slowdowns: [
      { of: 'calm', beside: 'wild', slowdown: 3 },
      { of: 'wild', beside: 'calm', slowdown: 3 },
      { of: 'calm', beside: 'calm', slowdown: 1 },
      { of: 'wild', beside: 'wild', slowdown: 1 },
    ],
    jobs: ['calm', 'wild', 'calm', 'wild'].map((application) => ({ application })),
  }),
);

const played = (gainError: number | null) =>
  playQueue(model, schedulers(4), { sensitiveAbove: undefined, gainError, tries: 0, seed: 1 });

describe('the plan that is chosen for a queue', () => {
  it('is the shortest where it gains more than such gains are off', () => {
    for (const error of [null, 0.5]) {
      const { chosen, doubtful } = played(error);
      // Two pairs of 100 s for two of 300 s.
      assert.equal(chosen!.metrics.makespan, 200);
      assert.equal(doubtful, null);
    }
  });

  it('is that of the order of arrival where it gains less, and the shorter one is told with its doubt', () => {
    const { chosen, doubtful } = played(0.7);
    assert.equal(chosen!.id, 'fcfs');
    assert.equal(doubtful!.error, 0.7);
    assert.ok(Math.abs(doubtful!.gain - 2 / 3) < 1e-9);
  });

  it('is in no doubt where the order of arrival is the shortest', () => {
    const alone = playQueue(model, schedulers(4).slice(0, 1), {
      ...{ sensitiveAbove: undefined, gainError: 0.9, tries: 0, seed: 1 },
    });
    assert.equal(alone.chosen!.id, 'fcfs');
    assert.equal(alone.doubtful, null);
  });
});
