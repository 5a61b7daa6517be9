import { WARP_SIZE } from '../../kernel/warp';
import type { ProgramImage } from './imageTables';
import { O, OP_SHIFT } from './operations';

/**
 * The kernels of a run as flat typed arrays, which is what the hot loop reads. Rows of one table refer to
 * rows of another by number; -1 is none.
 */

/** An operation before it is packed. */
export interface OpRow {
  readonly kind: number;
  readonly counter: number;
  readonly unit: number;
  readonly latency: number;
  readonly interval: number;
  readonly count: number;
  readonly distance: number;
  readonly wait: number;
  readonly token: number;
  readonly row: number;
  readonly target: number;
  readonly depth: number;
  readonly code: number;
}

function packOps(rows: readonly OpRow[]): Int32Array {
  const ops = new Int32Array(rows.length << OP_SHIFT);
  rows.forEach((row, i) => {
    const at = i << OP_SHIFT;
    ops[at + O.kind] = row.kind;
    ops[at + O.counter] = row.counter;
    ops[at + O.unit] = row.unit;
    ops[at + O.latency] = row.latency;
    ops[at + O.interval] = row.interval;
    ops[at + O.count] = row.count;
    ops[at + O.distance] = row.distance;
    ops[at + O.wait] = row.wait;
    ops[at + O.token] = row.token;
    ops[at + O.row] = row.row;
    ops[at + O.target] = row.target;
    ops[at + O.depth] = row.depth;
    ops[at + O.code] = row.code;
  });
  return ops;
}

/** Columns that a table of the image has, and the array that holds each. */
const TABLES = {
  affine: {
    constant: Float64Array,
    blockX: Float64Array,
    blockY: Float64Array,
    blockZ: Float64Array,
    firstTerm: Int32Array,
    lastTerm: Int32Array,
    /** Start of the thread values in `threads`, -1 when all are 0. */
    threads: Int32Array,
  },
  term: { depth: Int32Array, coefficient: Float64Array },
  /** Postfix code: an affine row, or -1 - n for operation n of `LANE_OPERATIONS`. */
  step: { code: Int32Array },
  value: {
    /** Affine row of a value that is affine, else -1. */
    affine: Int32Array,
    firstStep: Int32Array,
    lastStep: Int32Array,
  },
  access: {
    kind: Uint8Array,
    value: Int32Array,
    elementBytes: Int32Array,
    /** Bytes that one lane touches. */
    laneBytes: Int32Array,
    /** First byte of the array; shared arrays count from the block's own start. */
    base: Float64Array,
    bytes: Float64Array,
    footprint: Float64Array,
    scope: Uint8Array,
    consecutive: Uint8Array,
    stride: Float64Array,
    /** Elements between the targets of neighbouring values of an index array. */
    scale: Float64Array,
    /** Value row that is added to an indirect target, -1 for none. */
    offset: Int32Array,
    seed: Int32Array,
    /** Affine row of the bytes from `base` where its guards hold, -1 when there is none. */
    plain: Int32Array,
    firstGuard: Int32Array,
    lastGuard: Int32Array,
    /** First row of the lane patterns of `plain` per warp of the block, -1 when there are none. */
    patterns: Int32Array,
    /** 1 when the access goes past the L1 cache. */
    bypass: Uint8Array,
    /** Row of `names`, for messages. */
    name: Int32Array,
  },
  /** Affine rows of which no lane may be negative. */
  guard: { affine: Int32Array },
  /** The lanes of one warp relative to its first lane, in bytes, and the passes they take through the banks. */
  pattern: { first: Float64Array, shape: Int32Array, passes: Int32Array },
  trip: {
    kind: Uint8Array,
    low: Int32Array,
    high: Int32Array,
    scope: Uint8Array,
    start: Int32Array,
    below: Float64Array,
    step: Float64Array,
    seed: Int32Array,
  },
  condition: {
    /** Value compared with 0, -1 for a random decision. */
    value: Int32Array,
    comparison: Uint8Array,
    probability: Float64Array,
    scope: Uint8Array,
    seed: Int32Array,
  },
} as const;

type Tables = typeof TABLES;
type TableName = keyof Tables;

/** Row of one of the image's tables before it is packed into columns. */
export type Row<T extends TableName> = { readonly [C in keyof Tables[T]]: number };

/** One of the image's tables, column by column. */
export type Columns<T extends TableName> = {
  readonly [C in keyof Tables[T]]: Tables[T][C] extends new (n: number) => infer A ? A : never;
};

/** Comparison of a value with 0. */
export const COMPARISONS = ['<', '<=', '>', '>=', '==', '!='] as const;

/** The image that the machine runs, with what messages say of it. */
export interface NamedImage extends ProgramImage {
  readonly names: readonly string[];
}

/** Offsets of 32 lanes from the first one, in bytes; equal ones have one key. */
export interface LaneShape {
  readonly offsets: Float64Array;
  readonly key: string;
}

export function laneShape(offsets: Float64Array): LaneShape {
  return { offsets, key: offsets.join() };
}

/** Collects rows, then freezes them into typed arrays. */
export class ImageBuilder {
  private readonly ops: OpRow[] = [];
  private readonly rows: { [T in TableName]: Row<T>[] } = {
    affine: [],
    term: [],
    step: [],
    value: [],
    access: [],
    guard: [],
    pattern: [],
    trip: [],
    condition: [],
  };
  private readonly threadTables: Float64Array[] = [];
  private threadCount = 0;
  private readonly shapeKeys = new Map<string, number>();
  private readonly shapeList: Float64Array[] = [];
  private readonly names: string[] = [];

  add<T extends TableName>(table: T, row: Row<T>): number {
    const rows: Row<T>[] = this.rows[table];
    rows.push(row);
    return rows.length - 1;
  }

  size(table: TableName): number {
    return this.rows[table].length;
  }

  /** Number of operations so far, which is that of the next one. */
  get opCount(): number {
    return this.ops.length;
  }

  addOp(row: OpRow): void {
    this.ops.push(row);
  }

  /** Sets where an operation that is already there continues: targets are known only later. */
  setTarget(index: number, target: number): void {
    this.ops[index] = { ...this.ops[index]!, target };
  }

  /** Start of a table of thread values, filled up to whole warps. */
  addThreads(values: Float64Array): number {
    const padded = new Float64Array(Math.ceil(values.length / WARP_SIZE) * WARP_SIZE);
    padded.set(values);
    this.threadTables.push(padded);
    this.threadCount += padded.length;
    return this.threadCount - padded.length;
  }

  /** Number of a shape; equal shapes share a number. */
  addShape({ key, offsets }: LaneShape): number {
    const known = this.shapeKeys.get(key);
    if (known !== undefined) return known;
    this.shapeKeys.set(key, this.shapeList.length);
    this.shapeList.push(offsets);
    return this.shapeList.length - 1;
  }

  addName(name: string): number {
    this.names.push(name);
    return this.names.length - 1;
  }

  build(): NamedImage {
    // Spelled out, not spread: the hot loop needs images of one and the same hidden class.
    return {
      ops: packOps(this.ops),
      affine: this.columns('affine'),
      term: this.columns('term'),
      step: this.columns('step'),
      value: this.columns('value'),
      access: this.columns('access'),
      guard: this.columns('guard'),
      pattern: this.columns('pattern'),
      trip: this.columns('trip'),
      condition: this.columns('condition'),
      threads: concatenate(this.threadTables),
      shapes: concatenate(this.shapeList),
      names: this.names,
    };
  }

  private columns<T extends TableName>(table: T): Columns<T> {
    return columnsOf(TABLES[table], this.rows[table]) as Columns<T>;
  }
}

type NumericArray = Uint8Array | Int32Array | Float64Array;

function columnsOf(
  columns: Readonly<Record<string, new (n: number) => NumericArray>>,
  rows: readonly Readonly<Record<string, number>>[],
): Record<string, NumericArray> {
  return Object.fromEntries(
    Object.entries(columns).map(([name, ArrayType]) => {
      const column = new ArrayType(rows.length);
      rows.forEach((row, i) => (column[i] = row[name]!));
      return [name, column];
    }),
  );
}

function concatenate(parts: readonly Float64Array[]): Float64Array {
  const whole = new Float64Array(parts.reduce((n, part) => n + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
