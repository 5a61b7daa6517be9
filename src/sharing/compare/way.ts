import type { Words } from '../../kernel/message';
import type { Origin } from '../../kernel/origin';
import type { ApplyText, SharedResource } from '../applied/appliedSplit';

/** Ways in which kernels, or the programs that launch them, can have one GPU. */
export const WAYS = ['serial', 'streams', 'mps', 'mps-caps', 'green-contexts', 'mig', 'time-slice'] as const;

/** A way in which kernels can have one GPU. */
export type Way = (typeof WAYS)[number];

/** What a fault of one does to the others: all are one process, clients of one MPS server, processes, or apart in hardware. */
export type Isolation = 'one-process' | 'mps-clients' | 'processes' | 'hardware';

/** One of the kernels or programs that want the GPU. */
export interface Contender {
  readonly name: string;
  /** Time of one launch that has the GPU to itself; null where it is not known. */
  readonly soloNs: number | null;
  /** Of its arrays; null where their sizes are not known. */
  readonly bytes: number | null;
}

/** When all are done, and how that is known. */
export interface WayTimes {
  /** Ends of all, which start together. */
  readonly endsNs: readonly number[];
  readonly finishNs: number;
  /** End over the time alone: how much later each is done than if it had the GPU to itself. */
  readonly slowdowns: readonly number[];
  /** Of the slowdowns; null where none is needed. */
  readonly origin: Origin | null;
  /** Typical error of the slowdowns as a share; null where no validation tells. */
  readonly error: number | null;
}

/** Kernels or programs that have the GPU in one way. */
export interface WayResult {
  readonly way: Way;
  /** Why the GPU cannot; null where it can. */
  readonly refused: Words | null;
  /** Null while a time or slowdown is not known. */
  readonly times: WayTimes | null;
  /** What each gets in the terms of the way, e.g. `50 %` or `3g.40gb`; empty where nothing is set. */
  readonly settings: readonly Words[];
  /** What they still compete for. */
  readonly shared: readonly SharedResource[];
  readonly isolation: Isolation;
  /** Whether the arrays of all fit device memory; null where their sizes are not known. */
  readonly fits: boolean | null;
  readonly apply: readonly ApplyText[];
  readonly notes: readonly Words[];
}
