import { message, type Words } from '../kernel/message';
import type { DeviceOperation, Operation } from '../kernel/application';
import type { GpuSpec } from '../kernel/gpuSpec';

/** A device operation that reached the hardware: everything before it in its stream is done. */
export interface DeviceTask {
  /** Unique within a replay, ascending in issue order. */
  readonly id: number;
  readonly application: number;
  readonly operation: DeviceOperation;
}

/** Callbacks of an executor. Times never descend from call to call. */
export interface TaskObserver {
  /** `after` is the task that kept this one from starting at once; null when nothing did. */
  started(task: DeviceTask, ns: number, resource: string, after: DeviceTask | null): void;
  finished(task: DeviceTask, ns: number): void;
  /** From `ns` on this share (0 to 1) of the GPU's warp slots is taken. */
  occupied(ns: number, share: number): void;
}

/**
 * The state of one resource class (copy engines, SMs, device memory) during one replay. It decides when a
 * submitted task starts and how long it takes beside others. At each point in time tasks end first
 * (`advance`), then what became ready arrives (`submit`), and only then tasks start (`dispatch`): who
 * starts does not depend on the order of arrivals at the same time.
 */
export interface TaskExecutor {
  /** Takes a task that is ready at `ns`. @throws InputError when it can never run on this GPU. */
  submit(task: DeviceTask, ns: number): void;
  /** When a task ends or may start next if nothing is submitted before; Infinity when idle. */
  nextChangeNs(): number;
  /** Lets time pass to `ns`, at most to the next change, and reports what has ended. */
  advance(ns: number): void;
  /** Starts what may start at `ns`. */
  dispatch(ns: number): void;
  /** True when the resource that a task has just left has other work already. */
  isBusyAfter(task: DeviceTask): boolean;
}

/** A timing model that plugs into the replay: a predictor's kernels, copies or memsets. */
export interface TaskModel {
  readonly name: Words;
  createExecutor(gpu: GpuSpec, observer: TaskObserver): TaskExecutor;
}

/** The end of an operation that let another one go. */
export interface HandOver {
  readonly operation: DeviceOperation;
  /** Its resource went on with other work at once. */
  readonly busy: boolean;
}

/** Event that released an operation: the host's call, or the end of another operation. */
export type ReleaseCause = HandOver | 'host';

/** Context of a host call, as far as its cost depends on it. */
export interface IssueContext {
  /** The call that the host made before this one. */
  readonly previous: Operation | null;
  /** True for the first operation in its stream. */
  readonly firstOfStream: boolean;
  /** First operation of the stream that came into use before this one; null for the first stream. */
  readonly firstOfPreviousStream: Operation | null;
}

/** Launch costs: time of calls on the host, and the latency from an operation's release to its start. */
export interface LaunchModel {
  readonly name: Words;
  /** Host time of the call, ns, at least 0. */
  issueNs(operation: Operation, context: IssueContext): number;
  /** Delay from the cause to the earliest start, ns, at least 0. */
  latencyNs(operation: DeviceOperation, cause: ReleaseCause): number;
}

/** Everything that a replay needs beside the operations. */
export interface ReplayModels {
  readonly launch: LaunchModel;
  /** Copies between host and device. */
  readonly copies: TaskModel;
  readonly kernels: TaskModel;
  /** Memsets and copies within the device. */
  readonly memory: TaskModel;
}

/** Calls that cost nothing and operations that begin at once. */
export const INSTANT_LAUNCH: LaunchModel = {
  name: message('timeline.noLaunchCost'),
  issueNs: () => 0,
  latencyNs: () => 0,
};
