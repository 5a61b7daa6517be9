import type { Parcels } from '../chip/parcels';

/**
 * Tables of the image as the chip has them: columns come in the order in which `TABLES` of `image.ts` names them.
 */

/** Columns of the table of affine rows. */
export class AffineTable {
  readonly constant: Float64Array;
  readonly blockX: Float64Array;
  readonly blockY: Float64Array;
  readonly blockZ: Float64Array;
  readonly firstTerm: Int32Array;
  readonly lastTerm: Int32Array;
  /** Start of the thread values in `threads`, -1 when all are 0. */
  readonly threads: Int32Array;

  constructor(from: Parcels) {
    this.constant = from.takeFloats();
    this.blockX = from.takeFloats();
    this.blockY = from.takeFloats();
    this.blockZ = from.takeFloats();
    this.firstTerm = from.takeInts();
    this.lastTerm = from.takeInts();
    this.threads = from.takeInts();
  }
}

/** What an affine row adds for the loops around it. */
export class TermTable {
  readonly depth: Int32Array;
  readonly coefficient: Float64Array;

  constructor(from: Parcels) {
    this.depth = from.takeInts();
    this.coefficient = from.takeFloats();
  }
}

/** Postfix code: an affine row, or -1 - n for operation n of `LANE_OPERATIONS`. */
export class StepTable {
  readonly code: Int32Array;

  constructor(from: Parcels) {
    this.code = from.takeInts();
  }
}

/** Columns of the table of value rows. */
export class ValueTable {
  /** Affine row of a value that is affine, else -1. */
  readonly affine: Int32Array;
  readonly firstStep: Int32Array;
  readonly lastStep: Int32Array;

  constructor(from: Parcels) {
    this.affine = from.takeInts();
    this.firstStep = from.takeInts();
    this.lastStep = from.takeInts();
  }
}

/** Columns of the table of access rows. */
export class AccessTable {
  readonly kind: Uint8Array;
  readonly value: Int32Array;
  readonly elementBytes: Int32Array;
  /** Bytes that one lane touches. */
  readonly laneBytes: Int32Array;
  /** First byte of the array; shared arrays count from the block's own start. */
  readonly base: Float64Array;
  readonly bytes: Float64Array;
  readonly footprint: Float64Array;
  readonly scope: Uint8Array;
  readonly consecutive: Uint8Array;
  readonly stride: Float64Array;
  /** Elements between the targets of neighbouring values of an index array. */
  readonly scale: Float64Array;
  /** Value row that is added to an indirect target, -1 for none. */
  readonly offset: Int32Array;
  readonly seed: Int32Array;
  /** Affine row of the bytes from `base` where its guards hold, -1 when there is none. */
  readonly plain: Int32Array;
  readonly firstGuard: Int32Array;
  readonly lastGuard: Int32Array;
  /** First row of the lane patterns of `plain` per warp of the block, -1 when there are none. */
  readonly patterns: Int32Array;
  /** 1 when the access goes past the L1 cache. */
  readonly bypass: Uint8Array;
  /** Row of `names`, for messages. */
  readonly name: Int32Array;

  constructor(from: Parcels) {
    this.kind = from.takeBytes();
    this.value = from.takeInts();
    this.elementBytes = from.takeInts();
    this.laneBytes = from.takeInts();
    this.base = from.takeFloats();
    this.bytes = from.takeFloats();
    this.footprint = from.takeFloats();
    this.scope = from.takeBytes();
    this.consecutive = from.takeBytes();
    this.stride = from.takeFloats();
    this.scale = from.takeFloats();
    this.offset = from.takeInts();
    this.seed = from.takeInts();
    this.plain = from.takeInts();
    this.firstGuard = from.takeInts();
    this.lastGuard = from.takeInts();
    this.patterns = from.takeInts();
    this.bypass = from.takeBytes();
    this.name = from.takeInts();
  }
}

/** Affine rows of which no lane may be negative. */
export class GuardTable {
  readonly affine: Int32Array;

  constructor(from: Parcels) {
    this.affine = from.takeInts();
  }
}

/** The lanes of one warp relative to its first lane, in bytes, and the passes they take through the banks. */
export class PatternTable {
  readonly first: Float64Array;
  readonly shape: Int32Array;
  readonly passes: Int32Array;

  constructor(from: Parcels) {
    this.first = from.takeFloats();
    this.shape = from.takeInts();
    this.passes = from.takeInts();
  }
}

/** Columns of the table of trip counts. */
export class TripTable {
  readonly kind: Uint8Array;
  readonly low: Int32Array;
  readonly high: Int32Array;
  readonly scope: Uint8Array;
  readonly start: Int32Array;
  readonly below: Float64Array;
  readonly step: Float64Array;
  readonly seed: Int32Array;

  constructor(from: Parcels) {
    this.kind = from.takeBytes();
    this.low = from.takeInts();
    this.high = from.takeInts();
    this.scope = from.takeBytes();
    this.start = from.takeInts();
    this.below = from.takeFloats();
    this.step = from.takeFloats();
    this.seed = from.takeInts();
  }
}

/** Columns of the table of condition rows. */
export class ConditionTable {
  /** Value compared with 0, -1 for a random decision. */
  readonly value: Int32Array;
  readonly comparison: Uint8Array;
  readonly probability: Float64Array;
  readonly scope: Uint8Array;
  readonly seed: Int32Array;

  constructor(from: Parcels) {
    this.value = from.takeInts();
    this.comparison = from.takeBytes();
    this.probability = from.takeFloats();
    this.scope = from.takeBytes();
    this.seed = from.takeInts();
  }
}

/** Compiled programs of all kernels: operations and the tables that they refer to, packed into arrays. */
export class ProgramImage {
  /** The operations, see `O`. */
  readonly ops: Int32Array;
  readonly affine: AffineTable;
  readonly term: TermTable;
  readonly step: StepTable;
  readonly value: ValueTable;
  readonly access: AccessTable;
  readonly guard: GuardTable;
  readonly pattern: PatternTable;
  readonly trip: TripTable;
  readonly condition: ConditionTable;
  /** Values of threads, all tables one after the other. */
  readonly threads: Float64Array;
  /** Byte offsets of 32 lanes from the first one, per shape. */
  readonly shapes: Float64Array;

  constructor(from: Parcels) {
    this.ops = from.takeInts();
    this.affine = new AffineTable(from);
    this.term = new TermTable(from);
    this.step = new StepTable(from);
    this.value = new ValueTable(from);
    this.access = new AccessTable(from);
    this.guard = new GuardTable(from);
    this.pattern = new PatternTable(from);
    this.trip = new TripTable(from);
    this.condition = new ConditionTable(from);
    this.threads = from.takeFloats();
    this.shapes = from.takeFloats();
  }
}
