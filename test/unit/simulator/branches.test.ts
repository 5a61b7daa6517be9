import assert from 'node:assert/strict';
import { parseKernelProgram, type Statement } from '../../../src/kernel/program';
import { parseScenario } from '../../../src/kernel/scenario';
import { createRun } from '../../../src/simulator/simulate';
import { loadSpec } from '../../../src/simulator/spec/loadSpec';

const gpu = 'rtx-5090';
const loaded = loadSpec(gpu);
const own = { ...loaded, spec: { ...loaded.spec, sms: 1 } };
const { branchCycles, barrierCycles } = own.spec.sm;

/** Cycles that a round of a loop takes one block of `block` threads, in the long run. */
function roundOf(body: readonly Statement[], block = 32): number {
  const cyclesOf = (trips: number): number => {
    const loop: Statement = { op: 'loop', name: 'i', trips, body };
    const program = parseKernelProgram({ name: 'branches', registersPerThread: 16, body: [loop] });
    const apps = [{ name: 'one', program, launch: { grid: 1, block } }];
    const run = createRun(parseScenario({ gpu, apps }), own);
    run.run();
    return run.cycles;
  };
  return (cyclesOf(120) - cyclesOf(20)) / 100;
}

const arithmetic = (count: number): Statement => ({ op: 'compute', class: 'fp32', count, distance: 4 });
const loopEnd: readonly Statement[] = [
  { op: 'compute', class: 'integer', count: 2, distance: 4 },
  { op: 'compute', class: 'control', distance: 4 },
];

describe('a branch that is taken', () => {
  it('keeps a warp from issuing, as measured on an RTX 5090: 67 instructions in 81 cycles', () => {
    assert.equal(roundOf([arithmetic(64), ...loopEnd]), 81);
  });

  it('leaves the slots to other warps of the scheduler', () => {
    const both = roundOf([arithmetic(64), ...loopEnd], 32 * 8);
    assert.ok(both >= 2 * 67 && both < 2 * 67 + 3, String(both));
  });

  it('costs as much where code is jumped over or an else branch is left', () => {
    const plain = roundOf([arithmetic(8), ...loopEnd]);
    const branch = (condition: object, otherwise: readonly Statement[] = []): Statement =>
      ({
        op: 'if',
        condition,
        then: [arithmetic(8)],
        ...(otherwise.length > 0 && { else: otherwise }),
      }) as Statement;
    const never = branch({ probability: 0 });
    const always = branch({ probability: 1 });
    assert.equal(roundOf([never, arithmetic(8), ...loopEnd]), plain + branchCycles);
    assert.equal(roundOf([always, ...loopEnd]), plain);
    assert.equal(roundOf([branch({ probability: 1 }, [arithmetic(2)]), ...loopEnd]), plain + branchCycles);
  });

  it('comes on top of a barrier before it', () => {
    const plain = roundOf([arithmetic(8), ...loopEnd]);
    const barrier = roundOf([arithmetic(8), ...loopEnd, { op: 'barrier' }]);
    assert.ok(barrier >= plain + barrierCycles, `${barrier}, ${plain} without`);
  });

  it('is free on the GPUs of papers and before Volta', () => {
    for (const id of ['hsm-80sm-hbm', 'gtx-950', 'k40'])
      assert.equal(loadSpec(id).spec.sm.branchCycles, 0, id);
  });
});
