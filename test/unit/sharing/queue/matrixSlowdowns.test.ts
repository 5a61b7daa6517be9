import assert from 'node:assert/strict';
import { parseQueue } from '../../../../src/kernel/queue';
import { withMatrix } from '../../../../src/sharing/queue/matrixSlowdowns';
import { queueModel } from '../../../../src/sharing/queue/queueModel';
import { told } from '../../../support/told';

const simulated = (slowdown: number) => ({ slowdown, origin: 'simulated', predictor: 'simulation' });

describe('slowdowns of an analysis', () => {
  const matrix = {
    kernelIds: ['a.cu#up', 'a.cu#down'],
    names: ['up', 'down'],
    cells: [
      [null, simulated(1.5)],
      [{ slowdown: 1.2, origin: 'predicted' }, simulated(2)],
    ],
  };
  const queue = parseQueue({
    gpus: [{ gpu: 'x' }],
    applications: ['up', 'a.cu#down', 'other'].map((name) => ({ name, seconds: 1 })),
    jobs: [{ application: 'up' }, { application: 'a.cu#down' }],
  });

  it('are those of kernels that applications are called like, by name or id', () => {
    const { queue: filled, pairs, unknown } = withMatrix(queue, { matrix, files: [] });
    assert.deepEqual(filled.slowdowns, [
      { of: 'up', beside: 'a.cu#down', slowdown: 1.5 },
      { of: 'a.cu#down', beside: 'up', slowdown: 1.2 },
      { of: 'a.cu#down', beside: 'a.cu#down', slowdown: 2 },
    ]);
    assert.deepEqual([pairs, unknown], [3, ['other']]);
    // As well known as the least of them.
    assert.equal(queueModel(filled).origin, 'predicted');
  });

  it('stand back behind those of the queue', () => {
    const own = { ...queue, slowdowns: [{ of: 'up', beside: 'a.cu#down', slowdown: 3 }] };
    const model = queueModel(withMatrix(own, { matrix }).queue);
    assert.equal(model.pairs[0]![0]!.get(1), 3);
    assert.equal(model.pairs[0]![1]!.get(0), 1.2);
    // The queue does not say where its own come from.
    assert.equal(model.origin, 'assumed');
  });

  it('are refused where they are infinite or no slowdowns, which JSON can say', () => {
    for (const text of ['1e999', '0', '-2']) {
      const json: unknown = JSON.parse(JSON.stringify({ matrix }).replace('1.5', text));
      assert.throws(() => withMatrix(queue, json), told(/matrix\.cells\[0\]\[1\]\.slowdown/), text);
    }
  });

  it('are looked for in what an analysis prints', () => {
    assert.throws(() => withMatrix(queue, { cells: [] }), told(/matrix/));
  });
});
