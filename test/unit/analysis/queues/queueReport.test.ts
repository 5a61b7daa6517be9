import assert from 'node:assert/strict';
import { scheduleQueue } from '../../../../src/analysis/queues/nodeQueue';
import { isPlayed } from '../../../../src/analysis/results/queueResult';
import { InputError } from '../../../../src/kernel/result';

const PLACE = { folder: 'test/data', within: null };
const MEANS = { assets: 'dist', models: [] };

/** Two applications on one GPU: beside each other both take three times as long, beside their own kind no longer at all. */
const queue = {
  gpus: [{ gpu: 'a' }],
  maxCoRun: 2,
  origin: 'measured',
  applications: [
    { name: 'calm', seconds: 100, command: './calm' },
    { name: 'wild', seconds: 100 },
  ],
  slowdowns: [
    { of: 'calm', beside: 'wild', slowdown: 3 },
    { of: 'wild', beside: 'calm', slowdown: 4 },
    { of: 'calm', beside: 'calm', slowdown: 1 },
    { of: 'wild', beside: 'wild', slowdown: 1 },
  ],
  jobs: [{ application: 'calm' }, { application: 'wild' }, { application: 'calm' }, { application: 'wild' }],
};

describe('the report of a queue', () => {
  it('has the plan of every policy, by name, in the order in which jobs start', async () => {
    const { policies, chosen, jobs, gpus } = await scheduleQueue(queue, PLACE, MEANS);
    assert.deepEqual([jobs, gpus], [4, ['a:0']]);
    const ours = policies.filter(isPlayed).find(({ id }) => id === 'slowdown')!;
    assert.equal(policies.filter(isPlayed).find(({ id }) => id === chosen)!.metrics.makespan, 200);
    // Alike together: two pairs of 100 s each; in order of arrival each pair fights.
    assert.equal(ours.metrics.makespan, 200);
    assert.deepEqual(
      ours.plan.map(({ job, start, end, slowdown }) => [job, start, end, slowdown]),
      [
        ['calm', 0, 100, 1],
        ['calm 2', 0, 100, 1],
        ['wild', 100, 200, 1],
        ['wild 2', 100, 200, 1],
      ],
    );
    assert.equal(ours.plan[0]!.command, './calm');
    assert.equal(ours.omitted, 0);
    const fcfs = policies.filter(isPlayed)[0]!;
    assert.ok(fcfs.metrics.makespan > 300, String(fcfs.metrics.makespan));
    assert.equal(ours.relative, 200 / fcfs.metrics.makespan);
  });

  it('chooses of policies that are done as soon the one that slows jobs down least', async () => {
    const halves = {
      gpus: [{ gpu: 'a' }],
      maxCoRun: 2,
      origin: 'measured',
      applications: [{ name: 'half', seconds: 100 }],
      slowdowns: [{ of: 'half', beside: 'half', slowdown: 2 }],
      jobs: [{ application: 'half', count: 2 }],
    };
    const { policies, chosen } = await scheduleQueue(halves, PLACE, MEANS);
    const played = policies.filter(isPlayed);
    const metricsOf = (id: string | null): readonly number[] => {
      const { makespan, antt } = played.find((policy) => policy.id === id)!.metrics;
      return [makespan, antt];
    };
    assert.deepEqual(metricsOf(played[0]!.id), [200, 2]);
    assert.deepEqual(metricsOf(chosen), [200, 1]);
  });

  it('tells classes by the mean slowdown beside others, on each kind of GPU', async () => {
    const { applications } = await scheduleQueue(queue, PLACE, MEANS);
    assert.deepEqual(applications, [
      {
        name: 'calm',
        jobs: 2,
        kinds: [{ gpu: 'a', seconds: 100, averageSlowdown: 2, sensitive: false }],
      },
      {
        name: 'wild',
        jobs: 2,
        kinds: [{ gpu: 'a', seconds: 100, averageSlowdown: 2.5, sensitive: true }],
      },
    ]);
  });

  it('draws the first jobs of a long plan and says how many it leaves out', async () => {
    const long = { ...queue, jobs: [{ application: 'calm', count: 2100 }] };
    const { policies } = await scheduleQueue(long, PLACE, MEANS);
    for (const { plan, omitted } of policies.filter(isPlayed))
      assert.deepEqual([plan.length, omitted], [2000, 100]);
  });

  it('names the application whose profiles have no metrics', async () => {
    const applications = [{ ...queue.applications[0]!, profiles: ['absent.csv'] }, queue.applications[1]!];
    await assert.rejects(
      scheduleQueue({ ...queue, applications }, PLACE, MEANS),
      (error: unknown) => error instanceof InputError && error.path === 'calm',
    );
  });

  it('names the field that is at fault', async () => {
    await assert.rejects(
      scheduleQueue({ ...queue, jobs: [{ application: 'other' }] }, PLACE, MEANS),
      (error: unknown) => error instanceof InputError && JSON.stringify(error.said).includes('jobs[0]'),
    );
  });
});
