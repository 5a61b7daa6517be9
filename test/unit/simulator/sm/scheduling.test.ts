import assert from 'node:assert/strict';
import fc from 'fast-check';
import { StateArrays } from '../../../../src/simulator/core/stateArrays';
import type { ProgramImage } from '../../../../src/simulator/program/imageTables';
import { Op } from '../../../../src/simulator/program/operations';
import { NEVER } from '../../../../src/simulator/core/sizes';
import { Schedulers } from '../../../../src/simulator/sm/schedulers';
import { W, WARP_SHIFT, WarpState, WarpStatus } from '../../../../src/simulator/sm/warpState';
import type { SimulatorSpec } from '../../../../src/simulator/spec/simulatorSpec';
import { chipSpecOf } from '../../../support/chipParts';
import { boardSpec, runBoard, type BoardOp, type BoardWarp } from './warpBoard';

const x: BoardOp = {};
const int: BoardOp = { unit: 'integer' };
const exit: BoardOp = { kind: Op.exit, unit: 'control' };
const load = (token: number): BoardOp => ({ kind: Op.load, unit: 'memory', token });
const store: BoardOp = { kind: Op.store, unit: 'memory' };
const after = (distance: number): BoardOp => ({ distance });
const warp = (name: string, ...ops: readonly BoardOp[]): BoardWarp => ({ name, ops: [...ops, exit] });

describe('a warp alone', () => {
  it('issues an instruction a cycle as long as none needs another', () => {
    const { trace, ends, counters } = runBoard([warp('a', x, x, { count: 2 })]);
    assert.equal(trace, 'a a a a a');
    assert.equal(ends['a'], 5);
    assert.deepEqual([counters('fp32'), counters('fp32Threads')], [5, 5 * 32]);
    assert.deepEqual([counters('stallDependency'), counters('stallNotSelected')], [0, 0]);
  });

  it('waits for the result that it needs, and counts that', () => {
    const one = runBoard([warp('a', x, after(1))]);
    assert.equal(one.trace, 'a - - - a a');
    assert.equal(one.counters('stallDependency'), 3);
    assert.equal(runBoard([warp('a', x, x, after(2))]).trace, 'a a - - a a');
    assert.equal(runBoard([warp('a', { count: 3, distance: 1, latency: 2 })]).trace, 'a - a - a a');
    assert.equal(runBoard([warp('a', { count: 3, distance: 1, latency: 1 })]).trace, 'a a a a');
    const last = [{ latency: 1 }, { latency: 1 }, { latency: 9 }, after(1)];
    assert.equal(runBoard([warp('a', ...last)]).trace, `a a a ${'- '.repeat(8)}a a`);
  });

  it('waits for any latency that a class has', () => {
    for (const latency of [510, 511, 512, 513, 514, 900]) {
      const spec = (own: SimulatorSpec) => {
        const fp32 = { ...own.sm.classes.fp32, latencyCycles: latency };
        return { ...own, sm: { ...own.sm, classes: { ...own.sm.classes, fp32 } } };
      };
      assert.equal(runBoard([warp('a', { latency }, after(1))], { spec }).ends['a'], 1 + latency + 1);
    }
  });

  it('remembers the last eight results', () => {
    const others = Array.from({ length: 7 }, () => ({ ...x, latency: 1 }));
    const { trace } = runBoard([warp('a', { ...x, latency: 20 }, ...others, after(8))]);
    assert.equal(trace, `${'a '.repeat(8)}${'- '.repeat(12)}a a`);
    // Who needs none waits for none, though the first is still on its way.
    const none = runBoard([warp('a', { ...x, latency: 40 }, { count: 12 })]);
    assert.equal(none.ends['a'], 14);
  });

  it('waits for its unit, at whatever number of lanes', () => {
    // Sixteen lanes take an instruction every other cycle, 64 / 3 two in three cycles.
    const half = runBoard([warp('a', { count: 3, interval: 24 })]);
    assert.equal(half.trace, 'a - a - a a');
    assert.equal(half.counters('stallPipe'), 2);
    assert.equal(half.counters('stallNotSelected'), 0);
    assert.equal(runBoard([warp('a', { count: 5, interval: 18 })]).trace, 'a a - a a - a a');
    assert.equal(runBoard([warp('a', { interval: 60 }, x, int)]).trace, 'a - - - - a a a');
    assert.equal(runBoard([warp('a', { ...int, count: 3, interval: 24 })]).trace, 'a - a - a a');
    const idle = runBoard([warp('a', { ...int, count: 9 }, { count: 2, interval: 24 })]);
    assert.equal(idle.trace, `${'a '.repeat(10)}- a a`);
  });

  it('asks for every line of its code once, of eight instructions here', () => {
    const { fetches, trace } = runBoard([warp('a', x, { count: 15 }, x)]);
    assert.equal(trace, Array.from({ length: 18 }, () => 'a').join(' '));
    assert.deepEqual(fetches, ['a0:0', 'a1:8', 'a2:16']);
  });

  it('stays for what it stored to leave', () => {
    const { trace, counters } = runBoard([warp('a', store)]);
    assert.equal(trace, 'a - - - - - a');
    assert.equal(counters('stallMemory'), 5);
    // Six instructions later nothing is left to wait for.
    assert.equal(runBoard([warp('a', store, { count: 5 })]).trace, 'a a a a a a a');
    assert.equal(runBoard([warp('a', { ...store, kind: Op.atomic })]).trace, 'a - - - - - a');
    assert.equal(runBoard([warp('a', load(0))]).trace, 'a a');
  });

  it('sleeps for as long as it is told, beyond the wheel too', () => {
    for (const latency of [10, 3000]) {
      const sleep: BoardOp = { kind: Op.sleep, unit: 'control', latency };
      const awake: BoardOp = { kind: latency === 10 ? Op.awake : Op.loop, unit: 'control' };
      const { ends, counters } = runBoard([warp('a', sleep, awake, x)]);
      // Slept from cycle 1 on, it passes the marker in the first cycle, and takes two for what is behind it.
      assert.equal(ends['a'], 1 + latency + 2);
      assert.equal(counters('fp32'), 3);
      assert.equal(counters('stallBarrier'), latency);
    }
  });
});

describe('loads', () => {
  it('hold up only who needs their value, until it is there', () => {
    const { trace, counters } = runBoard([warp('a', load(0), x, { wait: [0] })]);
    // Issued in 1, replied in 21, there in 22.
    assert.equal(trace, `a a ${'- '.repeat(19)}a a`);
    assert.equal(counters('stallMemory'), 19);
  });

  it('that have replied before are waited for as long as their value is on its way', () => {
    const options = { loadCycles: 3, valueCycles: 6 };
    // Replied in 4, there in 10: needed from 3 or from 6 on, the value is the same.
    assert.equal(runBoard([warp('a', load(0), x, { wait: [0] })], options).trace, `a a ${'- '.repeat(7)}a a`);
    const late = runBoard([warp('a', load(0), { count: 4 }, { wait: [0] })], options);
    assert.equal(late.trace, `a a a a a ${'- '.repeat(4)}a a`);
    assert.equal(late.counters('stallMemory'), 4);
    const later = runBoard([warp('a', load(0), { count: 9 }, { wait: [0] })], options);
    assert.equal(later.trace, Array.from({ length: 12 }, () => 'a').join(' '));
    assert.equal(later.counters('stallMemory'), 0);
  });

  it('are all waited for that are needed, and no other', () => {
    const both = runBoard([warp('a', load(0), load(5), { wait: [0, 5] })]);
    assert.equal(both.trace, `a a ${'- '.repeat(20)}a a`);
    const first = runBoard([warp('a', load(0), load(5), { wait: [0] })]);
    assert.equal(first.trace, `a a ${'- '.repeat(19)}a a`);
    // Behind the value stands a result that takes longer.
    const slow = runBoard([warp('a', load(0), { latency: 40 }, { wait: [0], distance: 1 })]);
    assert.equal(slow.trace, `a a ${'- '.repeat(39)}a a`);
  });

  it('of several requests are there with the latest value, whichever comes first', () => {
    const replies = [
      [3, 20],
      [9, 1],
    ] as const;
    for (const order of [replies, replies.toReversed()]) {
      const two = { ...load(0), replies: order };
      assert.equal(runBoard([warp('a', two, x, { wait: [0] })]).ends['a'], 1 + 3 + 20 + 1);
    }
    const late = {
      ...load(0),
      replies: [
        [3, 1],
        [30, 1],
      ] as const,
    };
    assert.equal(runBoard([warp('a', late, x, { wait: [0] })]).ends['a'], 1 + 30 + 1 + 1);
  });

  it('that take long are waited for, whoever wakes in the meantime', () => {
    // The chain wakes every 128 cycles, so also whole turns of the wheel after the other warp began.
    const chain = { count: 16, distance: 1, latency: 128 };
    const waits = warp('a', { ...load(0), replies: [[1900, 1]] }, { wait: [0] });
    const both = [
      { ...waits, from: 129, scheduler: 1 },
      { ...warp('b', chain), scheduler: 1 },
    ];
    assert.deepEqual(runBoard(both, { schedulers: 2 }).ends, { a: 130 + 1901 + 1, b: 1 + 15 * 128 + 1 });
  });

  it('that come while the warp waits at a barrier do not wake it', () => {
    const barrier: BoardOp = { kind: Op.barrier, unit: 'control' };
    const { ends } = runBoard([warp('a', load(0), barrier, x), warp('b', { count: 60 }, barrier, x)]);
    // The other one begins in 3 and arrives in 63: both go on from 68 on, one after the other.
    assert.deepEqual(ends, { b: 69, a: 71 });
  });

  it('wait for room in the queue, and let arithmetic pass', () => {
    const options = { memoryQueue: 2, queueCycles: 10 };
    // Full from 2 on; in 11 one leaves, and in 21 another.
    const alone = runBoard([warp('a', load(0), load(1), load(2), load(3))], options);
    assert.equal(alone.trace, `a a ${'- '.repeat(9)}a ${'- '.repeat(9)}a a`);
    assert.equal(alone.counters('stallThrottle'), 18);
    const beside = runBoard([warp('a', load(0), load(1), load(2)), warp('b', x, x)], options);
    assert.equal(beside.trace, `a a b b b ${'- '.repeat(6)}a a`);
  });
});

describe('a scheduler with several warps', () => {
  const three = (): BoardWarp[] => [
    { ...warp('a', x), bit: 5 },
    { ...warp('b', x), bit: 3 },
    { ...warp('c', x), bit: 1 },
  ];

  /** To another place than the first, which counts as the last that issued at the start. */
  const moved = (one: BoardWarp, i: number): BoardWarp => ({ ...one, bit: i + 1 });

  it('that is greedy keeps to a warp, then takes the oldest', () => {
    assert.equal(runBoard(three()).trace, 'a a b b c c');
    const stalls = [warp('a', x, after(1)), warp('b', x, x, x, x, x), warp('c', x)];
    // The oldest is ready again from 5 on, but the last one goes on as long as it can.
    assert.equal(runBoard(stalls).trace, 'a b b b b b b a a c c');
    // Of those that are ready the oldest is taken, though younger ones were ready earlier.
    const late = [{ ...warp('a', x, x), from: 3 }, warp('b', x, after(1), x), warp('c', x, after(1))];
    assert.equal(runBoard(late).trace, 'b c a a a b b b c c');
  });

  it('that prefers the youngest keeps to a warp, too, as long as that goes on in every cycle', () => {
    const options = { policy: 'gty' } as const;
    assert.equal(runBoard(three(), options).trace, 'c c b b a a');
    const stalls = [warp('a', x), warp('b', x, x, x, x, x), warp('c', x, after(1))].map(moved);
    // The youngest is ready again from 5 on, but the last one goes on as long as it can.
    assert.equal(runBoard(stalls, options).trace, 'c b b b b b b c c a a');
  });

  it('that prefers the youngest does so within a block, and the older block to the younger', () => {
    const options = { policy: 'gty' } as const;
    const blocks = [warp('a', x), warp('b', x), { ...warp('c', x), block: 1 }, { ...warp('d', x), block: 1 }];
    assert.equal(runBoard(blocks.map(moved), options).trace, 'b b a a d d c c');
  });

  it('that goes round takes the next place', () => {
    assert.equal(runBoard(three(), { policy: 'lrr' }).trace, 'c b a c b a');
    const last = [
      { ...warp('a', x, x), bit: 31 },
      { ...warp('b', x, x), bit: 30 },
    ];
    assert.equal(runBoard(last, { policy: 'lrr' }).trace, 'b a b a b a');
  });

  it('issues what finds its unit free', () => {
    const twice = { count: 2, interval: 24 };
    assert.equal(runBoard([warp('a', twice), warp('b', int, int)]).trace, 'a b b b a a');
    assert.equal(runBoard([warp('a', twice), warp('b', int, int)], { policy: 'lrr' }).trace, 'b a b a b a');
    // One unit that is free again says nothing of another.
    const apart = runBoard([
      warp('a', { ...int, count: 2, interval: 96 }),
      warp('b', { count: 3, interval: 24 }),
    ]);
    assert.equal(apart.trace, 'a b - b - b b - a a');
    // Both wait for the same unit until it takes one of them.
    const both = runBoard([warp('a', { count: 2, interval: 36 }), warp('b', { interval: 36 })]);
    assert.equal(both.trace, 'a - - a a - b b');
  });

  it('counts why a ready warp has to wait: another one, or its unit', () => {
    const other = runBoard([warp('a', int, int), warp('b', x)]);
    assert.equal(other.trace, 'a a a b b');
    assert.deepEqual([other.counters('stallNotSelected'), other.counters('stallPipe')], [3, 0]);
    // As long as its unit works for the other one it waits for that, in 1 and 2; in 3 the other one is chosen.
    const same = runBoard([warp('a', x, x), warp('b', x)]);
    assert.equal(same.trace, 'a a a b b');
    assert.deepEqual([same.counters('stallNotSelected'), same.counters('stallPipe')], [1, 2]);
    const full = { memoryQueue: 1, queueCycles: 50 };
    const beside = runBoard([warp('a', load(0), int, int, int), warp('b', x)], full);
    assert.equal(beside.trace, 'a a a a a b b');
    assert.deepEqual([beside.counters('stallNotSelected'), beside.counters('stallThrottle')], [5, 0]);
    const room = runBoard([warp('a', x, x, x), warp('b', load(0))]);
    assert.deepEqual([room.counters('stallNotSelected'), room.counters('stallThrottle')], [4, 0]);
    const unit = runBoard([warp('a', { interval: 36 }), warp('b', { interval: 36 })]);
    // In 2 the first one ends; the second waits for the first in 1, and for its unit in 2 and 3.
    assert.equal(unit.trace, 'a a - b b');
    assert.equal(unit.counters('stallNotSelected') + unit.counters('stallPipe'), 3);
    assert.equal(unit.counters('stallPipe'), 3);
  });

  it('takes another warp while the code of one comes', () => {
    const cold = [{ ...warp('a', x), fetchedAt: 6 }, warp('b', x, x)];
    assert.equal(runBoard(cold).trace, 'b b b - - a a');
    assert.equal(runBoard([{ ...warp('a', x), fetchedAt: 6 }]).trace, '- - - - - a a');
  });

  it('lets all of a block go on from a barrier', () => {
    const barrier: BoardOp = { kind: Op.barrier, unit: 'control' };
    const { trace, counters } = runBoard([warp('a', barrier, x), warp('b', x, x, barrier, x)]);
    // The last one arrives in 4, and five cycles later both can go on.
    assert.equal(trace, 'a b b b - - - - b b a a');
    assert.equal(counters('stallBarrier'), 7 + 4);
    // What the next instruction needs may be there before the others are.
    const early = [warp('a', { latency: 30 }, barrier, after(2)), warp('b', { count: 60 }, barrier, x)];
    assert.deepEqual(runBoard(early).ends, { b: 69, a: 71 });
  });
});

describe('several schedulers', () => {
  it('issue side by side, each from its own warps and units', () => {
    const warps = [
      { ...warp('a', x, { interval: 36 }, x), scheduler: 0, bit: 0 },
      { ...warp('b', x, x), scheduler: 1, bit: 0 },
      { ...warp('c', x), scheduler: 1, bit: 1 },
    ];
    assert.equal(runBoard(warps, { schedulers: 2 }).trace, 'ab ab b c ac a');
    const four = ['a', 'b', 'c', 'd'].map((name, scheduler) => ({ ...warp(name, x, after(1)), scheduler }));
    assert.equal(runBoard(four, { schedulers: 4 }).trace, 'abcd - - - abcd abcd');
    // Only as many are looked at as there are.
    assert.throws(() => runBoard(four, { schedulers: 3 }), /hangs/);
  });
});

describe('dual issue', () => {
  const two = { issuePerWarp: 2 };

  it('takes two instructions of a warp that need neither each other nor one unit', () => {
    const pairs = runBoard([warp('a', x, int, x, int)], two);
    assert.equal(pairs.trace, 'aa aa a');
    // From cycle 0 on it waited for its start, and for nothing else.
    assert.deepEqual([pairs.counters('stallLaunch'), pairs.counters('stallNotSelected')], [1, 0]);
    // A result that has been there for long holds up nothing.
    const old = Array.from({ length: 5 }, (_, i) => ({ ...(i % 2 === 0 ? x : int), latency: 1 }));
    assert.equal(runBoard([warp('a', ...old, { ...int, distance: 4 })], two).trace, 'aa aa aa a');
    assert.equal(runBoard([warp('a', x, { ...int, interval: 24 }, x, int)], two).trace, 'aa a a a');
    // One a cycle stays one a cycle, also where the next one's operand is there just now.
    const just = [{ latency: 3 }, int, int, { unit: 'special' } as const, { ...int, distance: 4 }];
    assert.equal(runBoard([warp('a', ...just)]).trace, 'a a a a a a');
    const constant: BoardOp = { kind: Op.constantLoad, unit: 'memory', token: 0 };
    assert.equal(runBoard([warp('a', x, constant)], two).trace, 'aa a');
    assert.equal(runBoard([warp('a', load(0), int)], { ...two, memoryQueue: 1 }).trace, 'aa a');
    assert.equal(runBoard([warp('a', x, x, int)], two).trace, 'a aa a');
    assert.equal(runBoard([warp('a', x, { ...int, distance: 1 })], two).trace, 'a - - - a a');
    assert.equal(
      runBoard([warp('a', x, load(0), { ...int, wait: [0] })], two).trace,
      `aa ${'- '.repeat(20)}a a`,
    );
    assert.equal(runBoard([warp('a', x, int, { unit: 'special' })], two).trace, 'aa a a');
    assert.equal(runBoard([warp('a', x, int, { unit: 'special' })], { issuePerWarp: 3 }).trace, 'aaa a');
  });

  it('ends at barriers, the end of a line of code, and a full queue', () => {
    const barrier: BoardOp = { kind: Op.barrier, unit: 'control' };
    assert.equal(runBoard([warp('a', x, barrier, int)], two).trace, 'a a - - - - a a');
    const line = Array.from({ length: 5 }, () => [x, int]).flat();
    assert.equal(runBoard([warp('a', ...line)], two).trace, 'aa aa aa aa aa a');
    const odd = runBoard([warp('a', x, x, int, x, int, x, int, x, int)], two);
    // The ninth instruction begins a line: it comes a cycle later than the eighth.
    assert.equal(odd.trace, 'a aa aa aa a a a');
    const full = { ...two, memoryQueue: 1, queueCycles: 4 };
    assert.equal(
      runBoard([warp('a', load(0), load(1)), warp('b', x, load(2))], full).trace,
      'a b - - - b b - - - a a',
    );
  });
});

describe('an SM that is only looked at when it says', () => {
  const op = fc.oneof(
    fc.record({
      unit: fc.constantFrom('fp32', 'integer', 'special'),
      latency: fc.constantFrom(1, 2, 4, 30, 300),
      interval: fc.constantFrom(12, 18, 24, 96),
      count: fc.integer({ min: 1, max: 12 }),
      distance: fc.integer({ min: 0, max: 3 }),
    }),
    fc.record({ token: fc.nat(3) }).map(({ token }) => load(token)),
    fc.record({ token: fc.nat(3) }).map(({ token }) => ({ ...int, wait: [token] })),
    fc.constant(store),
    fc
      .integer({ min: 1, max: 3000 })
      .chain((latency) => fc.constant({ kind: Op.sleep, unit: 'control', latency })),
  ) as fc.Arbitrary<BoardOp>;
  const awake: BoardOp = { kind: Op.awake, unit: 'control' };
  const program = fc
    .array(op, { minLength: 1, maxLength: 8 })
    .map((ops) => ops.flatMap((one) => (one.kind === Op.sleep ? [one, awake] : [one])));
  const board = fc.record({
    programs: fc.array(program, { minLength: 1, maxLength: 6 }),
    policy: fc.constantFrom('gto' as const, 'gty' as const, 'lrr' as const),
    issuePerWarp: fc.constantFrom(1, 2),
    memoryQueue: fc.constantFrom(1, 3),
    queueCycles: fc.constantFrom(1, 7),
    schedulers: fc.constantFrom(1, 2),
  });

  it('does the same as one that is looked at in every cycle', () => {
    fc.assert(
      fc.property(board, ({ programs, ...options }) => {
        const warps = programs.map((ops, i) => ({
          ...warp(String.fromCharCode(97 + i), ...ops),
          scheduler: i % options.schedulers,
          from: 1 + 3 * i,
        }));
        const every = runBoard(warps, options);
        const seldom = runBoard(warps, { ...options, everyCycle: false });
        assert.equal(seldom.trace, every.trace);
        assert.deepEqual(seldom.ends, every.ends);
      }),
      { numRuns: 40 },
    );
  });
});

const NO_CODE = { ops: new Int32Array(16) } as unknown as ProgramImage;

describe('a warp that is taken off its scheduler', () => {
  let warps: WarpState;
  let schedulers: Schedulers;
  beforeEach(() => {
    const state = new StateArrays();
    const spec = boardSpec({ schedulers: 2 });
    warps = new WarpState(spec.sms, state);
    schedulers = new Schedulers(chipSpecOf(spec), NO_CODE, warps, state);
  });
  /** The warps of the second scheduler of the second SM. */
  const [first, second] = [160, 161];
  const statusOf = (one: number) => warps.words[(one << WARP_SHIFT) + W.status];

  it('neither issues nor wakes, while others do', () => {
    schedulers.wakeAt(first, 10);
    schedulers.wakeAt(second, 10);
    schedulers.stop(first);
    assert.deepEqual([statusOf(first), statusOf(second)], [WarpStatus.stopped, WarpStatus.running]);
    assert.equal(schedulers.nextWake(1, 3), 10);
    schedulers.wake(1, 10);
    assert.equal(schedulers.ready[first >> 5], 1 << (second & 31));
    schedulers.stop(second);
    assert.equal(schedulers.ready[first >> 5], 0);
    assert.equal(schedulers.nextWake(1, 10), NEVER);
  });

  it('wakes after whatever shared memory takes with conflicts', () => {
    const spec = boardSpec({ spec: (own) => ({ ...own, sm: { ...own.sm, sharedLatencyCycles: 300 } }) });
    const state = new StateArrays();
    const own = new Schedulers(chipSpecOf(spec), NO_CODE, new WarpState(spec.sms, state), state);
    own.wakeAt(first, 7 + 300 + 64 * 4);
    assert.equal(own.nextWake(1, 7), 7 + 300 + 64 * 4);
  });

  it('does not wake from sleep either', () => {
    schedulers.sleep(first, 5000);
    schedulers.sleep(second, 6000);
    assert.equal(warps.words[(first << WARP_SHIFT) + W.readyAt], 5000);
    assert.equal(schedulers.nextWake(1, 20), 5000);
    schedulers.stop(first);
    schedulers.ring(1, 5000);
    assert.equal(schedulers.ready[first >> 5], 0);
    assert.equal(schedulers.nextWake(1, 5000), 6000);
    schedulers.ring(1, 6000);
    assert.equal(schedulers.ready[first >> 5], 1 << (second & 31));
  });
});
