import { COUNTER_COLUMNS } from '../core/counterColumns';
import { COUNTERS, namedCounters, type Counters } from '../core/counters';
import type { SimulatorRun } from './simulatorRun';

/** Counters of each application in one epoch. */
export interface Epoch {
  readonly fromCycle: number;
  readonly toCycle: number;
  /** Per application, summed over its kernels. */
  readonly apps: readonly Counters[];
  /** SMs that each application may use at the end of the epoch. */
  readonly sms: readonly number[];
}

/** Cuts the counters of a run into epochs. */
export class EpochSeries {
  readonly epochs: Epoch[] = [];
  private before: Float64Array;
  private cycle: number;

  constructor(private readonly run: SimulatorRun) {
    run.machine.settleCounters();
    this.before = run.machine.counters.slice();
    this.cycle = run.cycles;
  }

  /** Ends an epoch here; the epoch. */
  cut(): Epoch {
    const { run } = this;
    const { machine } = run;
    machine.settleCounters();
    const table = machine.counters.map((value, i) => value - this.before[i]!);
    const { partition, queue } = machine;
    const epoch = {
      fromCycle: this.cycle,
      toCycle: run.cycles,
      apps: queue.plans.map((plan) => sumOf(table, plan.kernels)),
      sms: queue.plans.map((_, app) => partition.smCount(app)),
    };
    this.before = machine.counters.slice();
    this.cycle = run.cycles;
    this.epochs.push(epoch);
    return epoch;
  }
}

/** The rows of some kernels added up. */
export function sumOf(table: Float64Array, kernels: readonly number[]): Counters {
  const sum = new Float64Array(COUNTERS.length);
  for (const kernel of kernels)
    for (let column = 0; column < COUNTER_COLUMNS; column++)
      sum[column]! += table[kernel * COUNTER_COLUMNS + column]!;
  return namedCounters(sum, 0);
}
