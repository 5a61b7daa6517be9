import { message, type Words } from '../../kernel/message';
import type { KernelProfile, ProfileFile, TransferProfile } from '../../kernel/profile';
import { findIterations } from '../../timeline/trace/iterations';
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

/**
 * The launches and copies of a trace that stand for its program. Of traces of frameworks and of those whose rows are
 * grouped, which have no launches one by one, it is the typical iteration of the busiest device, warm-up left out.
 */
export function traceUnit(file: ProfileFile): TraceUnit {
  const isGrouped = eventCount(file) > 0;
  if (!isGrouped && !file.format.startsWith('kineto')) return wholeOf(file);
  const [track] = tracksOf(file);
  return track === undefined || track.list.length <= LONG ? wholeOf(file) : periodOf(file, track);
}

/**
 * The typical iteration of the busiest device of any trace that repeats, else the whole trace, to be run beside others:
 * whatever the device waited for (host, launch latency, other devices), it waits for as long as was measured.
 */
export function tracePeriod(file: ProfileFile): TraceUnit {
  const [track] = tracksOf(file);
  return { ...(track === undefined ? wholeOf(file) : periodOf(file, track)), keepsIdle: true };
}

const eventCount = ({ kernelEvents, transferEvents }: ProfileFile): number =>
  (kernelEvents?.length ?? 0) + (transferEvents?.length ?? 0);

/** Empty for a trace that is too long to be looked at. */
const tracksOf = (file: ProfileFile): readonly DeviceTrack[] =>
  tooLong(file) === null ? deviceTracks(file) : [];

const wholeOf = ({ kernels, transfers }: ProfileFile): TraceUnit => ({
  kernels,
  transfers,
  note: null,
  iteration: null,
  keepsIdle: false,
});

function periodOf(file: ProfileFile, { list, events }: DeviceTrack): TraceUnit {
  const found = findIterations(events);
  if (found === null) return wholeOf(file);
  const { typical, periodNs, all } = found;
  const part = list.slice(typical.first, typical.end);
  const count = all.length;
  const lastEndNs = part.reduce((last, { endNs }) => Math.max(last, endNs), typical.startNs);
  return {
    kernels: part.flatMap((event) => ('grid' in event.row ? [{ ...event.row, ...timesOf(event) }] : [])),
    transfers: part.flatMap((event) =>
      'grid' in event.row ? [] : [{ ...event.row, ...timesOf(event), bytes: event.bytes }],
    ),
    note: message('analysis.oneIteration', { path: file.path, count, periodNs }),
    iteration: { count, periodNs, idleAfterNs: Math.max(0, typical.endNs - lastEndNs) },
    keepsIdle: false,
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
