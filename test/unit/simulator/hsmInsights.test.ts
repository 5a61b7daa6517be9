import assert from 'node:assert/strict';
import {
  computeScaling,
  memoryScaling,
  QUARTER,
  QUARTER_SMS,
  ROW_HIT_PAIRS,
  rowHitsInCompany,
  runOnQuarter,
  utilisationOverRowHits,
} from '../../../lab/simulator/hsmInsights';
import { memoryApp, MEMORY_WORKLOADS } from '../../../lab/simulator/hsmWorkloads';

describe("HSM's insights on its own GPU, a quarter of it", () => {
  it('1, 2: compute-bound kernels scale linearly with SMs', () => {
    const { line, rSquared, y } = computeScaling();
    assert.ok(rSquared > 0.99, `R² ${rSquared}`);
    assert.ok(Math.abs(line.intercept) < 0.05 * y.at(-1)!, `intercept ${line.intercept}`);
  });

  it('1, 3: memory-bound kernels rise with SMs until they saturate', () => {
    for (const workload of [MEMORY_WORKLOADS[0]!, MEMORY_WORKLOADS[8]!]) {
      const speeds = memoryScaling(workload);
      const [two, five, ten, fifteen, all] = speeds as [number, number, number, number, number];
      assert.ok(five > 1.5 * two, `${workload.name}: ${speeds}`);
      assert.ok(all < 1.15 * fifteen && all < 1.5 * ten, `${workload.name}: ${speeds}`);
      for (let i = 1; i < speeds.length; i++) assert.ok(speeds[i]! > 0.95 * speeds[i - 1]!, String(speeds));
    }
  });

  it('4: bandwidth utilisation is near linear in the row-hit rate', () => {
    const { line, rSquared } = utilisationOverRowHits();
    // The paper prints 0.46 at 0.2 and draws c1 ≈ 0.5, c2 ≈ 0.36.
    assert.ok(rSquared > 0.95, `R² ${rSquared}`);
    assert.ok(Math.abs(line.intercept + 0.2 * line.slope - 0.46) < 0.04, `at 0.2: ${JSON.stringify(line)}`);
    assert.ok(
      Math.abs(line.slope - 0.5) < 0.1 && Math.abs(line.intercept - 0.36) < 0.04,
      JSON.stringify(line),
    );
  });

  it('5: the row-hit rate is about the same in company as alone', () => {
    for (const [a, b] of ROW_HIT_PAIRS) {
      const { shared, alone } = rowHitsInCompany(a, b);
      shared.forEach((rate, i) => assert.ok(Math.abs(rate - alone[i]!) < 0.15, `${rate} for ${alone[i]}`));
    }
  });

  it('counts the bandwidth of both applications as that of the machine', () => {
    const apps = [0, 8].map((i) => memoryApp(MEMORY_WORKLOADS[i]!, QUARTER_SMS));
    const result = runOnQuarter(apps, [8, 12]);
    const parts = result.apps.map((app) => app.kernels[0]!.counters.dramBusCycles);
    const { memory, coreClockMHz } = QUARTER.spec;
    const clocks = ((result.cycles * 1e6) / coreClockMHz / memory.timing.tCKps) * memory.channels;
    assert.ok(Math.abs((parts[0]! + parts[1]!) / clocks - result.dram.utilisation) < 1e-9);
  });
});
