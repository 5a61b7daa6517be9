import type { SimulatorRun } from '../../simulator/run/simulatorRun';
import { createRandom, type RandomStream } from '../../stats/random';
import type { PhaseSeries } from './phaseSeries';

/**
 * Lets the requests of one application after the other go first in the memory controllers. Who is next is drawn,
 * so that epochs do not fall into step with what the applications do.
 */
export class PriorityRotation {
  private readonly random: RandomStream;

  constructor(
    private readonly run: SimulatorRun,
    private readonly series: PhaseSeries,
    seed: number,
  ) {
    this.random = createRandom(seed);
  }

  next(): void {
    const { apps } = this.run.machine.partition;
    const chosen = this.random.below(apps);
    this.run.prioritizeMemory(Array.from({ length: apps }, (_, app) => (app === chosen ? 1 : 0)));
    this.series.favoured = chosen;
  }
}
