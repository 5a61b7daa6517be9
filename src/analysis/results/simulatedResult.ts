import type { AllocatedApp, AllocationAdvice } from '../../sharing/allocate/allocateSms';
import type { SimulatedSplit } from '../../sharing/allocate/simulatedSplit';
import { change, percent } from '../../words/format';

/** Whether the goal holds in a simulation of the advised split. */
export function simulatedVerdict({ unfairness, targetsMet }: SimulatedSplit): string {
  if (unfairness !== null)
    return `Simulated, weighted slowdowns lie ${percent(unfairness)} apart (unfairness ${unfairness.toFixed(2)}).`;
  return targetsMet === true ? 'Simulated, every target is met.' : 'Simulated, not every target is met.';
}

/** Applications whose simulated slowdown is farther from the predicted than the predictor's mean error; null where none is. */
export function partingText(
  {
    apps,
    error,
  }: Pick<AllocationAdvice, 'error'> & {
    readonly apps: readonly Pick<AllocatedApp, 'name' | 'slowdown'>[];
  },
  { slowdowns }: Pick<SimulatedSplit, 'slowdowns'>,
): string | null {
  const expected = error.metric === null ? 0 : error.mean;
  const far = apps.flatMap(({ name, slowdown }, app) => {
    const off = slowdowns[app]! / slowdown - 1;
    return Math.abs(off) > expected ? [`${name} ${change(off)}`] : [];
  });
  if (far.length === 0) return null;
  return `Simulation and prediction part: simulated slowdowns differ from predicted ones by ${far.join(', ')}.`;
}
