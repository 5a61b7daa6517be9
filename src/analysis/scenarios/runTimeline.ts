import { COUNTER_COLUMNS } from '../../simulator/core/counterColumns';
import { INSTRUCTION_COUNTERS } from '../../simulator/core/counters';
import type { RunHooks, SimulatorRun } from '../../simulator/run/simulatorRun';
import type { KernelBar, PacePoint, RunTimelineResult } from '../results/scenarioResult';

const POINT_CYCLES = 1000;
/** Points are thinned to half of this when there are so many. */
const MOST_POINTS = 240;
const MOST_BARS = 2000;

interface OpenBar {
  readonly kernel: number;
  readonly fromCycle: number;
  /** Completed runs of the kernel when the bar began. */
  readonly runs: number;
}

interface Sample {
  readonly cycle: number;
  /** Warp instructions since the start, per application. */
  readonly instructions: readonly number[];
  readonly sms: readonly number[];
}

/** Records while a scenario runs what ran when; memory stays bounded however long the run is. */
export class RunTimeline {
  private run: SimulatorRun | null = null;
  private readonly bars: KernelBar[] = [];
  private omittedBars = 0;
  private open: (OpenBar | null)[] = [];
  private samples: Sample[] = [];

  readonly hooks: RunHooks = {
    epochCycles: POINT_CYCLES,
    onEpoch: (run) => {
      this.run = run;
      this.sample();
    },
    onKernelChange: (run) => {
      this.run = run;
      this.followKernels();
    },
  };

  /** What was recorded, up to where the run is now. */
  result(): RunTimelineResult {
    const { run } = this;
    if (run === null) return { cycles: 0, bars: [], omittedBars: 0, pace: [] };
    this.open.forEach((bar, app) => bar && this.close(app, bar, run.cycles, false));
    this.open = [];
    run.machine.settleCounters();
    this.sample();
    return {
      cycles: run.cycles,
      bars: this.bars,
      omittedBars: this.omittedBars,
      pace: paceOf(this.samples),
    };
  }

  private followKernels(): void {
    const { machine, cycles } = this.run!;
    const { queue } = machine;
    queue.plans.forEach((_, app) => {
      const bar = this.open[app] ?? null;
      const ended = bar !== null && queue.runs[bar.kernel]! > bar.runs;
      if (ended) this.close(app, bar, cycles, true);
      if (bar !== null && !ended) return;
      const kernel = queue.kernel(app);
      this.open[app] = queue.isRunning(app) ? { kernel, fromCycle: cycles, runs: queue.runs[kernel]! } : null;
    });
  }

  private close(app: number, { kernel, fromCycle }: OpenBar, toCycle: number, complete: boolean): void {
    if (this.bars.length === MOST_BARS) {
      this.omittedBars++;
      return;
    }
    const { name } = this.run!.machine.plan.kernels.kernels[kernel]!;
    this.bars.push({ app, kernel: name, fromCycle, toCycle, complete });
  }

  private sample(): void {
    const { machine, cycles } = this.run!;
    if (this.samples.at(-1)?.cycle === cycles) return;
    const { plans } = machine.queue;
    this.samples.push({
      cycle: cycles,
      instructions: plans.map(({ kernels }) => warpInstructionsOf(machine.counters, kernels)),
      sms: plans.map((_, app) => machine.partition.smCount(app)),
    });
    if (this.samples.length >= MOST_POINTS) this.samples = this.samples.filter((__, i) => i % 2 === 1);
  }
}

function warpInstructionsOf(counters: Float64Array, kernels: readonly number[]): number {
  let sum = 0;
  for (const kernel of kernels)
    for (let column = 0; column < INSTRUCTION_COUNTERS.length; column++)
      sum += counters[kernel * COUNTER_COLUMNS + column]!;
  return sum;
}

/** Counts since the start as rates between one sample and the next. */
function paceOf(samples: readonly Sample[]): PacePoint[] {
  return samples.map(({ cycle, instructions, sms }, at) => {
    const before = samples[at - 1];
    const fromCycle = before?.cycle ?? 0;
    return {
      fromCycle,
      toCycle: cycle,
      ipc: instructions.map(
        (count, app) => (count - (before?.instructions[app] ?? 0)) / Math.max(1, cycle - fromCycle),
      ),
      sms,
    };
  });
}
