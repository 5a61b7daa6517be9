import assert from 'node:assert/strict';
import { parseKernelProgram } from '../../../src/kernel/program';
import { parseScenario } from '../../../src/kernel/scenario';
import { simulate } from '../../../src/simulator/simulate';
import { loadSpec } from '../../../src/simulator/spec/loadSpec';

const BLOCKS = 64;
const TIMES = 20;

/** Cycles of warps that add to elements of one line, which `index` chooses by lane, and wait for what was there. */
function cyclesOf(index: string, atomicsPerCycle: number): number {
  const program = parseKernelProgram({
    name: 'add',
    registersPerThread: 16,
    arrays: { sums: { elementBytes: 4, elements: 32 } },
    body: [
      {
        op: 'loop',
        trips: TIMES,
        body: [
          { op: 'atomic', array: 'sums', index, into: 'old' },
          { op: 'compute', class: 'integer', after: ['old'] },
        ],
      },
    ],
  });
  const app = { name: 'add', program, launch: { grid: BLOCKS, block: 32 } };
  const loaded = loadSpec('v100-sxm2');
  const spec = { ...loaded, spec: { ...loaded.spec, l2: { ...loaded.spec.l2, atomicsPerCycle } } };
  return simulate(parseScenario({ gpu: 'v100-sxm2', apps: [app] }), { spec }).cycles;
}

/** Operations of all warps, in cycles of the slice, and the cycles of the run. */
function operations(index: string, perWarp: number, atomicsPerCycle = 1): readonly [number, number] {
  const wanted = (BLOCKS * TIMES * perWarp) / atomicsPerCycle;
  return [wanted, cyclesOf(index, atomicsPerCycle)];
}

/** Launch, and atomics of a warp that wait for nothing else. */
const MOST_AROUND = 12_000;

describe('atomics on a line', () => {
  for (const [what, index, perWarp] of [
    ['one element', '0', 32],
    ['every element of the line: one operation a sector', 'threadX', 4],
    ['two elements of one sector: one operation holds both', 'threadX % 2', 16],
    ['one element of each sector: one operation each, in turn', '(threadX % 4) * 8', 32],
  ] as const)
    it(`take their turns: ${what}`, () => {
      const [wanted, cycles] = operations(index, perWarp);
      assert.ok(cycles >= wanted && cycles < wanted + MOST_AROUND, `${cycles} cycles for ${wanted}`);
    });

  it('take as long as the slice needs, fractions of a cycle too', () => {
    const [wanted, cycles] = operations('0', 32, 0.72);
    assert.ok(cycles >= wanted && cycles < wanted + MOST_AROUND, `${cycles} cycles for ${wanted}`);
  });
});
