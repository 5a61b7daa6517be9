import type { StateArrays } from '../core/stateArrays';

/** Memory cycles over which the bandwidth of applications is compared. */
const WINDOW = 2048;

/**
 * Application-aware scheduling: the application that got the least bandwidth in the last window is served first
 * in the next, as HSM's comparison with bandwidth partitioning has it (BW-App, after Jog et al., MEMSYS 2015;
 * the paper gives no window length).
 */
export class LeastServed {
  private readonly bursts: Float64Array;
  private readonly windowEnd: Int32Array;

  constructor(applications: number, state: StateArrays) {
    this.bursts = state.float64(applications);
    this.windowEnd = state.int32(1).fill(WINDOW);
  }

  add(application: number, bursts: number): void {
    this.bursts[application]! += bursts;
  }

  /** The priority levels for the window that has begun by `now`, or null while the last one still runs. */
  levels(now: number): readonly number[] | null {
    if (now < this.windowEnd[0]!) return null;
    this.windowEnd[0] = now + WINDOW;
    const levels = Array.from(this.bursts, (own) => this.bursts.filter((other) => other > own).length);
    this.bursts.fill(0);
    return levels;
  }
}
