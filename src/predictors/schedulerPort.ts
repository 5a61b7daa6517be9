import type { Words } from '../kernel/message';

/**
 * The port of queue schedulers: which waiting job starts on which GPU, each time that a job comes or ends. Applications,
 * GPUs and kinds of GPUs are numbers; jobs of one application are alike but for their length.
 */

/** What is known of a queue before it runs; the truth of the run is not among it. */
export interface QueueFacts {
  readonly applications: number;
  /** Kind of each GPU. */
  readonly kindOf: readonly number[];
  readonly kinds: number;
  /** Whether a GPU that is empty can run an application: by kind and memory. */
  mayRun(application: number, gpu: number): boolean;
  /** Expected seconds of a job alone, of the application's usual length; null where no GPU of the kind can run it. */
  seconds(application: number, kind: number): number | null;
  /** What the length of a job is told from before it runs: bytes of its binary, or seconds where those are not known. */
  size(application: number): number;
  /** Whether neighbours slow it down much on that kind; null where nothing tells. */
  sensitive(application: number, kind: number): boolean | null;
  /** How differently two applications use a GPU; null where nothing tells. */
  distance(a: number, b: number): number | null;
  /** Expected slowdown beside others; null where they cannot run together. */
  slowdown(kind: number, application: number, others: readonly number[]): number | null;
}

/** A job that waits. */
export interface WaitingJob {
  readonly job: number;
  readonly application: number;
  /** Share of its speed alone that it is to keep; null without a target. */
  readonly progressTarget: number | null;
}

/** GPUs with a free slot on which the same runs. */
export interface OpenGpus {
  readonly kind: number;
  /** Applications that run on each, ascending. */
  readonly running: readonly number[];
  /** Ascending, at least one. */
  readonly gpus: readonly number[];
}

/** The cluster at a moment. */
export interface Cluster {
  readonly open: readonly OpenGpus[];
  /** Whether one more of an application can start there: kind, memory and known incompatibilities. */
  canHost(open: OpenGpus, application: number): boolean;
}

/** A job and the GPU that it starts on. */
export interface Dispatch {
  readonly job: number;
  readonly gpu: number;
}

/** A scheduler at work on one queue. */
export interface Dispatcher {
  submit(job: WaitingJob): void;
  /** The next job to start; null to wait until a job comes or ends. Asked again after each start. */
  next(cluster: Cluster): Dispatch | null;
}

/** A policy of which job starts when and where. */
export interface QueueScheduler {
  /** Stable id, e.g. for `--policy ID`. */
  readonly id: string;
  /** Why it cannot work on a queue; null where it can. */
  lacks(facts: QueueFacts): Words | null;
  dispatcher(facts: QueueFacts): Dispatcher;
}
