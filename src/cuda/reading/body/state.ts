import { message, plain, type Words } from '../../../kernel/message';
import type { CodeAssumption } from '../../../kernel/codeAssumption';
import type { Node } from 'web-tree-sitter';
import type { LoopEstimate } from '../../../kernel/kernel';
import type { SourceRange } from '../../../kernel/source';
import type { Dim3 } from '../../../kernel/symbolic';
import type { MixContext } from '../../mix/context';
import type { TypeResolver } from './declarators';
import type { Snapshot } from './flow';
import type { DeferredStores } from './deferredStores';
import { MemoryContents } from './memoryContents';
import { Ledger } from '../../mix/cost/ledger';
import { MemoryModel } from '../../mix/cost/memory';
import { launchPopulation } from '../values/launchPopulation';
import { Population } from '../values/population';
import { Region, type Carried, type Course, type Value, type WrittenMemory } from '../values/graph';
import type { FollowedLoop } from '../values/recurrence';
import type { SteppedReading } from './steppedVariables';
import { mayChange } from '../values/memoryParts';

import type { CType, MemorySpace } from '../values/types';
import { ValueTable } from '../values/valueTable';

/** Something that has a place: assignable, addressable. */
export type Place =
  | {
      readonly kind: 'variable';
      readonly variable: Variable;
      readonly path: string;
      readonly type: CType;
      /** The unrolled loop whose index chooses the element. */
      readonly chosenIn?: Region;
      /** For an element of a local array: the array, and which one it is. */
      readonly element?: { readonly of: Place; readonly index: Value };
      /** For elements of a local array under a wider type: those. */
      readonly covers?: readonly Place[];
    }
  | {
      readonly kind: 'memory';
      readonly base: Value;
      /** In elements of the innermost array element type. */
      readonly index: Value;
      /** Member path inside the element. */
      readonly field: string;
      readonly type: CType;
      /** Read and written each time that the source says so. */
      readonly isVolatile?: boolean;
      /** Whether loads go past the L1 cache; volatile ones do unless this says otherwise. */
      readonly pastL1?: boolean;
    };

/** A named object of the kernel. Without a `base` it lives in registers. */
export interface Variable {
  readonly name: string;
  readonly type: CType;
  readonly space: MemorySpace | null;
  /** Pointer to its first element, for what lives in memory. */
  readonly base: Value | null;
  value: Value | null;
  /** Members and elements that have values of their own, by path (`.x`, `[2]`). */
  readonly parts: Map<string, Value>;
  /** Place that a reference denotes. */
  readonly alias: Place | null;
  readonly lambda: Lambda | null;
}

/** A lambda expression with the scopes around it, which it sees wherever it is called. */
export interface Lambda {
  readonly node: Node;
  readonly scopes: readonly Map<string, Variable>[];
}

/** Assumption of a reading: its text, its place in the source, and the name under which it can be set. */
export interface ReadAssumption extends CodeAssumption {
  readonly range: SourceRange | null;
  readonly parameter: string | null;
  readonly value: number | null;
  /** A function whose instructions are left out: what is counted and timed is the least. */
  readonly omits?: string;
  /** A type whose objects lie in memory and whose size no declaration tells: what is counted is of other addresses. */
  readonly undeclared?: string;
  /** Set where something of the code counts as what it is not, since it is not modelled: what counts as what, in short. */
  readonly countedAs?: Words;
  /** Set where nothing tells a size that a loop runs to: data decide nothing about it. */
  readonly isSize?: true;
  /** Set where data decide how often a loop runs or a branch is taken, and nobody has told: the number is a guess. */
  readonly isGuess?: true;
}

/** A cooperative group: all threads of grid, cluster or block, a tile of so many neighbours, or whoever is there. */
export type ThreadGroup =
  | { readonly kind: 'grid' | 'cluster' | 'block' | 'coalesced' }
  | { readonly kind: 'tile'; readonly size: number };

/** Where `return`, `break` and `continue` send the threads that take them. */
export interface ExitFrame {
  readonly kind: 'function' | 'loop' | 'switch' | 'label';
  /** Label that a `goto` names to go to the frame's end, or to the next iteration of a loop; null for none. */
  readonly label: string | null;
  left: Population[];
  /** Returned values, each with the region in which it is made. */
  readonly returned: { readonly value: Value; readonly region: Region }[];
  /** Of a function: the type that it says it returns, where that is a number. */
  returns: CType | null;
  /** Executions of the frame's body, for exits that depend on data. */
  readonly region: Region;
  /** Of a loop: the conditions on which threads leave it from inside; null for one that no value tells. */
  readonly exits: (Value | null)[];
  /** Of a loop: the variables that it changes. */
  changed: readonly Variable[];
  /** Of code with jumps to its end: what variables hold in front of it. */
  start: Snapshot | null;
  /** Of a loop: threads that go on with the next iteration from inside this one. */
  readonly continued: Continued[];
}

/** A structure in registers that was loaded: from where, and as memory was when. */
export interface CopiedObject {
  readonly place: Extract<Place, { kind: 'memory' }>;
  readonly memory: string;
  /** The deepest region in which what is there may change. */
  readonly region: Region;
  /** Where the source copies it. */
  readonly at: Region;
  /** Whether it was read on trial only, which is somewhere else than where it is copied. */
  readonly isTrial: boolean;
}

/** Threads that skip the rest of an iteration: on which condition, and what variables then hold. */
export interface Continued {
  readonly condition: Value | null;
  readonly region: Region;
  readonly values: ReadonlyMap<Variable, Value>;
}

/** A frame that nothing has left yet. */
export function exitFrame(kind: ExitFrame['kind'], region: Region, label: string | null = null): ExitFrame {
  const open = { left: [], returned: [], exits: [], changed: [], continued: [] };
  return { kind, label, region, returns: null, start: null, ...open };
}

/** A variable that a loop changes, with what the trace tells of it. */
export interface CarriedVariable {
  readonly variable: Variable;
  /** What its members held in front of the loop. */
  readonly startParts: ReadonlyMap<string, Value>;
  trace: Carried;
  /** What each copy of an unrolled loop adds to it; null where that is not known to be one constant. */
  step: number | null;
}

/** What earlier readings of the kernel found of its loops, by their number. */
export interface EarlierReadings {
  readonly followed: ReadonlyMap<number, FollowedReading>;
  readonly stepped: ReadonlyMap<number, SteppedReading>;
  /** Loops whose branches all became selections, by number: the syntax node of each. */
  readonly straight: ReadonlyMap<number, number>;
}

/** A loop that was followed in an earlier reading of the same kernel. */
export interface FollowedReading {
  /** Syntax node of the loop, which must be the same one now. */
  readonly node: number;
  readonly loop: FollowedLoop;
  /** Courses of the variables that the loop changes, by their place among those. */
  readonly courses: ReadonlyMap<number, Course>;
  /** True where the counter and the loop's test tell all but the exits. */
  readonly counted: boolean;
}

/** What is known of loops before the first reading. */
export const NO_READINGS: EarlierReadings = { followed: new Map(), stepped: new Map(), straight: new Map() };

const NO_STEPS: SteppedReading['steps'] = new Map();

/** Template arguments of a function, by parameter. */
export interface TemplateScope {
  readonly types: Map<string, CType>;
  readonly values: Map<string, number>;
  /** Parameters whose value is not known. */
  readonly open: Set<string>;
}

const NODE_BUDGET = 30_000;

/** A use of an element of a local array: the loops whose counters choose it, and where it stands. */
export interface ArrayUse {
  readonly loops: ReadonlySet<number>;
  readonly region: Region;
  /** Number of the region's event in front of which it stands. */
  readonly event: number;
}

/** Depth of calls up to which functions are inlined. */
export const INLINE_DEPTH = 6;

/** Everything that changes while a kernel's body is read. */
export class KernelState {
  readonly root: Region;
  readonly table: ValueTable;
  readonly ledger = new Ledger(() => this.region);
  readonly memory: MemoryModel;
  /** Where code is being read; null after a return, break or continue that every thread takes. */
  region: Region | null;
  /** Loops around that may write memory, the innermost last: loads of that do not move out of them. */
  writingLoops: readonly Region[] = [];
  scopes: Map<string, Variable>[] = [new Map()];
  readonly frames: ExitFrame[] = [];
  readonly loops: LoopEstimate[] = [];
  /** Types of the arrays and variables that live in memory, by the name of their address. */
  readonly objects = new Map<string, CType>();
  /** Elements of local arrays that unrolled loops choose, by the variable: all of them stay in registers. */
  readonly chosenElements = new Map<Variable, number>();
  /** Where elements of local arrays in registers are read or written. */
  readonly arrayUses = new Map<Variable, ArrayUse[]>();
  /** Pointers to shared arrays that are only stored to. */
  readonly unreadArrays = new Set<Value>();
  /** What values of structs and vectors were put together from: members by path, over an older value. */
  readonly aggregates = new Map<
    Value,
    { readonly value: Value; readonly parts: ReadonlyMap<string, Value> }
  >();
  /** Places that the references among the members of an object lead to, by the object and the member. */
  readonly references = new Map<Value, ReadonlyMap<string, Place>>();
  /** Loads that the source says are made each time. */
  readonly volatileLoads = new Set<Value>();
  /** Loads that no L1 cache serves: volatile ones, `__ldcg`, `__ldcv`. */
  readonly pastL1 = new Set<Value>();
  /** Loads of numbers by place, size and state of memory: the same place under another type is not loaded again. */
  readonly loadsByPlace = new Map<string, Value>();
  /** Indices that pointers are moved by to be indexed again: the parts are widened one by one. */
  readonly pointerSums = new Set<Value>();
  /** What constant arrays of the program hold, by their address. */
  readonly tables = new Map<Value, readonly number[]>();
  /** Structures that were loaded as a whole and move member by member, with the place. */
  readonly copies = new Map<Value, CopiedObject>();
  /** Loads of members of those, with where the source copies them. */
  readonly copiedMembers = new Map<Value, Region>();
  /** Values of vectors and structs that were listed member by member. */
  readonly lists = new Map<Value, readonly Value[]>();
  /** Cooperative groups by the values that stand for them. */
  readonly groups = new Map<Value, ThreadGroup>();
  /** Conditions of two parts of which some threads ask the second: what it is, and where it is asked. */
  readonly shortCircuits = new Map<Value, { readonly second: Value; readonly region: Region }>();
  /** Variables in registers by their address. */
  readonly addressed = new Map<Value, Place>();
  private readonly numbers = new Map<Variable, number>();
  readonly assumptions = new Map<string, ReadAssumption>();
  /** Local arrays with an index that is unknown at compile time: they live in local memory. */
  readonly indexedArrays: Set<string>;
  /** Types and constants that template arguments bind, innermost last. */
  readonly templateScopes: TemplateScope[] = [];
  /** Nodes of the functions being read, outermost first. */
  readonly callStack: { name: string; site: Node }[] = [];
  loopDepth = 0;
  /** True while the condition of a loop is read: how often that happens is not known yet. */
  inLoopTest = false;
  /** Statements by the names under which their number can be set. */
  private readonly namedNodes = new Map<string, number>();
  /** What the code so far tells of memory. */
  readonly contents = new MemoryContents(() => this.here);
  /** Statements that were read with the head of their loop. */
  readonly readInHead = new Set<number>();
  /** Names whose number was asked for: those that a user may set. */
  readonly settable = new Set<string>();
  loopCount = 0;
  /** Stores that wait for the end of the branch that is being read; null where none do. */
  deferred: DeferredStores | null = null;
  /** Loops that this reading found how to follow, by number. */
  readonly found = new Map<number, FollowedReading>();
  /** Unrolled loops of which this reading found whole numbers that move by constants, by number. */
  readonly foundSteps = new Map<number, SteppedReading>();
  /** Repeated loops that only their branches keep from being straight, by number. */
  readonly keptByBranches = new Set<number>();
  /** Those of which this reading found that no branch is left, by number: the syntax node of each. */
  readonly foundStraight = new Map<number, number>();
  /** The statement that is being read; null in front of the body and behind it. */
  statement: Node | null = null;
  private visited = 0;

  constructor(
    readonly context: MixContext,
    readonly resolver: TypeResolver,
    indexedArrays: ReadonlySet<string>,
    /** Names that the kernel assigns, or hands to what may write them. */
    readonly ownWrites: ReadonlySet<string>,
    private readonly earlier: EarlierReadings,
  ) {
    this.root = new Region(null, 'body', launchPopulation(this.grid, this.block));
    this.region = this.root;
    this.table = new ValueTable(this.root);
    this.memory = new MemoryModel(this.table, this.ledger, this.objects);
    this.indexedArrays = new Set(indexedArrays);
  }

  get grid(): Dim3 {
    return this.context.launch.grid;
  }

  get block(): Dim3 {
    return this.context.launch.block;
  }

  /** The current region, also in dead code, where nothing counts. */
  get here(): Region {
    return this.region ?? this.nowhere;
  }

  /** The region in which a value made here changes. */
  get varying(): Region {
    return this.here.varying;
  }

  private get nowhere(): Region {
    return new Region(this.root, 'body', Population.of([]));
  }

  /** False once the body is larger than the budget: the rest is not read, and that is said. */
  visit(): boolean {
    if (++this.visited === NODE_BUDGET) {
      this.assume(message('cuda.bodyTooLong', { nodes: NODE_BUDGET }));
    }
    return this.visited < NODE_BUDGET;
  }

  /**
   * Says what was taken for granted; `about` names the code and the number that a user may set. Without a line it is said
   * once, at the statement that is being read first.
   */
  assume(text: Words, about: Partial<Omit<ReadAssumption, 'text'>> = {}): void {
    const key = `${about.line ?? ''} ${plain(text)}`;
    if (this.assumptions.has(key)) return;
    const line = this.statement === null ? null : this.lineOf(this.statement);
    this.assumptions.set(key, { text, line, range: null, parameter: null, value: null, ...about });
  }

  /** Says what was taken for granted about a statement. */
  assumeAt(node: Node, text: Words, about: Partial<Omit<ReadAssumption, 'text' | 'line'>> = {}): void {
    this.assume(text, { line: this.lineOf(node), ...about });
  }

  /**
   * The name under which users set an open number of a statement: `trips_i` for a loop over i, `trips_i_2` for the
   * second one in the kernel, `share_mask` for a branch on `mask[i]`.
   * @param subject what the statement counts or decides on
   */
  nameOf(kind: 'trips' | 'share', node: Node, subject: string): string {
    const stem = `${kind}_${subject}`;
    for (let copy = 1; ; copy++) {
      const name = copy === 1 ? stem : `${stem}_${copy}`;
      const holder = this.namedNodes.get(name) ?? node.id;
      this.namedNodes.set(name, holder);
      if (holder === node.id) return name;
    }
  }

  /** Number that the user set where the source leaves it open; null where nobody did. */
  givenNumber(name: string): number | null {
    this.settable.add(name);
    return this.context.given.get(name) ?? null;
  }

  /** Tests whether an earlier reading found that no branch of a loop is left. */
  wasStraight(number: number, node: Node): boolean {
    return this.earlier.straight.get(number) === node.id;
  }

  /** How a loop goes by an earlier reading; null where none tells. */
  followedLoop(number: number, node: Node): FollowedReading | null {
    const known = this.earlier.followed.get(number);
    return known?.node === node.id ? known : null;
  }

  /** What each iteration of an unrolled loop adds to its variables by an earlier reading, by their places. */
  stepsOf(number: number, node: Node): ReadonlyMap<number, number> {
    const known = this.earlier.stepped.get(number);
    return known?.node === node.id ? known.steps : NO_STEPS;
  }

  lookup(name: string): Variable | null {
    for (let depth = this.scopes.length - 1; depth >= 0; depth--) {
      const found = this.scopes[depth]!.get(name);
      if (found !== undefined) return found;
    }
    return null;
  }

  /** Variables that can be named here, and variables that pointers lead to. */
  *variablesInSight(): Iterable<Variable> {
    for (const scope of this.scopes) yield* scope.values();
    for (const place of this.addressed.values()) if (place.kind === 'variable') yield place.variable;
  }

  /** A number that tells a variable from others of its name. */
  numberOf(variable: Variable): number {
    const number = this.numbers.get(variable) ?? this.numbers.size;
    this.numbers.set(variable, number);
    return number;
  }

  declare(variable: Variable): void {
    this.scopes.at(-1)!.set(variable.name, variable);
  }

  /**
   * Runs code that makes values only; its stores go to `stores`. False where it needed an instruction: then it was left
   * there, and what it has changed but variables and what is known of memory is as before.
   */
  onTrial(stores: DeferredStores, action: () => void): boolean {
    const { region, writingLoops, scopes, loopDepth, inLoopTest, loopCount, visited, deferred } = this;
    const stacks = [scopes, this.frames, this.callStack, this.templateScopes];
    const depths = stacks.map(({ length }) => length);
    this.deferred = stores;
    const isDone = this.ledger.tryWithout(action);
    stacks.forEach((stack, place) => (stack.length = depths[place]!));
    Object.assign(this, {
      region,
      writingLoops,
      scopes,
      loopDepth,
      inLoopTest,
      loopCount,
      visited,
      deferred,
    });
    return isDone;
  }

  /** Runs `action` with a scope of its own. */
  scoped(action: () => void): void {
    this.scopes.push(new Map());
    action();
    this.scopes.pop();
  }

  /** The innermost loop that may change what a pointer leads to; the whole kernel where none does. */
  changedIn(base: Value): Region {
    return this.writingLoops.findLast(({ written }) => mayChange(written, base)) ?? this.root;
  }

  /** Memory may have changed: loads of it are new from now on. */
  invalidateMemory(written: WrittenMemory = 'everything'): void {
    this.contents.changed(written);
  }

  /**
   * Loads that variables hold happen before memory changes, wherever their values are used, if they are.
   * @param written memory that changes
   */
  settleLoads(written: WrittenMemory): void {
    const open = new Map(
      [...this.contents.unreadIn(written)].filter(([load, region]) => !this.ledger.isCharged(load, region)),
    );
    if (open.size === 0) return;
    for (const load of heldLoads(this.variablesInSight(), open)) this.ledger.keepPlace(load, open.get(load)!);
  }

  demand(value: Value): void {
    this.ledger.demand(value, this.here);
  }

  /** 1-based line of a node in the kernel's own text: the outermost call for inlined code. */
  lineOf(node: Node): number {
    return this.rangeOf(node).startLine;
  }

  rangeOf(node: Node): SourceRange {
    return this.context.source.rangeOf(this.callStack[0]?.site ?? node);
  }
}

/** Values looked through for each variable. */
const VISITS = 100;

/** The loads among `open` that the values of variables are made of. */
function heldLoads(variables: Iterable<Variable>, open: ReadonlyMap<Value, Region>): readonly Value[] {
  const found = new Set<Value>();
  for (const { value, parts } of variables) {
    const seen = new Set([...(value === null ? [] : [value]), ...parts.values()]);
    for (const part of seen) {
      if (open.has(part)) found.add(part);
      if (seen.size < VISITS) part.args.forEach((arg) => seen.add(arg));
    }
  }
  return [...found];
}

/** Variable of a thread without an address. */
export function registerVariable(name: string, type: CType, value: Value | null): Variable {
  return { name, type, space: null, base: null, value, parts: new Map(), alias: null, lambda: null };
}
