import { warpInstructions } from '../../../simulator/core/counters';
import { sumOf } from '../../../simulator/run/epochSeries';
import type { RunHooks, SimulatorRun } from '../../../simulator/run/simulatorRun';
import { PaceRecord } from '../paceRecord';
import { isOneLoop } from './repeatedWork';

/** Cycles between two looks at how far each kernel is. */
const LOOK_CYCLES = 1024;

/** How far the kernels of a window are from look to look. */
export class WindowPaces {
  private readonly records;

  constructor(private readonly run: SimulatorRun) {
    this.records = run.machine.queue.plans.map(() => new PaceRecord());
  }

  /** Looks, and does nothing else. */
  get hooks(): RunHooks {
    return this.hooksUntil(() => false);
  }

  /** Looks until that is so. */
  hooksUntil(isEnough: () => boolean): RunHooks {
    return {
      progressCycles: LOOK_CYCLES,
      onProgress: () => {
        this.look();
        return !isEnough();
      },
    };
  }

  /** A test whether each of these kernels goes round one loop, and has done so at one pace since the warm-up. */
  standStill(apps: readonly number[]): () => boolean {
    const { scenario, baselineCycle } = this.run;
    const areLoops = apps.every((app) => isOneLoop(scenario.apps[app]!));
    return () => areLoops && apps.every((app) => this.records[app]!.steadySince(baselineCycle) !== null);
  }

  private look(): void {
    const { queue, counters } = this.run.machine;
    this.records.forEach((record, app) =>
      record.note(this.run.cycles, warpInstructions(sumOf(counters, queue.plans[app]!.kernels))),
    );
  }
}
