import { message, type Words } from '../kernel/message';
import { InputError } from '../kernel/result';
import type { Phase } from '../predictors/counting/phaseSeries';
import type { SimulatorRun } from '../simulator/run/simulatorRun';

/**
 * A line for each application some of whose launches did not run in the phases of a run.
 *
 * @throws InputError naming an application of which none ran: nothing can be told of it
 */
export function unseenLaunches(run: SimulatorRun, phases: readonly Phase[]): Words[] {
  return run.machine.queue.plans.flatMap(({ name, kernels }, app) => {
    const seen = new Set(phases.filter(({ apps }) => apps[app]!.active).map(({ apps }) => apps[app]!.kernel));
    if (seen.size === 0) throw new InputError(message('sharing.noLaunchRan', { name, cycles: run.cycles }));
    if (seen.size === kernels.length) return [];
    return [
      message('sharing.launchesLeft', {
        name,
        left: kernels.length - seen.size,
        launches: kernels.length,
        cycles: run.cycles,
      }),
    ];
  });
}
