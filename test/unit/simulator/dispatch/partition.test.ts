import assert from 'node:assert/strict';
import fc from 'fast-check';
import { StateArrays } from '../../../../src/simulator/core/stateArrays';
import { evenSplit, Partition } from '../../../../src/simulator/dispatch/partition';

const partitionOf = (apps: number, sms: number) => new Partition(apps, sms, new StateArrays());

/** Applications that each SM admits. */
const admitted = (partition: Partition) =>
  Array.from({ length: partition.sms }, (_, sm) =>
    Array.from({ length: partition.apps }, (__, app) => app).filter((app) => partition.allows(app, sm)),
  );

describe('a partition of the SMs', () => {
  it('lets everybody everywhere at the start', () => {
    const partition = partitionOf(2, 3);
    assert.deepEqual(admitted(partition), [
      [0, 1],
      [0, 1],
      [0, 1],
    ]);
    assert.equal(partition.exclusive[0], 0);
    assert.deepEqual([...partition.smCap], [3, 3]);
  });

  it('gives applications SMs in order, and the rest to nobody', () => {
    const partition = partitionOf(2, 5);
    partition.assign([1, 3]);
    assert.deepEqual(admitted(partition), [[0], [1], [1], [1], []]);
    assert.equal(partition.exclusive[0], 1);
    assert.deepEqual([partition.smCount(0), partition.smCount(1)], [1, 3]);
  });

  it('takes the last SMs of who has too many, and gives them in order', () => {
    const partition = partitionOf(3, 6);
    partition.assign([3, 2, 1]);
    partition.reassign([1, 2, 3]);
    assert.deepEqual(admitted(partition), [[0], [2], [2], [1], [1], [2]]);
    partition.reassign([2, 1, 2]);
    // SM 4 and SM 5 are taken; application 0 gets the first of them, nobody the other.
    assert.deepEqual(admitted(partition), [[0], [2], [2], [1], [0], []]);
  });

  it('owns SMs only after a reassignment of shared ones', () => {
    const partition = partitionOf(2, 4);
    partition.reassign([1, 3]);
    assert.deepEqual(admitted(partition), [[0], [1], [1], [1]]);
    assert.equal(partition.exclusive[0], 1);
  });

  it('moves as few SMs as the numbers ask for', () => {
    const split = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 3, maxLength: 3 });
    fc.assert(
      fc.property(split, split, (from, to) => {
        const partition = partitionOf(3, 9);
        partition.assign(from);
        const before = admitted(partition);
        partition.reassign(to);
        const after = admitted(partition);
        to.forEach((count, app) => {
          assert.equal(partition.smCount(app), count);
          const kept = after.filter((list, sm) => list[0] === app && before[sm]![0] === app).length;
          assert.equal(kept, Math.min(from[app]!, count));
        });
      }),
    );
  });

  it('gives all SMs to one application', () => {
    const partition = partitionOf(3, 2);
    partition.grantAll(1);
    assert.deepEqual(admitted(partition), [[1], [1]]);
    assert.equal(partition.exclusive[0], 1);
    partition.grantAll(2);
    assert.deepEqual(admitted(partition), [[2], [2]]);
  });

  it('shares the first SMs with caps', () => {
    const partition = partitionOf(2, 3);
    partition.share([2, 5], 2);
    assert.deepEqual([...partition.blockCap], [2, 2, 0, 5, 5, 0]);
    assert.equal(partition.exclusive[0], 0);
    assert.deepEqual(admitted(partition), [[0, 1], [0, 1], []]);
  });

  it('counts no more SMs than an application may occupy', () => {
    const partition = partitionOf(2, 4);
    partition.smCap[0] = 3;
    assert.deepEqual([partition.smCount(0), partition.smCount(1)], [3, 4]);
  });

  it('splits evenly, the first ones getting the rest', () => {
    assert.deepEqual(evenSplit(7, 3), [3, 2, 2]);
    assert.deepEqual(evenSplit(6, 3), [2, 2, 2]);
    assert.deepEqual(evenSplit(2, 3), [1, 1, 0]);
  });
});
