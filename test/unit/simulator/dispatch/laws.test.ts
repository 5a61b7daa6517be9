import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Board, type BoardApp, type BoardOptions } from './board';

const kernel = fc.record({
  blocks: fc.integer({ min: 1, max: 7 }),
  cycles: fc.integer({ min: 1, max: 30 }),
  warps: fc.integer({ min: 1, max: 16 }),
  registers: fc.integer({ min: 0, max: 40_000 }),
  shared: fc.integer({ min: 0, max: 40_000 }),
  perSm: fc.integer({ min: 1, max: 4 }),
});

const apps = fc
  .array(
    fc.record({
      kernels: fc.array(kernel, { minLength: 1, maxLength: 2 }),
      repeat: fc.integer({ min: 1, max: 2 }),
      startCycle: fc.integer({ min: 0, max: 40 }),
    }),
    { minLength: 1, maxLength: 3 },
  )
  .map((list) =>
    list.map((app, a): BoardApp => ({
      ...app,
      kernels: app.kernels.map((facts, k) => ({ ...facts, name: `app${a}.${k}` })),
    })),
  );

const options = fc.record({
  leftover: fc.boolean(),
  placement: fc.constantFrom('in-turn' as const, 'most-room' as const),
  blocksPerCycle: fc.integer({ min: 1, max: 3 }),
  launchCycles: fc.integer({ min: 0, max: 5 }),
  moveCycles: fc.integer({ min: 1, max: 6 }),
});

/** SMs of each application, three at least in all. */
const splits = fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 3, maxLength: 3 });

const on = (board: Board, sm: number) => board.residents.filter((block) => block.sm === sm);
const appsOn = (board: Board, sm: number) => new Set(on(board, sm).map((b) => board.kernels[b.kernel]!.app));

/** What the blocks of an SM take of each resource. */
function taken(
  board: Board,
  sm: number,
): { blocks: number; warps: number; registers: number; shared: number } {
  const sum = { blocks: 0, warps: 0, registers: 0, shared: 0 };
  for (const { kernel: k } of on(board, sm)) {
    const { warps = 1, registers = 0, shared = 0 } = board.kernels[k]!;
    sum.blocks++;
    sum.warps += warps;
    sum.registers += registers;
    sum.shared += shared;
  }
  return sum;
}

function fitsLimits({ limits }: Board, sum: ReturnType<typeof taken>): boolean {
  return (
    sum.blocks <= limits.maxBlocks &&
    sum.warps <= limits.maxThreads / 32 &&
    sum.registers <= limits.registers &&
    sum.shared <= limits.sharedBytes
  );
}

/** Tests by the definition whether a block of the kernel may go onto the SM now. */
function hasRoom(board: Board, sm: number, k: number): boolean {
  const { app, warps = 1, registers = 0, shared = 0, perSm = Infinity } = board.kernels[k]!;
  const { partition } = board;
  const own = on(board, sm).filter((b) => board.kernels[b.kernel]!.app === app).length;
  const sum = taken(board, sm);
  const after = {
    blocks: sum.blocks + 1,
    warps: sum.warps + warps,
    registers: sum.registers + registers,
    shared: sum.shared + shared,
  };
  const occupied = new Set(
    board.residents.filter((b) => board.kernels[b.kernel]!.app === app).map((b) => b.sm),
  );
  return (
    fitsLimits(board, after) &&
    board.on(sm, k).length < perSm &&
    own < partition.blockCap[app * partition.sms + sm]! &&
    (partition.exclusive[0] === 0 || on(board, sm).length === own) &&
    (own > 0 || occupied.size < partition.smCap[app]!)
  );
}

/** Fails when a block waits that could be on an SM, although the dispatcher has nothing more to do. */
function noneWaitsInVain(board: Board, leftover: boolean): void {
  const waiting = board.queue
    .byAge()
    .map((app) => board.dispatcher.savedBlocks[app]![0]?.kernel ?? board.queue.placeable(app))
    .filter((k) => k >= 0);
  for (const k of leftover ? waiting.slice(0, 1) : waiting)
    for (let sm = 0; sm < board.partition.sms; sm++)
      assert.ok(
        board.isSwitching(sm) || !hasRoom(board, sm, k),
        `${board.kernels[k]!.name} on SM ${sm} at ${board.now}`,
      );
}

/** Runs a board to its end and checks after every cycle of the dispatcher what holds in every mode of sharing. */
function lawful(
  list: readonly BoardApp[],
  how: BoardOptions,
  each: (board: Board) => void = () => undefined,
) {
  const board = new Board(list, how);
  let moved = 0;
  board.run({
    each: () => {
      for (let sm = 0; sm < board.partition.sms; sm++) {
        assert.ok(fitsLimits(board, taken(board, sm)), `SM ${sm} holds more than it has`);
        if (board.partition.exclusive[0] === 1) assert.ok(appsOn(board, sm).size <= 1, `SM ${sm} is shared`);
      }
      const placements = board.placed.length + board.resumed.length;
      if (placements === moved) noneWaitsInVain(board, how.leftover ?? false);
      moved = placements;
      each(board);
    },
  });
  assert.ok(board.queue.allFinished, 'all applications end');
  assert.deepEqual(board.residents, []);
  list.forEach(({ kernels, repeat = 1 }) => {
    for (const { name, blocks } of kernels) {
      const once = Array.from({ length: blocks }, (_, index) => `${name}#${index}`);
      const expected = Array.from({ length: repeat }, () => once).flat();
      const launched = board.placed.map(([, , block]) => block).filter((b) => b.startsWith(`${name}#`));
      assert.deepEqual(launched, expected, 'each block of each run once, in order');
    }
  });
  return board;
}

describe('laws of the block dispatcher', () => {
  it('hold when kernels share all SMs', () => {
    fc.assert(fc.property(apps, options, (list, how) => void lawful(list, { ...how, sms: 3 })));
  });

  it('hold under caps of SMs and of blocks', () => {
    const caps = fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 3, maxLength: 3 });
    fc.assert(
      fc.property(apps, options, caps, caps, (list, how, smCaps, blockCaps) => {
        const share: BoardOptions['share'] = (partition) => {
          partition.share(blockCaps.slice(0, list.length), 3);
          partition.smCap.set(smCaps.slice(0, list.length));
        };
        lawful(list, { ...how, sms: 3, share }, (board) => {
          list.forEach((_, app) => {
            const own = board.residents.filter((b) => board.kernels[b.kernel]!.app === app);
            const sms = new Set(own.map((b) => b.sm));
            assert.ok(sms.size <= smCaps[app]!, `application ${app} occupies ${sms.size} SMs`);
            for (const sm of sms)
              assert.ok(own.filter((b) => b.sm === sm).length <= blockCaps[app]!, 'within its blocks');
          });
        });
      }),
    );
  });

  it('hold when SMs change hands in the middle, by draining or by context switches', () => {
    const moves = fc.array(
      fc.record({ after: fc.integer({ min: 1, max: 40 }), to: splits, isSwitch: fc.boolean() }),
      { maxLength: 3 },
    );
    fc.assert(
      fc.property(apps, options, splits, moves, (list, how, first, plan) => {
        const at = (split: readonly number[]) => split.slice(0, list.length);
        const share: BoardOptions['share'] = (partition) => partition.assign(at(first));
        const pending = [...plan];
        let steps = 0;
        lawful(list, { ...how, sms: 9, share }, (board) => {
          const next = pending[0];
          if (next === undefined || ++steps < next.after) return;
          steps = 0;
          pending.shift();
          board.partition.reassign(at(next.to));
          at(next.to).forEach((count, app) => assert.equal(board.partition.smCount(app), count));
          if (next.isSwitch) board.dispatcher.evict();
          board.dispatcher.reconsider();
        });
      }),
    );
  });

  it('hold when applications take turns, and nobody waits for ever', () => {
    fc.assert(
      fc.property(apps, options, fc.integer({ min: 1, max: 60 }), (list, how, sliceCycles) => {
        const board = lawful(list, { ...how, sms: 2, sliceCycles });
        assert.ok(board.queue.allFinishedOnce);
      }),
    );
  });

  it('runs of kernels lie end to end: their cycles add up to when the application ends', () => {
    fc.assert(
      fc.property(apps, options, (list, how) => {
        const once = list.map((app) => ({ ...app, repeat: 1 }));
        const { queue, kernels } = lawful(once, { ...how, sms: 3 });
        once.forEach(({ startCycle }, app) => {
          const sum = kernels.reduce(
            (cycles, k, at) => cycles + (k.app === app ? queue.runCycles[at]! : 0),
            0,
          );
          assert.equal(sum, queue.firstFinish[app]! - startCycle!);
        });
      }),
    );
  });
});
