import assert from 'node:assert/strict';
import { SteadyLaunch } from '../../../src/analysis/simulation/steadyLaunch';
import { parseKernelProgram } from '../../../src/kernel/program';
import type { ScenarioApp } from '../../../src/kernel/scenario';

const LATENCY = 1000;
const LIMIT = 200_000;

/** A launch of as many warp instructions, in blocks of one warp. */
function launchOf(instructions: number): ScenarioApp {
  const program = parseKernelProgram({
    name: 'k',
    registersPerThread: 16,
    body: [{ op: 'compute', class: 'fp32', count: 100 }],
  });
  return { name: 'k', program, launch: { grid: instructions / 100, block: 32 } };
}

/** Cycle at which a launch is left whose instructions go as `doneBy` says, and its pace. */
function leftAt(instructions: number, doneBy: (cycle: number) => number) {
  const steady = new SteadyLaunch(launchOf(instructions), LATENCY, LIMIT);
  for (let cycles = 1024; cycles <= LIMIT; cycles += 1024)
    if (!steady.goesOn({ cycles, warpInstructions: doneBy(cycles) })) return { cycles, pace: steady.pace };
  return { cycles: null, pace: steady.pace };
}

/** Three instructions a cycle, fewer while caches are cold. */
const even = (cycle: number): number => Math.max(0, 3 * (cycle - 4000));

describe('a launch that is too long to run whole', () => {
  it('is left once its pace stands still, by which the rest is reckoned', () => {
    const { cycles, pace } = leftAt(3e6, even);
    assert.ok(cycles! >= 40_000 && cycles! < 42_000, String(cycles));
    assert.ok(Math.abs(pace! - 3) < 1e-9, String(pace));
  });

  it('runs on while its pace changes', () => {
    const faster = (cycle: number): number => cycle ** 1.5 / 100;
    assert.deepEqual(leftAt(3e6, faster), { cycles: null, pace: null });
    // Half as fast from some cycle on: until that is forgotten it is not left.
    const later = (cycle: number): number =>
      even(Math.min(cycle, 30_000)) + 1.5 * Math.max(0, cycle - 30_000);
    assert.ok((leftAt(3e6, later).cycles ?? Infinity) > 60_000);
  });

  it('runs whole where it ends within the limit', () => {
    assert.equal(leftAt(5.7e5, even).cycles, null);
  });

  it('runs on where nothing is done', () => {
    assert.equal(leftAt(3e6, () => 0).cycles, null);
  });
});
