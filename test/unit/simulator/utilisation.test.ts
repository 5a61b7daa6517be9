import assert from 'node:assert/strict';
import { parseScenario } from '../../../src/kernel/scenario';
import { resourceShares } from '../../../src/simulator/run/utilisation';
import { simulate } from '../../../src/simulator/simulate';
import { loadSpec } from '../../../src/simulator/spec/loadSpec';

const loaded = loadSpec('themis-60sm');

function sharesOf(body: readonly unknown[], blocks: number) {
  const program = {
    name: 'k',
    registersPerThread: 16,
    arrays: { a: { elementBytes: 4, elements: 1 << 24 } },
    body,
  };
  const scenario = parseScenario({
    gpu: 'themis-60sm',
    apps: [{ name: 'k', program, launch: { grid: blocks, block: 256 }, repeat: 'always' }],
    warmupCycles: 10_000,
    limits: { cycles: 6000 },
  });
  const result = simulate(scenario, { spec: loaded });
  return { result, shares: resourceShares(result.apps[0]!.kernels[0]!.counters, result.cycles, loaded.spec) };
}

describe('shares of the resources of a GPU', () => {
  it('name the arithmetic unit where a kernel computes', () => {
    const body = [
      { op: 'loop', trips: 500, body: [{ op: 'compute', class: 'fp32', count: 16, distance: 4 }] },
    ];
    const { shares, result } = sharesOf(body, 480);
    assert.ok(shares.units.fp32 > 0.85 && shares.units.fp32 <= 1.001, JSON.stringify(shares));
    assert.ok(shares.dram < 0.01);
    assert.ok(Math.abs(shares.issue - result.apps[0]!.ipc / (60 * loaded.spec.sm.schedulers)) < 1e-9);
  });

  it('name the DRAM where a kernel streams', () => {
    const load = { op: 'load', array: 'a', index: 'globalThread + i * threadsPerBlock * blocks', into: 'x' };
    const body = [
      { op: 'loop', name: 'i', trips: 64, body: [load, { op: 'compute', class: 'fp32', after: ['x'] }] },
    ];
    const { shares, result } = sharesOf(body, 480);
    assert.ok(shares.dram > 0.6, JSON.stringify(shares));
    assert.ok(Math.abs(shares.dram - result.dram.utilisation) < 1e-9);
    assert.ok(shares.units.fp32 < 0.2);
  });
});
