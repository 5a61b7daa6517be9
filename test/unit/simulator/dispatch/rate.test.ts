import assert from 'node:assert/strict';
import { parseKernelProgram } from '../../../../src/kernel/program';
import { parseScenario } from '../../../../src/kernel/scenario';
import { createRun } from '../../../../src/simulator/simulate';
import { loadSpec } from '../../../../src/simulator/spec/loadSpec';

const BLOCKS = 4000;

/** Cycles of so many blocks of a warp that does next to nothing, beside those of the launch. */
function cycles(blocksPerCycle: number): number {
  const loaded = loadSpec('v100-sxm2');
  const { launch } = loaded.spec;
  const program = parseKernelProgram({
    name: 'empty',
    registersPerThread: 16,
    arrays: {},
    body: [{ op: 'compute', class: 'integer' }],
  });
  const apps = [{ name: 'empty', program, launch: { grid: BLOCKS, block: 32 } }];
  const spec = { ...loaded.spec, launch: { ...launch, blocksPerCycle } };
  const run = createRun(parseScenario({ gpu: 'v100-sxm2', apps }), { ...loaded, spec });
  run.run();
  return run.cycles - launch.kernelCycles;
}

describe('the rate at which blocks are placed', () => {
  it('may be a fraction of one in a cycle', () => {
    for (const rate of [0.25, 0.4, 0.75]) {
      const last = BLOCKS / rate;
      const taken = cycles(rate);
      assert.ok(taken >= last && taken < last + 400, `${taken} cycles for ${BLOCKS} blocks at ${rate}`);
    }
  });

  it('may be several', () => {
    assert.ok(cycles(2) < 0.6 * cycles(1));
  });
});
