import assert from 'node:assert/strict';
import { checkedPrograms } from '../../../../src/analysis/check/checkedPrograms';
import { keptLength, keptTimeline } from '../../../../src/analysis/results/keptTimeline';
import type { TimelineBar, TimelineResult } from '../../../../src/analysis/results/timelineResult';
import { sampleApplication, sampleTimeline } from '../../../webview/samples/timelines';

const bar = (lane: string, startNs: number, endNs: number): TimelineBar => ({
  lane,
  label: 'k',
  kind: 'kernel',
  startNs,
  endNs,
});
const timeline = (bars: readonly TimelineBar[]): TimelineResult => ({
  title: 't',
  origin: 'predicted',
  bars,
  makespanNs: 0,
  smBusy: [],
});

describe('what is kept of a timeline', () => {
  it('are the spans of its lanes, by start and from the first bar', () => {
    const bars = [bar('b', 130.4, 150), bar('a', 120, 130), bar('a', 100, 120)];
    assert.deepEqual(keptTimeline(timeline(bars), 3), {
      lanes: [
        { lane: 'b', spans: [30, 50] },
        { lane: 'a', spans: [0, 20, 20, 30] },
      ],
      closedNs: 0,
      omitted: 0,
    });
  });

  it('has small gaps closed where it would be too large, and says up to which', () => {
    const bars = [bar('a', 0, 1000), bar('a', 1010, 2000), bar('a', 2900, 4096), bar('b', 5, 6)];
    assert.deepEqual(keptTimeline(timeline(bars), 3), {
      lanes: [
        { lane: 'a', spans: [0, 2000, 2900, 4096] },
        { lane: 'b', spans: [5, 6] },
      ],
      closedNs: 16,
      omitted: 0,
    });
    const covering = [bar('a', 0, 4096), bar('a', 10, 20), bar('a', 30, 40)];
    assert.deepEqual(keptTimeline(timeline(covering), 1)!.lanes, [{ lane: 'a', spans: [0, 4096] }]);
  });

  it('is nothing of a timeline with more lanes than spans may be, and is empty of an empty one', () => {
    assert.equal(keptTimeline(timeline([bar('a', 0, 1), bar('b', 0, 1)]), 1), null);
    assert.deepEqual(keptTimeline(timeline([]), 1)!.lanes, []);
  });

  it('says how many bars the timeline itself left out', () => {
    const cut = { ...timeline([bar('a', 0, 1)]), omitted: { bars: 7, reason: 'r' } };
    assert.equal(keptTimeline(cut, 1)!.omitted, 7);
  });

  it('stays small however many bars and programs there are', () => {
    const large = { ...sampleApplication(60, false), predicted: sampleTimeline('p', 'predicted', 5000) };
    const bytes = (count: number): number =>
      JSON.stringify(checkedPrograms(Array.from({ length: count }, () => large))).length;
    assert.ok(bytes(1) < 30_000, `${bytes(1)} bytes of one`);
    assert.ok(bytes(40) < 300_000, `${bytes(40)} bytes of 40`);
    const [kept] = checkedPrograms([large]);
    assert.equal(keptLength(kept!.timeline!), Math.round(large.predicted.makespanNs));
  });
});
