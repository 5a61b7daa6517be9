import assert from 'node:assert/strict';
import { queuesOnCard, ranMetrics, type RanQueue } from '../../../../lab/magic/onCard/measured';
import { drawnJobs } from '../../../../lab/magic/onCard/cardQueues';
import { mean } from '../../../../src/stats/means';

const ROOT = process.cwd();

describe('queues that ran on a card', () => {
  const { queues } = queuesOnCard(ROOT);

  /** Mean error of told makespans, by pairs measured before. */
  const errorOf = (setting: RanQueue['setting']): number =>
    mean(
      queues
        .filter((queue) => queue.setting === setting)
        .flatMap((queue) =>
          queue.plans
            .filter(({ policy }) => !policy.includes('told'))
            .map((plan) => Math.abs((1000 * plan.told[0]) / ranMetrics(queue, plan).makespanMs - 1)),
        ),
    );

  it('are as long as told where jobs are, and not where copies took another time', () => {
    assert.ok(errorOf('kernels-mps') < 0.03, `${errorOf('kernels-mps')}`);
    assert.ok(errorOf('mps') > 0.1, `${errorOf('mps')}`);
  });

  it('are measured from the first start to the last end, jobs over their time alone', () => {
    const queue: RanQueue = {
      ...{ setting: 'mps', seed: 1, maxCoRun: 2, plans: [] },
      jobs: [
        ['a', 1, 10, 10],
        ['b', 1, 10, 20],
      ],
    };
    const plan = {
      policy: 'fcfs',
      told: [1, 1, 1],
      runs: [
        [0, 0, 20],
        [1, 5, 30],
      ],
    } as const;
    assert.deepEqual(ranMetrics(queue, plan), { makespanMs: 30, stp: 0.5 + 0.8, antt: 1.625, worst: 2 });
  });

  it('were drawn by their seed', () => {
    for (const { setting, seed, jobs } of queues)
      assert.deepEqual(
        drawnJobs(ROOT, setting, seed).map(({ application, runs }) => [application, runs]),
        jobs.map(([application, runs]) => [application, runs]),
      );
  });
});
