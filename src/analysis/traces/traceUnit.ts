import { message, type Words } from '../../kernel/message';
import type { EventColumns, KernelProfile, ProfileFile, TransferProfile } from '../../kernel/profile';
import { findIterations, type Iterations } from '../../timeline/trace/iterations';
import { hostWaits } from './hostWaits';
import { MOST_LISTED } from './listed';
import type { HostWait } from '../../timeline/trace/hostCalls';
import { deviceTracks, tooLong, type DeviceTrack, type TrackEvent } from './deviceTracks';

/** What of a trace stands for the program: all of it, or one iteration of a long one. */
export interface TraceUnit {
  readonly kernels: readonly KernelProfile[];
  readonly transfers: readonly TransferProfile[];
  /** Said where it is one iteration. */
  readonly note: Words | null;
  /** The iterations that it is one of; null where it is the whole trace. */
  readonly iteration: TraceIteration | null;
  /** Whether idle time of the device is to pass as measured, whatever it waited for. */
  readonly keepsIdle: boolean;
  /** Calls in which the host waited meanwhile, in order; null where the trace tells no calls. */
  readonly waits: readonly HostWait[] | null;
  /** Why the trace is not looked at; null where it is. */
  readonly unseen: Words | null;
}

/** The iteration that stands for its trace. */
export interface TraceIteration {
  /** Found in the trace, warm-up among them. */
  readonly count: number;
  /** Median time from start to start. */
  readonly periodNs: number;
  /** From the last end in it to the start of the next. */
  readonly idleAfterNs: number;
}

/** Shorter traces stand for themselves. */
const LONG = 400;
/** Longer traces that do not repeat are not replayed. */
const MOST_WHOLE = 100_000;

const NOTHING = {
  kernels: [],
  transfers: [],
  note: null,
  iteration: null,
  keepsIdle: false,
  waits: null,
  unseen: null,
} satisfies TraceUnit;

/** What was found of long traces holds as long as their files are there. */
const periods = new WeakMap<ProfileFile, TraceUnit>();

/**
 * The launches and copies of a trace that stand for its program. Of traces of frameworks and of those with many rows it
 * is the typical iteration of the busiest device, warm-up left out, where one is found.
 */
export function traceUnit(file: ProfileFile): TraceUnit {
  const { kernels, transfers, format } = file;
  const isLong = isGrouped(file) || Math.max(kernels.length, transfers.length) > MOST_LISTED;
  return isLong || format.startsWith('kineto') ? periodOf(file, LONG) : wholeOf(file, []);
}

/**
 * The typical iteration of the busiest device of any trace that repeats, else the whole trace, to be run beside others:
 * whatever the device waited for (host, launch latency, other devices), it waits for as long as was measured.
 */
export function tracePeriod(file: ProfileFile): TraceUnit {
  const unit = periodOf(file, 0);
  return { ...unit, keepsIdle: true, waits: unit.waits ?? waitsOf(file, unit) };
}

/** Null where some launch or copy does not tell its call. */
function waitsOf(
  file: ProfileFile,
  { kernels, transfers }: Pick<TraceUnit, 'kernels' | 'transfers'>,
): readonly HostWait[] | null {
  let [fromNs, toNs] = [Infinity, -Infinity];
  for (const { call, startNs, durationNs } of [...kernels, ...transfers]) {
    if (call === undefined || startNs === null || durationNs === null) return null;
    fromNs = Math.min(fromNs, call.startNs);
    toNs = Math.max(toNs, startNs + durationNs);
  }
  return fromNs > toNs || file.api.length === 0 ? null : hostWaits(file, fromNs, toNs);
}

/**
 * A long trace without the columns of its events, where what stands for its program is found and needs none of them
 * again; else the trace as it is.
 */
export function withoutColumns(file: ProfileFile): ProfileFile {
  if (!isGrouped(file)) return file;
  traceUnit(file);
  const unit = periods.get(file);
  if (unit === undefined && tooLong(file) === null) return file;
  const { kernelEvents, transferEvents } = file;
  const bare: ProfileFile = {
    ...file,
    ...(kernelEvents && { kernelEvents: emptied(kernelEvents) }),
    ...(transferEvents && { transferEvents: emptied(transferEvents) }),
  };
  if (unit !== undefined) periods.set(bare, unit);
  return bare;
}

const emptied = (events: EventColumns): EventColumns => ({ ...events, blocks: [] });

const isGrouped = ({ kernelEvents, transferEvents }: ProfileFile): boolean =>
  kernelEvents !== undefined || transferEvents !== undefined;

/** @param longerThan events of the busiest device up to which the trace stands for itself */
function periodOf(file: ProfileFile, longerThan: number): TraceUnit {
  const known = periods.get(file);
  if (known !== undefined) return known;
  const beyond = tooLong(file);
  if (beyond !== null)
    return { ...NOTHING, unseen: message('analysis.traceTooLong', { path: file.path, ...beyond }) };
  const tracks = deviceTracks(file);
  const [track] = tracks;
  if (track === undefined || track.list.length <= longerThan) return wholeOf(file, tracks);
  const found = findIterations(track.events);
  const unit = found === null ? wholeOf(file, tracks) : iterationOf(file, track, found);
  const isWhole = unit.iteration === null && unit.unseen === null;
  if (track.list.length > LONG && !isWhole) periods.set(file, unit);
  return unit;
}

/** Rows as they are listed; where they are grouped, one for each event. */
function wholeOf(file: ProfileFile, tracks: readonly DeviceTrack[]): TraceUnit {
  if (!isGrouped(file)) return { ...NOTHING, kernels: file.kernels, transfers: file.transfers };
  const events = tracks.reduce((sum, { list }) => sum + list.length, 0);
  if (events > MOST_WHOLE) {
    const values = { path: file.path, events, most: MOST_WHOLE };
    return { ...NOTHING, unseen: message('analysis.traceNotRepeating', values) };
  }
  return { ...NOTHING, ...rowsOf(tracks.flatMap(({ list }) => list)) };
}

function iterationOf(
  file: ProfileFile,
  { list }: DeviceTrack,
  { typical, periodNs, all }: Iterations,
): TraceUnit {
  const part = list.slice(typical.first, typical.end);
  const count = all.length;
  const lastEndNs = part.reduce((last, { endNs }) => Math.max(last, endNs), typical.startNs);
  const rows = rowsOf(part);
  return {
    ...NOTHING,
    ...rows,
    waits: waitsOf(file, rows),
    note: message('analysis.oneIteration', { path: file.path, count, periodNs }),
    iteration: { count, periodNs, idleAfterNs: Math.max(0, typical.endNs - lastEndNs) },
  };
}

function rowsOf(events: readonly TrackEvent[]): Pick<TraceUnit, 'kernels' | 'transfers'> {
  return {
    kernels: events.flatMap((event) => ('grid' in event.row ? [{ ...event.row, ...timesOf(event) }] : [])),
    transfers: events.flatMap((event) =>
      'grid' in event.row ? [] : [{ ...event.row, ...timesOf(event), bytes: event.bytes }],
    ),
  };
}

function timesOf(
  event: TrackEvent,
): Pick<KernelProfile, 'startNs' | 'durationNs' | 'calls' | 'location' | 'call'> {
  const { startNs, endNs, call, line, row } = event;
  const { path } = row.location;
  const times = { startNs, durationNs: endNs - startNs, calls: 1, location: { path, line } };
  return call === null ? times : { ...times, call };
}
