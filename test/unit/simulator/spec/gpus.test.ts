import assert from 'node:assert/strict';
import { listGpus } from '../../../../src/gpu/catalogue';
import { bankCount, TIMED_PARAMETERS } from '../../../../src/simulator/dram/dramTiming';
import { requireDramTiming } from '../../../../src/simulator/dram/timings';
import { loadSpec } from '../../../../src/simulator/spec/loadSpec';
import { CONFIGURATIONS } from '../configurations';
import { LINE_BYTES } from '../../../../src/simulator/core/sizes';
import { told } from '../../../support/told';

/** GB/s that the channels move when no cycle is lost. */
function peak(id: string): number {
  const { channels, burstBytes, timing } = loadSpec(id).spec.memory;
  return (channels * burstBytes * 1000) / (timing.nBL * timing.tCKps);
}

describe('simulated GPUs', () => {
  it('include every configuration that is asked for, with its sources', () => {
    for (const id of CONFIGURATIONS) {
      const { spec } = loadSpec(id);
      assert.ok(spec.sources.length >= 2, id);
      assert.ok(spec.assumptions.length > 0, id);
    }
  });

  it("reach the catalogue's peak bandwidth: clock times width", () => {
    for (const { id, dram } of listGpus()) {
      if (dram.peakGBs === null) continue;
      assert.ok(Math.abs(peak(id) / dram.peakGBs - 1) < 0.002, `${id}: ${peak(id)} for ${dram.peakGBs}`);
    }
  });

  it("have channels that make up the catalogue's bus", () => {
    const bits: Record<string, number> = { GDDR5: 32, GDDR5X: 32, GDDR6: 16, GDDR6X: 16, GDDR7: 8 };
    Object.assign(bits, { HBM: 128, HBM2: 64, HBM2e: 64, HBM3: 32, HBM3e: 32 });
    for (const { id, dram, simulatedOnly } of listGpus()) {
      if (dram.busBits === null || simulatedOnly || id === 'gtx-480') continue;
      assert.equal(loadSpec(id).spec.memory.channels * bits[dram.type]!, dram.busBits, id);
    }
  });

  it('keep the L2 size of the catalogue within two per cent', () => {
    for (const { id, l2Bytes } of listGpus()) {
      const { slices, sets, ways } = loadSpec(id).spec.l2;
      assert.ok(Math.abs((slices * sets * ways * LINE_BYTES) / l2Bytes! - 1) < 0.02, id);
    }
  });

  it('keep the nanoseconds of a scaled timing within a cycle', () => {
    for (const { id } of listGpus()) {
      const { timing } = loadSpec(id).spec.memory;
      const base = requireDramTiming(timing.name.replace(/@.*/, ''));
      for (const name of TIMED_PARAMETERS) {
        const difference = timing[name] * timing.tCKps - base[name] * base.tCKps;
        assert.ok(Math.abs(difference) <= 0.004 * base[name] * base.tCKps + timing.tCKps, `${id} ${name}`);
      }
      assert.ok(bankCount(timing) >= 16, id);
    }
  });

  it('are refused by a name that no GPU has', () => {
    assert.throws(() => loadSpec('gtx-9999'), told(/gtx-9999/));
  });
});
