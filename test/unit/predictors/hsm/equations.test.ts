import assert from 'node:assert/strict';
import fc from 'fast-check';
import { fitted } from '../../../../lab/hsm/line';
import { progressTogether } from '../../../../src/predictors/hsm/aloneProgress';
import { peakBytes, type KernelCounters } from '../../../../src/predictors/hsm/counters';
import {
  bandwidthDemand,
  bandwidthPotential,
  computeBoundProgress,
  isMemoryBound,
  memoryBoundProgress,
} from '../../../../src/predictors/hsm/equations';
import {
  classify,
  kernelProgress,
  progressElsewhere,
  type HybridModel,
} from '../../../../src/predictors/hsm/kernelProgress';
import { loadSpec } from '../../../../src/simulator/spec/loadSpec';

const { spec } = loadSpec('hsm-80sm-hbm');
const line = { c1: 0.5, c2: 0.36 };
const printed: HybridModel = { line, bound: 'issue', spec };
const byMix: HybridModel = { line, bound: 'mix', spec };

/** 80 SMs of two schedulers issue 160 warp instructions a cycle; a request is a line of 128 bytes. */
const counters = (own: Partial<KernelCounters>): KernelCounters => ({
  instructions: 40,
  accesses: 1,
  requestBytes: 128,
  rowHitRate: 0.2,
  busShare: 0.23,
  smBusy: 0.25,
  ...own,
});
const near = (a: number, b: number): void =>
  assert.ok(Math.abs(a - b) < 1e-9 * Math.max(1, Math.abs(b)), `${a} ≠ ${b}`);
const share = fc.double({ min: 0.01, max: 1, noNaN: true });

describe("HSM's equations", () => {
  it('fit c1 = 0.5 and c2 = 0.36 to the points of the text: 0.46 at a row-hit rate of 0.2, 0.86 at 1', () => {
    const { line: fit, rSquared } = fitted([
      { name: 'case B', rowHitRate: 0.2, busShare: 0.46 },
      { name: 'case A', rowHitRate: 1, busShare: 0.86 },
    ]);
    near(fit.c1, 0.5);
    near(fit.c2, 0.36);
    near(rSquared, 1);
  });

  it('2, 3: a quarter of what all SMs can issue asks for four times its traffic', () => {
    // In 1000 cycles at 1.4 GHz: (160,000 / 40,000) · 1000 · 128 bytes in 5/7 µs are 716.8 GB/s.
    const demand = bandwidthDemand({
      mostInstructions: 160_000,
      instructions: 40_000,
      accesses: 1000,
      requestBytes: 128,
      clockHz: 1.4e9,
      cycles: 1000,
    });
    near(demand, 716.8e9);
    // 900 GB/s deliver 0.46 of that with a fifth of row hits, 0.86 with nothing else.
    near(bandwidthPotential(line, 0.2, 900e9), 414e9);
    near(bandwidthPotential(line, 1, 900e9), 774e9);
    assert.ok(isMemoryBound(demand, 414e9) && !isMemoryBound(demand, 774e9));
  });

  it('2: reads counters per cycle against the slots and the peak of the GPU', () => {
    const peak = peakBytes(spec);
    assert.ok(Math.abs(peak - 900e9) < 2e9, `${peak}`);
    // As above, for counters per cycle: four times 128 bytes at 1.4 GHz.
    near(classify(counters({}), printed).demand * peak, 716.8e9);
  });

  it('2: asks for nothing before it has executed anything, and for twice as much where a slot issues two', () => {
    assert.equal(classify(counters({ instructions: 0 }), printed).demand, 0);
    const dual = { ...printed, spec: { ...spec, sm: { ...spec.sm, issuePerWarp: 2 } } };
    near(classify(counters({}), dual).demand, 2 * classify(counters({}), printed).demand);
  });

  it('2: a kernel that waits for a slow unit is memory-bound as printed, compute-bound by its mix', () => {
    const waiting = counters({ instructions: 20, smBusy: 0.95 });
    assert.equal(classify(waiting, printed).isMemoryBound, true);
    assert.equal(classify(waiting, byMix).isMemoryBound, false);
    const idle = counters({ instructions: 20, smBusy: 0.1 });
    assert.equal(classify(idle, byMix).isMemoryBound, true);
  });

  it('2: the mix never asks for more than the slots do', () => {
    fc.assert(
      fc.property(share, share, (issue, more) => {
        const busy = Math.min(1, issue + more);
        const one = counters({ instructions: 160 * issue, smBusy: busy });
        assert.ok(classify(one, byMix).demand <= classify(one, printed).demand * (1 + 1e-9));
      }),
    );
  });

  it('4: progress is the share of the SMs; blocks stand for SMs where there are fewer', () => {
    near(computeBoundProgress(40, 80, null), 0.5);
    near(computeBoundProgress(40, 80, 1920), 0.5);
    near(computeBoundProgress(40, 80, 60), 40 / 60);
    near(computeBoundProgress(40, 80, 10), 1);
  });

  it('5: half of what a fifth of row hits delivers is half the progress', () => {
    near(memoryBoundProgress(0.23, line, 0.2), 0.5);
    const memory = kernelProgress(counters({ instructions: 10 }), { sms: 40, blocks: null }, printed);
    assert.equal(memory.isMemoryBound, true);
    near(memory.progress, 0.5);
    const compute = kernelProgress(counters({ accesses: 0.1 }), { sms: 20, blocks: null }, printed);
    assert.deepEqual([compute.isMemoryBound, compute.progress], [false, 0.25]);
  });

  it('5: progress grows with the bandwidth that a kernel gets, and falls with its row hits', () => {
    fc.assert(
      fc.property(share, share, share, (bus, hits, more) => {
        const progress = memoryBoundProgress(bus, line, hits);
        assert.ok(memoryBoundProgress(bus + more, line, hits) > progress);
        assert.ok(memoryBoundProgress(bus, line, Math.min(1, hits + more)) <= progress);
      }),
    );
  });

  it('other splits lie on a line through the origin, up to the pace alone', () => {
    const place = { sms: 40, blocks: null };
    near(progressElsewhere(0.4, place, 20), 0.2);
    near(progressElsewhere(0.4, place, 60), 0.6);
    near(progressElsewhere(0.4, place, 0), 0);
    near(progressElsewhere(0.8, place, 60), 1);
    // 30 blocks on 40 SMs leave ten without: none of them is missed.
    near(progressElsewhere(0.6, { sms: 40, blocks: 30 }, 30), 0.6);
    near(progressElsewhere(0.6, { sms: 40, blocks: 30 }, 15), 0.3);
  });
});

describe('HSM on counters of runs alone', () => {
  /** Saturates DRAM alone on all SMs, and would on a sixth of them. */
  const stream = counters({ instructions: 10, rowHitRate: 0.8, busShare: 0.76, accesses: 3 });
  const compute = counters({ instructions: 150, accesses: 0.1, busShare: 0.02, smBusy: 0.95 });
  const half = { sms: 40, blocks: null };

  it('two kernels that saturate DRAM share its time', () => {
    const each = progressTogether(
      [
        { counters: stream, place: half },
        { counters: stream, place: half },
      ],
      printed,
    );
    for (const { isMemoryBound: isMemory, onOwnSms, besideOthers } of each) {
      assert.equal(isMemory, true);
      near(onOwnSms, 1);
      near(besideOthers, 0.5);
    }
  });

  it('a compute-bound kernel loses its SMs and nothing else, and takes of DRAM what it moves', () => {
    const [one, other] = progressTogether(
      [
        { counters: compute, place: half },
        { counters: stream, place: half },
      ],
      printed,
    );
    assert.deepEqual([one!.isMemoryBound, one!.onOwnSms, one!.besideOthers], [false, 0.5, 1]);
    // Half of its bus share, in time of a DRAM that delivers 0.46 of its peak to such row hits.
    near(other!.besideOthers, 1 / (1 + 0.01 / 0.46));
  });

  it('a memory-bound kernel on few SMs asks for less than it used alone', () => {
    // Alone it fills what a fifth of row hits delivers; a quarter of the SMs asks for a quarter of 716.8 GB/s.
    const full = counters({ busShare: 0.46 });
    const [factors] = progressTogether([{ counters: full, place: { sms: 20, blocks: null } }], printed);
    assert.equal(factors!.isMemoryBound, true);
    near(factors!.onOwnSms, 716.8e9 / peakBytes(spec) / 4 / 0.46);
    near(factors!.besideOthers, 1);
  });

  it('a memory-bound kernel that leaves DRAM time alone loses its SMs', () => {
    const waiting = counters({ instructions: 10, rowHitRate: 0.8, busShare: 0.4 });
    const [factors] = progressTogether([{ counters: waiting, place: { sms: 20, blocks: null } }], printed);
    assert.deepEqual([factors!.isMemoryBound, factors!.onOwnSms], [true, 0.25]);
  });

  it('alone on the whole GPU everything runs as alone', () => {
    for (const one of [stream, compute]) {
      const kernels = [{ counters: one, place: { sms: 80, blocks: null } }];
      const [factors] = progressTogether(kernels, printed);
      near(factors!.onOwnSms * factors!.besideOthers, 1);
    }
  });
});
