import { message } from '../../kernel/message';
import { InputError } from '../../kernel/result';
import { launchAlone } from '../simulation/shortRuns';
import type { SimulationPlan } from '../simulation/simulationSet';
import { simulationTask, type ScenarioTask, type TaskOutcome } from '../simulation/task';
import type { KernelFactor, TriedMachine } from '../results/whatIfResult';
import { sizesUnknown } from '../stages/openLaunch';

/** One launch of a kernel alone, on the GPU that is chosen and on the machine that is tried. */
export interface KernelElsewhere {
  /** As the application names it. */
  readonly kernel: string;
  readonly here: ScenarioTask;
  readonly there: ScenarioTask;
}

/** A kernel as the application and as the workspace name it. */
interface Named {
  readonly kernel: string;
  readonly id: string;
}

/** Whether a program is tried on another machine than the chosen GPU with all its SMs. */
export const isElsewhere = ({ gpu, mpsPercentage }: TriedMachine): boolean =>
  gpu !== null || mpsPercentage !== null;

/**
 * What to simulate of the kernels of an application, so that their times can be told elsewhere.
 *
 * @param here what there is to simulate of them on the chosen GPU
 * @param there the same on the GPU that is tried
 * @throws InputError naming a kernel that cannot be simulated, and why
 */
export function kernelsElsewhere(
  kernels: readonly Named[],
  here: SimulationPlan,
  there: SimulationPlan,
  mpsPercentage: number | null,
): readonly KernelElsewhere[] {
  return kernels.map(({ kernel, id }) => ({
    kernel,
    here: taskOf(id, kernel, here, null),
    there: taskOf(id, kernel, there, mpsPercentage),
  }));
}

function taskOf(
  kernelId: string,
  name: string,
  { inputs, leftOut }: SimulationPlan,
  mpsPercentage: number | null,
): ScenarioTask {
  const found = inputs?.kernels.find((one) => one.kernelId === kernelId);
  const reason = leftOut.find((one) => one.kernelId === kernelId)?.reason ?? message('analysis.notTimed');
  if (inputs === null || found === undefined)
    throw new InputError(message('analysis.whatIf.noRatio', { name, reason }));
  if (found.openSizes.length > 0)
    throw new InputError(message('analysis.whatIf.noRatio', { name, reason: sizesUnknown(found.openSizes) }));
  const { scenario, shortcut } = launchAlone(inputs, found.app);
  const capped =
    mpsPercentage === null
      ? scenario
      : { ...scenario, mode: { kind: 'mps' as const, percentages: [mpsPercentage] } };
  return simulationTask({ kind: 'time', kernelId }, capped, shortcut);
}

/**
 * Time of each kernel there over that here, by the same simulator.
 *
 * @throws InputError naming a kernel of which one of both is not known, and why
 */
export function kernelFactors(
  kernels: readonly KernelElsewhere[],
  outcomeOf: (key: string) => TaskOutcome | undefined,
): readonly KernelFactor[] {
  const timeOf = ({ key }: ScenarioTask, name: string): number => {
    const outcome = outcomeOf(key);
    if (outcome?.kind === 'measured' && outcome.launchMs !== null) return outcome.launchMs;
    const reason = outcome?.kind === 'failed' ? outcome.reason : message('analysis.notTimed');
    throw new InputError(message('analysis.whatIf.noRatio', { name, reason }));
  };
  return kernels.map(({ kernel, here, there }) => ({
    kernel,
    timeFactor: timeOf(there, kernel) / timeOf(here, kernel),
  }));
}
