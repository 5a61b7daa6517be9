import type { SimulationResult } from '../../simulator/run/result';

export type { AppResult, SimulationResult } from '../../simulator/run/result';

/** A share 0–1 of something with a name. */
export interface NamedShare {
  readonly name: string;
  readonly share: number;
}

/** One launch of a kernel in a run. */
export interface KernelBar {
  /** Number of the application. */
  readonly app: number;
  readonly kernel: string;
  readonly fromCycle: number;
  readonly toCycle: number;
  /** False when the run ended before the kernel did. */
  readonly complete: boolean;
}

/** What each application did in one stretch of a run. */
export interface PacePoint {
  readonly fromCycle: number;
  readonly toCycle: number;
  /** Warp instructions per cycle of the whole GPU, per application. */
  readonly ipc: readonly number[];
  /** SMs that each application may use at the end of the stretch. */
  readonly sms: readonly number[];
}

/** What ran when; from cycle 0, warm-up included. */
export interface RunTimelineResult {
  readonly cycles: number;
  readonly bars: readonly KernelBar[];
  /** Launches that are not among the bars, because there are too many. */
  readonly omittedBars: number;
  readonly pace: readonly PacePoint[];
}

/** A simulated scenario as the dashboard shows it. */
export interface ScenarioReport {
  readonly gpuName: string;
  readonly coreClockMHz: number;
  /** In the order of the result's applications; highest shares first. */
  readonly apps: readonly {
    /** Use of each resource of the whole GPU. */
    readonly resources: readonly NamedShare[];
    /** What warps waited for, as shares of their waiting time. */
    readonly stalls: readonly NamedShare[];
  }[];
  readonly timeline: RunTimelineResult;
  readonly result: SimulationResult;
}
