import { PUBLISHED_SCHEDULERS } from '../../../predictors';
import type { QueueScheduler } from '../../../predictors/schedulerPort';
import { bySlowdown } from './bySlowdown';
import { fcfs, leastLoadedFirst, roundRobin } from './inOrder';

/**
 * Every scheduler, the simplest first.
 *
 * @param bound largest slowdown of any job that ours allows; infinite for none
 */
export const schedulers = (bound: number): readonly QueueScheduler[] => [
  fcfs,
  leastLoadedFirst,
  roundRobin,
  ...PUBLISHED_SCHEDULERS,
  bySlowdown(bound),
];
