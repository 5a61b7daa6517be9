import assert from 'node:assert/strict';
import { Board, type BoardKernel } from './board';

/** An application of one kernel. */
const only = (name: string, blocks: number, cycles: number, needs: Partial<BoardKernel> = {}) => ({
  kernels: [{ name, blocks, cycles, ...needs }],
});

describe('the block dispatcher', () => {
  it('goes round the SMs, a block a cycle', () => {
    const board = new Board([only('a', 5, 100)], { sms: 3 }).run();
    assert.deepEqual(board.schedule('a'), [
      [1, 0],
      [2, 1],
      [3, 2],
      [4, 0],
      [5, 1],
    ]);
    assert.deepEqual(
      board.placed.map(([, , block]) => block),
      ['a#0', 'a#1', 'a#2', 'a#3', 'a#4'],
    );
  });

  it('places as many blocks in a cycle as it may, on an SM each', () => {
    const board = new Board([only('a', 5, 100)], { sms: 3, blocksPerCycle: 2 }).run();
    assert.deepEqual(board.schedule('a'), [
      [1, 0],
      [1, 1],
      [2, 2],
      [2, 0],
      [3, 1],
    ]);
  });

  it('goes on where it stopped when an SM becomes free', () => {
    // Blocks of 10 cycles fill both SMs; the place that is free first is taken in the cycle in which it is.
    const board = new Board([only('a', 5, 10, { perSm: 1 })]).run();
    assert.deepEqual(board.schedule('a'), [
      [1, 0],
      [2, 1],
      [11, 0],
      [12, 1],
      [21, 0],
    ]);
  });

  describe('with the leftover policy', () => {
    const apps = [only('old', 6, 10, { perSm: 2 }), only('young', 2, 10)];

    it('keeps a younger kernel waiting until the older one has placed its last block', () => {
      // Four blocks of old fill both SMs until cycle 11; its last two go at 11 and 12. Room for young was there all along.
      const board = new Board(apps, { leftover: true }).run();
      assert.deepEqual(board.schedule('old').slice(-2), [
        [11, 0],
        [12, 1],
      ]);
      // The young one has started in cycle 1 and waits until then; the old one waits for nobody.
      assert.deepEqual([...board.queue.waited], [0, 12]);
      assert.deepEqual([...board.queue.firstRoundWaited], [0, 12]);
      assert.deepEqual(board.schedule('young'), [
        [13, 0],
        [14, 1],
      ]);
    });

    it('lets it then into what is left everywhere, also where nothing ends', () => {
      // old holds one block on each SM for 100 cycles; its last one goes at 3, when SM 1 was looked at and closed.
      const big = { warps: 20, perSm: 1 };
      const board = new Board([only('ends', 1, 2, big), only('old', 2, 100, big), only('young', 2, 10)], {
        leftover: true,
      }).run();
      assert.deepEqual(board.schedule('old'), [
        [2, 1],
        [3, 0],
      ]);
      assert.deepEqual(board.schedule('young'), [
        [4, 1],
        [5, 0],
      ]);
    });

    it('and without it lets the younger one into the room at once', () => {
      const board = new Board(apps, { leftover: false }).run();
      assert.deepEqual(board.schedule('young'), [
        [5, 0],
        [6, 1],
      ]);
    });

    it('goes by the age of the launch, not by the number of the application', () => {
      const [old, young] = apps;
      const board = new Board([{ ...young!, startCycle: 3 }, old!], { leftover: true }).run();
      assert.deepEqual(board.schedule('young'), [
        [13, 0],
        [14, 1],
      ]);
    });
  });

  describe('puts co-runners on an SM only where both fit', () => {
    const waits = [
      [11, 0],
      [12, 1],
      [13, 0],
    ];
    const cases: [string, Partial<BoardKernel>, Partial<BoardKernel>, number[][]][] = [
      ['shared memory', { shared: 40_000 }, { shared: 32_000 }, waits],
      ['registers', { registers: 40_000 }, { registers: 32_000 }, waits],
      ['warps', { warps: 20 }, { warps: 16 }, waits],
    ];
    for (const [resource, large, small, expected] of cases)
      it(`by their ${resource}`, () => {
        const board = new Board([only('a', 2, 10, { perSm: 1, ...large }), only('b', 3, 10, small)]).run();
        assert.deepEqual(board.schedule('a'), [
          [1, 0],
          [2, 1],
        ]);
        assert.deepEqual(board.schedule('b'), expected);
      });

    it('by their block slots', () => {
      const board = new Board([only('a', 2, 10), only('b', 3, 10)], { limits: { maxBlocks: 1 } }).run();
      assert.deepEqual(board.schedule('b'), [
        [11, 0],
        [12, 1],
        [21, 0],
      ]);
    });

    it('and beside each other where they fill it exactly', () => {
      const half = { shared: 32_768, registers: 32_768, warps: 16, perSm: 1 };
      const board = new Board([only('a', 2, 10, half), only('b', 2, 10, half)], {
        limits: { maxBlocks: 2 },
      }).run();
      assert.deepEqual(board.schedule('b'), [
        [3, 0],
        [4, 1],
      ]);
    });
  });

  describe('when SMs change hands', () => {
    /** On SMs 0 and 1 blocks of a that end at 21, 22, 24 and 25; on SM 2 two of b, which has two more. */
    const board = () =>
      new Board([only('a', 4, 20, { perSm: 2 }), only('b', 4, 100, { perSm: 2 })], {
        sms: 3,
        share: (partition) => partition.assign([2, 1]),
      }).run({ end: 10 });

    it('keeps the new owner off an SM until the last block of the old one has left', () => {
      const drained = board();
      drained.partition.reassign([1, 2]);
      drained.dispatcher.reconsider();
      drained.run();
      // SM 1 holds blocks of a until 22 and 25.
      assert.deepEqual(drained.schedule('b'), [
        [3, 2],
        [6, 2],
        [25, 1],
        [26, 1],
      ]);
      assert.deepEqual(drained.resumed, []);
    });

    it('moves the old owner off at once by a context switch, and back when it has room', () => {
      const switched = board();
      switched.partition.reassign([1, 2]);
      switched.dispatcher.evict();
      switched.dispatcher.reconsider();
      switched.run();
      // Contexts leave SM 1 from cycle 10 to 14; those of a come back where its blocks on SM 0 end, at 21 and 24.
      assert.deepEqual(switched.schedule('b').slice(2), [
        [14, 1],
        [15, 1],
      ]);
      assert.deepEqual(switched.resumed, [
        [21, 0, 'a#1'],
        [24, 0, 'a#3'],
      ]);
      // 12 of the 20 cycles were left at cycle 10, 15 of those that began at 5; each needs 4 to come back.
      assert.equal(switched.queue.firstFinish[0], 24 + 4 + 15 + 1);
    });

    it('puts nothing on an SM from which blocks are leaving, and takes those that left first', () => {
      const undecided = new Board([only('a', 3, 100), only('b', 1, 10)], {
        sms: 1,
        share: (partition) => partition.assign([1, 0]),
      }).run({ end: 2 });
      undecided.partition.reassign([0, 1]);
      undecided.dispatcher.evict();
      undecided.partition.reassign([1, 0]);
      undecided.dispatcher.reconsider();
      undecided.run({ end: 20 });
      // Two blocks leave from 2 to 6, and come back at once, before the third.
      assert.deepEqual(undecided.resumed, [
        [6, 0, 'a#0'],
        [7, 0, 'a#1'],
      ]);
      assert.deepEqual(undecided.schedule('a').at(-1), [8, 0]);
    });

    it('keeps the blocks that are off their SM in a snapshot', () => {
      const switched = board();
      switched.partition.reassign([1, 2]);
      switched.dispatcher.evict();
      switched.run({ end: 15 });
      const kept = switched.dispatcher.savedBlocks;
      assert.deepEqual(
        kept.map((list) => list.map(({ words }) => words[0])),
        [[1, 3], []],
      );
      switched.run({ end: 22 });
      assert.deepEqual(
        kept[0]!.map(({ words }) => words[0]),
        [1, 3],
        'the snapshot stays as it was taken',
      );
      switched.dispatcher.savedBlocks = kept;
      assert.deepEqual(switched.dispatcher.savedBlocks, kept);
    });
  });

  it('keeps an application on as many SMs as it may occupy, and the rest to its neighbour', () => {
    const board = new Board([only('a', 4, 10, { perSm: 2 }), only('b', 4, 10, { perSm: 2 })], {
      share: (partition) => (partition.smCap[0] = 1),
    }).run();
    assert.deepEqual(board.schedule('a'), [
      [1, 0],
      [3, 0],
      [11, 0],
      [13, 0],
    ]);
    assert.deepEqual(board.schedule('b'), [
      [2, 1],
      [4, 1],
      [5, 0],
      [6, 0],
    ]);
  });

  it('keeps an application within its blocks on each SM', () => {
    const board = new Board([only('a', 4, 10), only('b', 4, 10)], {
      sms: 1,
      share: (partition) => partition.share([1, 2], 1),
    }).run();
    assert.deepEqual(
      board.schedule('a').map(([cycle]) => cycle),
      [1, 11, 21, 31],
    );
    assert.deepEqual(
      board.schedule('b').map(([cycle]) => cycle),
      [2, 3, 12, 13],
    );
  });

  describe('taking turns', () => {
    it('gives the GPU to the next application when a slice is over or its owner has ended', () => {
      const board = new Board([only('a', 2, 15, { perSm: 1 }), only('b', 1, 5, { perSm: 1 })], {
        sms: 1,
        sliceCycles: 10,
      }).run();
      // a's clock runs from cycle 2 to 12; its context is out at 16. b ends at 21, and a's context is back at 25.
      assert.deepEqual(board.placed, [
        [1, 0, 'a#0'],
        [16, 0, 'b#0'],
        [29, 0, 'a#1'],
      ]);
      assert.deepEqual(board.resumed, [[21, 0, 'a#0']]);
      // 4 of 15 cycles were left at 12, so a#0 ends at 29; a#1 at 44.
      assert.deepEqual([...board.queue.firstFinish], [45, 22]);
    });

    it('in a circle', () => {
      const board = new Board([only('a', 1, 30), only('b', 1, 30), only('c', 1, 30)], {
        sms: 1,
        sliceCycles: 10,
      }).run({ end: 90 });
      assert.deepEqual(
        [...board.placed, ...board.resumed].map(([, , block]) => block),
        ['a#0', 'b#0', 'c#0', 'a#0', 'b#0', 'c#0'],
      );
    });

    it('and stays with the only one that runs, without moving anything', () => {
      const board = new Board([only('a', 1, 100), { ...only('b', 1, 5), startCycle: 1000 }], {
        sliceCycles: 10,
      }).run();
      assert.deepEqual(board.resumed, []);
      assert.equal(board.queue.firstFinish[0], 102);
    });
  });

  it('looks at all SMs again when a kernel starts that was still on its way', () => {
    // SM 0 has no room for a's second block and is closed; b's launch takes 50 cycles and needs little.
    const board = new Board([only('a', 2, 200, { perSm: 1 }), { ...only('b', 1, 10), startCycle: 50 }], {
      sms: 1,
    }).run();
    assert.deepEqual(board.schedule('b'), [[50, 0]]);
  });
});
