import assert from 'node:assert/strict';
import { StateArrays } from '../../../../src/simulator/core/stateArrays';
import { CarveOut } from '../../../../src/simulator/dispatch/carveOut';
import { loadSpec } from '../../../../src/simulator/spec/loadSpec';
import { requireGpu } from '../../../../src/gpu/findGpu';

const KIB = 1024;
const UNIFIED = 256 * KIB;
const { limits } = requireGpu('h100-sxm');
/** Dynamic shared memory of a block, in bytes, of the columns below. */
const SHARED = [0, 512, 1024, 2048, 3072, 4096, 6144, 8192, 12288, 16384, 24576, 32768, 49152, 65536, 98304];
/**
 * KiB carved out for a kernel alone on an H100 (driver 580.159), by threads of a block: from the footprint at which
 * chases of one of its threads begin to miss (lab/hardware/card, `probes classes`).
 */
const MEASURED: readonly (readonly [threads: number, carved: readonly number[]])[] = [
  [32, [32, 64, 64, 100, 132, 164, 228, 228, 228, 228, 228, 228, 196, 196, 196]],
  [64, [32, 64, 64, 100, 132, 164, 228, 228, 228, 228, 228, 228, 196, 196, 196]],
  [96, [32, 64, 64, 100, 132, 132, 164, 196, 228, 228, 228, 228, 196, 196, 196]],
  [128, [32, 64, 64, 100, 132, 132, 132, 164, 228, 228, 228, 228, 196, 196, 196]],
  [160, [32, 64, 64, 100, 100, 132, 132, 132, 164, 228, 228, 228, 196, 196, 196]],
  [192, [32, 32, 64, 64, 100, 100, 132, 132, 132, 196, 228, 228, 196, 196, 196]],
  [256, [32, 32, 32, 64, 64, 100, 132, 132, 132, 164, 228, 228, 196, 196, 196]],
  [320, [32, 32, 32, 64, 64, 64, 100, 132, 132, 132, 164, 228, 196, 196, 196]],
  [384, [32, 16, 32, 32, 64, 64, 100, 100, 132, 132, 132, 196, 196, 196, 196]],
  [512, [16, 16, 16, 32, 32, 64, 64, 100, 132, 132, 132, 132, 196, 196, 196]],
  [640, [16, 16, 16, 32, 32, 32, 64, 64, 100, 132, 132, 132, 164, 196, 196]],
  [768, [8, 8, 8, 16, 16, 32, 32, 64, 64, 100, 100, 132, 132, 132, 196]],
  [1024, [8, 8, 8, 8, 8, 16, 16, 32, 32, 64, 64, 100, 100, 132, 196]],
];

/** A kernel by threads and shared memory of a block; its blocks take a KiB more each. */
type Launch = readonly [threads: number, shared: number];

/** One SM of an H100 and what is left of it. */
class Divided {
  l1Bytes = UNIFIED;
  private readonly carveOut: CarveOut;

  constructor(private readonly launches: readonly Launch[]) {
    const column = (of: (launch: Launch) => number): Int32Array => Int32Array.from(launches, of);
    const allocated = ([, shared]: Launch): number => shared + limits.sharedBytesReservedPerBlock;
    const kernels = {
      warpsPerBlock: column(([threads]) => threads / 32),
      sharedPerBlock: column(allocated),
      blocksPerSm: column((launch) =>
        Math.min(
          limits.maxBlocks,
          Math.floor(limits.maxThreads / launch[0]),
          Math.floor(limits.sharedBytes / allocated(launch)),
        ),
      ),
    };
    const memory = { sms: 1, bytes: UNIFIED, isFixed: true };
    this.carveOut = new CarveOut(
      memory,
      limits,
      kernels,
      new StateArrays(),
      (_, bytes) => (this.l1Bytes = bytes),
    );
  }

  come(kernel: number): void {
    this.carveOut.blockCame(0, kernel);
  }

  /** Tests whether a block of a kernel may join. */
  admits(kernel: number): boolean {
    const bytes = this.launches[kernel]![1] + limits.sharedBytesReservedPerBlock;
    return this.carveOut.admits(0, kernel) && this.carveOut.left(0) >= bytes;
  }
}

describe('the carve-out of an H100', () => {
  for (const [threads, carved] of MEASURED)
    it(`is as measured for kernels of ${threads} threads a block`, () => {
      const found = SHARED.map((shared) => {
        const sm = new Divided([[threads, shared]]);
        sm.come(0);
        return (UNIFIED - sm.l1Bytes) / KIB;
      });
      assert.deepEqual(found, carved);
    });

  /** Whether the second one started while the first one ran, with a block of each an SM (`probes plain`). */
  const PAIRS: readonly (readonly [first: Launch, second: Launch, joins: boolean])[] = [
    [[256, 0], [256, 2048], true],
    [[256, 0], [256, 4096], false],
    [[256, 0], [64, 512], false],
    [[1024, 0], [256, 0], true],
    [[1024, 0], [128, 0], false],
    [[256, 2048], [256, 4096], true],
    [[256, 2048], [256, 8192], false],
    [[256, 4096], [256, 8192], true],
    [[256, 8192], [256, 16384], false],
    [[256, 8192], [1024, 65536], true],
    [[256, 16384], [256, 32768], false],
    [[1024, 8192], [512, 8192], false],
    [[1024, 65536], [256, 16384], false],
    [[256, 32768], [256, 102400], true],
  ];
  for (const [first, second, joins] of PAIRS)
    it(`${joins ? 'lets' : 'keeps'} ${second.join(' threads, ')} bytes ${joins ? 'join' : 'from'} ${first.join(', ')}`, () => {
      const sm = new Divided([first, second]);
      assert.ok(sm.admits(1), 'an empty SM takes it');
      sm.come(0);
      assert.equal(sm.admits(1), joins);
    });
});

describe('the carve-out of a kernel of single warps', () => {
  /** KiB carved out for a kernel of one warp and no shared memory. */
  const carved = (gpu: string) => {
    const { gpu: found, spec } = loadSpec(gpu);
    const { unifiedBytes: bytes = 0, carveOutsKiB } = spec.sm.l1;
    const one = (value: number) => Int32Array.of(value);
    const { maxBlocks, sharedBytesReservedPerBlock: reserved } = found.limits;
    const kernels = { warpsPerBlock: one(1), sharedPerBlock: one(reserved), blocksPerSm: one(maxBlocks) };
    let left = bytes;
    const memory = { sms: 1, bytes, isFixed: true, carveOutsKiB };
    new CarveOut(
      memory,
      found.limits,
      kernels,
      new StateArrays(),
      (_, l1Bytes) => (left = l1Bytes),
    ).blockCame(0, 0);
    return (bytes - left) / KIB;
  };

  it('is 8 KiB for a block on a V100, and a KiB a block, in steps, from Ampere on', () => {
    const found = ['v100-sxm2', 'a40', 'l40', 'a100-80gb', 'h200'].map(carved);
    // Lines of one-thread chases go in one, two, three, four and four steps of 8 KiB (gpu-latency at 1038c5d).
    assert.deepEqual(found, [8, 16, 24, 32, 32]);
  });
});
