import assert from 'node:assert/strict';
import { readModel } from '../../../../src/analysis/models';
import { predictedQueue } from '../../../../src/analysis/queues/predictedQueue';
import { parseQueue, type Queue } from '../../../../src/kernel/queue';
import type { TrainedModel } from '../../../../src/predictors/port';
import { queueFacts } from '../../../../src/sharing/queue/queueFacts';
import { queueModel } from '../../../../src/sharing/queue/queueModel';
import { english } from '../../../../src/words';
import { told } from '../../../support/told';

const [BLOCKS, THREADS] = [12, 64];

/** Fills each SM with arithmetic, or asks DRAM for a line a thread. */
const kernel = (name: string, body: object[]) => ({
  launch: { grid: BLOCKS, block: THREADS },
  program: {
    name,
    registersPerThread: 16,
    parameters: {},
    arrays: { data: { elementBytes: 4, elements: 32 * BLOCKS * THREADS } },
    body,
  },
});
const compute = kernel('compute', [{ op: 'compute', class: 'fp32', count: 100 }]);
const stream = kernel('stream', [
  { op: 'load', array: 'data', index: 'globalThread * 32', into: 'x' },
  { op: 'compute', class: 'fp32', after: ['x'] },
]);

const queueOf = (more: object = {}): Queue =>
  parseQueue({
    gpus: [{ gpu: 'gtx-950' }],
    applications: [
      { name: 'busy', seconds: 100, kernels: [compute] },
      { name: 'wide', seconds: 100, kernels: [stream] },
    ],
    jobs: [{ application: 'busy', count: 2 }, { application: 'wide' }],
    ...more,
  });

const options = (models: readonly TrainedModel[] = []) => ({
  ...{ models, makers: {}, note: () => undefined },
  read: () => Promise.reject(new Error('nothing is read')),
});
const hsm = async () => options([await readModel('models/hsm/gtx-950.json')]);

describe('slowdowns of a queue that a predictor tells', () => {
  it('are those of pairs that can meet, each with half of the SMs', async () => {
    const { played, expected, notes } = await predictedQueue(queueOf({ predictor: 'hsm' }), await hsm());
    const [busy, wide] = [...expected.pairs[0]!];
    // `wide` has one job, which meets no other of its kind.
    assert.deepEqual([[...busy!.keys()], [...wide!.keys()]], [[0, 1], [0]]);
    // Arithmetic on half of the SMs takes twice as long.
    assert.equal(busy!.get(0), 2);
    assert.deepEqual(played.pairs, expected.pairs);
    assert.equal(played.origin, 'predicted');
    assert.equal(english(notes[0]!).startsWith('3 slowdowns of 2 applications on gtx-950'), true);
  });

  it('are what schedulers go by, while the queue is played by its own', async () => {
    const slowdowns = [{ of: 'busy', beside: 'wide', slowdown: 1.25 }];
    const queue = queueOf({ predictor: 'hsm', slowdowns, origin: 'measured' });
    const { played, expected } = await predictedQueue(queue, await hsm());
    assert.equal(played.pairs[0]![0]!.get(1), 1.25);
    assert.notEqual(expected.pairs[0]![0]!.get(1), 1.25);
    assert.equal(played.pairs[0]![0]!.get(0), expected.pairs[0]![0]!.get(0));
  });

  it('are told of four together by a predictor that goes by runs alone', async () => {
    const queue = queueOf({ predictor: 'hsm', maxCoRun: 4 });
    const { played, expected } = await predictedQueue(queue, await hsm());
    assert.equal(queueModel({ ...queue, predictor: undefined }).groups, null);
    const others = [0, 1, 1];
    const four = queueFacts(expected).slowdown(0, 0, others);
    assert.equal(four, expected.groups!(0, 0, others));
    // Of six SMs two are left to it, which is three times as slow; pairs, added up, would make four of it.
    assert.equal(four, 3);
    assert.equal(played.groups, expected.groups);
  });

  it('are refused of predictors that are not known, or without a kernel to tell of', async () => {
    await assert.rejects(
      predictedQueue(queueOf({ predictor: 'oracle' }), options()),
      told(/no predictor oracle/),
    );
    const bare = [
      { name: 'busy', seconds: 1 },
      { name: 'wide', seconds: 1 },
    ];
    await assert.rejects(
      predictedQueue(queueOf({ predictor: 'dase', applications: bare }), options()),
      told(/no application of the queue has kernels/),
    );
    await assert.rejects(predictedQueue(queueOf({ predictor: 'hsm' }), options()), told(/gtx-950/));
  });

  it('come from nobody where no predictor is named', async () => {
    const { played, expected, notes } = await predictedQueue(queueOf(), options());
    assert.equal(played, expected);
    assert.deepEqual(notes, []);
  });
});
