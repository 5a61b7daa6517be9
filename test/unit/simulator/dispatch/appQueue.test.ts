import assert from 'node:assert/strict';
import { StateArrays } from '../../../../src/simulator/core/stateArrays';
import { AppQueue, type AppPlan } from '../../../../src/simulator/dispatch/appQueue';
import type { CopyListener, PlannedCopy } from '../../../../src/simulator/hostlink/copyLink';
import { NEVER } from '../../../../src/simulator/core/sizes';
import { Board } from './board';

const LAUNCH = 5;
const COPY_CYCLES = 30;
const copy: PlannedCopy = { direction: 'HtoD', bytes: 1, pinned: true };

/** A host link on which a copy takes 30 cycles. */
class Link {
  readonly submitted: [app: number, cycle: number][] = [];
  private ends: { app: number; at: number }[] = [];

  submit(app: number, _: PlannedCopy, cycle: number): void {
    this.submitted.push([app, cycle]);
    this.ends.push({ app, at: cycle + COPY_CYCLES });
  }

  advance(cycle: number, listener: CopyListener): void {
    const ended = this.ends.filter(({ at }) => at <= cycle);
    this.ends = this.ends.filter(({ at }) => at > cycle);
    for (const { app } of ended) listener(app);
  }

  nextCycle(): number {
    return Math.min(Infinity, ...this.ends.map(({ at }) => at));
  }
}

/** One kernel of `blocks` blocks for each application; more with `kernels`. */
function queueOf(plans: readonly Partial<AppPlan>[], blocks: readonly number[]) {
  const link = new Link();
  const full = plans.map((plan, app): AppPlan => {
    const kernels = plan.kernels ?? [app];
    return {
      name: String(app),
      kernels,
      steps: [...kernels, null].map(() => []),
      repeat: 1,
      startCycle: 0,
      ...plan,
    };
  });
  const queue = new AppQueue(full, Int32Array.from(blocks), LAUNCH, link, new StateArrays());
  return { queue, link };
}

describe('the queue of applications', () => {
  it('counts the cycles in which an application is on no SM, up to where it is asked', () => {
    const { queue } = queueOf([{}, {}], [1, 1]);
    queue.settleWaits(7);
    assert.deepEqual([...queue.waited], [0, 0]);
    queue.offAllSms(0, 0);
    queue.offAllSms(1, 10);
    queue.settleWaits(25);
    assert.deepEqual([...queue.waited], [25, 15]);
    queue.settleWaits(30);
    assert.deepEqual([...queue.waited], [30, 20]);
    queue.onSm(1, 40);
    queue.settleWaits(50);
    assert.deepEqual([...queue.waited], [50, 30]);
  });

  it('counts on a board from the start until a block of it is placed, and while others have the SMs', () => {
    const apps = (cycles: number) =>
      ['a', 'b'].map((name) => ({ kernels: [{ name, blocks: 2, cycles, registers: 40_000 }] }));
    // On one SM: the first has it from 5 to 25, block by block, and the second one waits for that.
    const one = new Board(apps(10), { sms: 1, launchCycles: LAUNCH }).run();
    assert.deepEqual([...one.queue.waited], [0, 20]);
    // On two: the first block has left its SM in 15, the second stays until 16.
    const two = new Board(apps(10), { sms: 2, launchCycles: LAUNCH }).run({ end: 15 });
    two.queue.settleWaits(16);
    assert.equal(two.queue.waited[0], 0);
    // In turns of 30 cycles each waits for three turns of the other one, and for contexts that move.
    const options = { sms: 2, launchCycles: LAUNCH, sliceCycles: 30, moveCycles: 4 };
    for (const waited of new Board(apps(100), options).run().queue.waited)
      assert.ok(waited > 3 * 30 && waited < 3 * 30 + LAUNCH + 30 + 8 * 4, String(waited));
  });

  it('waits for nothing behind its last block', () => {
    const { queue } = queueOf([{ repeat: 2 }], [1]);
    queue.offAllSms(0, 10);
    queue.settleWaits(20);
    assert.equal(queue.blockDone(0, 0, 20), true);
    queue.settleWaits(30);
    assert.deepEqual([...queue.waited], [10]);
  });

  it('counts the cycles of a run from its launch to its last block, both included', () => {
    // On one SM: launched at 0, placed at 5, ended at 15: cycles 0 to 15 are 16. The next is launched at 16.
    const short = { name: 'short', blocks: 1, cycles: 10, perSm: 1 };
    const long = { name: 'long', blocks: 3, cycles: 10, perSm: 1 };
    const { queue } = new Board([{ kernels: [short, long], repeat: 2 }], {
      sms: 1,
      launchCycles: LAUNCH,
    }).run();
    assert.deepEqual([...queue.runs], [2, 2]);
    assert.deepEqual([...queue.runCycles], [2 * 16, 2 * 36]);
    assert.equal(queue.firstFinish[0], 16 + 36);
    assert.deepEqual([...queue.rounds], [2]);
    assert.equal(queue.changes, 2 * 2 * 2, 'each run begins and ends once');
  });

  it('starts a kernel the launch time after its application', () => {
    const { queue } = queueOf([{ startCycle: 10 }, {}], [2, 1]);
    assert.equal(queue.start(1), LAUNCH);
    assert.deepEqual([queue.isRunning(0), queue.isRunning(1), queue.placeable(1)], [false, false, -1]);
    assert.equal(queue.start(LAUNCH), 10 + LAUNCH);
    assert.deepEqual([queue.isRunning(0), queue.isRunning(1), queue.placeable(1)], [false, true, 1]);
    assert.equal(queue.changes, 1);
    assert.equal(queue.start(10 + LAUNCH), NEVER);
    assert.equal(queue.placeable(0), 0);
  });

  it('has blocks to place until the last one is placed', () => {
    const { queue } = queueOf([{}], [2]);
    queue.start(LAUNCH);
    queue.nextBlock[0]!++;
    assert.equal(queue.placeable(0), 0);
    queue.nextBlock[0]!++;
    assert.equal(queue.placeable(0), -1);
    assert.equal(queue.blockDone(0, 0, 20), false);
    assert.equal(queue.isFinished(0), false);
    assert.equal(queue.blockDone(0, 0, 30), true);
    assert.deepEqual([queue.isFinished(0), queue.allFinished, queue.allFinishedOnce], [true, true, true]);
    assert.equal(queue.isRunning(0), false);
    assert.equal(queue.runCycles[0], 31);
    assert.equal(queue.firstFinish[0], 31);
  });

  it('repeats for ever without being finished, and remembers its first end', () => {
    const { queue } = queueOf([{ repeat: Infinity }], [1]);
    assert.equal(queue.allFinishedOnce, false);
    for (const now of [10, 20, 30]) {
      queue.start(now);
      queue.nextBlock[0]!++;
      queue.blockDone(0, 0, now);
    }
    assert.deepEqual([queue.allFinished, queue.allFinishedOnce], [false, true]);
    assert.equal(queue.firstFinish[0], 11);
    assert.deepEqual([...queue.rounds], [3]);
    // 0 to 10, 11 to 20, 21 to 30.
    assert.deepEqual([queue.runs[0], queue.runCycles[0]], [3, 31]);
  });

  it('orders applications by the start of their launches, not by their numbers', () => {
    const { queue } = queueOf([{ startCycle: 8 }, {}, {}], [1, 1, 1]);
    assert.deepEqual(queue.byAge(), [1, 2, 0]);
  });

  it('lets a launch that was relaunched go behind those that came before', () => {
    const { queue } = queueOf([{ repeat: 2 }, {}], [1, 1]);
    assert.deepEqual(queue.byAge(), [0, 1]);
    queue.start(LAUNCH);
    queue.nextBlock[0]!++;
    queue.blockDone(0, 0, 12);
    assert.deepEqual(queue.byAge(), [1, 0]);
  });

  it('orders launches of one cycle as they were made', () => {
    const { queue } = queueOf([{ repeat: 2 }, { repeat: 2 }], [1, 1]);
    queue.start(LAUNCH);
    queue.blockDone(1, 1, 12);
    queue.blockDone(0, 0, 12);
    assert.deepEqual(queue.byAge(), [1, 0]);
  });

  it('has ended when the last application has', () => {
    const { queue } = queueOf([{}, {}], [1, 1]);
    queue.start(LAUNCH);
    queue.blockDone(1, 1, 12);
    assert.deepEqual([queue.allFinished, queue.allFinishedOnce], [false, false]);
    queue.blockDone(0, 0, 13);
    assert.deepEqual([queue.allFinished, queue.allFinishedOnce], [true, true]);
  });

  it('lets the host work between copies, and two stretches of it one behind the other', () => {
    const gap = (gapCycles: number) => ({ gapCycles });
    const { queue, link } = queueOf([{ steps: [[gap(10), copy, gap(7), gap(3)], []] }], [1]);
    assert.equal(queue.start(0), 10);
    queue.start(10);
    assert.deepEqual(link.submitted, [[0, 10]]);
    assert.equal(queue.start(40), 47);
    assert.equal(queue.start(47), 50);
    assert.equal(queue.start(50), 50 + LAUNCH);
    queue.start(50 + LAUNCH);
    assert.equal(queue.isRunning(0), true);
    assert.equal(queue.copyCycles[0], 30);
  });

  it('copies before its kernel, one copy behind the other, and behind its last', () => {
    const { queue, link } = queueOf([{ startCycle: 3, steps: [[copy, copy], [copy]] }], [1]);
    assert.equal(queue.start(1), 3);
    assert.deepEqual(link.submitted, []);
    assert.equal(queue.start(3), 3 + COPY_CYCLES);
    assert.deepEqual(link.submitted, [[0, 3]]);
    assert.equal(queue.start(20), 33);
    assert.equal(queue.start(33), 63);
    assert.deepEqual(link.submitted.slice(1), [[0, 33]]);
    assert.deepEqual([queue.copiesDone[0], queue.copyCycles[0]], [1, 30]);
    assert.equal(queue.isRunning(0), false);
    assert.equal(queue.start(63), 63 + LAUNCH);
    assert.equal(queue.launchedAt[0], 63);
    queue.start(68);
    assert.equal(queue.isRunning(0), true);
    queue.nextBlock[0]!++;
    queue.blockDone(0, 0, 80);
    assert.equal(queue.runCycles[0], 81 - 63);
    assert.deepEqual([queue.isRunning(0), queue.isFinished(0)], [false, false]);
    queue.start(81);
    assert.deepEqual(link.submitted.at(-1), [0, 81]);
    queue.start(111);
    assert.deepEqual([queue.copiesDone[0], queue.copyCycles[0]], [3, 90]);
    assert.deepEqual([queue.isFinished(0), queue.firstFinish[0]], [true, 111]);
  });

  it('looks at the link at the earliest a cycle later', () => {
    const { queue, link } = queueOf([{ steps: [[copy], []] }], [1]);
    queue.start(1);
    assert.equal(queue.start(30), 31);
    link.nextCycle = () => 20;
    assert.equal(queue.start(30), 31);
  });
});
