import assert from 'node:assert/strict';
import { Board, type BoardKernel } from './board';

/** An application of one kernel. */
const only = (name: string, blocks: number, cycles: number, needs: Partial<BoardKernel> = {}) => ({
  kernels: [{ name, blocks, cycles, ...needs }],
});

const sms = (board: Board, name: string): number[] => board.schedule(name).map(([, sm]) => sm);

describe('blocks go where their kernel has most room', () => {
  it('as on the Pascal card on which that was found', () => {
    // Gilman et al., PEVA 2020, section 4.1: 5 SMs of 64 warps, each with a block of 8 warps; when that of SM 0 has
    // ended come three blocks of 5 warps. Two of them go to SM 0, one to SM 1; round robin would take 0, 1 and 2.
    const board = new Board(
      [
        only('short', 1, 20, { warps: 8, perSm: 8 }),
        only('long', 4, 200, { warps: 8, perSm: 8 }),
        { ...only('young', 3, 10, { warps: 5, perSm: 12 }), startCycle: 40 },
      ],
      { sms: 5, placement: 'most-room', leftover: true, limits: { maxThreads: 2048, maxBlocks: 32 } },
    ).run();
    assert.deepEqual(sms(board, 'short'), [0]);
    assert.deepEqual(sms(board, 'long'), [1, 2, 3, 4]);
    assert.deepEqual(sms(board, 'young'), [0, 0, 1]);
  });

  it('so few blocks of a second kernel find the SMs that the first one left empty', () => {
    const needs = { warps: 8, perSm: 4 };
    const board = new Board([only('a', 3, 100, needs), only('b', 3, 100, needs)], {
      sms: 6,
      placement: 'most-room',
      leftover: true,
    }).run();
    assert.deepEqual(sms(board, 'a'), [0, 1, 2]);
    assert.deepEqual(sms(board, 'b'), [3, 4, 5]);
  });

  it('and one after the other where several may go in a cycle', () => {
    const board = new Board([only('a', 5, 100, { perSm: 3 })], {
      sms: 3,
      placement: 'most-room',
      blocksPerCycle: 2,
    }).run();
    assert.deepEqual(board.schedule('a'), [
      [1, 0],
      [1, 1],
      [2, 2],
      [2, 0],
      [3, 1],
    ]);
  });
});

describe('an application that may occupy few SMs', () => {
  it('does not keep younger ones off the others, only off its own', () => {
    // a may have one SM of two and fills it; its third block waits for the first, and b for nothing.
    const board = new Board([only('a', 3, 50, { perSm: 2 }), only('b', 2, 10)], {
      placement: 'most-room',
      leftover: true,
      share: (partition) => partition.smCap.set([1, 2]),
    }).run({ end: 60 });
    assert.deepEqual(sms(board, 'a'), [0, 0, 0]);
    assert.deepEqual(board.schedule('b'), [
      [3, 1],
      [4, 1],
    ]);
  });
});

describe('the carve-out of an SM', () => {
  const unified = {
    sms: 1,
    unifiedBytes: 128 * 1024,
    leftover: true,
    limits: { maxThreads: 2048, maxBlocks: 32 },
  };
  const plain = only('plain', 1, 50, { warps: 16, perSm: 4 });
  const tiled = only('tiled', 1, 50, { warps: 16, perSm: 4, shared: 16 * 1024 });

  it('is that of the kernel which found it empty: one that needs more waits until it is empty again', () => {
    const board = new Board([plain, tiled], unified).run();
    assert.deepEqual(board.schedule('tiled'), [[51, 0]]);
    // First none of 128 KiB are carved out, then 64 for four blocks of 16.
    assert.equal(board.l1Bytes[0], 64 * 1024);
  });

  it('has room for those that come later and need less', () => {
    const board = new Board([tiled, plain], unified).run();
    assert.deepEqual(board.schedule('plain'), [[2, 0]]);
    assert.equal(board.l1Bytes[0], 64 * 1024);
  });

  it('lets no more in than what it holds', () => {
    // Two blocks of 16 KiB fit the 32 that are carved out, and no block of the other kernel beside them.
    const two = only('two', 2, 50, { warps: 32, perSm: 2, shared: 16 * 1024 });
    const board = new Board([two, only('small', 1, 10, { shared: 1024 })], unified).run();
    assert.deepEqual(board.schedule('small'), [[51, 0]]);
  });

  it('is no matter where shared memory has a place of its own', () => {
    const board = new Board([plain, tiled], { ...unified, unifiedBytes: 0 }).run();
    assert.deepEqual(board.schedule('tiled'), [[2, 0]]);
  });
});
