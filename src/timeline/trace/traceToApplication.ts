import { message } from '../../kernel/message';
import type { Application, DeviceOperation } from '../../kernel/application';
import type { GpuSpec } from '../../kernel/gpuSpec';
import type { Assumption } from '../../kernel/origin';
import type { KernelProfile, TransferProfile } from '../../kernel/profile';
import type { Timeline } from '../timeline';
import { measuredTimeline, type PlacedOperation } from './measuredTimeline';
import {
  issuedOperations,
  type CalledOperation,
  type HostWait,
  type IssuedOperations,
  type LaunchDelay,
} from './hostCalls';
import { soloTimes } from './soloTimes';
import { separateStreams, traceRecords, type TraceRecord } from './traceRecords';

/** Options of turning a trace into an application. */
export interface TraceOptions {
  readonly name: string;
  /** Device whose records are taken; the one with the most records when left out. */
  readonly device?: string;
  /** Idle time of the device is the host's however short, and up to the next start instead of its call. */
  readonly keepsIdle?: boolean;
  /**
   * Calls in which the host waited, in order: where every record has its call, the host issues as it did then, and its
   * work goes on beside the device's.
   */
  readonly waits?: readonly HostWait[];
}

/** Application read from a trace, with the measured timeline. */
export interface TracedApplication {
  readonly application: Application;
  readonly measured: Timeline;
  /** What passes before operations start; empty where calls were not looked at. */
  readonly delays: ReadonlyMap<DeviceOperation, LaunchDelay>;
  readonly assumptions: readonly Assumption[];
  /** Records that are not in the application: of other devices, without times, or no device work. */
  readonly ignored: number;
}

/** Registers of a thread taken where a trace has none: what a mid-sized kernel uses. */
const ASSUMED_REGISTERS = 32;

/** Longer than the 5 to 10 µs that a call costs (Moka dissertation, section 4.2.4). */
const HOST_GAP_NS = 20_000;

/** Shorter gaps are those between kernels that were queued, ns. */
const SHORT_GAP_NS = 1000;

/**
 * The application behind a measured trace: operations in the order of their starts, in the streams of the
 * trace. Where the device was idle for long, the host waited for it and then worked, up to the call that ended it
 * where the trace tells calls. Events are not in a
 * trace: dependencies between streams are lost unless source is joined in.
 */
export function traceToApplication(
  kernels: readonly KernelProfile[],
  transfers: readonly TransferProfile[],
  gpu: GpuSpec,
  options: TraceOptions,
): TracedApplication {
  const { records, ignored } = traceRecords(kernels, transfers);
  const device = options.device ?? busiestDevice(records);
  const own = separateStreams(records.filter((record) => record.device === device));
  const solo = soloTimes(own);
  const issued = asIssued(own, solo.ns, options);
  const placed = issued?.placed ?? placeOperations(own, solo.ns, options);
  return {
    application: {
      name: options.name,
      operations: placed.map(({ operation }) => operation),
      footprintBytes: null,
    },
    measured: measuredTimeline(placed, gpu, options.name),
    delays: issued?.delays ?? new Map(),
    assumptions: [
      ...solo.assumptions,
      ...pinnedAssumptions(own, options.name),
      ...registerAssumptions(own, options.name),
    ],
    ignored: ignored + records.length - own.length,
  };
}

function busiestDevice(records: readonly TraceRecord[]): string | null {
  const counts = new Map<string | null, number>();
  for (const { device } of records) counts.set(device, (counts.get(device) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? null;
}

/** Null where it is not known when the host issued some of them. */
function asIssued(
  records: readonly TraceRecord[],
  soloNs: readonly (number | null)[],
  { waits }: TraceOptions,
): IssuedOperations | null {
  if (waits === undefined) return null;
  const called: CalledOperation[] = [];
  for (const [index, record] of records.entries()) {
    const { callNs, callEndNs, endNs } = record;
    if (callNs === null || callNs > record.startNs) return null;
    const operation = operationOf(record, soloNs[index]!);
    // A call that returned before its copy had ended did not wait for it.
    const returned = operation.kind === 'copy' && callEndNs !== null && callEndNs < endNs;
    called.push({ record, callNs, operation: returned ? { ...operation, blocking: false } : operation });
  }
  return issuedOperations(called, waits);
}

function placeOperations(
  records: readonly TraceRecord[],
  soloNs: readonly (number | null)[],
  { keepsIdle = false }: TraceOptions,
): readonly PlacedOperation[] {
  const placed: PlacedOperation[] = [];
  let busyUntilNs = records[0]?.startNs ?? 0;
  for (const [index, record] of records.entries()) {
    // What comes after the call is latency of the launch, and of that no host.
    const hostEndNs = keepsIdle ? record.startNs : Math.min(record.callNs ?? record.startNs, record.startNs);
    const hostNs = hostEndNs - busyUntilNs;
    if (hostNs > (keepsIdle ? SHORT_GAP_NS : HOST_GAP_NS)) {
      const span = { startNs: busyUntilNs, endNs: hostEndNs };
      placed.push({ operation: { kind: 'synchronize', stream: null }, ...span, endNs: busyUntilNs });
      placed.push({ operation: { kind: 'host', ns: hostNs }, ...span });
    }
    placed.push({
      operation: operationOf(record, soloNs[index]!),
      startNs: record.startNs,
      endNs: record.endNs,
    });
    busyUntilNs = Math.max(busyUntilNs, record.endNs);
  }
  return placed;
}

function operationOf(record: TraceRecord, soloNs: number | null): DeviceOperation {
  const { stream, location, bytes } = record;
  if (record.kernel !== null) {
    const { name, grid, block, registers, sharedBytes } = record.kernel;
    const known = registers ?? ASSUMED_REGISTERS;
    return {
      kind: 'kernel',
      stream,
      kernel: name,
      grid,
      block,
      registers: known,
      sharedBytes,
      soloNs,
      location,
    };
  }
  if (record.direction === null) return { kind: 'memset', stream, bytes, location };
  return {
    kind: 'copy',
    stream,
    direction: record.direction,
    bytes,
    pinned: record.pinned,
    blocking: record.inDefaultStream,
    location,
  };
}

function pinnedAssumptions(records: readonly TraceRecord[], name: string): readonly Assumption[] {
  const untold = records.filter(
    ({ kind, direction, isPinnedTold }) => kind === 'copy' && direction !== 'DtoD' && !isPinnedTold,
  );
  if (untold.length === 0) return [];
  return [
    {
      key: `${name}:pinned`,
      value: '',
      text: message('timeline.hostMemoryUntold', { copies: untold.length }),
      location: untold[0]!.location,
    },
  ];
}

function registerAssumptions(records: readonly TraceRecord[], name: string): readonly Assumption[] {
  const untold = records.find(({ kernel }) => kernel !== null && kernel.registers === null);
  if (untold === undefined) return [];
  return [
    {
      key: `${name}:registers`,
      value: '',
      text: message('timeline.registersUntold', { registers: ASSUMED_REGISTERS }),
      location: untold.location,
    },
  ];
}
