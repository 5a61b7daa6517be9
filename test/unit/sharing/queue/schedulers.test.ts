import assert from 'node:assert/strict';
import type { Queue } from '../../../../src/kernel/queue';
import { searchPlan } from '../../../../src/sharing/queue/planSearch';
import { queueFacts } from '../../../../src/sharing/queue/queueFacts';
import { queueMetrics } from '../../../../src/sharing/queue/queueMetrics';
import { english } from '../../../../src/words';
import { allPairs, modelOf, placed, runsOf, scheduler } from './queues';

/** Jobs in the order in which they started, by name. */
const order = (queue: Queue, id: string, bound?: number): string[] => {
  const model = modelOf(queue);
  return [...runsOf(model, id, bound)]
    .sort((a, b) => a.start - b.start || a.gpu - b.gpu || a.job - b.job)
    .map(({ job, gpu }) => `${model.jobs[job]!.name}@${gpu}`);
};

const jobs = (...names: readonly string[]): NonNullable<Queue['jobs']> =>
  names.map((application) => ({ application }));

describe('schedulers in order of arrival', () => {
  const queue: Queue = {
    gpus: [{ gpu: 'a', count: 2 }],
    applications: [
      { name: 'long', seconds: 9 },
      { name: 'short', seconds: 1 },
    ],
    slowdowns: allPairs(['long', 'short'], 1),
    jobs: jobs('long', 'short', 'short', 'short'),
  };

  it('fill the first GPU, the least loaded one, or all in turn', () => {
    assert.deepEqual(order(queue, 'fcfs'), ['long@0', 'short@0', 'short 2@1', 'short 3@1']);
    assert.deepEqual(order(queue, 'least-loaded'), ['long@0', 'short 2@0', 'short@1', 'short 3@1']);
    assert.deepEqual(order(queue, 'round-robin'), ['long@0', 'short 2@0', 'short@1', 'short 3@1']);
  });

  it('wait in turn even while another GPU is free', () => {
    const one = { ...queue, maxCoRun: 1 };
    // The third job's turn is the first GPU, which is busy until 9; the least loaded one would be free at 1.
    assert.deepEqual(placed(runsOf(modelOf(one), 'round-robin'))[2], [2, 0, 9, 10]);
    assert.deepEqual(placed(runsOf(modelOf(one), 'least-loaded'))[2], [2, 1, 1, 2]);
  });
});

describe('InferBin', () => {
  const queue: Queue = {
    gpus: [{ gpu: 'a' }],
    maxCoRun: 1,
    applications: [
      { name: 'sensitive-small', seconds: 1, binaryBytes: 10, sensitive: true },
      { name: 'robust-large', seconds: 1, binaryBytes: 90, sensitive: false },
      { name: 'robust-small', seconds: 1, binaryBytes: 20, sensitive: false },
    ],
    jobs: jobs('sensitive-small', 'robust-large', 'robust-small'),
  };

  it('starts insensitive jobs first, and both classes by size (algorithm 4)', () => {
    assert.deepEqual(order(queue, 'inferbin'), ['robust-small@0', 'robust-large@0', 'sensitive-small@0']);
  });

  it('takes seconds for sizes where not every binary’s is known', () => {
    const [first, ...others] = queue.applications!;
    const applications = [
      { name: first!.name, seconds: 1, sensitive: true },
      { ...others[0]!, seconds: 1 },
      { ...others[1]!, seconds: 2 },
    ];
    assert.deepEqual(order({ ...queue, applications }, 'inferbin'), [
      'robust-large@0',
      'robust-small@0',
      'sensitive-small@0',
    ]);
  });

  it('finds classes by the average slowdown (5.2, 5.3), above the median or a threshold', () => {
    const model = modelOf({
      gpus: [{ gpu: 'a' }],
      applications: ['x', 'y', 'z'].map((name) => ({ name, seconds: 1 })),
      slowdowns: [
        { of: 'x', beside: 'y', slowdown: 1.1 },
        { of: 'x', beside: 'z', slowdown: 1.3 },
        { of: 'y', beside: 'x', slowdown: 1.4 },
        { of: 'z', beside: 'x', slowdown: 2 },
        { of: 'z', beside: 'y', slowdown: null },
      ],
      jobs: jobs('x', 'y', 'z'),
    });
    const classes = (above?: number) => [0, 1, 2].map((at) => queueFacts(model, above).sensitive(at, 0));
    // Averages of SD − 1: 0.2, 0.4 and 1.
    assert.deepEqual(classes(), [false, true, true]);
    assert.deepEqual(classes(1.5), [false, false, true]);
    assert.deepEqual(classes(1.15), [true, true, true]);
  });

  it('says what it lacks', () => {
    const model = modelOf({
      gpus: [{ gpu: 'a' }],
      applications: [{ name: 'x', seconds: 1 }],
      jobs: jobs('x'),
    });
    const facts = queueFacts(model);
    assert.match(english(scheduler('inferbin').lacks(facts)!), /sensitive to neighbours/);
    assert.match(english(scheduler('similarity').lacks(facts)!), /no metrics in common/);
    assert.equal(scheduler('slowdown').lacks(facts), null);
  });
});

describe('work stealing', () => {
  it('gives each job to the queue of its fastest GPU, and lets an idle one steal (algorithm 5)', () => {
    const queue: Queue = {
      gpus: [{ gpu: 'a' }, { gpu: 'b' }],
      maxCoRun: 1,
      applications: [
        { name: 'fast-on-a', seconds: { a: 2, b: 3 }, sensitive: false },
        { name: 'fast-on-b', seconds: { a: 9, b: 1 }, sensitive: false },
      ],
      jobs: jobs('fast-on-a', 'fast-on-a', 'fast-on-b', 'fast-on-a'),
    };
    // b runs its own job until 1 and then steals from a's queue, which has two left.
    assert.deepEqual(placed(runsOf(modelOf(queue), 'work-stealing')), [
      [0, 0, 0, 2],
      [1, 1, 1, 4],
      [2, 1, 0, 1],
      [3, 0, 2, 4],
    ]);
  });
});

describe('the similarity-based scheduler', () => {
  it('puts the least similar job beside what runs', () => {
    const names = ['dram', 'dram-too', 'alu', 'both'];
    const queue: Queue = {
      gpus: [{ gpu: 'a' }],
      applications: names.map((name, at) => ({
        name,
        seconds: 1,
        metrics: { dram: [1, 0.9, 0, 0.8][at]!, alu: [0, 0, 1, 0.7][at]! },
      })),
      slowdowns: allPairs(names, 1.5),
      jobs: jobs(...names),
    };
    assert.deepEqual(order(queue, 'similarity').slice(0, 2), ['dram@0', 'alu@0']);
  });
});

describe('the scheduler by slowdowns', () => {
  const queue: Queue = {
    gpus: [{ gpu: 'a' }],
    applications: ['a', 'b', 'c'].map((name) => ({ name, seconds: 10 })),
    slowdowns: [
      ...allPairs(['a', 'b', 'c'], 3),
      { of: 'a', beside: 'c', slowdown: 1.1 },
      { of: 'c', beside: 'a', slowdown: 1.6 },
    ],
    jobs: jobs('a', 'b', 'c'),
  };

  it('runs together what gains, and lets wait what does not', () => {
    // a and c do 1/1.1 + 1/1.6 > 1; b beside any is slower than one after the other.
    assert.deepEqual(order(queue, 'slowdown'), ['a@0', 'c@0', 'b@0']);
    const [a, b] = runsOf(modelOf(queue), 'slowdown');
    assert.ok(b!.start >= a!.end);
  });

  it('keeps a bound on every slowdown, and progress targets', () => {
    const { worstSlowdown } = queueMetrics(modelOf(queue), runsOf(modelOf(queue), 'slowdown', 1.5));
    assert.equal(worstSlowdown, 1);
    const target = {
      ...queue,
      jobs: [...jobs('a'), { application: 'c', progressTarget: 0.7 }, ...jobs('b')],
    };
    const { missed } = queueMetrics(modelOf(target), runsOf(modelOf(target), 'slowdown'));
    assert.equal(missed, 0);
    assert.equal(queueMetrics(modelOf(target), runsOf(modelOf(target), 'fcfs')).missed, 1);
  });

  it('waits for a faster GPU where that is sooner', () => {
    const unlike: Queue = {
      gpus: [{ gpu: 'fast' }, { gpu: 'slow' }],
      maxCoRun: 1,
      applications: [{ name: 'x', seconds: { fast: 1, slow: 4 } }],
      jobs: [{ application: 'x', count: 6 }],
    };
    // Six jobs: while four or more wait the slow GPU helps, later the fast one is done sooner.
    const runs = placed(runsOf(modelOf(unlike), 'slowdown'));
    assert.equal(runs.filter(([, gpu]) => gpu === 1).length, 1);
    assert.equal(Math.max(...runs.map(([, , , end]) => end!)), 5);
  });

  it('overtakes no job without end', () => {
    const names = ['lonely', 'x'];
    const stream: Queue = {
      gpus: [{ gpu: 'a' }],
      applications: names.map((name) => ({ name, seconds: 10 })),
      slowdowns: [...allPairs(names, 5), { of: 'x', beside: 'x', slowdown: 1 }],
      jobs: [
        // The second half of a slot's time apart, so that the GPU is never empty by itself.
        { application: 'x' },
        { application: 'lonely', submit: 1 },
        { application: 'x', submit: 5, count: 40 },
      ],
    };
    const runs = runsOf(modelOf(stream), 'slowdown');
    const before = runs.filter(({ start }) => start < runs[1]!.start && start > 0).length;
    assert.equal(before, 8);
  });
});

describe('the search for a plan', () => {
  it('finds the pairs that fit, which order of arrival misses, and never does worse than its starts', () => {
    const names = ['a', 'b', 'c', 'd'];
    const queue: Queue = {
      gpus: [{ gpu: 'x' }],
      applications: names.map((name) => ({ name, seconds: 10 })),
      slowdowns: [
        ...allPairs(names, 2),
        ...[
          ['a', 'c'],
          ['b', 'd'],
        ].flatMap(([of, beside]) => [
          { of: of!, beside: beside!, slowdown: 1 },
          { of: beside!, beside: of!, slowdown: 1 },
        ]),
      ],
      jobs: jobs(...names),
    };
    const model = modelOf(queue);
    const start = runsOf(model, 'fcfs');
    assert.equal(queueMetrics(model, start).makespan, 40);
    assert.equal(searchPlan(model, [start], { tries: 0, seed: 1 }).makespan, 40);
    const found = searchPlan(model, [start], { tries: 200, seed: 1 });
    assert.equal(found.makespan, 20);
    assert.deepEqual(found, searchPlan(model, [start], { tries: 200, seed: 1 }));
  });
});
