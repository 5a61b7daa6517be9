import assert from 'node:assert/strict';
import { compareSweep } from '../../../bench/block-sweep/compare';
import { SWEEP_CASES } from '../../../bench/block-sweep/cases';
import { TimedLaunch } from '../../../bench/block-sweep/simulatedTime';
import type { KernelProgram } from '../../../src/kernel/program';

const scale: KernelProgram = {
  name: 'scale',
  registersPerThread: 16,
  arrays: { data: { elementBytes: 16, elements: 'blocks * threadsPerBlock' } },
  body: [
    { op: 'load', array: 'data', index: 'globalX', into: 'x' },
    { op: 'compute', class: 'fp32', count: 20, distance: 1, after: ['x'] },
    { op: 'store', array: 'data', index: 'globalX' },
  ],
};

describe('block-size sweep', () => {
  it('extrapolates a long launch from its first waves', () => {
    const launch = { kernel: 'scale', grid: [6000], block: [128], arguments: {} };
    const timed = new TimedLaunch(scale, launch, 'gtx-950', 1);
    const [full, sampled] = [timed.full(), timed.sampled()];
    assert.equal(full.simulatedBlocks, 6000);
    assert.equal(sampled.simulatedBlocks, 1500);
    const error = Math.abs(sampled.milliseconds / full.milliseconds - 1);
    assert.ok(error < 0.05, `off by ${(error * 100).toFixed(1)} %`);
    assert.deepEqual(timed.within(1000), sampled);
  });

  it('weighs a chosen block size by the measured times', () => {
    const comparison = compareSweep([
      { threads: 64, measuredMs: 2, simulatedMs: 4 },
      { threads: 128, measuredMs: 1, simulatedMs: 3 },
      { threads: 256, measuredMs: 1.5, simulatedMs: 2.5 },
    ]);
    assert.equal(comparison.best, 128);
    assert.equal(comparison.chosen, 256);
    assert.equal(comparison.regret, 1.5);
    assert.equal(comparison.spread, 2);
    assert.equal(comparison.rank, 0.5);
    assert.ok(Math.abs(comparison.blindRegret - Math.cbrt(3)) < 1e-12);
    assert.ok(Math.abs(comparison.scale - Math.cbrt(2 * 3 * (5 / 3))) < 1e-12);
  });

  it('covers the problem at every block size', () => {
    for (const { measured, launch } of SWEEP_CASES)
      for (const threads of measured === 'matrixmulcuda' ? [16, 64, 256, 1024] : [64, 128, 512]) {
        const { grid, block } = launch(threads);
        const size = (extents: readonly number[]) => extents.reduce((product, extent) => product * extent, 1);
        assert.equal(size(block), threads, measured);
        assert.ok(grid.every(Number.isInteger), measured);
        const expected = launch(64);
        const spare = size(grid) * threads - size(expected.grid) * size(expected.block);
        assert.ok(Math.abs(spare) < threads, `${measured}: ${spare} threads more than at 64`);
      }
  });
});
