import assert from 'node:assert/strict';
import {
  computeApp,
  memoryApp,
  MEMORY_WORKLOADS,
  scaledDown,
  windowOn,
} from '../../../bench/simulator/hsmWorkloads';
import type { Counters } from '../../../src/simulator/core/counters';
import type { SimulationResult } from '../../../src/simulator/run/result';
import { simulate } from '../../../src/simulator/simulate';
import { loadSpec } from '../../../src/simulator/spec/loadSpec';
import { determination, fitLine } from '../../../src/stats/line';

const SMS = 20;
const spec = scaledDown(loadSpec('hsm-80sm-hbm'), 4);

const run = (apps: readonly unknown[], sms: readonly number[], cycles = 6000): SimulationResult =>
  simulate(windowOn(apps, sms, cycles), { spec, slowdowns: false });

const rowHitRate = (c: Counters) => c.dramRowHits / (c.dramReads + c.dramWrites);

describe("HSM's insights on its own GPU, a quarter of it", () => {
  it('1, 2: compute-bound kernels scale linearly with SMs', () => {
    const counts = [4, 8, 12, 16, 20];
    const speeds = counts.map((n) => run([computeApp(SMS)], [n], 4000).apps[0]!.ipc);
    const line = fitLine(counts, speeds);
    const r2 = determination(counts, speeds, line);
    assert.ok(r2 > 0.99, `R² ${r2}`);
    assert.ok(Math.abs(line.intercept) < 0.05 * speeds.at(-1)!, `intercept ${line.intercept}`);
  });

  it('1, 3: memory-bound kernels rise with SMs until they saturate', () => {
    for (const workload of [MEMORY_WORKLOADS[0]!, MEMORY_WORKLOADS[8]!]) {
      const busy = { ...workload, warpsPerSm: 32 };
      const speeds = [2, 5, 10, 15, 20].map((n) => run([memoryApp(busy, SMS)], [n]).apps[0]!.ipc);
      const [two, five, ten, fifteen, all] = speeds as [number, number, number, number, number];
      assert.ok(five > 1.5 * two, `${workload.name}: ${speeds}`);
      assert.ok(all < 1.15 * fifteen && all < 1.5 * ten, `${workload.name}: ${speeds}`);
      for (let i = 1; i < speeds.length; i++) assert.ok(speeds[i]! > 0.95 * speeds[i - 1]!, String(speeds));
    }
  });

  it('4: bandwidth utilisation is near linear in the row-hit rate', () => {
    const results = MEMORY_WORKLOADS.map((workload) => run([memoryApp(workload, SMS)], [SMS]));
    const hits = results.map((result) => result.dram.rowHitRate);
    const used = results.map((result) => result.dram.utilisation);
    const line = fitLine(hits, used);
    // The paper prints 0.46 at 0.2 and draws c1 ≈ 0.5, c2 ≈ 0.36.
    const r2 = determination(hits, used, line);
    assert.ok(r2 > 0.95, `R² ${r2}`);
    assert.ok(Math.abs(line.intercept + 0.2 * line.slope - 0.46) < 0.04, `at 0.2: ${JSON.stringify(line)}`);
    assert.ok(
      Math.abs(line.slope - 0.5) < 0.1 && Math.abs(line.intercept - 0.36) < 0.04,
      JSON.stringify(line),
    );
  });

  it('5: the row-hit rate is about the same in company as alone', () => {
    const pairs = [
      [0, 8],
      [2, 5],
      [1, 7],
    ] as const;
    for (const [a, b] of pairs) {
      const apps = [a, b].map((i) => memoryApp(MEMORY_WORKLOADS[i]!, SMS));
      const shared = run(apps, [SMS / 2, SMS / 2]).apps.map((app) => rowHitRate(app.kernels[0]!.counters));
      const alone = apps.map((app) => rowHitRate(run([app], [SMS]).apps[0]!.kernels[0]!.counters));
      shared.forEach((rate, i) => assert.ok(Math.abs(rate - alone[i]!) < 0.15, `${rate} for ${alone[i]}`));
    }
  });

  it('counts the bandwidth of both applications as that of the machine', () => {
    const apps = [0, 8].map((i) => memoryApp(MEMORY_WORKLOADS[i]!, SMS));
    const result = run(apps, [8, 12]);
    const parts = result.apps.map((app) => app.kernels[0]!.counters.dramBusCycles);
    const { memory, coreClockMHz } = spec.spec;
    const clocks = ((result.cycles * 1e6) / coreClockMHz / memory.timing.tCKps) * memory.channels;
    assert.ok(Math.abs((parts[0]! + parts[1]!) / clocks - result.dram.utilisation) < 1e-9);
  });
});
