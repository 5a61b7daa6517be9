import { SimulatorRun } from '../../src/simulator/run/simulatorRun';

/** What simulations cost, whatever the load of the machine. */
export interface SimulatedWork {
  /** Simulated cycles times the SMs of the machine, over all runs. */
  readonly smCycles: number;
  readonly warpInstructions: number;
}

/**
 * Counts what all runs of this process simulate from now on.
 *
 * @returns tells what came since it was asked last
 */
export function countSimulatedWork(): () => SimulatedWork {
  let work = { smCycles: 0, warpInstructions: 0 };
  const { run } = SimulatorRun.prototype;
  SimulatorRun.prototype.run = function (this: SimulatorRun, ...how) {
    const [cycles, instructions] = [this.cycles, this.warpInstructions];
    try {
      return run.apply(this, how);
    } finally {
      work.smCycles += (this.cycles - cycles) * this.loaded.spec.sms;
      work.warpInstructions += this.warpInstructions - instructions;
    }
  };
  return () => {
    const taken = work;
    work = { smCycles: 0, warpInstructions: 0 };
    return taken;
  };
}
