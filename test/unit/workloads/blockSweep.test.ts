import { tableText } from '../../../lab/data/tables';
import assert from 'node:assert/strict';
import path from 'node:path';
import { compareSweep } from '../../../lab/moka/blockSweep/compare';
import { SWEEP_CASES } from '../../../lab/moka/blockSweep/cases';
import { programsBelow } from '../../../lab/moka/blockSweep/programOf';
import { TimedLaunch } from '../../../lab/moka/blockSweep/simulatedTime';
import { simulateSweeps, type ProgramOf } from '../../../lab/moka/blockSweep/sweeps';
import { studyParser } from '../../../lab/cuda/instructionMix/compare';
import { loadSpec } from '../../../src/simulator/spec/loadSpec';
import type { KernelProgram } from '../../../src/kernel/program';

const scale: KernelProgram = {
  name: 'scale',
  registersPerThread: 16,
  arrays: { data: { elementBytes: 16, elements: 3000 * 128 } },
  body: [
    { op: 'load', array: 'data', index: 'globalX', into: 'x' },
    { op: 'compute', class: 'fp32', count: 20, distance: 1, after: ['x'] },
    { op: 'store', array: 'data', index: 'globalX' },
  ],
};

describe('block-size sweep', () => {
  it('extrapolates a long launch from its first waves', () => {
    const launch = { grid: [3000], block: [128] };
    const timed = new TimedLaunch(scale, launch, loadSpec('gtx-950'), 1);
    const [full, sampled] = [timed.full(), timed.sampled()];
    assert.equal(full.simulatedBlocks, 3000);
    assert.equal(sampled.simulatedBlocks, 1536);
    const error = Math.abs(sampled.milliseconds / full.milliseconds - 1);
    assert.ok(error < 0.05, `off by ${(error * 100).toFixed(1)} %`);
    assert.deepEqual(timed.within(1000), sampled);
  });

  it('times data that fits in the L2 cache as it lies there, without the launch', () => {
    const arrays = { data: { elementBytes: 4 as const, elements: 128 * 128 } };
    const small = new TimedLaunch(
      { ...scale, arrays },
      { grid: [128], block: [128] },
      loadSpec('gtx-950'),
      1,
    );
    const { milliseconds } = small.full();
    // One wave of short blocks: far below the 4 us of a launch, and no faster than one trip to the L2 cache.
    assert.ok(milliseconds > 0.0002 && milliseconds < 0.003, `${milliseconds} ms`);
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

describe('measured block-size sweeps of the GTX 950', () => {
  const root = process.env['CORUN_ROOT']!;
  const options = { instructions: 1e6, seed: 1 };
  let programOf: ProgramOf;

  before(async () => {
    programOf = await programsBelow(path.join(root, 'workloads'), await studyParser(root));
  });

  const sweep = (kernel: string, threads?: readonly number[]) =>
    simulateSweeps(tableText(root, 'block_sweep_gtx950'), programOf, {
      ...options,
      kernels: [kernel],
      ...(threads && { threads }),
    })[0]!;

  it('show by simulation what half-empty warps cost a kernel that DRAM bounds', () => {
    const { points, comparison } = sweep('blackscholesgpu', [16, 32]);
    const [half, whole] = points;
    const ratio = half!.simulatedMs / whole!.simulatedMs;
    assert.ok(ratio > 1.1 && ratio < 1.5, `${ratio} simulated, 1.2 measured`);
    assert.ok(Math.abs(comparison.scale - 1) < 0.25, `${comparison.scale} of the measured times`);
  });

  it('are about as long by simulation for data that lies in the L2 cache', () => {
    const { comparison, points } = sweep('vectoradd');
    assert.ok(points.every(({ simulated }) => simulated.simulatedBlocks === simulated.blocks));
    assert.ok(comparison.scale > 0.4 && comparison.scale < 2, `${comparison.scale} of the measured times`);
  });
});
