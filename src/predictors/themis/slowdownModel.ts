import type { Pressure } from './events';
import type { CounterRates } from '../counting/rates';

/** The two factors of a slowdown (equation 4): SD = scalability · interference. */
export interface KernelSlowdown {
  /** SD_scal = T_n / T_solo: what fewer SMs cost. */
  readonly scalability: number;
  /** SD_inter = T_colo / T_n: what contention in L2 cache and memory costs. */
  readonly interference: number;
}

/** The kernel slowdown model R of equation 7, for one GPU. */
export interface SlowdownModel {
  /**
   * @param smFraction SMs of the kernel over those of the GPU, above 0 and at most 1
   * @param own the kernel's shared-mode events
   * @param coRunners the sum of the starred events of everything that runs beside it
   */
  predict(smFraction: number, own: CounterRates, coRunners: Pressure): KernelSlowdown;
}
