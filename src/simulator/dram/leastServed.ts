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
  private readonly found: Int32Array;

  constructor(
    private readonly applications: i32,
    state: StateArrays,
  ) {
    this.bursts = state.float64(applications);
    this.windowEnd = state.int32(1).fill(WINDOW);
    this.found = new Int32Array(applications);
  }

  add(application: i32, bursts: i32): void {
    this.bursts[application]! += bursts;
  }

  /** Tests whether a window has ended by `now`; the next one begins then. */
  hasEnded(now: i32): boolean {
    if (now < this.windowEnd[0]!) return false;
    this.windowEnd[0] = now + WINDOW;
    return true;
  }

  /** The priority levels for the window that has begun. */
  levels(): Int32Array {
    const levels = this.found;
    for (let one = 0; one < this.applications; one++) {
      levels[one] = 0;
      for (let other = 0; other < this.applications; other++)
        if (this.bursts[other]! > this.bursts[one]!) levels[one]!++;
    }
    this.bursts.fill(0);
    return levels;
  }
}
