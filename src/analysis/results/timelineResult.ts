import type { Words } from '../../kernel/message';
import type { UnreadCode } from '../../kernel/source';
import type { Assumption, Guess, Origin, Sourced } from '../../kernel/origin';
import { distinctNumbers } from './openNumbers';

/** One bar of a timeline. */
export interface TimelineBar {
  /** `stream 1`, `copy HtoD`, `copy DtoH`, `SMs`. */
  readonly lane: string;
  readonly label: string;
  readonly kind: 'HtoD' | 'DtoH' | 'DtoD' | 'kernel' | 'memset' | 'host';
  readonly startNs: number;
  readonly endNs: number;
  /** Place of the operation in the application as written. */
  readonly operation?: number;
  readonly path?: string;
  readonly line?: number;
  /** What it waited for last, in words. */
  readonly waitedFor?: Words;
}

export interface TimelineResult {
  readonly title: Words;
  readonly origin: Origin;
  readonly bars: readonly TimelineBar[];
  readonly makespanNs: number;
  /** Occupied share of the SMs over time, as steps: from `ns` on the value is `busy` (0–1). */
  readonly smBusy: readonly { readonly ns: number; readonly busy: number }[];
  /** Bars that are missing because the timeline was too large to show whole, and what was kept. */
  readonly omitted?: { readonly bars: number; readonly reason: Words };
}

export interface OrderCandidate {
  /** Streams in launch order, by name. */
  readonly order: readonly string[];
  /** How the calls of the streams are issued: stream by stream, or in turn; absent for the calls as written. */
  readonly style?: 'batch' | 'interleaved';
  readonly makespanNs: number;
  readonly limitedBy: Words;
  /** Sent for the few orders worth comparing: the best, the written one and those near them. */
  readonly timeline?: TimelineResult;
}

export interface OrderResult {
  readonly streams: readonly string[];
  readonly writtenOrder: OrderCandidate;
  readonly bestOrder: OrderCandidate;
  readonly serialNs: number;
  readonly candidates: readonly OrderCandidate[];
  /** True when every order was tried; else `bound` is a proven lower limit of the makespan. */
  readonly exact: boolean;
  readonly boundNs: number;
  /** Places of the calls to put into another order, in that order; null where they are not known one by one. */
  readonly calls: readonly { readonly path: string; readonly line: number }[] | null;
  /** What would change with other hardware or buffers, e.g. two copy engines, pinned memory. */
  readonly whatIf: readonly { readonly change: Words; readonly makespanNs: number }[];
}

/** The answer to: should this program use streams, how many, and in how many pieces? */
export interface StreamPlanResult {
  readonly useStreams: boolean;
  /** Whether the program as written launches kernels in several streams. */
  readonly usesStreams: boolean;
  /** Whether the streams as written are as good. */
  readonly asWritten: boolean;
  readonly streams: number;
  readonly pieces: number;
  readonly assignment: readonly {
    readonly kernel: string;
    readonly stream: string;
    readonly pieces: number;
  }[];
  /** In one stream, with host memory as written. */
  readonly serialNs: number;
  /** In one stream, with all host memory pinned: what the plan, which needs pinned memory, is to be held against. */
  readonly pinnedSerialNs: number;
  readonly plannedNs: number;
  readonly ceilingNs: number;
  readonly limitedBy: Words;
  /** What nobody has proved, and without which the plan may not compute the same. */
  readonly conditions: readonly Words[];
  /** The whole answer in one sentence. */
  readonly text: Words;
  readonly timeline: TimelineResult;
}

/** A time or rate that a replay is made of. */
export interface ReplayInput {
  readonly kind: 'kernel' | 'copy';
  /** The kernel, or which copies. */
  readonly what: Words;
  /** Mean of one launch in ns; rate of copies in GB/s. */
  readonly value: Sourced;
}

/** A kernel of an application and the call that launches it. */
export interface LaunchedKernel {
  /** As source or trace name it. */
  readonly kernel: string;
  readonly stream: string;
  readonly path: string | null;
  readonly line: number | null;
  /** Of the second of two that can run together: a buffer that both use and one of them writes. */
  readonly shares?: string;
}

/** Two kernels of a program, the first of which writes a buffer that the second uses, or may. */
export interface ConflictResult {
  readonly launches: readonly [LaunchedKernel, LaunchedKernel];
  /** Null where the sources do not tell what they use. */
  readonly buffer: string | null;
  /**
   * They race; or the program orders them; or they run together, which is right where their parts differ; `untold` for an
   * order that may have another reason.
   */
  readonly kind: 'race' | 'ordered' | 'parts' | 'untold';
}

export interface ApplicationResult {
  readonly name: string;
  readonly path: string;
  readonly line: number;
  /** From source, from a measured trace, or both joined. */
  readonly from: 'source' | 'trace' | 'both';
  readonly operationCount: number;
  readonly streams: readonly string[];
  /** Its kernels, each with its first launch. */
  readonly kernels: readonly LaunchedKernel[];
  /** Kernels that nothing puts into an order, so that they can run at the same time; each pair once. */
  readonly meetings: readonly (readonly [LaunchedKernel, LaunchedKernel])[];
  /** What its kernels do to each other's data; each pair once, absent where there is none. */
  readonly conflicts?: readonly ConflictResult[];
  /** Whether work of it runs at the same time that needs an order; only where that is proved. */
  readonly races?: true;
  /** Why no other launch orders are tried; absent where they are, or where there is nothing to order. */
  readonly orderKept?: Words;
  readonly predicted: TimelineResult | null;
  /** What the prediction is made of; empty without one. */
  readonly inputs: readonly ReplayInput[];
  readonly measured: TimelineResult | null;
  readonly order: OrderResult | null;
  readonly plan: StreamPlanResult | null;
  /** Why there is no prediction: the sizes or times that are not known. */
  readonly unknowns: readonly Words[];
  /** Set where times of kernels are all that is not known, which are simulated when they are asked for. */
  readonly lacksTimes?: true;
  /** Names whose numbers, set for the whole project, would tell sizes that it lacks; absent where none would. */
  readonly openNumbers?: readonly string[];
  readonly assumptions: readonly Assumption[];
  /** Code that was not followed: what it launches may run beside the rest. Absent where all was. */
  readonly unread?: readonly UnreadCode[];
}

/** What says among unknowns that the time of code is missing that was not followed. */
export const UNREAD_CODE = 'analysis.unreadCode';

/** What saves less than this share is no advice. */
export const GAIN_WORTH_SAYING = 0.02;

/** Share of the time that is saved; nothing where nothing took time. */
export function savedShare(afterNs: number, beforeNs: number): number {
  return beforeNs > 0 ? 1 - afterNs / beforeNs : 0;
}

/** The prediction of a program as written, what it is made of, and its trace. */
type Predicted = Pick<ApplicationResult, 'predicted' | 'measured' | 'inputs'>;

/** How far the prediction of the program as written is from its trace; 0 where nothing was traced. */
function predictionError({ predicted, measured }: Predicted): number {
  if (predicted === null || measured === null || measured.makespanNs === 0) return 0;
  return Math.abs(predicted.makespanNs / measured.makespanNs - 1);
}

/** Numbers that data decide and nobody has told, on which times of kernels of a program rest. */
export const guessesBehind = ({ inputs }: Pick<ApplicationResult, 'inputs'>): readonly Guess[] =>
  distinctNumbers(inputs.flatMap(({ value }) => value.guesses ?? []));

/**
 * Tests whether a predicted gain is large enough to speak of, larger than the error of what predicts it, and none of
 * numbers that were made up.
 */
export function isSure(gain: number, application: Predicted): boolean {
  if (guessesBehind(application).length > 0) return false;
  return gain >= GAIN_WORTH_SAYING && gain > predictionError(application);
}

/** Share of the time as written that the best launch order saves; null where that is not sure. */
export function orderGain(application: Predicted & Pick<ApplicationResult, 'order'>): number | null {
  const { order } = application;
  if (order === null) return null;
  const gain = savedShare(order.bestOrder.makespanNs, order.writtenOrder.makespanNs);
  return isSure(gain, application) ? gain : null;
}
