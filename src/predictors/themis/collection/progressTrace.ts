import type { SimulatorRun } from '../../../simulator/run/simulatorRun';
import { COUNTER_COLUMNS, INSTRUCTION_COUNTERS } from '../../../simulator/core/counters';

/** How far an application has come: a point of its work, whatever time it took to get there. */
export interface Progress {
  /** Warp instructions since the start. */
  readonly instructions: number;
  /** Core cycles for which it has been at this point (between two kernels nothing is executed). */
  readonly idleCycles: number;
}

/** Core cycles between two readings. */
const STEP = 64;
/** Pauses shorter than this are ordinary waiting. */
const PAUSE = 4 * STEP;
const never = (): boolean => false;

/** Follows the first application of a run: instructions over time, so that two runs can be compared at equal work. */
export class ProgressTrace {
  /** Instructions at the end of step i; nondecreasing. */
  private readonly counts: number[] = [0];
  private readonly kernels: readonly number[];

  constructor(
    readonly run: SimulatorRun,
    /** The run is not simulated beyond this cycle. */
    private readonly lastCycle: number,
  ) {
    this.kernels = run.machine.queue.plans[0]!.kernels;
  }

  /** Simulates up to a cycle, which is rounded up to a whole step. */
  runTo(cycle: number): void {
    const { machine } = this.run;
    while ((this.counts.length - 1) * STEP < cycle) {
      machine.run(this.counts.length * STEP, never);
      this.counts.push(this.kernels.reduce((sum, kernel) => sum + this.instructionsOf(kernel), 0));
    }
  }

  /** Warp instructions of a kernel so far. */
  instructionsOf(kernel: number): number {
    const { counters } = this.run.machine;
    let sum = 0;
    for (let column = 0; column < INSTRUCTION_COUNTERS.length; column++)
      sum += counters[kernel * COUNTER_COLUMNS + column]!;
    return sum;
  }

  get now(): Progress {
    const last = this.counts.length - 1;
    let since = last;
    while (since > 0 && this.counts[since - 1] === this.counts[last]) since--;
    return { instructions: this.counts[last]!, idleCycles: (last - since) * STEP };
  }

  /**
   * Cycle at which this run comes to a point that another run of the same application has reached; simulates
   * further where it must. Null when it does not get there in time.
   */
  cycleAt(point: Progress): number | null {
    while (this.counts.at(-1)! <= point.instructions && this.cycles < this.lastCycle)
      this.runTo(this.cycles + 16 * STEP);
    if (this.counts.at(-1)! < point.instructions) return null;
    const step = this.firstAtLeast(point.instructions);
    if (step === 0) return 0;
    const below = this.counts[step - 1]!;
    const reached = (step - 1 + (point.instructions - below) / (this.counts[step]! - below)) * STEP;
    if (point.idleCycles < PAUSE) return reached;
    return reached + Math.min(point.idleCycles, this.pauseAfter(step));
  }

  private get cycles(): number {
    return (this.counts.length - 1) * STEP;
  }

  private firstAtLeast(instructions: number): number {
    let low = 0;
    let high = this.counts.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.counts[middle]! >= instructions) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  /** Cycles for which the count stays what it is at `step`. */
  private pauseAfter(step: number): number {
    let end = step;
    while (end + 1 < this.counts.length && this.counts[end + 1] === this.counts[step]) end++;
    return (end - step) * STEP;
  }
}
