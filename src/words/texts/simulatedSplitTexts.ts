import type { AllocatedApp, AllocationAdvice } from '../../sharing/allocate/allocateSms';
import type { SimulatedSplit } from '../../sharing/allocate/simulatedSplit';
import { change } from '../format';
import { say } from '../say';

/** Whether the goal holds in a simulation of the advised split. */
export function simulatedVerdict({ unfairness, targetsMet }: SimulatedSplit): string {
  if (unfairness !== null) return say('goal.simulatedUnfairness', { unfairness });
  return say(targetsMet === true ? 'goal.simulatedMet' : 'goal.simulatedNotMet');
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
  return say('goal.parting', { far });
}
