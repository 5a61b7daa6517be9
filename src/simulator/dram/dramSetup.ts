import type { DramOrder } from '../chip/chipSpec';

/** The constraints of one scope, grouped by the earlier command: entries `start[c]` to `start[c + 1]`. */
export class FollowerLists {
  constructor(
    readonly start: Int32Array,
    readonly follower: Int32Array,
    readonly delay: Int32Array,
  ) {}
}

/** A protocol's constraints for one set of timings, ready for the hot path. */
export class ConstraintTable {
  constructor(
    readonly channel: FollowerLists,
    readonly bankGroup: FollowerLists,
    readonly bank: FollowerLists,
    /** Cycles from the fourth last activate to the next one. */
    readonly fourActivates: i32,
    readonly splitBuses: boolean,
  ) {}
}

/** What memory controllers are built from: their policy, and what the memory behind them asks for. */
export class DramSetup {
  constructor(
    readonly banks: i32,
    /** Bank `b` belongs to group `b % bankGroups`. */
    readonly bankGroups: i32,
    readonly nREFI: i32,
    readonly table: ConstraintTable,
    readonly order: DramOrder,
    /** Hits that may pass an older request of the same bank that misses; 0 for any number. */
    readonly rowHitCap: i32,
    readonly readQueue: i32,
    readonly writeQueue: i32,
    readonly refresh: boolean,
  ) {}
}
