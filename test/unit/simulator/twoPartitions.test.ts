import assert from 'node:assert/strict';
import { parseKernelProgram, type Statement } from '../../../src/kernel/program';
import { parseScenario } from '../../../src/kernel/scenario';
import { createRun } from '../../../src/simulator/simulate';
import { resultOf } from '../../../src/simulator/run/result';
import { loadSpec, type LoadedSpec } from '../../../src/simulator/spec/loadSpec';

const LINE = 128;
/** An A100 with 16 sets in each of its 80 slices: 1.25 MiB in each half. */
const HALF_LINES = 40 * 16 * 16;

function small(more: object = {}): LoadedSpec {
  const loaded = loadSpec('a100-80gb');
  const { spec } = loaded;
  return { ...loaded, spec: { ...spec, l2: { ...spec.l2, sets: 16, ...more } } };
}

/** Cycles of a dependent load, without its loop's branch, of one thread on a ring of lines that it has gone round before. */
function chase(loaded: LoadedSpec, lines: number): number {
  const body: Statement[] = [
    { op: 'load', array: 'ring', index: `((i * 40507) % ${lines}) * 16`, into: 'next', distance: 0 },
    { op: 'compute', class: 'control', after: ['next'] },
  ];
  const cycles = (trips: number): number => {
    const program = parseKernelProgram({
      name: 'chase',
      registersPerThread: 16,
      arrays: { ring: { elementBytes: 8, elements: lines * (LINE / 8) } },
      body: [{ op: 'loop', name: 'i', trips, body }],
    });
    const apps = [{ name: 'chase', program, launch: { grid: 1, block: 1 } }];
    const run = createRun(parseScenario({ gpu: loaded.spec.id, apps }), loaded);
    run.run();
    return run.cycles;
  };
  return (cycles(lines + 2048) - cycles(lines)) / 2048 - loaded.spec.sm.branchCycles;
}

describe('an L2 cache of two halves', () => {
  it('is near up to half of it: what the other half has is copied', () => {
    assert.ok(Math.abs(chase(small(), 0.8 * HALF_LINES) - 207) < 6);
  });

  it('has far hits and reads of the near memory beyond half of it', () => {
    // Near 206, far 94 more; DRAM 550 for near and far lines in the mean, so 550 - 47 for near ones.
    const expected = (206 + 94 + 550 - 47) / 2;
    const mean = chase(small(), 1.6 * HALF_LINES);
    assert.ok(Math.abs(mean / expected - 1) < 0.08, `${mean} cycles for ${expected}`);
  });

  it('is one where the chip is not divided', () => {
    const { spec } = loadSpec('v100-sxm2');
    assert.deepEqual([spec.l2.partitions, spec.l2.farCycles], [1, 0]);
    assert.ok(Math.abs(chase(small({ partitions: 1, farCycles: 0 }), 1.6 * HALF_LINES) - 207) < 6);
  });

  it('reads anew what another kernel has written since it was copied', () => {
    const elements = 16384;
    const program = (name: string, op: 'load' | 'store') =>
      parseKernelProgram({
        name,
        registersPerThread: 16,
        arrays: { B: { elementBytes: 4, elements } },
        body: [
          op === 'load'
            ? { op, array: 'B', index: 'globalThread', cache: 'bypass', into: 'x', distance: 0 }
            : { op, array: 'B', index: 'globalThread', distance: 0 },
          { op: 'compute', class: 'control', ...(op === 'load' ? { after: ['x'] } : {}) },
        ],
      });
    const launch = { grid: elements / 256, block: 256 };
    const read = { name: 'read', program: program('read', 'load'), launch };
    const write = { name: 'write', program: program('write', 'store'), launch };
    const lastOf = (kernels: object[]): number => {
      const run = createRun(parseScenario({ gpu: 'a100-80gb', apps: [{ name: 'one', kernels }] }), small());
      run.run();
      return resultOf(run, 'finished', []).apps[0]!.kernels.at(-1)!.cycles!;
    };
    const before = lastOf([read, read, { ...read, name: 'again' }]);
    const longer = lastOf([read, write, { ...read, name: 'again' }]) - before;
    assert.ok(longer > 60 && longer < 200, `${longer} cycles longer`);
  });
});
