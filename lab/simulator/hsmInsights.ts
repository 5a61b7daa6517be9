import type { Counters } from '../../src/simulator/core/counters';
import type { SimulationResult } from '../../src/simulator/run/result';
import { simulate } from '../../src/simulator/simulate';
import { loadSpec } from '../../src/simulator/spec/loadSpec';
import { determination, fitLine, type Line } from '../../src/stats/line';
import {
  computeApp,
  memoryApp,
  MEMORY_WORKLOADS,
  scaledDown,
  windowOn,
  type MemoryWorkload,
} from './hsmWorkloads';

/** HSM's 80 SMs and 32 channels divided by four. */
export const QUARTER_SMS = 20;
export const QUARTER = scaledDown(loadSpec('hsm-80sm-hbm'), 4);

export const runOnQuarter = (
  apps: readonly unknown[],
  sms: readonly number[],
  cycles = 6000,
): SimulationResult => simulate(windowOn(apps, sms, cycles), { spec: QUARTER, slowdowns: false });

const rowHitRate = (c: Counters): number => c.dramRowHits / (c.dramReads + c.dramWrites);

export interface Fit {
  readonly line: Line;
  readonly rSquared: number;
  readonly x: readonly number[];
  readonly y: readonly number[];
}

const fit = (x: readonly number[], y: readonly number[]): Fit => {
  const line = fitLine(x, y);
  return { line, rSquared: determination(x, y, line), x, y };
};

/** Insights 1 and 2: instructions per cycle of a compute-bound kernel over SMs. */
export function computeScaling(): Fit {
  const counts = [4, 8, 12, 16, 20];
  return fit(
    counts,
    counts.map((n) => runOnQuarter([computeApp(QUARTER_SMS)], [n], 4000).apps[0]!.ipc),
  );
}

/** Insights 1 and 3: instructions per cycle of a memory-bound kernel on 2, 5, 10, 15 and 20 SMs. */
export function memoryScaling(workload: MemoryWorkload): readonly number[] {
  const busy = { ...workload, warpsPerSm: 32 };
  return [2, 5, 10, 15, 20].map((n) => runOnQuarter([memoryApp(busy, QUARTER_SMS)], [n]).apps[0]!.ipc);
}

/** Insight 4: bandwidth utilisation over row-hit rate across memory-bound workloads. */
export function utilisationOverRowHits(): Fit {
  const results = MEMORY_WORKLOADS.map((workload) =>
    runOnQuarter([memoryApp(workload, QUARTER_SMS)], [QUARTER_SMS]),
  );
  return fit(
    results.map((result) => result.dram.rowHitRate),
    results.map((result) => result.dram.utilisation),
  );
}

export interface RowHitPair {
  readonly names: readonly string[];
  readonly shared: readonly number[];
  readonly alone: readonly number[];
}

/** Insight 5: row-hit rates of two applications on half of the SMs each, and alone. */
export function rowHitsInCompany(a: number, b: number): RowHitPair {
  const workloads = [MEMORY_WORKLOADS[a]!, MEMORY_WORKLOADS[b]!];
  const apps = workloads.map((workload) => memoryApp(workload, QUARTER_SMS));
  const half = QUARTER_SMS / 2;
  const rateOf = (app: SimulationResult['apps'][number]) => rowHitRate(app.kernels[0]!.counters);
  return {
    names: workloads.map(({ name }) => name),
    shared: runOnQuarter(apps, [half, half]).apps.map(rateOf),
    alone: apps.map((app) => rateOf(runOnQuarter([app], [QUARTER_SMS]).apps[0]!)),
  };
}

export const ROW_HIT_PAIRS = [
  [0, 8],
  [2, 5],
  [1, 7],
] as const;
