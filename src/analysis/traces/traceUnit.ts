import { message, type Words } from '../../kernel/message';
import type { KernelProfile, ProfileFile, TransferProfile } from '../../kernel/profile';
import { findIterations } from '../../timeline/trace/iterations';
import { deviceTracks, MOST_EVENTS, type TrackEvent } from './deviceTracks';

/** What of a trace stands for the program: all of it, or one iteration of a long one. */
export interface TraceUnit {
  readonly kernels: readonly KernelProfile[];
  readonly transfers: readonly TransferProfile[];
  /** Said where it is one iteration. */
  readonly note: Words | null;
}

/** Shorter traces stand for themselves. */
const LONG = 400;

/**
 * The launches and copies of a trace that stand for its program. Of traces of frameworks and of those whose rows are
 * grouped, which have no launches one by one, it is the typical iteration of the busiest device, warm-up left out.
 */
export function traceUnit(file: ProfileFile): TraceUnit {
  const whole = { kernels: file.kernels, transfers: file.transfers, note: null };
  const events = (file.kernelEvents?.length ?? 0) + (file.transferEvents?.length ?? 0);
  const isGrouped = events > 0;
  if (events > MOST_EVENTS || (!isGrouped && !file.format.startsWith('kineto'))) return whole;
  const [track] = deviceTracks(file);
  const found = track === undefined || track.list.length <= LONG ? null : findIterations(track.events);
  if (track === undefined || found === null) return whole;
  const part = track.list.slice(found.typical.first, found.typical.end);
  const count = found.all.length;
  return {
    kernels: part.flatMap((event) => ('grid' in event.row ? [{ ...event.row, ...timesOf(event) }] : [])),
    transfers: part.flatMap((event) =>
      'grid' in event.row ? [] : [{ ...event.row, ...timesOf(event), bytes: event.bytes }],
    ),
    note: message('analysis.oneIteration', { path: file.path, count, periodNs: found.periodNs }),
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
