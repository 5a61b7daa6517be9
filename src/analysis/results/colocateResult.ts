import type { Words } from '../../kernel/message';
import type { BesideService } from '../../sharing/colocation/besideService';
import type { Mixes } from '../../sharing/colocation/mix';
import type { QosTarget } from '../../sharing/colocation/qosTarget';

/** As many applications are asked about beside a service at once. */
export const MOST_CANDIDATES = 12;

/** An application of the workspace, the device memory that it keeps, and how long it takes alone. */
export interface ColocatedSubject {
  /** An `applicationKey`. */
  readonly key: string;
  /** Null where it is not known. */
  readonly footprintBytes: number | null;
  /** Time of an iteration alone without a profiler, ns; null where only its trace tells. */
  readonly aloneNs: number | null;
}

/** What can share the GPU with a service? */
export interface ColocateRequest {
  readonly service: ColocatedSubject;
  readonly batch: readonly ColocatedSubject[];
  readonly target: QosTarget;
}

/** One application beside the service, or why nothing can be said of it. */
export type ColocatedCandidate =
  | (BesideService & { readonly key: string })
  | { readonly key: string; readonly name: string; readonly refused: Words };

export interface ColocateResult {
  readonly gpu: string;
  readonly predictor: string;
  readonly service: string;
  /** The run of the service alone as measured, or as the replay of its program has it, ns. */
  readonly measuredNs: number;
  /** Set where its host is taken to be faster than it was then. */
  readonly isHostTaken?: true;
  /** Those whose runs alone were not measured but are replays of their sources. */
  readonly replayed: readonly string[];
  readonly target: QosTarget;
  /** Instances that were looked at, at most. */
  readonly maxInstances: number;
  /** Device memory of the GPU; null where it is not known. */
  readonly memoryBytes: number | null;
  /** As asked for, as far as they are answered. */
  readonly candidates: readonly ColocatedCandidate[];
  /** What those that are answered do to it together; null before all are, and of fewer than two. */
  readonly mixes: Mixes | null;
  /** What would leave room for more, beside what is said of single applications. */
  readonly advice: readonly Words[];
  readonly assumptions: readonly Words[];
}

/** How far an answer is, 0 to 1, and what is there of it. */
export interface ColocateNews {
  readonly fraction: number;
  /** Which application is looked at, beside how many instances. */
  readonly phase: Words;
  readonly result: ColocateResult;
}
