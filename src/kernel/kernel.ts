import type { CodeAssumption } from './codeAssumption';
import type { Words } from './message';
import type { InstructionClass } from './instructionClasses';
import type { SourceRange } from './source';
import type { Dim3, SymbolicDim3, SymbolicValue } from './symbolic';

/** Parameter of a kernel. */
export interface KernelParameter {
  /** Type as written, white space folded. */
  readonly type: string;
  /** Empty for an unnamed parameter. */
  readonly name: string;
}

/** Template parameter of a kernel. */
export interface TemplateParameter {
  /** `typename`, `class`, or the type of a value parameter. */
  readonly kind: string;
  readonly name: string;
  readonly default?: string;
}

/** `__launch_bounds__(maxThreads[, minBlocks])`. */
export interface LaunchBounds {
  readonly maxThreadsPerBlock: SymbolicValue;
  readonly minBlocksPerSm?: SymbolicValue;
}

/** One `__shared__` declaration in a kernel. */
export interface SharedDeclaration {
  readonly name: string;
  readonly elementType: string;
  /** Bytes of a static array; null value while a bound is unknown; undefined for `extern __shared__`. */
  readonly bytes?: SymbolicValue;
  readonly dynamic: boolean;
}

/** Kind of a trip count, by what decides it. */
export type TripCountKind = 'constant' | 'argument' | 'launch' | 'thread' | 'data' | 'unknown';

/** Iterations of a loop: a number where it is known, and a formula or, where there is none, what they hang on. */
export interface TripCount extends Pick<SymbolicValue, 'value' | 'unknowns'> {
  readonly text: Words;
}

/** One loop of a kernel body, outermost first. */
export interface LoopEstimate {
  /** Range of the loop, or of the call in the kernel's own text when the loop stands in a called function. */
  readonly range: SourceRange;
  /** 0 for an outermost loop. */
  readonly depth: number;
  readonly kind: TripCountKind;
  /** Iterations per execution of the loop statement, averaged over threads; value null when symbolic or unknown. */
  readonly trips: TripCount;
  /** The count used for the totals when `trips.value` is null. */
  readonly assumedTrips: number;
}

/** Dynamic instructions of one thread, by class, estimated from source. */
export interface InstructionMix {
  readonly perThread: Readonly<Record<InstructionClass, number>>;
  readonly loops: readonly LoopEstimate[];
  /** Assumptions of the estimate (unknown trip counts, unknown calls, branch shares). */
  readonly assumptions: readonly CodeAssumption[];
}

/** A `__global__` function. */
export interface Kernel {
  /** `path#qualifiedName` plus `~n` for the n-th further overload; unique in a workspace. */
  readonly id: string;
  readonly name: string;
  readonly qualifiedName: string;
  readonly path: string;
  /** Line of `__global__` (of the macro that stands for it); the name may be on a later one. */
  readonly line: number;
  /** From the first token of the head, `template` included, to the closing brace. */
  readonly range: SourceRange;
  readonly nameRange: SourceRange;
  readonly parameters: readonly KernelParameter[];
  /** Empty when the kernel is not a template. */
  readonly template: readonly TemplateParameter[];
  readonly launchBounds: LaunchBounds | null;
  readonly shared: readonly SharedDeclaration[];
  /** Registers of a thread as the live values of PTX tell; absent where the source is CUDA. */
  readonly registers?: number;
  readonly mix: InstructionMix | null;
  /** Why it has no mix, where that is known. */
  readonly unread?: Words | undefined;
  /** True for a declaration that stands in the expansion of a macro. */
  readonly fromMacro: boolean;
  /** Why the code that holds it is not compiled, e.g. `#ifdef X does not hold`; absent when it is. */
  readonly inactive?: Words;
}

/** Form of a launch in source. */
export type LaunchKind =
  | 'triple-chevron'
  | 'cudaLaunchKernel'
  | 'cudaLaunchKernelEx'
  | 'cooperative'
  | 'graph-node';

/** What a launch asks for by attributes (CUDA Runtime API, `cudaLaunchAttribute`). */
export interface LaunchAttributes {
  /** Blocks of a cluster, by axis. */
  readonly cluster?: Dim3;
  /** Programmatic dependent launch: it may start while the kernel in front of it in its stream still runs. */
  readonly startsEarly?: boolean;
}

/** A template argument of a launch that other calls of the function around it change. */
export interface LaterTypes {
  /** Index among the template arguments. */
  readonly place: number;
  readonly types: readonly string[];
}

/** One launch in host (or device) code. */
export interface Launch {
  /** Callee as written, template arguments included. */
  readonly callee: string;
  /** Ids of the kernels that the callee may be; several when the join is ambiguous. */
  readonly kernelIds: readonly string[];
  readonly kind: LaunchKind;
  readonly path: string;
  /** Line of `<<<`, or of the name of the launch function; the macro's line for a generated one. */
  readonly line: number;
  readonly range: SourceRange;
  /** Range of the configuration between `<<<` and `>>>`, or of the configuration arguments. */
  readonly configRange: SourceRange;
  readonly grid: SymbolicDim3;
  readonly block: SymbolicDim3;
  readonly sharedBytes: SymbolicValue;
  readonly stream: SymbolicValue;
  readonly templateArguments: readonly string[];
  /** Types that later calls of the launching function have at a place of `templateArguments`. */
  readonly laterTypes?: readonly LaterTypes[];
  readonly arguments: readonly SymbolicValue[];
  readonly attributes?: LaunchAttributes;
  /** How often macros repeat it, each time with other template arguments; absent where it is made once. */
  readonly variants?: number;
  /** Why the code that holds it is not compiled; absent when it is. */
  readonly inactive?: Words;
}
