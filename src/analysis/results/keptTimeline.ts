import { groupBy } from '../../stats/grouping';
import type { TimelineResult } from './timelineResult';

/** When a lane of a timeline was in use. */
export interface KeptLane {
  readonly lane: string;
  /** Start and end of each span in turn, in ns from the first bar of the timeline, by start. */
  readonly spans: readonly number[];
}

/** What of a timeline is kept to draw it beside a later one: when its lanes were in use, not by what. */
export interface KeptTimeline {
  readonly lanes: readonly KeptLane[];
  /** Gaps of no more than this many ns are closed, to keep it small; 0 where every bar is a span of its own. */
  readonly closedNs: number;
  /** Bars that the timeline itself had too many of to show. */
  readonly omitted: number;
}

/** Gaps that a picture of this many pixels does not show are the first to be closed. */
const FINEST = 4096;

/** The spans of a timeline, as many as `most`: where it has more bars, small gaps are closed; null for more lanes. */
export function keptTimeline(timeline: TimelineResult, most: number): KeptTimeline | null {
  const zero = timeline.bars.reduce((least, { startNs }) => Math.min(least, startNs), Infinity);
  const lanes = [...groupBy(timeline.bars, ({ lane }) => lane)].map(([lane, bars]): KeptLane => ({
    lane,
    spans: [...bars]
      .sort((a, b) => a.startNs - b.startNs)
      .flatMap(({ startNs, endNs }) => [Math.round(startNs - zero), Math.round(endNs - zero)]),
  }));
  if (lanes.length > most) return null;
  const omitted = timeline.omitted?.bars ?? 0;
  let kept: KeptTimeline = { lanes, closedNs: 0, omitted };
  while (spansOf(kept) > most) {
    const closedNs = kept.closedNs === 0 ? Math.ceil(keptLength(kept) / FINEST) : 2 * kept.closedNs;
    kept = {
      lanes: lanes.map(({ lane, spans }) => ({ lane, spans: closed(spans, closedNs) })),
      closedNs,
      omitted,
    };
  }
  return kept;
}

/** From the first bar to the end of the last, in ns. */
export function keptLength({ lanes }: Pick<KeptTimeline, 'lanes'>): number {
  return lanes.reduce((end, { spans }) => spans.reduce((later, ns) => Math.max(later, ns), end), 0);
}

const spansOf = ({ lanes }: KeptTimeline): number =>
  lanes.reduce((sum, { spans }) => sum + spans.length / 2, 0);

/** Spans with gaps of up to `gapNs` closed. */
function closed(spans: readonly number[], gapNs: number): readonly number[] {
  const joined: number[] = [];
  for (let at = 0; at < spans.length; at += 2) {
    const [startNs, endNs] = [spans[at]!, spans[at + 1]!];
    const last = joined.at(-1);
    if (last !== undefined && startNs - last <= gapNs) joined[joined.length - 1] = Math.max(last, endNs);
    else joined.push(startNs, endNs);
  }
  return joined;
}
