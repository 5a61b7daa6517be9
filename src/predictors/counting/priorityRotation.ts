import type { RunHooks, SimulatorRun } from '../../simulator/run/simulatorRun';
import { createRandom, type RandomStream } from '../../stats/random';
import type { PhaseSeries } from './phaseSeries';

/**
 * Core cycles for which an application goes first in the memory controllers. ASM takes 10,000 of a quantum of 5
 * million; shorter ones give a GPU's much shorter kernels enough samples.
 */
export const PRIORITY_TURN_CYCLES = 1000;

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

/** Hooks that keep a series while priority goes round, from the first cycle on. */
export function rotatingHooks(
  run: SimulatorRun,
  series: PhaseSeries,
  seed: number,
  rotationCycles: number,
): RunHooks {
  const rotation = new PriorityRotation(run, series, seed);
  rotation.next();
  const cut = (): void => void series.cut();
  return {
    onKernelChange: cut,
    epochCycles: rotationCycles,
    onEpoch: () => {
      cut();
      rotation.next();
    },
  };
}
