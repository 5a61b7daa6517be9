import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Op } from '../../../../src/simulator/program/image';
import { runBoard, type BoardOp, type BoardWarp } from './warpBoard';

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
  });

  it('remembers the last eight results', () => {
    const others = Array.from({ length: 7 }, () => ({ ...x, latency: 1 }));
    const { trace } = runBoard([warp('a', { ...x, latency: 20 }, ...others, after(8))]);
    assert.equal(trace, `${'a '.repeat(8)}${'- '.repeat(12)}a a`);
  });

  it('waits for its unit, at whatever number of lanes', () => {
    // Sixteen lanes take an instruction every other cycle, 64 / 3 two in three cycles.
    const half = runBoard([warp('a', { count: 3, interval: 24 })]);
    assert.equal(half.trace, 'a - a - a a');
    assert.equal(half.counters('stallPipe'), 2);
    assert.equal(half.counters('stallNotSelected'), 0);
    assert.equal(runBoard([warp('a', { count: 5, interval: 18 })]).trace, 'a a - a a - a a');
    assert.equal(runBoard([warp('a', { interval: 60 }, x, int)]).trace, 'a - - - - a a a');
  });

  it('asks for every line of its code once, of eight instructions here', () => {
    const { fetches, trace } = runBoard([warp('a', x, { count: 15 }, x)]);
    assert.equal(trace, Array.from({ length: 18 }, () => 'a').join(' '));
    assert.deepEqual(fetches, ['a0', 'a1', 'a2']);
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
      const awake: BoardOp = { kind: Op.awake, unit: 'control' };
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

  it('that is greedy keeps to a warp, then takes the oldest', () => {
    assert.equal(runBoard(three()).trace, 'a a b b c c');
    const stalls = [warp('a', x, after(1)), warp('b', x, x, x, x, x), warp('c', x)];
    // The oldest is ready again from 5 on, but the last one goes on as long as it can.
    assert.equal(runBoard(stalls).trace, 'a b b b b b b a a c c');
    // Of those that are ready the oldest is taken, though younger ones were ready earlier.
    const late = [{ ...warp('a', x, x), from: 3 }, warp('b', x, after(1), x), warp('c', x, after(1))];
    assert.equal(runBoard(late).trace, 'b c a a a b b b c c');
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
  });
});

describe('dual issue', () => {
  const two = { issuePerWarp: 2 };

  it('takes two instructions of a warp that need neither each other nor one unit', () => {
    assert.equal(runBoard([warp('a', x, int, x, int)], two).trace, 'aa aa a');
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
    policy: fc.constantFrom('gto' as const, 'lrr' as const),
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
