import type { SlowdownFactors } from '../forecast';

/**
 * Slowdown of an application from the slowdowns of its phases (equation 5): the time that each phase would
 * have taken alone is its length over its slowdown. The two factors of equation 4 are kept apart in the same
 * way, through the time T_n that the application would have taken alone on the SMs it had.
 */
export class ApplicationSlowdown {
  private shared = 0;
  private aloneOnOwnSms = 0;
  private alone = 0;

  /** A phase of `cycles` in which the application's kernel was slowed down by `slowdown`. */
  add(cycles: number, { scalability, interference }: SlowdownFactors): void {
    this.shared += cycles;
    this.aloneOnOwnSms += cycles / interference;
    this.alone += cycles / (interference * scalability);
  }

  /** SD = T_colo / T_solo over the phases so far; 1 before the first. */
  get slowdown(): number {
    return this.alone > 0 ? this.shared / this.alone : 1;
  }

  /** SD_scal and SD_inter over the phases so far; their product is `slowdown`. */
  get factors(): SlowdownFactors {
    if (this.alone <= 0) return { scalability: 1, interference: 1 };
    return {
      scalability: this.aloneOnOwnSms / this.alone,
      interference: this.shared / this.aloneOnOwnSms,
    };
  }
}
