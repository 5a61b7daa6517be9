import { scaleLinear } from 'd3-scale';
import { formatNumber } from './format';

/** The part of the time axis that is on screen, in ns from the start of the timeline. */
export interface TimeDomain {
  readonly from: number;
  readonly to: number;
}

/** No closer than this, in ns. */
const CLOSEST = 20;

/** Zooms by `factor` (above 1: closer) and keeps `anchor` where it is on screen. */
export function zoom(domain: TimeDomain, factor: number, anchor: number, full: number): TimeDomain {
  const span = Math.min(Math.max((domain.to - domain.from) / factor, Math.min(CLOSEST, full)), full);
  const share = (anchor - domain.from) / (domain.to - domain.from);
  return within(anchor - share * span, span, full);
}

/** Moves by `ns`, no further than the ends of the timeline. */
export function pan(domain: TimeDomain, ns: number, full: number): TimeDomain {
  return within(domain.from + ns, domain.to - domain.from, full);
}

/** Moves just far enough to show a bar, and zooms out when it is longer than the screen. */
export function show(domain: TimeDomain, startNs: number, endNs: number, full: number): TimeDomain {
  const span = domain.to - domain.from;
  if (endNs - startNs > span) return within(startNs, endNs - startNs, full);
  if (startNs < domain.from) return within(startNs - span * 0.1, span, full);
  return endNs > domain.to ? within(endNs - span * 0.9, span, full) : domain;
}

function within(from: number, span: number, full: number): TimeDomain {
  const start = Math.min(Math.max(from, 0), Math.max(full - span, 0));
  return { from: start, to: start + span };
}

export interface Tick {
  readonly ns: number;
  readonly text: string;
}

/** Units of the axis with their lengths in ns, and from how many of one it is used. */
const AXIS_UNITS = [
  ['h', 3600e9, 2],
  ['min', 60e9, 2],
  ['s', 1e9, 1],
  ['ms', 1e6, 1],
  ['µs', 1e3, 1],
  ['ns', 1, 0],
] as const;

/** Digits of a time that tell one pixel from the next, no fewer than times have elsewhere. */
export function pixelDigits(ns: number, nsOfPixel: number): number {
  return Math.min(9, Math.max(3, Math.ceil(Math.log10(Math.max(1, ns / nsOfPixel)))));
}

/** Round times on the visible axis, all in the same unit. */
export function ticks(domain: TimeDomain, count: number): readonly Tick[] {
  const largest = Math.max(Math.abs(domain.from), Math.abs(domain.to));
  const [unit, ns] = AXIS_UNITS.find(([, length, least]) => largest >= least * length)!;
  const scale = scaleLinear([domain.from / ns, domain.to / ns], [0, 1]);
  return scale.ticks(count).map((at) => ({ ns: at * ns, text: `${formatNumber(at, 9)}\u202f${unit}` }));
}
