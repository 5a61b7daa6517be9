import type { Application, CopyOperation, DeviceOperation, KernelOperation } from '../kernel/application';
import type { GpuSpec } from '../kernel/gpuSpec';
import type { LaunchModel } from '../timeline/models';
import type { LaunchDelay } from '../timeline/trace/hostCalls';

/** The port of predictors of the latency of a service that shares a GPU with whole applications. */

/** What a run alone tells of a kernel. */
export interface KernelTask {
  /** Time alone, ns. */
  readonly soloNs: number;
  readonly blocks: number;
  /** Resident on an SM. */
  readonly blocksPerSm: number;
  /** Device-memory bandwidth that one SM asks for, bytes per ns (GB/s); 0 where that is not known. */
  readonly bytesPerNsOfSm: number;
}

/** What a run alone tells of a copy between host and device. */
export interface CopyTask {
  /** Time with the link for itself, ns. */
  readonly soloNs: number;
  /** Share of the link's bandwidth that it uses meanwhile, above 0, at most 1. */
  readonly linkShare: number;
}

/** An application as it ran alone, from its first operation to its last. */
export interface SoloRun {
  readonly application: Application;
  /** Of every kernel and copy among its operations. */
  readonly kernels: ReadonlyMap<KernelOperation, KernelTask>;
  readonly copies: ReadonlyMap<CopyOperation, CopyTask>;
  /** What passes before an operation starts, where the run tells; else what the question's launches cost. */
  readonly delays?: ReadonlyMap<DeviceOperation, LaunchDelay>;
  /** Set where the trace tells the host's call of every kernel, as those of PyTorch do. */
  readonly tellsCalls?: true;
  /** Set where work of the host is as long as it is without a profiler. */
  readonly isAtPace?: true;
}

/** How long do queries take beside applications that run again and again? */
export interface LatencyQuestion {
  readonly gpu: GpuSpec;
  /** Device-memory bandwidth that kernels reach, bytes per ns (GB/s). */
  readonly bytesPerNs: number;
  readonly launch: LaunchModel;
  readonly service: SoloRun;
  /** One for each instance; the same run may come several times. */
  readonly beside: readonly SoloRun[];
  /** Queries that come at random times, drawn by a seed. */
  readonly queries: number;
  readonly seed: number;
}

/**
 * How far answers are off in the mean, as shares of what was measured on an H100
 * (`npm run study -- applications-on-card`).
 */
export interface RunErrors {
  /** Of programs that copy, too. */
  readonly withCopies: number;
  /** Of programs of which only kernels ran. */
  readonly ofKernels: number;
  /**
   * Of networks in PyTorch whose traces have the calls of the host, those that nothing was chosen by
   * (`npm run study -- networks-on-card`); absent where they were not compared.
   */
  readonly ofNetworks?: {
    readonly asTraced: number;
    /** Where the time alone without a profiler is told of all. */
    readonly atPace: number;
  };
}

/** Errors of slowdowns in pairs, and of what 95 % of the queries of a service take beside instances of another. */
export interface LatencyErrors {
  readonly slowdowns: RunErrors;
  readonly tails: RunErrors;
  /**
   * Of what a plan of a queue gains over the order of arrival, as a share of the latter's makespan, where it was made by these
   * slowdowns (docs/queue-scheduling.md); absent where none ran.
   */
  readonly plans?: number;
}

/** How far off a predictor is of runs like these: copies have an error of their own, and traces that tell calls. */
export function errorOfRuns(
  { errors }: LatencyPredictor,
  of: 'slowdowns' | 'tails',
  runs: readonly SoloRun[],
): number {
  const { ofNetworks, withCopies, ofKernels } = errors[of];
  if (ofNetworks !== undefined && runs.every(({ tellsCalls }) => tellsCalls))
    return runs.every(({ isAtPace }) => isAtPace) ? ofNetworks.atPace : ofNetworks.asTraced;
  return runs.some(({ copies }) => copies.size > 0) ? withCopies : ofKernels;
}

/** Predicts latencies from runs alone. */
export interface LatencyPredictor {
  readonly id: string;
  readonly errors: LatencyErrors;
  /**
   * Latency of every query, ns; Infinity for one that the others let starve. The same question has the same answer.
   *
   * @throws InputError where an operation cannot run on the GPU, or a run does not tell of one
   */
  latencies(question: LatencyQuestion): readonly number[];
}
