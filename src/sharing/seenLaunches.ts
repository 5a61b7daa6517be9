import { InputError } from '../kernel/result';
import type { Phase } from '../predictors/counting/phaseSeries';
import type { SimulatorRun } from '../simulator/run/simulatorRun';

/**
 * A line for each application some of whose launches did not run in the phases of a run.
 *
 * @throws InputError naming an application of which none ran: nothing can be told of it
 */
export function unseenLaunches(run: SimulatorRun, phases: readonly Phase[]): string[] {
  return run.machine.queue.plans.flatMap(({ name, kernels }, app) => {
    const seen = new Set(phases.filter(({ apps }) => apps[app]!.active).map(({ apps }) => apps[app]!.kernel));
    if (seen.size === 0)
      throw new InputError(
        `${name}: none of its launches ran within ${run.cycles} cycles; a longer epoch is needed`,
      );
    if (seen.size === kernels.length) return [];
    return [
      `${name}: ${kernels.length - seen.size} of ${kernels.length} launches did not run within ${run.cycles} cycles; the slowdown is that of the others`,
    ];
  });
}
