import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Queue } from '../../../../src/kernel/queue';
import { queueMetrics } from '../../../../src/sharing/queue/queueMetrics';
import { runQueue } from '../../../../src/sharing/queue/runQueue';
import { schedulers } from '../../../../src/sharing/queue/schedulers';
import { english } from '../../../../src/words';
import { told } from '../../../support/told';
import { allPairs, modelOf, placed, runsOf } from './queues';

const one = { gpu: 'a', count: 1 };

describe('a queue on a GPU', () => {
  it('is that of figure 5.9: jobs of 2T, 2T and T at 10 % each, two at a time', () => {
    const queue = (order: readonly string[]): Queue => ({
      gpus: [one],
      applications: [
        { name: 'long', seconds: 2 },
        { name: 'short', seconds: 1 },
      ],
      slowdowns: allPairs(['long', 'short'], 1.1),
      jobs: order.map((application) => ({ application })),
    });
    // Similar lengths together: both end at 2.2, the short one then runs alone.
    assert.deepEqual(placed(runsOf(modelOf(queue(['long', 'long', 'short'])), 'fcfs')), [
      [0, 0, 0, 2.2],
      [1, 0, 0, 2.2],
      [2, 0, 2.2, 3.2],
    ]);
    // Unlike lengths: the short one ends at 1.1 and its slot is filled at once. The second long one has one second left when
    // the first ends at 2.2. The 4.2 of the text would leave the slot empty.
    assert.deepEqual(placed(runsOf(modelOf(queue(['long', 'short', 'long'])), 'fcfs')), [
      [0, 0, 0, 2.2],
      [1, 0, 0, 1.1],
      [2, 0, 1.1, 3.2],
    ]);
  });

  it('slows jobs down anew whenever one comes or ends', () => {
    const model = modelOf({
      gpus: [one],
      applications: [
        { name: 'a', seconds: 10 },
        { name: 'b', seconds: 4 },
      ],
      slowdowns: [
        { of: 'a', beside: 'b', slowdown: 2 },
        { of: 'b', beside: 'a', slowdown: 1.5 },
      ],
      jobs: [{ application: 'a' }, { application: 'b', submit: 2 }],
    });
    // b takes 4 · 1.5 = 6 from 2 on; a does 2 alone, 3 beside it, and 5 alone.
    assert.deepEqual(placed(runsOf(model, 'fcfs')), [
      [0, 0, 0, 13],
      [1, 0, 2, 8],
    ]);
    const metrics = queueMetrics(model, runsOf(model, 'fcfs'));
    assert.equal(metrics.makespan, 13);
    assert.ok(Math.abs(metrics.stp - (10 / 13 + 4 / 6)) < 1e-12);
    assert.ok(Math.abs(metrics.antt - (1.3 + 1.5) / 2) < 1e-12);
    assert.ok(Math.abs(metrics.work - 14 / 13) < 1e-12);
    assert.ok(Math.abs(metrics.worstSlowdown - 1.5) < 1e-12);
    // Waiting counts from submission: 13 and 6.
    assert.equal(metrics.turnaround, 9.5);
  });

  it('adds up what several neighbours cost', () => {
    const whole = (maxCoRun: number): Queue => ({
      gpus: [one],
      maxCoRun,
      applications: [{ name: 'whole', seconds: 1 }],
      slowdowns: allPairs(['whole'], 2),
      jobs: [{ application: 'whole', count: 3 }],
    });
    // Each needs the whole GPU: three take three times as long, however many run together.
    for (const together of [1, 2, 3])
      assert.equal(
        queueMetrics(modelOf(whole(together)), runsOf(modelOf(whole(together)), 'fcfs')).makespan,
        3,
      );
  });

  it('counts targets that were missed, and not those just kept', () => {
    const model = modelOf({
      gpus: [one],
      applications: [{ name: 'a', seconds: 3 }],
      slowdowns: allPairs(['a'], 1.25),
      jobs: [
        { application: 'a', progressTarget: 0.8 },
        { application: 'a', progressTarget: 0.81 },
      ],
    });
    const { targets, missed } = queueMetrics(model, runsOf(model, 'fcfs'));
    assert.deepEqual([targets, missed], [2, 1]);
  });

  it('runs a job elsewhere for as long as it takes there, in proportion to its own length', () => {
    const model = modelOf({
      gpus: [{ gpu: 'a' }, { gpu: 'b' }],
      maxCoRun: 1,
      applications: [{ name: 'x', seconds: { a: 4, b: 10 } }],
      jobs: [{ application: 'x' }, { application: 'x', seconds: 8 }],
    });
    assert.deepEqual(placed(runsOf(model, 'least-loaded')), [
      [0, 0, 0, 4],
      [1, 1, 0, 20],
    ]);
  });
});

describe('what a queue leaves open', () => {
  const queue: Queue = {
    gpus: [one],
    origin: 'measured',
    applications: [
      { name: 'a', seconds: 1 },
      { name: 'b', seconds: 1 },
    ],
    slowdowns: [{ of: 'a', beside: 'b', slowdown: 1.2 }],
    jobs: [{ application: 'a' }, { application: 'b' }],
  };

  it('is assumed, and said', () => {
    const model = modelOf(queue);
    assert.equal(model.origin, 'assumed');
    assert.match(english(model.assumptions[0]!), /one slowdown is not known and taken for 2/);
    const both = { ...queue, slowdowns: allPairs(['a', 'b'], 1.2) };
    assert.equal(modelOf(both).origin, 'measured');
    const traced = queue.applications!.map((each) => ({ ...each, trace: `${each.name}.csv` }));
    const unasked = modelOf({ ...queue, applications: traced, slowdowns: [] });
    assert.match(english(unasked.assumptions[1]!), /nobody was asked what the traces .* --slowdowns/);
    // Two jobs of one application meet themselves.
    const twice = { ...queue, jobs: [{ application: 'a', count: 2 }] };
    assert.match(english(modelOf(twice).assumptions[0]!), /one slowdown/);
  });

  it('is refused where a job could never run', () => {
    const jobs = [{ application: 'a' }];
    const tooLarge = {
      gpus: [{ gpu: 'a', memoryGiB: 8 }],
      applications: [{ name: 'a', seconds: 1, memoryGiB: 9 }],
      jobs,
    };
    assert.throws(() => modelOf(tooLarge), told(/jobs\[0\].*no GPU can run a/));
    assert.throws(
      () => modelOf({ gpus: [one], applications: [{ name: 'a' }], jobs }),
      told(/has no seconds/),
    );
    assert.throws(() => modelOf({ gpus: [one], applications: [] }), told(/no jobs/));
    assert.throws(
      () => modelOf({ ...queue, jobs: [{ application: 'c' }] }),
      told(/jobs\[0\].application.*c/),
    );
  });

  it('is refused where it is too much', () => {
    const many = {
      ...queue,
      jobs: [
        { application: 'a', count: 600_000 },
        { application: 'b', count: 600_000 },
      ],
    };
    assert.throws(() => modelOf(many), told(/jobs: more than 1000000/));
    const gpus = [{ gpu: 'a', count: 100_000 }, { gpu: 'b' }];
    assert.throws(() => modelOf({ ...queue, gpus }), told(/gpus: more than 100000/));
  });

  it('names what stands twice or nowhere', () => {
    const twice = [{ name: 'a' }, { name: 'a' }];
    assert.throws(() => modelOf({ gpus: [one], applications: twice }), told(/applications\[1\].name.*twice/));
    const elsewhere = { ...queue, slowdowns: [{ of: 'a', beside: 'b', slowdown: 1, gpu: 'z' }] };
    assert.throws(() => modelOf(elsewhere), told(/slowdowns\[0\].gpu.*z/));
  });
});

describe('every scheduler on any queue', () => {
  const names = ['p', 'q', 'r'];
  const factor = fc.integer({ min: 8, max: 40 }).map((tenths) => tenths / 10);
  const queues = fc
    .record({
      counts: fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 0, max: 2 })),
      maxCoRun: fc.integer({ min: 1, max: 4 }),
      seconds: fc.array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 })), {
        minLength: 3,
        maxLength: 3,
      }),
      memory: fc.array(fc.integer({ min: 0, max: 10 }), { minLength: 3, maxLength: 3 }),
      slowdowns: fc.array(fc.oneof({ weight: 9, arbitrary: factor }, fc.constant(null)), {
        minLength: 9,
        maxLength: 9,
      }),
      jobs: fc.array(
        fc.record({ application: fc.constantFrom(...names), submit: fc.integer({ min: 0, max: 9 }) }),
        { minLength: 1, maxLength: 12 },
      ),
    })
    .map((given): Queue => ({
      gpus: [
        { gpu: 'a', count: given.counts[0], memoryGiB: 10 },
        ...(given.counts[1] > 0 ? [{ gpu: 'b', count: given.counts[1], memoryGiB: 12 }] : []),
      ],
      maxCoRun: given.maxCoRun,
      applications: names.map((name, at) => ({
        name,
        seconds:
          given.counts[1] > 0
            ? { a: given.seconds[at]![0], b: given.seconds[at]![1] }
            : given.seconds[at]![0],
        memoryGiB: given.memory[at]!,
        metrics: { at },
      })),
      slowdowns: names.flatMap((of, row) =>
        names.map((beside, column) => ({ of, beside, slowdown: given.slowdowns[3 * row + column]! })),
      ),
      jobs: given.jobs,
    }));

  it('runs every job once, after its submission, within slots, memory and what can run together', () => {
    fc.assert(
      fc.property(queues, (queue) => {
        const model = modelOf(queue);
        for (const { id } of schedulers(2)) {
          const runs = runsOf(model, id, 2);
          assert.deepEqual(
            runs.map(({ job }) => job),
            model.jobs.map((_, job) => job),
            id,
          );
          for (const run of runs) {
            assert.ok(run.start >= model.jobs[run.job]!.submit && run.end > run.start, id);
            const beside = runs.filter(
              (other) => other.gpu === run.gpu && other.start <= run.start && other.end > run.start,
            );
            assert.ok(beside.length <= model.maxCoRun, id);
            const memory = beside.reduce(
              (sum, { job }) => sum + model.applications[model.jobs[job]!.application]!.memoryGiB,
              0,
            );
            assert.ok(memory <= model.gpus[run.gpu]!.memoryGiB, id);
            const { kind } = model.gpus[run.gpu]!;
            for (const a of beside)
              for (const b of beside)
                if (a !== b) {
                  const row = model.pairs[kind]![model.jobs[a.job]!.application]!;
                  assert.notEqual(row.get(model.jobs[b.job]!.application), null, id);
                }
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  it('takes as long as the jobs of each GPU one after the other where nothing runs together', () => {
    fc.assert(
      fc.property(queues, (queue) => {
        const model = modelOf({ ...queue, maxCoRun: 1 });
        for (const { id } of schedulers(Infinity))
          for (const { start, end, alone } of runsOf(model, id))
            assert.ok(Math.abs(end - start - alone) < 1e-9 * (1 + end), id);
      }),
      { numRuns: 30 },
    );
  });
});

describe('a dispatcher at fault', () => {
  const model = modelOf({
    gpus: [one],
    maxCoRun: 1,
    applications: [{ name: 'a', seconds: 1 }],
    jobs: [{ application: 'a', count: 2 }],
  });

  it('is told so', () => {
    const answers = (next: () => { job: number; gpu: number } | null) => () =>
      runQueue(model, { submit: () => undefined, next });
    assert.throws(
      answers(() => null),
      told(/2 jobs were left/),
    );
    assert.throws(
      answers(() => ({ job: 0, gpu: 5 })),
      RangeError,
    );
    // The GPU is full once the first has started; and the same job starts only once.
    let at = 0;
    assert.throws(
      answers(() => ({ job: at++, gpu: 0 })),
      RangeError,
    );
    assert.throws(
      answers(() => ({ job: 0, gpu: 0 })),
      RangeError,
    );
  });
});
