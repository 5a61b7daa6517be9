import assert from 'node:assert/strict';
import type {
  ApplicationResult,
  TimelineBar,
  TimelineResult,
} from '../../../src/analysis/results/timelineResult';
import {
  layoutGantt,
  movable,
  moveBar,
  placeOfOperation,
  streamBeside,
  streamRowAt,
  type GanttLayout,
} from '../../../webview/model/ganttLayout';
import { NO_WHAT_IF } from '../../../src/analysis/protocol';
import { blockChoices } from '../../../webview/model/blockChoices';
import { whatIfMarkdown } from '../../../webview/model/whatIfMarkdown';
import {
  orNothing,
  shownTimelines,
  withBlock,
  withMachine,
  withIssue,
  withMove,
} from '../../../webview/model/timelineSections';
import { sampleResults } from '../../webview/samples/results';
import { sampleApplication } from '../../webview/samples/timelines';

describe('a timeline of which operations can be moved', () => {
  const bar = (lane: string, operation: number, startNs: number): TimelineBar => ({
    lane,
    operation,
    label: `op${operation}`,
    kind: 'kernel',
    startNs,
    endNs: startNs + 10,
  });
  const predicted: TimelineResult = {
    title: 'p',
    origin: 'predicted',
    bars: [bar('stream a', 0, 100), bar('stream a', 1, 110), bar('SMs', 2, 100)],
    makespanNs: 20,
    smBusy: [],
  };
  const program: ApplicationResult = {
    ...sampleApplication(60, true),
    streams: ['a', 'b'],
    predicted,
    measured: null,
    plan: null,
    order: null,
  };
  const shown = (whatIf = NO_WHAT_IF) => shownTimelines(program, null, { showPlan: false }, whatIf);
  const rowOf = (layout: GanttLayout, lane: string): number =>
    layout.rows.findIndex((row) => row.lane === lane);

  it('has a lane for every stream and for one more, also where nothing runs', () => {
    const layout = layoutGantt(shown().sections);
    assert.deepEqual(
      layout.rows.map(({ lane }) => lane),
      ['stream a', 'stream b', 'stream new stream 1', 'SMs'],
    );
    const first = { row: 0, index: 0 };
    assert.equal(moveBar(layout, first, 'ArrowDown')!.row, 3, 'keys pass the empty lanes over');
    assert.deepEqual(moveBar(layout, { row: 3, index: 0 }, 'ArrowUp'), first);
    assert.equal(moveBar(layout, first, 'ArrowUp')!.row, 0);
  });

  it('lets go of bars of streams, to the streams beside and under the pointer', () => {
    const layout = layoutGantt(shown().sections);
    const place = { row: 0, index: 1 };
    assert.deepEqual(movable(layout, place), { operation: 1, label: 'op1', lane: 'stream a' });
    assert.equal(movable(layout, { row: 3, index: 0 }), null);
    assert.equal(streamBeside(layout, place, -1), null);
    assert.equal(streamBeside(layout, place, 1), 'stream b');
    const target = layout.rows[rowOf(layout, 'stream new stream 1')]!;
    assert.equal(streamRowAt(layout, place, target.y + 1), target);
    assert.equal(streamRowAt(layout, place, layout.rows[3]!.y + 1), null);
    const measured = layoutGantt([{ title: 'm', timeline: predicted }]);
    assert.equal(movable(measured, { row: 0, index: 0 }), null);
  });

  it('adds a move to those before, and drops one that leads back', () => {
    const move = { operation: 1, label: 'op1', stream: 'b' };
    const one = withMove(program, null, move);
    assert.deepEqual(one.moves, [move]);
    const two = withMove(program, one, { operation: 0, label: 'op0', stream: 'new 1' });
    assert.equal(two.moves.length, 2);
    const elsewhere = withMove(program, two, { ...move, stream: 'new 1' });
    assert.deepEqual(
      elsewhere.moves.map(({ stream }) => stream),
      ['new 1', 'new 1'],
    );
    const back = withMove(program, one, { ...move, stream: 'a' });
    assert.deepEqual([back.moves, orNothing(back)], [[], null]);
    assert.notEqual(orNothing({ ...back, pinned: true }), null);
  });

  it('shows the change with the written one as its ghost, and finds a moved operation again', () => {
    const request = withMove(program, null, { operation: 1, label: 'op1', stream: 'b' });
    const timeline = { ...predicted, bars: [bar('stream a', 0, 0), bar('stream b', 1, 0)] };
    const [section] = shown({
      request,
      busy: false,
      result: { timeline, writtenNs: 20, events: [] },
      error: null,
    }).sections;
    const layout = layoutGantt([section!]);
    assert.deepEqual(layout.sections[0]!.ghost!.lanes.get('stream a'), [0, 10, 10, 20]);
    assert.equal(layout.sections[0]!.baseline, null);
    assert.equal(layout.fullNs, 20, 'the axis has room for the longer of both');
    assert.deepEqual(placeOfOperation(layout, 1), { row: rowOf(layout, 'stream b'), index: 0 });
    const other = { ...request, application: 'another' };
    assert.equal(
      shown({ request: other, busy: false, result: null, error: null }).sections[0]!.timeline,
      predicted,
    );
  });

  it('has the baseline beside what is tried, with lanes that are gone and room for its length', () => {
    const lanes = [{ lane: 'stream gone', spans: [0, 400] }];
    const baseline = { lanes, closedNs: 0, omitted: 0 };
    const sections = (whatIf = NO_WHAT_IF, of = program) =>
      shownTimelines(of, null, { showPlan: false }, whatIf, baseline).sections;
    const layout = layoutGantt(sections());
    assert.ok(rowOf(layout, 'stream gone') >= 0);
    assert.equal(layout.fullNs, 400);
    assert.deepEqual(
      [layout.sections[0]!.ghost, layout.sections[0]!.baseline!.lanes.get('stream gone')],
      [null, [0, 400]],
    );
    const request = withMove(program, null, { operation: 1, label: 'op1', stream: 'b' });
    const result = { timeline: predicted, writtenNs: 20, events: [] };
    const [tried] = layoutGantt(sections({ request, busy: false, result, error: null })).sections;
    assert.equal(tried!.ghost!.lengthNs, 20);
    assert.equal(tried!.baseline!.lengthNs, 400);
    const traced = { ...program, measured: predicted };
    assert.deepEqual(
      sections(NO_WHAT_IF, traced).map((section) => section.baseline ?? null),
      [null, baseline],
    );
    assert.equal(sections(NO_WHAT_IF, { ...traced, predicted: null })[0]!.baseline, baseline);
  });

  it('issues an operation earlier or later, and back', () => {
    const earlier = { operation: 1, label: 'op1', by: -1 as const };
    const one = withIssue(program, null, earlier);
    assert.equal(withIssue(program, one, earlier).issued.length, 2);
    assert.equal(orNothing(withIssue(program, one, { ...earlier, by: 1 })), null);
    const both = withIssue(program, one, { operation: 0, label: 'op0', by: 1 });
    assert.deepEqual(
      both.issued.map(({ operation }) => operation),
      [1, 0],
    );
  });

  it('tries another block of a kernel, and none where that is the present one', () => {
    const change = { kernel: 'k', current: 256, threadsPerBlock: 64, timeFactor: 0.9 };
    const one = withBlock(program, null, change);
    const two = withBlock(program, one, { ...change, threadsPerBlock: 128 });
    assert.deepEqual(
      two.blocks.map(({ threadsPerBlock }) => threadsPerBlock),
      [128],
    );
    assert.equal(orNothing(withBlock(program, two, { ...change, threadsPerBlock: 256 })), null);
  });

  it('tries another GPU without the block sizes that were timed on this one, and a share of it', () => {
    const change = { kernel: 'k', current: 256, threadsPerBlock: 64, timeFactor: 0.9 };
    const sized = withBlock(program, null, change);
    const shared = withMachine(program, sized, { mpsPercentage: 50 });
    assert.deepEqual([shared.blocks, shared.machine], [[change], { gpu: null, mpsPercentage: 50 }]);
    const other = withMachine(program, shared, { gpu: 'h100-sxm' });
    assert.deepEqual([other.blocks, other.machine], [[], { gpu: 'h100-sxm', mpsPercentage: 50 }]);
    assert.equal(orNothing(withMachine(program, other, { gpu: null, mpsPercentage: null })), null);
    const text = whatIfMarkdown('vmp', 'V100', other, { timeline: predicted, writtenNs: 20, events: [] });
    assert.match(text, /^- on h100-sxm\n- with an MPS share of 50 % of the SMs$/m);
  });

  it('has a choice of blocks for kernels that were timed at several', () => {
    const results = sampleResults({ kernels: 6 });
    const [application] = results.applications;
    const name = application!.kernels[0]!.kernel;
    const time = (value: number) => ({ value, unit: 'ns', origin: 'simulated' as const, from: 'made up' });
    const sweep = [64, 256].map((threadsPerBlock, at) => ({
      threadsPerBlock,
      time: time(at === 0 ? 80 : 100),
    }));
    const files = results.files.map((file) => ({
      ...file,
      kernels: file.kernels.map((one) =>
        one.name === name
          ? { ...one, block: { ...one.block!, current: 256, sweep } }
          : { ...one, block: null },
      ),
    }));
    const choices = blockChoices({ ...results, files }, application!);
    assert.deepEqual(
      choices.map((choice) => [choice.name, choice.sizes.map(({ timeFactor }) => timeFactor)]),
      [[name, [0.8, 1]]],
    );
    const { id } = files.flatMap(({ kernels }) => kernels).find((one) => one.name === name)!;
    const block = { current: 256, advised: 64 };
    const sure = { ...results.advice[0]!, kind: 'block-size' as const, kernelId: id, block };
    const best = (advice: typeof results.advice) =>
      blockChoices({ ...results, files, advice }, application!)[0]!.best;
    assert.deepEqual([best([sure]), best([])], [64, null]);
  });

  it('is told as Markdown', () => {
    const moved = withMove(program, null, { operation: 1, label: 'op1', stream: 'b' });
    const block = { kernel: 'k', current: 256, threadsPerBlock: 64, timeFactor: 0.9 };
    const request = withBlock(program, moved, block);
    const events = [{ after: 'op0 (a.cu:3)', before: 'op1' }];
    const text = whatIfMarkdown('vmp', 'H100', request, {
      timeline: { ...predicted, makespanNs: 15e6 },
      writtenNs: 20e6,
      events,
    });
    assert.match(text, /^### What if: vmp on H100$/m);
    assert.match(text, /^\| as written \| 20\sms \| {2}\|$/m);
    assert.match(text, /^\| What if \| 15\sms \| −25\s% \|$/m);
    assert.match(text, /^- op1 runs in stream b$/m);
    assert.match(text, /^- blocks of k have 64 threads instead of 256$/m);
    assert.match(text, /^- an event after op0 \(a\.cu:3\), awaited before op1$/m);
  });
});
