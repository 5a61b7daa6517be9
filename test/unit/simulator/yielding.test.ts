import assert from 'node:assert/strict';
import { parseScenario, type Scenario } from '../../../src/kernel/scenario';
import { loadSpec } from '../../../src/simulator/spec/loadSpec';
import { createRun, simulate } from '../../../src/simulator/simulate';
import { told } from '../../support/told';
import { alu } from './programs';

const START = 8000;
const NONE = { app: 0, sms: 0, blocks: 0 };

/** A kernel of 8 blocks an SM without an end, and one that comes at `START`. */
function scenario(yields: object, others: Partial<Scenario> = {}): Scenario {
  const block = 256;
  return parseScenario({
    gpu: 'gtx-950',
    mode: { kind: 'intra-sm', yields },
    apps: [
      { name: 'best effort', program: alu, launch: { grid: 100000, block } },
      {
        name: 'critical',
        program: { ...alu, name: 'critical' },
        launch: { grid: 12, block },
        startCycle: START,
      },
    ],
    limits: { cycles: 60000, untilFinished: 1 },
    ...others,
  });
}

/** Most blocks of both that an SM held together with fewest of the first, from some cycle on to the end. */
function residents(made: Scenario, at: number): { own: number[]; others: number[] } {
  const run = createRun(made);
  let seen: { own: number[]; others: number[] } | null = null;
  run.run({
    epochCycles: at,
    onEpoch: ({ machine }) => {
      if (seen !== null) return;
      const caps = machine.partition.blockCap;
      const { sms } = machine.partition;
      seen = { own: [...caps.subarray(0, sms)], others: [...caps.subarray(sms, 2 * sms)] };
    },
  });
  return seen!;
}

describe('an application that yields', () => {
  it('has all SMs until another comes, then gives k blocks of the first n SMs, and has them back at the end', () => {
    const yields = { app: 0, sms: 2, blocks: 3 };
    const alone = residents(scenario(yields), START - 1000);
    assert.ok(
      alone.own.every((cap) => cap >= 8),
      'everything while alone',
    );
    assert.ok(
      alone.others.every((cap) => cap === 0),
      'it holds 8 blocks of 256 threads: nothing is left of 2048',
    );
    const beside = residents(scenario(yields), START + 6000);
    assert.deepEqual([...new Set(beside.own.slice(0, 2))], [5]);
    assert.deepEqual([...new Set(beside.others.slice(0, 2))], [3]);
    assert.ok(beside.own.slice(2).every((cap) => cap >= 8));
    assert.ok(beside.others.slice(2).every((cap) => cap === 0));
    const made = scenario(yields, { limits: { cycles: 60000 } });
    const end = createRun(made);
    end.run();
    const { partition, queue } = end.machine;
    assert.ok(queue.isFinished(1));
    assert.ok(
      partition.blockCap.subarray(0, partition.sms).every((cap) => cap >= 8),
      'taken back',
    );
  });

  it('is waited for to the end of its tasks: nobody comes without a yield, sooner with more SMs', () => {
    const end = (sms: number, blocks: number): number | null =>
      simulate(scenario({ app: 0, sms, blocks }), { slowdowns: false }).apps[1]!.firstFinishCycle;
    assert.equal(end(0, 0), null, 'nothing is yielded, and nothing is free');
    const [few, more, all] = [end(2, 4)!, end(4, 4)!, end(6, 8)!];
    assert.ok(few > more && more > all, `${few} ${more} ${all}`);
  });

  it('does as many blocks as before, each with the price of a task', () => {
    const run = (yields: object | null): { ends: number; instructions: number } => {
      const made = scenario(yields ?? NONE, {
        apps: scenario({ app: 0, sms: 0, blocks: 0 })
          .apps.slice(0, 1)
          .map((app) => ({ ...app, launch: { grid: 6, block: 256 } })),
        mode: yields === null ? { kind: 'streams' } : scenario(yields).mode!,
        limits: { cycles: 1000000 },
      });
      const { apps } = simulate(made, { slowdowns: false });
      return { ends: apps[0]!.firstFinishCycle!, instructions: apps[0]!.instructions };
    };
    const plain = run(null);
    const yielding = run({ app: 0, sms: 0, blocks: 0 });
    const polling = run({ app: 0, sms: 0, blocks: 0, pollNs: 1000 });
    // One block an SM, which looks once: 1000 ns, in which nothing else runs.
    assert.ok(yielding.ends > plain.ends);
    const price = polling.ends - yielding.ends;
    const look = loadSpec('gtx-950').spec.coreClockMHz;
    assert.ok(Math.abs(price - look) < 0.05 * look, `${price} cycles for a look of ${look}`);
    // Of each block of 8 warps: 2 barriers a warp, and the first warp's atomics and division besides.
    const more = (yielding.instructions - plain.instructions) / 6;
    assert.ok(more >= 16 + 26 && more <= 16 + 60, `${more} instructions a task`);
  });

  it('comes to the same by a snapshot', () => {
    const made = scenario({ app: 0, sms: 2, blocks: 3 });
    const whole = createRun(made);
    let forked: number | null = null;
    whole.run({
      epochCycles: START + 2000,
      onEpoch: (run) => {
        if (forked !== null) return;
        const fork = run.fork();
        fork.run();
        forked = fork.cycles;
      },
    });
    assert.equal(forked, whole.cycles);
  });

  it('is refused with a reason where it cannot be', () => {
    const fault = (mode: object) => () =>
      createRun(scenario({ app: 0, sms: 1, blocks: 1 }, { mode } as Partial<Scenario>));
    assert.throws(
      fault({ kind: 'intra-sm', yields: { app: 2, sms: 1, blocks: 1 } }),
      told(/mode\.yields\.app/),
    );
    assert.throws(
      fault({ kind: 'intra-sm', yields: { app: 0, sms: 7, blocks: 1 } }),
      told(/mode\.yields\.sms/),
    );
    assert.throws(
      fault({ kind: 'intra-sm', sms: 4, yields: { app: 0, sms: 1, blocks: 1 } }),
      told(/in place of/),
    );
    assert.throws(
      () => scenario({ app: 0, sms: 1, blocks: 1 }, { limits: { instructions: 9, untilFinished: 1 } }),
      told(/limits\.cycles/),
    );
  });
});
