import type { InstructionClass } from '../../../kernel/instructionClasses';
import type { MatrixWork } from '../../../kernel/matrixWork';
import type { Population } from './population';
import type { Iteration, SamplePoint } from './samplePoints';
import type { CType, MemorySpace } from './types';
import { Source, type BinaryOperator, type ValueKind } from './value';

// The value graph and the region tree of a kernel are one recursive structure: values vary in regions, regions
// record instructions on values.

/** The number of a variable at a sample point at the start of an iteration of its loop. */
export type Course = (point: SamplePoint, iteration: number) => number;

/** A value of the kernel as a node of a hash-consed graph: equal computations are one node. */
export interface Value {
  readonly id: number;
  readonly kind: ValueKind;
  readonly type: CType;
  readonly args: readonly Value[];
  /** Operator, symbol, function or coordinate name. */
  readonly name: string;
  /** Compile-time value: instructions on it alone are folded away. */
  readonly constant: number | null;
  /** A value known for this launch only, such as an argument or `blockDim.x`; not folded. */
  readonly known: number | null;
  readonly sources: number;
  /** True if `evaluate` gives a number at every sample point. */
  readonly evaluable: boolean;
  /** The deepest region in which the value varies. */
  readonly region: Region;
  /** The expression, for messages and symbolic trip counts. */
  readonly text: string;
  /** Loop number of an `index`. */
  readonly loop: number;
  /** Of an `index` whose loop was followed: its number by iteration; null for a counter. */
  readonly course: Course | null;
  /** Numbers of the loops whose counters it depends on. */
  readonly loops: readonly number[];
  /** Operations in it, written out as a tree. */
  readonly size: number;
}

/** The name of a number that the host gives the kernel, as an argument or in a variable of the program; null for others. */
export function hostNameOf({ kind, name, sources, text }: Value): string | null {
  if (kind === 'symbol') return (sources & Source.argument) !== 0 ? name : null;
  return kind === 'load' && sources === Source.argument ? text : null;
}

/** Memory access of an instruction. */
export interface Access {
  readonly base: Value;
  /** In elements of the innermost element type of what `base` points to. */
  readonly index: Value;
  /** Member path inside the element. */
  readonly field: string;
  readonly type: CType;
  /** Whether it is made each time that it is written. */
  readonly isVolatile?: boolean;
}

/** Instructions of one kind that stand in a region. */
export interface ChargeEvent {
  readonly kind: 'charge';
  readonly name: InstructionClass;
  /** Per execution of the region; a fraction where an instruction serves several iterations. */
  readonly count: number;
  /** The value that the instructions make; null when they make none that the graph knows. */
  readonly makes: Value | null;
  /** Values that they need besides the operands of `makes`. */
  readonly needs: readonly Value[];
  readonly access: Access | null;
  /** The function called, for instructions that a call stands for. */
  readonly callee: string;
  /** What each of the instructions computes, for those of tensor cores. */
  readonly matrix: MatrixWork | null;
  /** Number of the wide access that several events are; absent for one of its own. */
  readonly wide?: number;
  /** Loops inside of the one whose copies share a wide access: each of their iterations has one of its own. */
  readonly rows?: readonly Region[];
}

/** Code of its own trip count or condition: `taken` and `others` exclude each other. */
export interface NestedEvent {
  readonly kind: 'nested';
  readonly regions: readonly Region[];
}

/** Event of a region, in the order of the program. */
export type TraceEvent = ChargeEvent | NestedEvent;

/** A loop counter: where it starts and how it moves. */
export interface Counter {
  readonly loop: number;
  readonly start: Value;
  readonly operator: BinaryOperator;
  readonly step: Value;
  readonly index: Value;
}

/** A variable that a loop changes. */
export interface Carried {
  /** Value at the start of an iteration. */
  readonly inside: Value;
  /** Value in front of the loop; null when nothing was assigned to it. */
  readonly start: Value | null;
  /** Value at the end of an iteration. */
  end: Value | null;
  /** Value behind the loop. */
  behind: Value | null;
}

/** Memory with places of its own: all of one kind, or a shared array that the kernel declares. */
export interface MemoryPart {
  readonly group: MemorySpace;
  /** The address of the array; null for what may be anywhere in the group. */
  readonly array: Value | null;
}

/** Memory that code may write. */
export type WrittenMemory = 'everything' | readonly MemoryPart[];

/** Trip count of a loop. */
export interface LoopCount {
  readonly number: number;
  /** Null when nothing counts the iterations. */
  readonly counter: Counter | null;
  /** Iterations for every thread alike, a mean where data decides; null when threads differ. */
  readonly uniform: number | null;
  readonly mean: number;
  readonly trips: (point: SamplePoint) => number;
  /** Loops whose counters `trips` looks at. */
  readonly outerLoops: readonly number[];
  /** The condition on which it goes on; null when it has none that is understood. */
  readonly test: Value | null;
  /** False for a loop that tests behind its body. */
  readonly tested: boolean;
  /** False when data decides, or when the user gave the number. */
  readonly known: boolean;
  /** True where the iterations were followed one by one: the test alone does not tell how many there are. */
  readonly followed: boolean;
  /** Conditions on which threads leave from inside; known once the body was read. */
  readonly exits: readonly Value[];
  /** For a loop that waits on the clock: the cycles that it waits. */
  readonly elapsed?: Value;
}

/**
 * A stretch of the kernel that runs under one set of loops and conditions. `population` says how
 * often a thread runs it; its `weight` is the mean number of executions per thread.
 */
export class Region {
  depth: number;
  /** Events of the region, in the order of the program. */
  readonly events: TraceEvent[] = [];
  /** For a branch and for what is left behind an exit: the condition on which it runs; null when no value tells. */
  guard: Value | null = null;
  /** For a loop: how often it runs and what it hands on. */
  count: LoopCount | null = null;
  carried: readonly Carried[] = [];
  /** For a loop with a counter: its iterations; null for others. */
  iteration: Iteration | null = null;
  /** For a loop: the memory that it may write. */
  written: WrittenMemory = [];
  /** For what an unrolled loop makes outside of a loop around it: the unrolled loop. */
  copyOf: Region | null = null;
  /** For an unrolled loop: whether some of what it makes stands outside of a loop around it. */
  isCopied = false;
  /** For a loop that is repeated: whether no branch stands between its copies. */
  isStraight = true;
  /** For a loop that stays one: bodies that nvcc writes one after the other; ptxas repeats these. */
  copiesByCompiler = 1;
  /** For a loop that stays one: bodies side by side in the machine code, however few iterations this launch makes. */
  bodiesInCode = 1;

  constructor(
    public parent: Region | null,
    readonly kind: 'body' | 'branch' | 'loop',
    /** For a loop it is set once the trip count is known. */
    public population: Population,
    /** For a loop: whether the compiler repeats its body so that the index becomes a constant. */
    public unrolled = false,
    /** For a loop that stays one: bodies between two tests of the loop condition. */
    public unrollFactor = 1,
    /** For a loop: whether its index moves by a compile-time constant. */
    public stepIsConstant = false,
    /** True if it only keeps a place in its parent, of which its code is a part. */
    readonly keepsPlace = false,
  ) {
    this.depth = parent === null ? 0 : parent.depth + 1;
  }

  get weight(): number {
    return this.population.weight;
  }

  /** Puts a region in which nothing has been opened yet into one arm of a branch that stands in its place. */
  moveInto(arm: Region, other: Region): void {
    const { parent } = this;
    const at = parent?.events.findIndex((one) => one.kind === 'nested' && one.regions.includes(this)) ?? -1;
    if (parent === null || at < 0) return;
    arm.events.push(parent.events[at]!);
    parent.events[at] = { kind: 'nested', regions: [arm, other] };
    this.parent = arm;
    this.depth = arm.depth + 1;
  }

  /** A place among what has happened here so far, for code that is known to be needed only later. */
  place(cursor: Region | null): Region {
    const place = new Region(this, 'body', this.population, false, 1, false, true);
    this.record({ kind: 'nested', regions: [place] }, cursor);
    return place;
  }

  /** The innermost loop around, or this region's root: values change no deeper than there. */
  get varying(): Region {
    return this.kind === 'loop' || this.parent === null ? this : this.parent.varying;
  }

  /**
   * Adds what happens here. While the reader is inside a nested region (`cursor`), the new event is code that moved
   * out of it, and stands in front.
   */
  record(event: TraceEvent, cursor: Region | null): void {
    const child = cursor === null ? null : this.childTowards(cursor);
    const place =
      child === null
        ? -1
        : this.events.findLastIndex((other) => other.kind === 'nested' && other.regions.includes(child));
    if (place < 0) this.events.push(event);
    else this.events.splice(place, 0, event);
  }

  private childTowards(inner: Region): Region | null {
    let region: Region | null = inner;
    while (region !== null && region.parent !== this) region = region.parent;
    return region;
  }

  /** Tests whether `inner` lies in this region, or is it. */
  encloses(inner: Region): boolean {
    let region: Region | null = inner;
    while (region !== null && region.depth > this.depth) region = region.parent;
    return region === this;
  }
}

/** The deeper of two regions on one path from the root. */
export function deeper(a: Region, b: Region): Region {
  return a.depth >= b.depth ? a : b;
}

/** Tests whether nothing stores where a pointer leads (`const T *__restrict__`). */
export function isReadOnly(base: Value | undefined): boolean {
  return base?.type.kind === 'pointer' && base.type.readOnly;
}
