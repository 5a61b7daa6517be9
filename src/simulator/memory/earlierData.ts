import { quotientUp } from '../core/bits';
import type { StateArrays } from '../core/stateArrays';

/**
 * What earlier launches have left in the L2 cache, where a run begins between launches: lines of such applications are
 * found when they are first read, as long as what came since has not filled their set.
 */
export class EarlierData {
  /** By line two bits, of the sides of the L2 cache from which it was read. */
  private readonly seen: Int32Array;

  /** @param apps for each application whether its data are there */
  constructor(
    private readonly apps: Uint8Array,
    lines: i32,
    state: StateArrays,
  ) {
    this.seen = state.int32(quotientUp(lines, 16));
  }

  /** Tests whether a line that is not in the cache is read from a side for the first time, and was left there. */
  wasLeft(line: i32, side: i32, app: i32): boolean {
    const at = line >> 4;
    const bit = 1 << (((line & 15) << 1) | side);
    if ((this.seen[at]! & bit) !== 0) return false;
    this.seen[at]! |= bit;
    return this.apps[app] === 1;
  }
}
