/** Kind of an operation. Kinds from `FIRST_MARKER` on take no time: they steer the warp. */
export const enum Op {
  compute,
  load,
  store,
  atomic,
  sharedLoad,
  sharedStore,
  sharedAtomic,
  constantLoad,
  barrier,
  sleep,
  exit,
  loop,
  loopEnd,
  branch,
  otherwise,
  branchEnd,
  /** Where a warp goes on that has slept. */
  awake,
}

/** First kind of operation that takes no time. */
export const FIRST_MARKER = Op.loop;

/** Addressing of an access: how its lanes find their elements. */
export const enum AccessKind {
  affine,
  computed,
  random,
  chase,
  near,
  scatter,
}

/** Who shares a random footprint or a random decision. */
export enum Scope {
  grid,
  block,
  warp,
  lane,
}

/** Kind of a trip count in the trip table. */
export const enum TripKind {
  constant,
  drawn,
  range,
  elapsed,
  /** Until all blocks have come to the barrier of their launch. */
  arrivals,
}

/** Deepest nesting of loops and branches. */
export const MAX_DEPTH = 12;

/** Columns of an operation, which lie together in `ProgramImage.ops` from `operation << OP_SHIFT` on. */
export const enum O {
  kind,
  /** Counter column of the instruction class. */
  counter,
  unit,
  latency,
  /** Twelfths of a cycle for which the unit is taken. */
  interval,
  count,
  distance,
  /** Bit mask of the loads to wait for. */
  wait,
  /** Load whose result this one produces, -1 for none. */
  token,
  /** Row of the access, trip or condition table, by kind. */
  row,
  /** Where a loop end, a branch not taken or a finished first path continues. */
  target,
  depth,
  /** First byte of the code of the operation; a run of n instructions is n instructions long. */
  code,
}

/** The words of an operation start at its number shifted by this. */
export const OP_SHIFT = 4;
