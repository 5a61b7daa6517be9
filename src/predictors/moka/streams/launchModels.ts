import { message } from '../../../kernel/message';
import type { DeviceOperation, Operation } from '../../../kernel/application';
import type { HandOver, IssueContext, LaunchModel } from '../../../timeline/models';

/** StreamLaunchOvhd as measured on the GTX 950 (section 4.2.4), ns. */
export const STREAM_LAUNCH_OVERHEAD_NS = 7000;

/**
 * Moka's stream launch model (equation 4.18, algorithm 2): a stream starts one overhead after the stream
 * before it when one begins with a copy to the device and the other with a kernel. Two streams that both begin with such
 * a copy are kept apart by the copy engine and its overlap threshold (4.19), two that begin with a kernel
 * by the block scheduler. All other calls cost nothing.
 *
 * The text of 4.19 adds a size, H2D_Ovlp_Threshold, to a time; the copy engine model takes the transfer time
 * of that many bytes.
 */
export function streamLaunch(overheadNs = STREAM_LAUNCH_OVERHEAD_NS): LaunchModel {
  return {
    name: message('predictors.launches.streamModel'),
    issueNs: (operation, context) => (isApart(operation, context) ? overheadNs : 0),
    latencyNs: () => 0,
  };
}

function isApart(operation: Operation, { firstOfStream, firstOfPreviousStream }: IssueContext): boolean {
  if (!firstOfStream || firstOfPreviousStream === null) return false;
  return operation.kind !== firstOfPreviousStream.kind;
}

/** What calls and hand-overs between engines cost on one machine, ns. */
export interface LaunchTimes {
  /** Host time of a copy or memset call and of a kernel launch. */
  readonly copyCallNs: number;
  readonly kernelCallNs: number;
  /** From the host's launch of a kernel to its start when nothing else keeps it. */
  readonly kernelStartNs: number;
  /** From the end of a copy to the start of the kernel behind it in the stream. */
  readonly copyToKernelNs: number;
  /** The same while the copy engine goes on with another copy: it tells of an end only now and then. */
  readonly busyCopyToKernelNs: number;
  /** From the end of a kernel to the start of the copy behind it in the stream. */
  readonly kernelToCopyNs: number;
  /** From the end of a kernel to the start of the kernel behind it in the stream. */
  readonly kernelToKernelNs: number;
  /** Idle time of a copy engine between two copies. */
  readonly copyGapNs: number;
}

/**
 * Launch costs taken where no trace tells them: calls as the dissertation measured them, hand-overs between
 * engines as in the two-stream traces of its author (GTX 950, CUDA 8, github.com/3upperm2n/blocksizemodel).
 */
export const DEFAULT_LAUNCH_TIMES: LaunchTimes = {
  copyCallNs: STREAM_LAUNCH_OVERHEAD_NS,
  kernelCallNs: STREAM_LAUNCH_OVERHEAD_NS,
  kernelStartNs: 0,
  copyToKernelNs: 6600,
  busyCopyToKernelNs: 13_300,
  kernelToCopyNs: 4300,
  kernelToKernelNs: 0,
  copyGapNs: 1150,
};

/** Calls and hand-overs that cost nothing. */
export const FREE_LAUNCH_TIMES: LaunchTimes = {
  copyCallNs: 0,
  kernelCallNs: 0,
  kernelStartNs: 0,
  copyToKernelNs: 0,
  busyCopyToKernelNs: 0,
  kernelToCopyNs: 0,
  kernelToKernelNs: 0,
  copyGapNs: 0,
};

/** Launch costs as measured in a trace: every call costs, and every hand-over from engine to engine too. */
export function measuredLaunch(times: LaunchTimes): LaunchModel {
  return {
    name: message('predictors.launches.measured'),
    issueNs: (operation) => callNs(operation, times),
    latencyNs: (operation, cause) =>
      cause === 'host' ? hostLatencyNs(operation, times) : handOverNs(operation, cause, times),
  };
}

function callNs(operation: Operation, times: LaunchTimes): number {
  if (operation.kind === 'kernel') return times.kernelCallNs;
  return operation.kind === 'copy' || operation.kind === 'memset' ? times.copyCallNs : 0;
}

function hostLatencyNs(operation: DeviceOperation, times: LaunchTimes): number {
  return operation.kind === 'kernel' ? times.kernelStartNs : 0;
}

function handOverNs(operation: DeviceOperation, cause: HandOver, times: LaunchTimes): number {
  const isKernel = operation.kind === 'kernel';
  if (cause.operation.kind === 'kernel') return isKernel ? times.kernelToKernelNs : times.kernelToCopyNs;
  if (!isKernel) return times.copyGapNs;
  return cause.busy ? times.busyCopyToKernelNs : times.copyToKernelNs;
}
