import type { SlowdownFactors } from '../forecast';
import type { Pressure } from './events';
import type { CounterRates } from '../counting/rates';

/** The kernel slowdown model R of equation 7, for one GPU. */
export interface SlowdownModel {
  /**
   * @param smFraction SMs of the kernel over those of the GPU, above 0 and at most 1
   * @param own the kernel's shared-mode events
   * @param coRunners the sum of the starred events of everything that runs beside it
   */
  predict(smFraction: number, own: CounterRates, coRunners: Pressure): SlowdownFactors;
}
