import { tableRows } from '../../../lab/data/tables';
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { findComputeCapability, listComputeCapabilities } from '../../../src/gpu/catalogue';
import { InputError } from '../../../src/kernel/result';
import { occupancy, OCCUPANCY_RESOURCES, type BlockResources } from '../../../src/gpu/occupancy';
import { english } from '../../../src/words';
import { told } from '../../support/told';

function limitsOf(computeCapability: string) {
  return findComputeCapability(computeCapability)!.limits;
}

function run(
  computeCapability: string,
  threadsPerBlock: number,
  registersPerThread: number,
  dynamicSharedBytes = 0,
) {
  return occupancy(limitsOf(computeCapability), { threadsPerBlock, registersPerThread, dynamicSharedBytes });
}

const anyBlock = fc.record({
  limits: fc.constantFrom(...listComputeCapabilities().map((row) => row.limits)),
  threadsPerBlock: fc.integer({ min: 1, max: 1024 }),
  registersPerThread: fc.integer({ min: 0, max: 255 }),
  staticSharedBytes: fc.integer({ min: 0, max: 49152 }),
  dynamicSharedBytes: fc.integer({ min: 0, max: 65536 }),
});

describe('occupancy', () => {
  it('agrees with every row that cuda_occupancy.h computed', () => {
    const rows = tableRows(process.env['CORUN_ROOT']!, 'occupancy');
    assert.equal(rows.length, 2200);
    for (const row of rows) {
      const cell = (name: string) => Number(row[name]);
      const result = occupancy(limitsOf(row['cc']!), {
        threadsPerBlock: cell('block'),
        registersPerThread: cell('regs'),
        staticSharedBytes: cell('static_smem'),
        dynamicSharedBytes: cell('dynamic_smem'),
      });
      const { warps, registers, shared, blocks: slots } = result.limits;
      assert.equal(result.blocksPerSm, cell('blocks_per_sm'), JSON.stringify(row));
      assert.deepEqual(
        [warps, registers ?? -1, shared ?? -1, slots],
        ['limit_warps', 'limit_regs', 'limit_smem', 'limit_blocks'].map(cell),
        JSON.stringify(row),
      );
    }
  });

  it('names what limits a block', () => {
    const cases: [string, number, number, number, number, string][] = [
      ['5.2', 128, 32, 0, 16, 'warps'],
      ['5.2', 32, 16, 0, 32, 'blocks'],
      ['8.6', 256, 80, 0, 3, 'registers'],
      ['8.0', 128, 16, 40000, 4, 'shared'],
      ['2.0', 192, 20, 0, 8, 'warps'],
    ];
    for (const [cc, threads, registers, shared, blocks, limiter] of cases) {
      const result = run(cc, threads, registers, shared);
      assert.deepEqual([result.blocksPerSm, result.limiter], [blocks, limiter], `${cc} ${threads}`);
    }
  });

  it('counts resident warps, and their share of those that fit', () => {
    // 21 blocks of three warps leave one of 64 warps empty.
    const { blocksPerSm, warpsPerSm, occupancy: share } = run('5.2', 96, 16);
    assert.deepEqual([blocksPerSm, warpsPerSm, share], [21, 63, 63 / 64]);
  });

  it('has no limit by what a block does not use', () => {
    const { limits } = occupancy(limitsOf('5.2'), {
      threadsPerBlock: 64,
      registersPerThread: 0,
      barriersPerBlock: 0,
    });
    assert.deepEqual(limits, { warps: 32, registers: null, shared: null, barriers: null, blocks: 32 });
  });

  it('takes a block that needs exactly what it may have', () => {
    // 255 registers of 32 threads round up to 8192; two such warps fit each of the four sub-partitions.
    assert.equal(run('8.0', 64, 255).limits.registers, 4);
    // Eight warps of 4096 registers are the 32768 that a block of 6.2 may have; the SM holds 16 such warps.
    assert.equal(run('6.2', 256, 128).limits.registers, 2);
    assert.equal(run('5.2', 64, 16, 49152).limits.shared, 2);
  });

  it('refuses a block that exceeds its own limit, though the SM has room', () => {
    // Nine warps are padded to twelve: 49152 registers, more than the 32768 of a block, less than the SM's 65536.
    const registers = run('6.2', 288, 128);
    assert.equal(registers.limits.registers, 0);
    assert.match(english(registers.reason!), /288 threads of 128 registers do not fit the 32768/);
    const shared = run('5.2', 64, 16, 49153);
    assert.deepEqual([shared.limits.shared, shared.sharedBytesAvailable], [0, 98304]);
  });

  it('rounds warps up to sub-partitions for one block only', () => {
    // 7 warps of 72 registers fit a sub-partition, 28 the SM: three blocks of 9, which padded to 12 would be two.
    assert.equal(run('7.0', 288, 72).limits.registers, 3);
    // 21 warps of 96 registers are padded to 24 of 3072 registers and exceed the 65536 of a block.
    assert.equal(run('7.0', 672, 96).limits.registers, 0);
    assert.equal(run('7.0', 640, 96).limits.registers, 1);
  });

  it('counts the shared memory that the driver reserves and rounds', () => {
    const result = run('8.0', 64, 16, 1);
    assert.equal(result.sharedBytesAllocated, 1152);
    assert.equal(run('7.5', 64, 16, 1).sharedBytesAllocated, 256);
  });

  it('says why not even one block fits', () => {
    assert.match(english(run('8.0', 1056, 16).reason!), /1056 threads per block are more than the 1024/);
    assert.match(english(run('8.0', 64, 256).reason!), /256 registers per thread are more than the 255/);
    assert.match(english(run('8.0', 1024, 80).reason!), /1024 threads of 80 registers do not fit the 65536/);
    assert.match(
      english(run('8.0', 1024, 255).reason!),
      /1024 threads of 255 registers do not fit the 65536/,
    );
    const opted = run('8.0', 64, 16, 166913);
    assert.equal(opted.limiter, 'shared');
    assert.match(english(opted.reason!), /166913 bytes of shared memory per block are more than the 166912/);
    const both = { threadsPerBlock: 64, registersPerThread: 16, staticSharedBytes: 40000 };
    assert.match(
      english(occupancy(limitsOf('8.0'), { ...both, dynamicSharedBytes: 130000 }).reason!),
      /170000 bytes of shared memory per block/,
    );
    assert.equal(run('8.0', 64, 16).reason, undefined);
    const barriers = occupancy(limitsOf('8.0'), {
      threadsPerBlock: 64,
      registersPerThread: 16,
      barriersPerBlock: 65,
    });
    assert.deepEqual([barriers.blocksPerSm, barriers.limiter], [0, 'barriers']);
    assert.match(english(barriers.reason!), /65 barriers per block/);
  });

  it('tells when a launch must opt in to more shared memory', () => {
    assert.equal(run('8.0', 64, 16, 49152).needsSharedOptIn, false);
    assert.equal(run('8.0', 64, 16, 49153).needsSharedOptIn, true);
  });

  it('honours the carve-out, but never below what a block needs', () => {
    const half = { threadsPerBlock: 64, registersPerThread: 16, dynamicSharedBytes: 20000 };
    assert.equal(occupancy(limitsOf('8.0'), half).sharedBytesAvailable, 164 * 1024);
    // Half of 164 KiB is 82 KiB, and 100 KiB is the next size up.
    assert.equal(
      occupancy(limitsOf('8.0'), { ...half, carveoutPercent: 50 }).sharedBytesAvailable,
      100 * 1024,
    );
    const none = occupancy(limitsOf('8.0'), { ...half, carveoutPercent: 0 });
    assert.deepEqual([none.sharedBytesAvailable, none.blocksPerSm], [32 * 1024, 1]);
    // With the reserved KiB the block needs a size that the hardware has, to the byte.
    const exact = occupancy(limitsOf('8.0'), { ...half, dynamicSharedBytes: 31 * 1024, carveoutPercent: 0 });
    assert.deepEqual([exact.sharedBytesAvailable, exact.blocksPerSm], [32 * 1024, 1]);
    const all = occupancy(limitsOf('8.0'), { ...half, carveoutPercent: 100 });
    assert.equal(all.sharedBytesAvailable, 164 * 1024);
  });

  it('limits by barriers when a block uses many', () => {
    const result = occupancy(limitsOf('9.0'), {
      threadsPerBlock: 64,
      registersPerThread: 16,
      barriersPerBlock: 16,
    });
    assert.deepEqual([result.blocksPerSm, result.limiter], [4, 'barriers']);
  });

  it('refuses what is no resource request', () => {
    const bad: BlockResources[] = [
      { threadsPerBlock: 0, registersPerThread: 16 },
      { threadsPerBlock: 64, registersPerThread: -1 },
      { threadsPerBlock: 64.5, registersPerThread: 16 },
      { threadsPerBlock: 64, registersPerThread: Number.NaN },
      { threadsPerBlock: 64, registersPerThread: 16, carveoutPercent: 101 },
    ];
    for (const resources of bad) assert.throws(() => occupancy(limitsOf('8.0'), resources), InputError);
    assert.throws(
      () => run('8.0', 64, 16, -4),
      told(/dynamicSharedBytes must be a whole number of at least 0, not -4/),
    );
  });

  it('never hands out more than the SM has, and always names a tight limit', () => {
    fc.assert(
      fc.property(anyBlock, ({ limits, ...resources }) => {
        const result = occupancy(limits, resources);
        const warps = Math.ceil(resources.threadsPerBlock / 32);
        assert.ok(result.occupancy >= 0 && result.occupancy <= 1);
        assert.ok(result.blocksPerSm * warps * 32 * resources.registersPerThread <= limits.registers);
        assert.ok(result.blocksPerSm * result.sharedBytesAllocated <= limits.sharedBytes);
        assert.equal(result.limits[result.limiter], result.blocksPerSm);
        for (const resource of OCCUPANCY_RESOURCES)
          assert.ok((result.limits[resource] ?? Infinity) >= result.blocksPerSm);
      }),
    );
  });

  it('never gains blocks from asking for more', () => {
    fc.assert(
      fc.property(anyBlock, fc.integer({ min: 0, max: 64 }), ({ limits, ...resources }, more) => {
        const before = occupancy(limits, resources).blocksPerSm;
        const after = occupancy(limits, {
          ...resources,
          registersPerThread: resources.registersPerThread + more,
          dynamicSharedBytes: resources.dynamicSharedBytes + 64 * more,
        }).blocksPerSm;
        assert.ok(after <= before);
      }),
    );
  });
});
