import { told } from '../../support/told';
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { findComputeCapability } from '../../../src/gpu/catalogue';
import { occupancyCurve } from '../../../src/gpu/occupancyCurve';
import { waves } from '../../../src/gpu/waves';

const count = fc.integer({ min: 1, max: 1_000_000 });

describe('waves', () => {
  it('counts full waves and the filling of the last one', () => {
    assert.deepEqual(waves(1000, 4, 108), {
      blocksPerWave: 432,
      waves: 1000 / 432,
      fullWaves: 2,
      tailBlocks: 136,
      tailFill: 136 / 432,
      efficiency: 1000 / 1296,
    });
    assert.deepEqual(waves(12, 2, 6)!.tailFill, 1);
  });

  it('is null where no block fits and refuses an empty launch', () => {
    assert.equal(waves(10, 0, 6), null);
    assert.throws(() => waves(0, 2, 6), told(/at least one block/));
    assert.throws(() => waves(1, 2, 0), told(/one SM/));
    assert.throws(() => waves(1.5, 2, 6), told(/whole numbers/));
    assert.throws(() => waves(10, -2, 6), told(/whole numbers/));
  });

  it('accounts for every block', () => {
    fc.assert(
      fc.property(
        count,
        fc.integer({ min: 1, max: 32 }),
        fc.integer({ min: 1, max: 170 }),
        (grid, per, sms) => {
          const result = waves(grid, per, sms)!;
          assert.equal(result.fullWaves * result.blocksPerWave + result.tailBlocks, grid);
          assert.ok(result.tailFill > 0 && result.tailFill <= 1);
          assert.ok(result.efficiency > 0 && result.efficiency <= 1);
        },
      ),
    );
  });
});

describe('occupancy over block size', () => {
  const limits = findComputeCapability('5.2')!.limits;

  it('covers every whole-warp block', () => {
    const curve = occupancyCurve(limits, { registersPerThread: 32 });
    assert.deepEqual(
      [curve.length, curve[0]!.threadsPerBlock, curve.at(-1)!.threadsPerBlock],
      [32, 32, 1024],
    );
    const full = curve.filter(({ occupancy }) => occupancy === 1).map((point) => point.threadsPerBlock);
    assert.deepEqual(full, [64, 128, 256, 512, 1024]);
  });

  it('follows shared memory that grows with the block', () => {
    const fixed = occupancyCurve(limits, { registersPerThread: 16, dynamicSharedBytes: 4096 });
    const growing = occupancyCurve(limits, { registersPerThread: 16 }, (threads) => threads * 48);
    assert.ok(fixed[0]!.occupancy < fixed[31]!.occupancy);
    assert.equal(growing[31]!.blocksPerSm, 2);
    assert.equal(growing[31]!.limiters.includes('shared'), true);
  });

  it('is flat at nothing where no block fits', () => {
    const curve = occupancyCurve(limits, { registersPerThread: 256 });
    assert.ok(curve.every(({ occupancy, blocksPerSm }) => occupancy === 0 && blocksPerSm === 0));
  });
});
