import type { Words } from '../../kernel/message';

/** One of several traced applications that share a GPU. */
export interface TraceCoRunApplication {
  readonly name: string;
  readonly path: string;
  /** The iteration that stands for the trace, of how many; null where nothing repeats: then it is the whole trace. */
  readonly iteration: { readonly count: number; readonly periodNs: number } | null;
  /** Kernels and copies of what stands for it. */
  readonly operations: number;
  /** Time of that as measured, and as replayed alone, ns. */
  readonly measuredNs: number;
  readonly aloneNs: number;
  /** The same beside the others, while all run again and again: the mean over random phases; null where it starves. */
  readonly besideNs: number | null;
  /** `besideNs` over `aloneNs`. */
  readonly slowdown: number | null;
}

/** Traced applications on one GPU at the same time, predicted from their traces. */
export interface TraceCoRunResult {
  /** Its id. */
  readonly gpu: string;
  readonly gpuName: string;
  readonly predictor: string;
  readonly applications: readonly TraceCoRunApplication[];
  /** Sum of what each gets done, of what it does alone; above 1 more than by taking turns. Null where one starves. */
  readonly throughput: number | null;
  /** How far such slowdowns in pairs were off in the mean on the card that they were compared with. */
  readonly error: number;
  readonly assumptions: readonly Words[];
}
