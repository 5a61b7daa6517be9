import assert from 'node:assert/strict';
import { classAsRun } from '../../../src/analysis/simulation/classAsRun';
import type { ClassResult } from '../../../src/analysis/results/kernelResult';
import type { KernelSimulation } from '../../../src/analysis/results/simulationResult';
import type { Origin } from '../../../src/kernel/origin';

const known = (origin: Origin, computeClocks: number, memoryClocks: number): ClassResult => {
  const clocks = (value: number) => ({ value, unit: 'clocks', origin, from: 'made up' });
  return {
    kind: memoryClocks > computeClocks ? 'memory-bound' : 'compute-bound',
    busiest: null,
    computeClocks: clocks(computeClocks),
    memoryClocks: clocks(memoryClocks),
    ratio: memoryClocks / computeClocks,
  };
};

const using = (resource: string, value: number, reason: string | null = null): KernelSimulation => ({
  status: 'done',
  reason,
  time: null,
  least: null,
  undeclared: [],
  ipc: null,
  resources: [{ resource, share: { value, unit: '', origin: 'simulated', from: 'made up' } }],
  stalls: [],
  assumptions: [],
  fit: null,
});

describe('the class of a kernel that was simulated', () => {
  const computes = known('predicted', 30, 10);

  it('follows what the simulation uses most', () => {
    assert.equal(classAsRun(computes, using('DRAM', 0.67)).kind, 'memory-bound');
    assert.equal(classAsRun(known('predicted', 1, 9), using('integer units', 0.9)).kind, 'compute-bound');
    assert.equal(classAsRun(computes, using('DRAM', 0.67)).busiest?.resource, 'DRAM');
  });

  it('is neither where nothing is used much', () => {
    assert.equal(classAsRun(computes, using('DRAM', 0.3)).kind, 'latency-bound');
  });

  it('stays what clocks tell without a simulation, of a profile, and where sizes were taken for granted', () => {
    assert.deepEqual(classAsRun(computes, null), computes);
    const measured = known('measured', 30, 10);
    assert.deepEqual(classAsRun(measured, using('DRAM', 0.9)), measured);
    assert.deepEqual(classAsRun(computes, using('DRAM', 0.9, 'n is not known')), computes);
  });

  it('goes back to the clocks when applied again to what it gave', () => {
    assert.deepEqual(classAsRun(classAsRun(computes, using('DRAM', 0.9)), null), computes);
  });
});
