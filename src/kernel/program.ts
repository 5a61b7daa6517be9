import { message } from './message';
import { COMPUTE_CLASSES } from './instructionClasses';
import { MATRIX_TYPES } from './matrixWork';
import * as v from 'valibot';
import {
  EMPTY,
  line,
  NOT_FINITE,
  numberBetween,
  schemaFault,
  tooLong,
  validate,
  wholeNumber,
} from './validation';

/**
 * Program of one warp of a kernel, in a form that people can read and write as JSON and that both the CUDA
 * lowering and the profile fitting produce. A program is independent of the GPU; quantities may be expressions
 * over the program's parameters and the launch (`blockDimX`, `blockDimY`, `blockDimZ`, `gridDimX`, `gridDimY`,
 * `gridDimZ`, `threadsPerBlock`, `blocks`, `dynamicSharedBytes`).
 */

/**
 * Variables of index expressions and conditions beside the names of the enclosing loops (their counters,
 * from 0). `thread` and `block` are linear, `globalX` is `blockX * blockDimX + threadX`, `globalThread` is
 * `block * threadsPerBlock + thread`, `lane` is `thread % 32`, `warp` is the warp's number in its block.
 */
export const THREAD_VARIABLES = [
  'lane',
  'warp',
  'thread',
  'threadX',
  'threadY',
  'threadZ',
  'block',
  'blockX',
  'blockY',
  'blockZ',
  'globalX',
  'globalY',
  'globalZ',
  'globalThread',
] as const;

const MAX_STATEMENTS = 4096;
const text = v.pipe(v.string(), v.minLength(1, EMPTY), v.maxLength(2000, tooLong(2000)));
const name = v.pipe(v.string(), v.regex(/^[A-Za-z_]\w{0,63}$/, schemaFault(message('kernel.expectedName'))));

/** A number, or an expression over parameters and launch names that gives one. */
const quantity = v.union([v.pipe(v.number(), v.finite(NOT_FINITE)), text]);

/** Names of loads (`into`) whose results an instruction needs before it can issue. */
const after = v.optional(
  v.pipe(v.array(name), v.maxLength(32, schemaFault(message('kernel.moreNames', { max: 32 })))),
);

/**
 * Distance in the warp's instruction stream, in instructions, back to the producer of an operand: 1 is a serial
 * chain, n leaves n instructions in flight (instruction-level parallelism), 0 depends on no earlier arithmetic.
 */
const distance = v.optional(wholeNumber(0, 8));

const scope = v.picklist(['grid', 'block', 'warp']);

/**
 * Which element each lane touches.
 * - a number or expression over the thread variables and loop counters; a constant is a broadcast. What is
 *   affine in block and loop variables is fast, everything else is evaluated lane by lane
 * - `random`: uniform over `footprint` elements (default the array) that `scope` shares (`grid`) or owns
 *   (`block`, `warp`: consecutive windows of the array, modulo its size); `lanes: "consecutive"` draws one
 *   aligned start per warp and gives lanes neighbouring elements
 * - `chase`: the k-th step of a walk that visits all of `footprint` once before it repeats, `stride`
 *   elements apart (made coprime to the footprint; default near the golden section); each step needs the one
 *   before; `start` is where the walk begins. All lanes step on the `same` element (default), or the warp
 *   walks over groups of 32 elements and lanes take `consecutive` ones (stride and start then count groups)
 * - `indirect`: element `scale` * value + `offset` (1 and 0 where they are left out), modulo the array, for the value
 *   that an index array holds at element `at`: `uniform` over `footprint` values (default those that reach through the
 *   array), or `near` its own position within `window`; one index element always holds the same value, so that lanes that differ in the offset alone are neighbours
 */
const index = v.union([
  quantity,
  v.strictObject({
    kind: v.literal('random'),
    scope: v.optional(scope),
    footprint: v.optional(quantity),
    lanes: v.optional(v.picklist(['independent', 'consecutive'])),
  }),
  v.strictObject({
    kind: v.literal('chase'),
    footprint: v.optional(quantity),
    stride: v.optional(quantity),
    start: v.optional(quantity),
    lanes: v.optional(v.picklist(['same', 'consecutive'])),
  }),
  v.strictObject({
    kind: v.literal('indirect'),
    at: quantity,
    values: v.optional(v.picklist(['uniform', 'near'])),
    window: v.optional(quantity),
    footprint: v.optional(quantity),
    scale: v.optional(quantity),
    offset: v.optional(quantity),
  }),
]);

/** Index of an access: which element each lane touches. */
export type AccessIndex = v.InferOutput<typeof index>;

const vector = v.optional(v.picklist([1, 2, 4]));

/** What a tensor instruction computes; left out, 2,048 multiply-adds of halves (a step of m16n8k16). */
const matrix = v.strictObject({
  type: v.picklist(MATRIX_TYPES),
  multiplyAdds: wholeNumber(1, 2 ** 24),
  halfSums: v.optional(v.boolean()),
  warpGroup: v.optional(v.boolean()),
});

const compute = v.strictObject({
  op: v.literal('compute'),
  class: v.picklist(COMPUTE_CLASSES),
  /** Of class `tensor` only. */
  matrix: v.optional(matrix),
  /** Marks an exchange inside a warp (shuffle, vote, match), which takes the slow pipe of class `special`. */
  exchange: v.optional(v.literal(true)),
  count: v.optional(quantity),
  distance,
  after,
});

const load = v.strictObject({
  op: v.literal('load'),
  array: name,
  index,
  /** Elements of one lane, adjacent in memory. */
  vector,
  into: name,
  /** `bypass` skips the L1 cache (`ld.cg`, volatile). */
  cache: v.optional(v.picklist(['normal', 'bypass'])),
  distance,
  after,
});

const store = v.strictObject({ op: v.literal('store'), array: name, index, vector, distance, after });

const atomic = v.strictObject({
  op: v.literal('atomic'),
  array: name,
  index,
  /** Present when the old value is used. */
  into: v.optional(name),
  distance,
  after,
});

/** Global to shared memory without registers (`cp.async`); consumers name `into` in their `after`. */
const asyncCopy = v.strictObject({
  op: v.literal('asyncCopy'),
  array: name,
  index,
  vector,
  to: v.optional(name),
  into: name,
  distance,
  after,
});

/**
 * All threads of the block wait for each other, or of `grid` scope all blocks of the launch that run (`grid.sync()`), which
 * CUDA launches only where all of them fit on the GPU at once.
 */
const barrier = v.strictObject({ op: v.literal('barrier'), scope: v.optional(v.literal('grid')), after });

/** The warp rests for `ns` nanoseconds and takes no issue slot in that time (`__nanosleep`). */
const sleep = v.strictObject({ op: v.literal('sleep'), ns: quantity, after });

/**
 * Trip count of a loop.
 * - a quantity: the same for every warp
 * - `uniform`: drawn from the whole numbers between the two ends, per `warp` (default) or per `lane`
 * - `elapsed`: as many as it takes until so many cycles have passed since the loop began, at least one (a spin on
 *   `clock64`)
 * - `start`/`below`/`step`: `for (i = start; i < below; i += step)` where `start` depends on the
 *   thread, so that lanes and warps differ (grid-stride and triangular loops)
 */
const trips = v.union([
  quantity,
  v.strictObject({
    uniform: v.tuple([quantity, quantity]),
    scope: v.optional(v.picklist(['warp', 'lane'])),
  }),
  v.strictObject({ elapsed: quantity }),
  v.strictObject({ start: quantity, below: quantity, step: quantity }),
]);

/** Trip count of a loop. */
export type TripCount = v.InferOutput<typeof trips>;

/**
 * Which lanes take a branch: `when` compares two expressions (`"globalThread < n"`, `"threadX % 2 == 0"`,
 * with < <= > >= == !=); `probability` draws per `lane` (default), `warp` or `block`.
 */
const condition = v.union([
  text,
  v.strictObject({
    probability: numberBetween(0, 1),
    scope: v.optional(v.picklist(['lane', 'warp', 'block'])),
  }),
]);

/** Condition of a branch. */
export type BranchCondition = v.InferOutput<typeof condition>;

/** Loop over its body. */
export interface LoopStatement {
  readonly op: 'loop';
  /** Name of the counter in index expressions and conditions of the body. */
  readonly name?: string | undefined;
  readonly trips: TripCount;
  readonly body: readonly Statement[];
}

/** Lanes of one warp that disagree run `then` and `else` one after the other. */
export interface IfStatement {
  readonly op: 'if';
  readonly condition: BranchCondition;
  readonly then: readonly Statement[];
  readonly else?: readonly Statement[] | undefined;
}

/** Arithmetic instructions of one class. */
export type ComputeStatement = v.InferOutput<typeof compute>;

/** Load from an array. */
export type LoadStatement = v.InferOutput<typeof load>;

/** Store to an array. */
export type StoreStatement = v.InferOutput<typeof store>;

/** Atomic operation on an array. */
export type AtomicStatement = v.InferOutput<typeof atomic>;

/** Asynchronous copy from global to shared memory. */
export type AsyncCopyStatement = v.InferOutput<typeof asyncCopy>;

/** Barrier of the block or of the launch. */
export type BarrierStatement = v.InferOutput<typeof barrier>;

/** Rest of a warp that issues nothing. */
export type SleepStatement = v.InferOutput<typeof sleep>;

/** Statement of a kernel program. */
export type Statement =
  | ComputeStatement
  | LoadStatement
  | StoreStatement
  | AtomicStatement
  | AsyncCopyStatement
  | BarrierStatement
  | SleepStatement
  | LoopStatement
  | IfStatement;

const block: v.GenericSchema<Statement[]> = v.pipe(
  v.array(v.lazy(() => statement)),
  v.minLength(1, EMPTY),
  v.maxLength(MAX_STATEMENTS, schemaFault(message('kernel.moreStatements', { max: MAX_STATEMENTS }))),
);

const statement: v.GenericSchema<Statement> = v.variant('op', [
  compute,
  load,
  store,
  atomic,
  asyncCopy,
  barrier,
  sleep,
  v.strictObject({ op: v.literal('loop'), name: v.optional(name), trips, body: block }),
  v.strictObject({ op: v.literal('if'), condition, then: block, else: v.optional(block) }),
]);

/** Memory that accesses name. `local` is private to a thread, `shared` to a block; the rest is device memory. */
const array = v.strictObject({
  elementBytes: v.picklist([1, 2, 4, 8, 16]),
  elements: quantity,
  space: v.optional(v.picklist(['global', 'constant', 'texture', 'local', 'shared'])),
  /** A shared array whose bytes come from the launch (`extern __shared__`). */
  dynamic: v.optional(v.boolean()),
});

/** Declaration of an array that a program accesses. */
export type ArrayDeclaration = v.InferOutput<typeof array>;

/** Memory space of an array. */
export type MemorySpace = NonNullable<ArrayDeclaration['space']>;

/** Schema of a kernel program. */
export const kernelProgramSchema = v.strictObject({
  name: line(2000),
  registersPerThread: wholeNumber(1, 255),
  /** Default values of the kernel's arguments; a scenario's `arguments` replace them. */
  parameters: v.optional(v.record(name, v.pipe(v.number(), v.finite(NOT_FINITE)))),
  arrays: v.optional(v.record(name, array)),
  body: block,
});

/** A kernel as the simulator runs it. */
export type KernelProgram = v.InferOutput<typeof kernelProgramSchema>;

/** `value` as a kernel program; faults are `InputError`s that name the field below `root`. */
export function parseKernelProgram(value: unknown, root = 'program'): KernelProgram {
  return validate(kernelProgramSchema, value, root);
}
