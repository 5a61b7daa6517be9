import type { KernelProfile, ProfileFile } from '../../kernel/profile';
import { gapsOf, idleTime, type Gap } from '../../timeline/trace/idleTime';
import { findIterations, type Iterations } from '../../timeline/trace/iterations';
import { parseKernelName } from '../../profiles/names/kernelName';
import type { DeviceTrace, ProfilePage, TraceGap, TraceIterations } from '../profileProtocol';
import type { TimelineBar } from '../results/timelineResult';
import { deviceTracks, tooLong, type DeviceTrack, type TrackEvent } from './deviceTracks';

/** A timeline can show no more. */
const MOST_BARS = 4000;

/** Gaps that are listed. */
const MOST_GAPS = 10;

/** Every device of a trace: its idle time, what repeats on it, and its timeline; empty for files without a trace. */
export function traceSummary(file: ProfileFile): Pick<ProfilePage, 'devices' | 'tooLong'> {
  const beyond = tooLong(file);
  if (beyond !== null) return { devices: [], tooLong: beyond };
  return { devices: deviceTracks(file).map((track) => deviceTrace(track, file)) };
}

function deviceTrace(track: DeviceTrack, { runs }: ProfileFile): DeviceTrace {
  const { events, list, device, deviceIndex, run } = track;
  const found = findIterations(events);
  const rank = run === undefined ? undefined : runs?.[run]?.rank;
  return {
    device,
    ...(deviceIndex !== undefined && { deviceIndex }),
    ...(run !== undefined && { run, pid: runs?.[run]?.pid ?? null }),
    ...(rank !== undefined && { rank }),
    operations: list.length,
    kernelNs: list.reduce((sum, { isKernel, startNs, endNs }) => sum + (isKernel ? endNs - startNs : 0), 0),
    copyNs: list.reduce((sum, { isKernel, startNs, endNs }) => sum + (isKernel ? 0 : endNs - startNs), 0),
    idle: idleTime(events),
    gaps: longestGaps(events).map(({ startNs, endNs, next }) =>
      gapOf(startNs, endNs, list[next - 1], list[next]),
    ),
    iterations: found && iterationsOf(found, track),
    ...timelineOf(track, found),
  };
}

function longestGaps(events: DeviceTrack['events']): readonly Gap[] {
  const length = ({ startNs, endNs }: Gap): number => endNs - startNs;
  return gapsOf(events, 0, events.length)
    .toSorted((a, b) => length(b) - length(a))
    .slice(0, MOST_GAPS);
}

function iterationsOf(
  { all, agreement, periodNs, before, typical, anchor }: Iterations,
  track: DeviceTrack,
): TraceIterations {
  const steady = all.filter(({ isSteady }) => isSteady);
  const times = steady.map(({ startNs, endNs }) => endNs - startNs);
  const first = track.list[track.events.symbol.indexOf(anchor)];
  return {
    count: all.length,
    steady: steady.length,
    warmUp: all.findIndex(({ isSteady }) => isSteady),
    before,
    periodNs,
    shortestNs: times.reduce((a, b) => Math.min(a, b)),
    longestNs: times.reduce((a, b) => Math.max(a, b)),
    agreement,
    operations: typical.end - typical.first,
    beginsWith: first === undefined ? '' : labelOf(first),
    typical: { startNs: typical.startNs, endNs: typical.endNs },
    idle: idleTime(track.events, typical.first, typical.end),
  };
}

/** The typical iteration where there is one and the trace is too long to show whole. */
function timelineOf({ list }: DeviceTrack, found: Iterations | null): Pick<DeviceTrace, 'bars' | 'shown'> {
  const whole = list.length <= MOST_BARS || found === null;
  const part = whole ? list : list.slice(found.typical.first, found.typical.end);
  const shown = part.slice(0, MOST_BARS);
  const contexts = new Set(list.map(({ row }) => row.context ?? ''));
  return {
    bars: shown.map((event) => barOf(event, contexts.size > 1)),
    shown:
      shown.length === list.length ? 'all' : whole || shown.length < part.length ? 'beginning' : 'iteration',
  };
}

function barOf(event: TrackEvent, withContext: boolean): TimelineBar {
  const { row, startNs, endNs, isKernel, line } = event;
  const context = withContext ? `${row.context ?? '?'}:` : '';
  return {
    lane: `stream ${context}${row.stream ?? 'default'}`,
    label: labelOf(event),
    kind: isKernel ? 'kernel' : copyKind(row as Exclude<typeof row, KernelProfile>),
    startNs,
    endNs,
    path: row.location.path,
    line,
  };
}

function copyKind({ direction }: { readonly direction: string }): TimelineBar['kind'] {
  if (direction === 'HtoD' || direction === 'HtoA') return 'HtoD';
  if (direction === 'DtoH' || direction === 'AtoH') return 'DtoH';
  return direction === 'memset' ? 'memset' : 'DtoD';
}

function gapOf(
  startNs: number,
  endNs: number,
  after: TrackEvent | undefined,
  before: TrackEvent | undefined,
): TraceGap {
  return {
    startNs,
    endNs,
    after: after === undefined ? null : labelOf(after),
    before: before === undefined ? null : labelOf(before),
    callNs: before?.call?.startNs ?? null,
    line: before?.line ?? null,
  };
}

/** A kernel by its name without types, a copy by its direction. */
function labelOf({ row }: TrackEvent): string {
  return 'grid' in row ? parseKernelName(row.name).base || row.name : row.direction;
}
