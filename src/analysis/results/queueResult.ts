import type { Words } from '../../kernel/message';
import type { Origin } from '../../kernel/origin';
import type { Merge } from '../../stats/linkage';
import type { QueueMetrics } from '../../sharing/queue/queueMetrics';

/** One kind of GPU as an application finds it. */
export interface QueueKindResult {
  readonly gpu: string;
  /** Seconds of a usual job alone; null where it cannot run. */
  readonly seconds: number | null;
  /** Mean slowdown beside the others that it is known beside, as a factor; null where nothing is known. */
  readonly averageSlowdown: number | null;
  /** Whether neighbours slow it down much; null where nothing tells. */
  readonly sensitive: boolean | null;
}

export interface QueueApplicationResult {
  readonly name: string;
  /** Jobs of it in the queue. */
  readonly jobs: number;
  readonly kinds: readonly QueueKindResult[];
}

/** A job of a plan; times in seconds from the start of the queue. */
export interface PlannedJob {
  readonly job: string;
  readonly gpu: string;
  readonly submit: number;
  readonly start: number;
  readonly end: number;
  /** Its time there over its time alone on this GPU. */
  readonly slowdown: number;
  /** What starts it, where the queue says. */
  readonly command?: string;
}

/** What a policy makes of a queue, or why it cannot. */
export type QueuePolicyResult =
  | {
      readonly id: string;
      /** Makespan over that of the first policy. */
      readonly relative: number;
      readonly metrics: QueueMetrics;
      /** In the order in which jobs start; the first of them where there are very many. */
      readonly plan: readonly PlannedJob[];
      /** Jobs that the plan leaves out. */
      readonly omitted: number;
    }
  | { readonly id: string; readonly refused: Words };

export type PlayedPolicy = Extract<QueuePolicyResult, { readonly plan: unknown }>;

export const isPlayed = (policy: QueuePolicyResult): policy is PlayedPolicy => 'plan' in policy;

/** How alike applications use a GPU, by the metrics that all of them have. */
export interface QueueSimilarity {
  /** Metrics that all applications have. */
  readonly metrics: number;
  /** Euclidean over metrics scaled to 0 to 1; rows and columns in the order of the applications. */
  readonly distances: readonly (readonly number[])[];
  readonly merges: readonly Merge[];
  /** Correlation of the dendrogram's distances with these; null where it has none. */
  readonly cophenetic: number | null;
  /** For each application the one that is least like it. */
  readonly leastSimilar: readonly number[];
}

/** A policy's gain that is within what such gains are off by, both as shares of the first policy's makespan. */
export interface DoubtfulGain {
  readonly id: string;
  readonly gain: number;
  readonly error: number;
}

/** A queue of jobs under every policy. */
export interface QueueReport {
  readonly jobs: number;
  readonly gpus: readonly string[];
  readonly maxCoRun: number;
  /** Where the slowdowns come from; `assumed` where some were not known. */
  readonly origin: Origin;
  readonly assumptions: readonly Words[];
  readonly applications: readonly QueueApplicationResult[];
  /** Null where the applications have no metrics in common, or are too many to be drawn. */
  readonly similarity: QueueSimilarity | null;
  /** `best-found`, the last, is what a search found, and no policy. */
  readonly policies: readonly QueuePolicyResult[];
  /** The policy with the shortest makespan, the first where it gains no more than `doubtful`; null where none could be played. */
  readonly chosen: string | null;
  /** The policy that would be chosen if gains were known better than they are. */
  readonly doubtful: DoubtfulGain | null;
}
