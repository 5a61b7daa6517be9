import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { TimelineBar, TimelineResult } from '../../../src/analysis/results/timelineResult';
import { barOf, hitBar, layoutGantt, moveBar } from '../../../webview/model/ganttLayout';
import { listedOrders, orderKey, orderRows, planAnswer } from '../../../webview/model/orders';
import { visibleSteps } from '../../../webview/model/stepCurve';
import { toCsv } from '../../../webview/model/table';
import { pan, pixelDigits, show, ticks, zoom } from '../../../webview/model/timeDomain';
import { barAt, firstVisible, laneTitle, packTimeline } from '../../../webview/model/timelineLanes';
import { applicationKey, NO_WHAT_IF } from '../../../src/analysis/protocol';
import { chosenApplication, shownTimelines } from '../../../webview/model/timelineSections';
import { timelineTable, timelineTrace } from '../../../webview/model/timelineTable';
import { sampleApplication, sampleTimeline } from '../../webview/samples/timelines';

function timeline(
  bars: readonly (readonly [lane: string, startNs: number, endNs: number])[],
): TimelineResult {
  return {
    title: 't',
    origin: 'predicted',
    bars: bars.map(([lane, startNs, endNs], i) => ({
      lane,
      label: `bar ${i}`,
      kind: 'kernel',
      startNs,
      endNs,
    })),
    makespanNs: 0,
    smBusy: [],
  };
}

describe('timeline lanes', () => {
  it('call a stream by its own name where that tells that it is one', () => {
    assert.deepEqual(
      ['stream 1', 'stream stream[3]', 'stream app.copyStream', 'stream default', 'copy HtoD'].map(laneTitle),
      ['stream 1', 'stream[3]', 'app.copyStream', 'default stream', 'copy HtoD'],
    );
  });

  it('stand in the order host, streams as counted, copy engines, SMs', () => {
    const lanes = ['SMs', 'copy DtoH', 'stream 10', 'copy HtoD', 'stream 2', 'host'];
    const packed = packTimeline(timeline(lanes.map((lane) => [lane, 0, 1] as const)));
    assert.deepEqual(
      packed.lanes.map((lane) => lane.name),
      ['host', 'stream 2', 'stream 10', 'copy HtoD', 'copy DtoH', 'SMs'],
    );
  });

  it('put operations that overlap into rows of their own and keep all of them', () => {
    const bar = fc.tuple(fc.nat(1000), fc.integer({ min: 1, max: 200 }));
    fc.assert(
      fc.property(fc.array(bar, { minLength: 1, maxLength: 60 }), (list) => {
        const packed = packTimeline(
          timeline(list.map(([start, length]) => ['SMs', start, start + length] as const)),
        );
        const { rows } = packed.lanes[0]!;
        assert.equal(
          rows.reduce((sum, row) => sum + row.bars.length, 0),
          list.length,
        );
        for (const row of rows.slice(0, 7))
          row.bars.slice(1).forEach((next, i) => assert.ok(next.startNs >= row.bars[i]!.endNs));
        assert.equal(packed.startNs, Math.min(...list.map(([start]) => start)));
      }),
    );
  });

  it('find the bar under a time, in a row of any length', () => {
    const row = packTimeline(sampleTimeline('t', 'measured', 4000)).lanes[0]!.rows[0]!;
    fc.assert(
      fc.property(
        fc.nat(row.bars.length - 1),
        fc.double({ min: 0.01, max: 0.99, noNaN: true }),
        (i, share) => {
          const { startNs, endNs } = row.bars[i]!;
          assert.equal(barAt(row, startNs + share * (endNs - startNs), 0), i);
          assert.ok(firstVisible(row, startNs + share * (endNs - startNs)) <= i);
        },
      ),
    );
    const gap = row.bars.findIndex((bar, i) => i > 0 && bar.startNs > row.bars[i - 1]!.endNs + 10);
    assert.equal(barAt(row, row.bars[gap]!.startNs - 5, 0), -1);
    assert.equal(barAt(row, row.bars[gap]!.startNs - 5, 5), gap);
    assert.equal(barAt(row, row.bars[gap - 1]!.endNs + 4, 5), gap - 1);
  });
});

describe('time axis', () => {
  const full = 1e6;
  const time = fc.double({ min: 0, max: full, noNaN: true });

  it('keeps the time under the pointer while zooming, and stays within the timeline', () => {
    fc.assert(
      fc.property(
        time,
        time,
        fc.double({ min: 0.1, max: 10, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (a, b, factor, share) => {
          fc.pre(Math.abs(a - b) > 100);
          const domain = { from: Math.min(a, b), to: Math.max(a, b) };
          const anchor = domain.from + share * (domain.to - domain.from);
          const zoomed = zoom(domain, factor, anchor, full);
          assert.ok(zoomed.from >= 0 && zoomed.to <= full * (1 + 1e-9) && zoomed.to > zoomed.from);
          if (zoomed.from > 0 && zoomed.to < full) {
            const after = (anchor - zoomed.from) / (zoomed.to - zoomed.from);
            assert.ok(Math.abs(after - share) < 1e-6);
          }
        },
      ),
    );
  });

  it('pans no further than the ends', () => {
    assert.deepEqual(pan({ from: 10, to: 20 }, -50, 100), { from: 0, to: 10 });
    assert.deepEqual(pan({ from: 10, to: 20 }, 500, 100), { from: 90, to: 100 });
  });

  it('moves only when the wanted bar is not on screen', () => {
    const domain = { from: 100, to: 200 };
    assert.deepEqual(show(domain, 120, 180, 1000), domain);
    const right = show(domain, 300, 320, 1000);
    assert.ok(right.from <= 300 && right.to >= 320 && right.to - right.from === 100);
    const left = show(domain, 20, 30, 1000);
    assert.ok(left.from <= 20 && left.to >= 30);
    assert.deepEqual(show(domain, 0, 500, 1000), { from: 0, to: 500 });
  });

  it('labels round times in one unit', () => {
    const texts = ticks({ from: 0, to: 2.4e6 }, 8).map((tick) => tick.text.replace('\u202f', ' '));
    assert.deepEqual(texts.slice(0, 3), ['0 ms', '0.2 ms', '0.4 ms']);
    const short = ticks({ from: 0, to: 1.22e6 }, 4).map((tick) => tick.text.replace('\u202f', ' '));
    assert.deepEqual(short.slice(0, 3), ['0 ms', '0.2 ms', '0.4 ms']);
    const minutes = ticks({ from: 0, to: 45 * 60e9 }, 4).map((tick) => [tick.ns / 60e9, tick.text]);
    assert.deepEqual(minutes.slice(0, 3), [
      [0, '0\u202fmin'],
      [10, '10\u202fmin'],
      [20, '20\u202fmin'],
    ]);
    assert.match(ticks({ from: 0, to: 11 * 3600e9 }, 3).at(-1)!.text, /^10.h$/);
    assert.ok(ticks({ from: 5e8, to: 5e8 + 900 }, 5).length >= 3);
  });
});

describe('time at the pointer', () => {
  it('has digits for a pixel, and three at least', () => {
    assert.equal(pixelDigits(2293.5, 243), 3);
    assert.equal(pixelDigits(1_234_567, 10), 6);
    assert.equal(pixelDigits(0, 10), 3);
    assert.equal(pixelDigits(5e9, 1e-6), 9);
  });
});

describe('curve of busy SMs', () => {
  const steps = [
    { ns: 100, busy: 0.5 },
    { ns: 200, busy: 1 },
    { ns: 300, busy: 0 },
  ];

  it('keeps the step in force at the left edge', () => {
    assert.deepEqual(visibleSteps(steps, 100, { from: 50, to: 150 }, 100), [
      { ns: 0, busy: 0.5 },
      { ns: 100, busy: 1 },
    ]);
    assert.deepEqual(visibleSteps(steps, 0, { from: 0, to: 50 }, 100), []);
  });

  it('keeps the mean when there are more steps than pixels', () => {
    const many = Array.from({ length: 10_000 }, (_, i) => ({ ns: i, busy: i % 4 === 0 ? 1 : 0 }));
    const shown = visibleSteps(many, 0, { from: 0, to: 10_000 }, 100);
    assert.equal(shown.length, 100);
    assert.ok(shown.every((step) => Math.abs(step.busy - 0.25) < 1e-9));
  });
});

describe('timeline chart', () => {
  const measured = sampleTimeline('m', 'measured', 60);
  const shifted: TimelineResult = {
    ...measured,
    bars: measured.bars.map((bar): TimelineBar => ({
      ...bar,
      startNs: bar.startNs + 5e9,
      endNs: bar.endNs + 5e9,
    })),
  };
  const layout = layoutGantt([
    { title: 'Measured', timeline: shifted },
    { title: 'Predicted', timeline: measured },
  ]);

  it('starts every timeline at zero, whatever the time base of its trace', () => {
    assert.ok(Math.abs(layout.fullNs - measured.makespanNs) < 1);
    const rows = layout.rows.length / 2;
    for (let row = 0; row < rows; row++)
      assert.equal(layout.rows[row]!.row.bars.length, layout.rows[row + rows]!.row.bars.length);
  });

  it('stacks rows without overlap and finds bars by place', () => {
    layout.rows.slice(1).forEach((row, i) => assert.ok(row.y >= layout.rows[i]!.y + layout.rows[i]!.height));
    for (const row of [0, 3, layout.rows.length - 1]) {
      const place = { row, index: 2 };
      const bar = barOf(layout, place)!;
      const placed = layout.rows[row]!;
      const offset = layout.sections[placed.section]!.packed.startNs;
      const ns = (bar.startNs + bar.endNs) / 2 - offset;
      assert.deepEqual(hitBar(layout, placed.y + 1, ns, 0), place);
    }
    assert.equal(hitBar(layout, 1, 0, 0), null);
  });

  it('moves by keys: along a lane, and to what runs at about the same time in the next one', () => {
    assert.deepEqual(moveBar(layout, null, 'ArrowDown'), { row: 0, index: 0 });
    assert.deepEqual(moveBar(layout, { row: 0, index: 0 }, 'ArrowLeft'), { row: 0, index: 0 });
    assert.deepEqual(moveBar(layout, { row: 0, index: 0 }, 'ArrowRight'), { row: 0, index: 1 });
    assert.equal(moveBar(layout, { row: 0, index: 0 }, 'x'), null);
    const rows = layout.rows.length / 2;
    const from = { row: rows - 1, index: 5 };
    const middle = ({ startNs, endNs }: TimelineBar, base: number) => (startNs + endNs) / 2 - base;
    const here = middle(barOf(layout, from)!, layout.sections[0]!.packed.startNs);
    const to = moveBar(layout, from, 'ArrowDown')!;
    assert.equal(to.row, rows);
    const away = layout.rows[rows]!.row.bars.map((bar) => Math.abs(middle(bar, 0) - here));
    assert.equal(to.index, away.indexOf(Math.min(...away)));
  });

  it('exports what is shown, from time zero, as CSV and as a Chrome trace', () => {
    const csv = toCsv(timelineTable([shifted])).split('\r\n');
    assert.equal(csv.length, shifted.bars.length + shifted.smBusy.length + 2);
    assert.equal(csv[1]!.split(',')[5], '0');
    const { traceEvents } = JSON.parse(timelineTrace([shifted, measured])) as {
      traceEvents: { ph: string; pid: number; tid?: number; ts?: number; dur?: number }[];
    };
    const complete = traceEvents.filter((event) => event.ph === 'X');
    assert.equal(complete.length, 2 * measured.bars.length);
    assert.equal(complete[0]!.ts, 0);
    assert.ok(
      Math.abs(complete[0]!.dur! - (measured.bars[0]!.endNs - measured.bars[0]!.startNs) / 1000) < 1e-3,
    );
    assert.deepEqual(new Set(complete.map((event) => event.pid)), new Set([0, 1]));
    assert.ok(complete.every((event) => event.tid !== undefined));
  });
});

describe('launch orders', () => {
  const application = sampleApplication(60, true);
  const order = application.order!;

  it('are ranked by makespan, with the change against the written order', () => {
    const rows = orderRows(order, 0.1);
    assert.equal(rows.length, 6);
    assert.ok(
      rows.every((row, i) => i === 0 || rows[i - 1]!.candidate.makespanNs <= row.candidate.makespanNs),
    );
    assert.equal(rows.find((row) => row.written)!.change, 0);
    assert.equal(
      rows.findIndex((row) => row.best),
      0,
    );
    assert.ok(rows[0]!.change < 0);
    // What the best one saves is within the error of the prediction.
    assert.equal(orderRows(order, null).filter(({ best }) => best).length, 0);
  });

  it('list the written order even when it is far behind', () => {
    const far = { ...order.writtenOrder, order: ['Z'], makespanNs: 1e12 };
    const many = Array.from({ length: 100 }, (_, i) => ({
      order: [`s${i}`],
      makespanNs: i + 1,
      limitedBy: 'SMs',
    }));
    const listed = listedOrders(
      orderRows({ ...order, candidates: many, writtenOrder: far, bestOrder: many[0]! }, 0.9),
    );
    assert.ok(listed.length < 30);
    assert.equal(listed.at(-1)!.written, true);
  });

  it('take the place of the prediction when compared, or mark their makespan', () => {
    const view = { showPlan: false };
    const withTimeline = order.candidates.find((candidate) => candidate.timeline !== undefined)!;
    const shown = shownTimelines(application, orderKey(withTimeline), view, NO_WHAT_IF);
    assert.equal(shown.sections[1]!.timeline, withTimeline.timeline);
    assert.equal(shown.marker, null);
    const without = order.candidates.find(
      (candidate) => candidate.timeline === undefined && candidate !== order.writtenOrder,
    )!;
    const marked = shownTimelines(application, orderKey(without), view, NO_WHAT_IF);
    assert.equal(marked.sections[1]!.timeline, application.predicted);
    assert.equal(marked.marker!.ns, without.makespanNs);
    assert.equal(shownTimelines(application, null, { showPlan: true }, NO_WHAT_IF).sections.length, 3);
    assert.equal(shownTimelines(application, 'gone', view, NO_WHAT_IF).marker, null);
  });

  it('answer whether to use streams at all', () => {
    const plan = application.plan!;
    const own = { ...plan, usesStreams: false };
    assert.match(planAnswer(own, null), /^Yes: 4 streams, .*4 pieces take 52.% off/);
    assert.equal(planAnswer(own, 1e9), planAnswer(own, null));
    // One that has streams is held against itself.
    const written = planAnswer({ ...plan, usesStreams: true }, 2 * plan.plannedNs);
    assert.match(written, /^It does; divided anew among 4 streams.* would take 50.% less than as written/);
    assert.match(planAnswer({ ...plan, useStreams: false, usesStreams: false }, null), /^No/);
    assert.match(planAnswer({ ...plan, useStreams: false }, null), /^It does, and may/);
    assert.match(planAnswer({ ...plan, asWritten: true }, null), /^Yes, as it does/);
  });

  it('stay on the chosen application while it is there', () => {
    const other = { ...application, name: 'other' };
    const list = [application, other];
    assert.equal(chosenApplication(list, applicationKey(other), null), other);
    assert.equal(chosenApplication(list, 'gone', null), application);
    assert.equal(chosenApplication([], null, null), null);
  });

  it('is the one that is being edited while none is chosen', () => {
    const launches = { kernel: 'k', stream: 's', path: 'src/launches.cpp', line: 3 };
    const edited = { ...application, name: 'edited', path: 'src/edited.cu', kernels: [launches] };
    const list = [application, edited];
    assert.equal(chosenApplication(list, null, 'src/edited.cu'), edited);
    assert.equal(chosenApplication(list, null, 'src/launches.cpp'), edited);
    assert.equal(chosenApplication(list, applicationKey(application), 'src/edited.cu'), application);
    assert.equal(chosenApplication(list, null, 'README.md'), application);
  });
});
