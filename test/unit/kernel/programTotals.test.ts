import assert from 'node:assert/strict';
import { programTotals } from '../../../src/kernel/totals/programTotals';
import { measureKernel } from '../../../src/fitting/measure';
import { parseKernelProgram } from '../../../src/kernel/program';
import { InputError } from '../../../src/kernel/result';
import { loadSpec } from '../../../src/simulator/spec/loadSpec';

const loaded = loadSpec('gtx-950');
const launch = { grid: [9, 5, 1], block: [40, 3, 1], sharedBytes: 256 } as const;

const program = parseKernelProgram({
  name: 'all kinds of control flow',
  registersPerThread: 20,
  parameters: { n: 3000, rounds: 6 },
  arrays: { a: { elementBytes: 4, elements: 8192 }, s: { elementBytes: 4, elements: 64, space: 'shared' } },
  body: [
    {
      op: 'if',
      condition: 'globalThread < n',
      then: [{ op: 'load', array: 'a', index: 'globalThread', into: 'x' }],
    },
    {
      op: 'loop',
      name: 'i',
      trips: 'rounds * 2',
      body: [
        { op: 'compute', class: 'fp32', count: 'rounds' },
        {
          op: 'if',
          condition: 'i < 5',
          then: [{ op: 'compute', class: 'integer', count: 3 }],
          else: [{ op: 'compute', class: 'fp64' }],
        },
        {
          op: 'loop',
          name: 'j',
          trips: { start: 'i', below: 12, step: 2 },
          body: [{ op: 'compute', class: 'control' }],
        },
      ],
    },
    {
      op: 'loop',
      trips: { start: 'threadX', below: 33, step: 7 },
      body: [{ op: 'compute', class: 'conversion' }],
    },
    { op: 'loop', trips: { uniform: [2, 10] }, body: [{ op: 'compute', class: 'special', count: 4 }] },
    {
      op: 'if',
      condition: { probability: 0.3, scope: 'warp' },
      then: [{ op: 'compute', class: 'fp16', count: 7 }],
    },
    { op: 'if', condition: { probability: 0.1 }, then: [{ op: 'compute', class: 'tensor', count: 2 }] },
    { op: 'store', array: 's', index: 'thread % 64' },
    { op: 'barrier' },
    { op: 'atomic', array: 'a', index: 'block' },
  ],
});

describe('the totals of a program', () => {
  it('are those of a block of any length, without a look at each of its warps', () => {
    const copy = parseKernelProgram({
      name: 'copy',
      registersPerThread: 8,
      arrays: { a: { elementBytes: 4, elements: 64 } },
      body: [
        {
          op: 'if',
          condition: 'threadX % 2 == 0',
          then: [{ op: 'load', array: 'a', index: 'threadX % 64', into: 'x' }],
        },
      ],
    });
    // As an unsigned number that was meant to be -1 asks for; its warps one by one would take minutes.
    const block = [2 ** 32 - 32, 1, 1] as const;
    const { threads } = programTotals(copy, { grid: [1000, 1, 1], block, sharedBytes: 0 });
    const half = (1000 * block[0]) / 2;
    const loads = Math.max(...Object.values(threads).filter((count) => Math.abs(count / half - 1) < 0.5));
    assert.ok(Math.abs(loads / half - 1) < 1e-9, JSON.stringify(threads));
  });

  const totals = programTotals(program, launch, { n: 2000 });
  const { counters } = measureKernel(program, launch, loaded, {
    budgetCycles: 1e7,
    seed: 4,
    arguments: { n: 2000 },
  });

  it('are those of the simulation wherever nothing is drawn', () => {
    const { warps, threads } = totals;
    assert.equal(warps.globalLoad, counters.globalLoad);
    assert.equal(threads.globalLoad, counters.globalLoadThreads);
    assert.equal(threads.globalLoad, 2000);
    for (const name of ['fp32', 'integer', 'fp64', 'control', 'conversion'] as const) {
      assert.ok(
        Math.abs(warps[name]! - counters[name]) < 1e-6 * counters[name],
        `${name}: ${warps[name]} ${counters[name]}`,
      );
      // Every warp leaves with all of its lanes, which the simulator counts as one control instruction.
      const own = counters[`${name}Threads`];
      assert.ok(Math.abs(threads[name]! - own) < 1e-6 * own, `${name} threads: ${threads[name]} ${own}`);
    }
    assert.equal(warps.sharedStore, counters.sharedStore);
    assert.equal(warps.barrier, counters.barrier);
    assert.equal(warps.atomic, counters.globalAtomic);
  });

  it('have two barriers of the block where all blocks wait for each other, as the simulation', () => {
    const meet = parseKernelProgram({
      name: 'meet',
      registersPerThread: 16,
      body: [{ op: 'loop', trips: 3, body: [{ op: 'barrier', scope: 'grid' }, { op: 'barrier' }] }],
    });
    const simulated = measureKernel(meet, launch, loaded, { budgetCycles: 1e7, seed: 4 }).counters;
    const { warps } = programTotals(meet, launch);
    assert.equal(warps.barrier, 3 * 3 * 45 * 4);
    assert.equal(simulated.barrier, warps.barrier);
  });

  it('are the expected ones where trips and branches are drawn', () => {
    const near = (name: 'special' | 'fp16' | 'tensor', share: number) => {
      const error = totals.warps[name]! / counters[name] - 1;
      assert.ok(Math.abs(error) < share, `${name}: ${totals.warps[name]} against ${counters[name]}`);
    };
    near('special', 0.1);
    near('fp16', 0.3);
    near('tensor', 0.1);
    assert.ok(Math.abs(totals.threads.tensor! / counters.tensorThreads - 1) < 0.15);
  });

  it('name what they cannot evaluate', () => {
    const broken = parseKernelProgram({
      name: 'b',
      registersPerThread: 8,
      body: [{ op: 'loop', trips: 'unknown', body: [{ op: 'barrier' }] }],
    });
    assert.throws(
      () => programTotals(broken, launch),
      (error) => error instanceof InputError && /unknown/.test(error.message),
    );
  });
});
