import type { CopyDirection } from '../../kernel/application';
import type { SourceLocation } from '../../kernel/origin';
import type { KernelProfile, TransferDirection, TransferProfile } from '../../kernel/profile';
import type { Dim3 } from '../../kernel/symbolic';

/** One timed device operation of a trace. */
export interface TraceRecord {
  readonly kind: 'kernel' | 'copy' | 'memset';
  readonly startNs: number;
  readonly endNs: number;
  /** Start of the host's call that issued it; null where the trace does not tell. */
  readonly callNs: number | null;
  /** End of that call; null where the trace does not tell. */
  readonly callEndNs: number | null;
  /** Unique in its context only: see `separateStreams`. */
  readonly stream: string;
  /** True for the legacy default stream of the record's context. */
  readonly inDefaultStream: boolean;
  /** Process and context of the record; records of different ones share no stream. */
  readonly owner: string;
  /** Name of the device, with its index where that is told: two GPUs may have one name. */
  readonly device: string | null;
  readonly location: SourceLocation;
  readonly direction: CopyDirection | null;
  readonly bytes: number;
  /** As told, else as taken. */
  readonly pinned: boolean;
  readonly isPinnedTold: boolean;
  readonly kernel: {
    readonly name: string;
    readonly grid: Dim3;
    readonly block: Dim3;
    /** Null where the trace does not tell. */
    readonly registers: number | null;
    readonly sharedBytes: number;
  } | null;
}

/** Stream names under which profilers report the legacy default stream. */
const DEFAULT_STREAMS: ReadonlySet<string> = new Set(['0', '7', 'default', 'Default']);

const isDefaultStream = (stream: string | null): boolean => stream === null || DEFAULT_STREAMS.has(stream);

/** Where a trace does not tell the host memory: copies in streams of their own are meant to overlap, which needs pinned memory. */
export function isPinned({ pinned, stream }: Pick<TransferProfile, 'pinned' | 'stream'>): boolean {
  return pinned ?? !isDefaultStream(stream);
}

/** Copy directions of a trace's transfers; null for transfers that no copy engine does. */
const COPY_DIRECTIONS: Readonly<Record<TransferDirection, CopyDirection | null>> = {
  HtoD: 'HtoD',
  HtoA: 'HtoD',
  DtoH: 'DtoH',
  AtoH: 'DtoH',
  DtoD: 'DtoD',
  AtoA: 'DtoD',
  AtoD: 'DtoD',
  DtoA: 'DtoD',
  PtoP: 'DtoD',
  HtoH: null,
  memset: null,
  unified: null,
};

/** Three centuries: more than any clock shows, ns. */
const LATEST_NS = 1e19;

/** Records of a trace, in one order. */
export interface TraceRecords {
  /** In order of start; equal starts in order of line. */
  readonly records: readonly TraceRecord[];
  /** Rows without a usable start, time or launch, and transfers that no engine does. */
  readonly ignored: number;
}

/** The timed launches and copies of a profile, on one axis. */
export function traceRecords(
  kernels: readonly KernelProfile[],
  transfers: readonly TransferProfile[],
): TraceRecords {
  const records = [...kernels.map(kernelRecord), ...transfers.map(transferRecord)];
  const timed = records.filter((record) => record !== null);
  timed.sort((a, b) => a.startNs - b.startNs || a.location.line - b.location.line);
  return { records: timed, ignored: records.length - timed.length };
}

function kernelRecord(profile: KernelProfile): TraceRecord | null {
  const { startNs, durationNs, grid, block, calls } = profile;
  if (!isSpan(startNs, durationNs) || !isExtent(grid) || !isExtent(block) || calls !== 1) return null;
  return {
    kind: 'kernel',
    ...common(profile, startNs!, durationNs!),
    direction: null,
    bytes: 0,
    ...{ pinned: false, isPinnedTold: false },
    kernel: {
      name: profile.name,
      grid,
      block,
      registers: profile.registers,
      sharedBytes:
        profile.sharedBytes ?? (profile.staticSharedBytes ?? 0) + (profile.dynamicSharedBytes ?? 0),
    },
  };
}

function transferRecord(profile: TransferProfile): TraceRecord | null {
  const { startNs, durationNs, bytes, calls } = profile;
  const direction = COPY_DIRECTIONS[profile.direction];
  if (!isSpan(startNs, durationNs) || !isAmount(bytes ?? 0) || calls !== 1) return null;
  if (direction === null && profile.direction !== 'memset') return null;
  return {
    kind: direction === null ? 'memset' : 'copy',
    ...common(profile, startNs!, durationNs!),
    direction,
    bytes: bytes ?? 0,
    pinned: isPinned(profile),
    isPinnedTold: profile.pinned !== null,
    kernel: null,
  };
}

function isSpan(startNs: number | null, durationNs: number | null): boolean {
  if (startNs === null || durationNs === null || !isAmount(durationNs)) return false;
  return Math.abs(startNs) <= LATEST_NS && durationNs <= LATEST_NS;
}

function isAmount(value: number): boolean {
  return Number.isFinite(value) && value >= 0;
}

function isExtent(dim: Dim3 | null): dim is Dim3 {
  return dim !== null && dim.every((extent) => Number.isSafeInteger(extent) && extent > 0);
}

function common(
  profile: KernelProfile | TransferProfile,
  startNs: number,
  durationNs: number,
): Pick<
  TraceRecord,
  | 'startNs'
  | 'endNs'
  | 'callNs'
  | 'callEndNs'
  | 'stream'
  | 'inDefaultStream'
  | 'owner'
  | 'device'
  | 'location'
> {
  const { stream, device, deviceIndex, context, run, call, location } = profile;
  const inDefaultStream = isDefaultStream(stream);
  return {
    startNs,
    endNs: startNs + durationNs,
    callNs: call?.startNs ?? null,
    callEndNs: call === undefined || call.durationNs === null ? null : call.startNs + call.durationNs,
    stream: inDefaultStream ? 'default' : stream!,
    inDefaultStream,
    owner: `${run ?? ''}/${context ?? ''}`,
    device: deviceIndex === undefined ? device : `${device ?? ''} (${deviceIndex})`,
    location,
  };
}

/**
 * Records whose streams are told apart by their process and context: every context has a stream of the same
 * number. Streams of the first one keep their names.
 */
export function separateStreams(records: readonly TraceRecord[]): readonly TraceRecord[] {
  const numbers = new Map<string, number>();
  for (const { owner } of records) if (!numbers.has(owner)) numbers.set(owner, numbers.size + 1);
  if (numbers.size <= 1) return records;
  return records.map((record) => {
    const number = numbers.get(record.owner) ?? 1;
    return number === 1 ? record : { ...record, stream: `${number}:${record.stream}` };
  });
}
