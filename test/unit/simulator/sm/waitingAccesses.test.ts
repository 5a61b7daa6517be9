import assert from 'node:assert/strict';
import { StateArrays } from '../../../../src/simulator/core/stateArrays';
import { WaitingAccesses, type Access } from '../../../../src/simulator/sm/waitingAccesses';

const NONE: Access = { warp: 0, op: 0, kernel: 0, pieces: 0, cost: 0, lines: 0 };
const access = (warp: number, op: number, lines: number): Access => ({
  ...NONE,
  warp,
  op,
  lines,
  pieces: lines,
});

describe('memory instructions in front of the queue', () => {
  const words = Int32Array.from({ length: 64 }, (_, i) => 100 + i);
  const filled = (...accesses: Access[]): WaitingAccesses => {
    const waiting = new WaitingAccesses(1, 3, new StateArrays());
    for (const one of accesses) waiting.put(one, words);
    return waiting;
  };
  const taken = (waiting: WaitingAccesses, scheduler: number, mostLines: number): number | null => {
    const index = waiting.find(scheduler, mostLines);
    if (index < 0) return null;
    const out = { ...NONE };
    const lines = new Int32Array(64);
    waiting.take(scheduler, index, out, lines);
    assert.deepEqual([...lines.slice(0, 2 * out.lines)], [...words.slice(0, 2 * out.lines)]);
    return out.op;
  };

  it('go on in the order in which they came, and places are used again', () => {
    const waiting = filled(access(0, 1, 1), access(1, 2, 1), access(0, 3, 1));
    assert.ok(waiting.isFull(0) && !waiting.isFull(1));
    assert.deepEqual([taken(waiting, 0, 32), taken(waiting, 0, 32)], [1, 2]);
    waiting.put(access(2, 4, 5), words);
    waiting.put(access(2, 5, 0), words);
    assert.deepEqual([taken(waiting, 0, 32), taken(waiting, 0, 32), taken(waiting, 0, 32)], [3, 4, 5]);
    assert.equal(taken(waiting, 0, 32), null);
    assert.equal(waiting.ofSm[0], 0);
  });

  it('pass those with too many lines, but not of their own warp', () => {
    const waiting = filled(access(0, 1, 32), access(0, 2, 1), access(1, 3, 1));
    assert.deepEqual([taken(waiting, 0, 8), taken(waiting, 0, 8)], [3, null]);
    assert.deepEqual([taken(waiting, 0, 32), taken(waiting, 0, 8)], [1, 2]);
  });

  it('are kept apart by scheduler', () => {
    const waiting = filled(access(32, 1, 1), access(0, 2, 1));
    assert.deepEqual([taken(waiting, 1, 32), taken(waiting, 1, 32), taken(waiting, 0, 32)], [1, null, 2]);
  });
});
