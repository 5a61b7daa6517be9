import assert from 'node:assert/strict';
import { storedPin } from '../../../../src/analysis/check/baseline';
import { pinnedState, withChanges } from '../../../../src/analysis/check/pinned';
import { programKey, relativeChange } from '../../../../src/analysis/results/changeResult';
import type { KernelResult } from '../../../../src/analysis/results/kernelResult';
import type { WorkspaceResults } from '../../../../src/analysis/results/workspaceResults';
import type { Sourced } from '../../../../src/kernel/origin';
import type { PinnedProgram } from '../../../../src/analysis/results/changeResult';
import { changesText, changeText, pinnedProgramText } from '../../../../src/words/texts/baselineTexts';
import { kernelLenses } from '../../../../src/words/texts/lensTexts';
import { sampleResults } from '../../../webview/samples/results';

const before = sampleResults({ kernels: 4 });
const WHEN = '2030-01-02T03:04:05.000Z';
const pinned = pinnedState(before, WHEN);
const timed = before.files.flatMap((file) => file.kernels).filter(({ time }) => time !== null);

/** The results with another time of one kernel. */
function withTime(id: string, change: (time: Sourced) => Sourced): WorkspaceResults {
  const changed = (kernel: KernelResult): KernelResult =>
    kernel.id === id ? { ...kernel, time: change(kernel.time!) } : kernel;
  return {
    ...before,
    files: before.files.map((file) => ({ ...file, kernels: file.kernels.map(changed) })),
  };
}

describe('a pinned state', () => {
  const { id, name } = timed[0]!;
  const faster = withChanges(
    withTime(id, (time) => ({ ...time, value: time.value * 0.8 })),
    pinned,
  );

  it('tells nothing of itself', () => {
    const { changes } = withChanges(before, pinned);
    assert.ok(Object.keys(changes!.kernels).length > 0);
    assert.ok(Object.values(changes!.kernels).every((change) => relativeChange(change) === null));
    assert.match(changesText(before, changes!), /nothing has changed/);
  });

  it('tells of a time what has become of it, in lens and sentence', () => {
    const change = faster.changes!.kernels[id]!;
    assert.ok(Math.abs(relativeChange(change)! + 0.2) < 1e-9);
    assert.match(changeText(change)!, /→ .* \(−20 %\)$/);
    assert.match(changesText(faster, faster.changes!), new RegExp(`: ${name} −20 %$`));
    const kernel = faster.files.flatMap((file) => file.kernels).find((one) => one.id === id)!;
    const lens = kernelLenses(kernel, change).find(({ kind }) => kind === 'measured')!;
    assert.match(lens.title, /\(−20 % since the baseline\)$/);
  });

  it('compares no simulation with an estimate', () => {
    const other = timed[0]!.time!.origin === 'simulated' ? 'predicted' : 'simulated';
    const changed = withTime(id, (time) => ({ ...time, value: time.value * 3, origin: other }));
    assert.equal(withChanges(changed, pinned).changes!.kernels[id], undefined);
  });

  it('says nothing of another GPU or sharing mode but that', () => {
    const { changes } = withChanges({ ...before, mode: 'streams' }, pinned);
    assert.deepEqual([changes!.isOther, changes!.kernels, changes!.programs], [true, {}, {}]);
    assert.match(changesText(before, changes!), /another GPU or sharing mode/);
  });

  it('knows a program while lines above it are edited', () => {
    const [program] = before.applications;
    const moved = { ...before, applications: [{ ...program!, line: program!.line + 7 }] };
    assert.equal(Object.keys(withChanges(moved, pinned).changes!.programs).length, 1);
  });

  it('is read back as it was stored', () => {
    assert.deepEqual(storedPin(JSON.parse(JSON.stringify(pinned))), pinned);
  });

  it('keeps when the lanes of a program were in use, in ns from its first bar', () => {
    const [program] = before.applications;
    const { timeline, timeNs } = withChanges(before, pinned).changes!.pinned[programKey(program!)]!;
    const { bars } = program!.predicted!;
    const spans = bars.filter(({ lane }) => lane === 'SMs').map(({ startNs, endNs }) => [startNs, endNs]);
    const first = Math.min(...bars.map(({ startNs }) => startNs));
    assert.deepEqual(
      timeline!.lanes.find(({ lane }) => lane === 'SMs')!.spans,
      spans.flat().map((ns) => Math.round(ns - first)),
    );
    assert.deepEqual([timeline!.closedNs, timeNs], [0, program!.predicted!.makespanNs]);
  });

  it('of a version that kept times alone still tells what has changed, and that it has no bars', () => {
    const [program] = before.applications;
    const { makespanNs, origin } = program!.predicted!;
    const older = {
      gpu: before.gpu.id,
      mode: before.mode,
      pinnedAt: WHEN,
      kernels: { [id]: { ns: timed[0]!.time!.value * 2, origin: timed[0]!.time!.origin } },
      programs: { [programKey(program!)]: { ns: makespanNs * 2, origin } },
    };
    const { changes } = withChanges(before, storedPin(older));
    assert.equal(relativeChange(changes!.kernels[id]), -0.5);
    const was = changes!.pinned[programKey(program!)];
    assert.equal(was!.timeline, undefined);
    assert.match(
      pinnedProgramText(changes!, was, program!.predicted),
      /→ .* \(−50 %\)\. An earlier version pinned it, which kept no bars: pin again/,
    );
  });

  it('is none where what was stored is damaged', () => {
    const [first, ...others] = pinned.programs;
    const withSpans = (spans: readonly unknown[]) => ({
      ...pinned,
      programs: [{ ...first, timeline: { ...first!.timeline, lanes: [{ lane: 'SMs', spans }] } }, ...others],
    });
    assert.notEqual(storedPin(withSpans([0, 4])), null);
    for (const stored of [
      undefined,
      7,
      {},
      { ...pinned, kernels: 'none' },
      { ...pinned, pinnedAt: undefined },
      withSpans([0, 4, 5]),
      withSpans([4, 2]),
      withSpans(['0', 4]),
    ])
      assert.equal(storedPin(stored), null);
  });

  it('says of a program why none of its bars are drawn', () => {
    const [program] = before.applications;
    const { changes } = withChanges(before, pinned);
    const was = changes!.pinned[programKey(program!)]!;
    const said = (one: PinnedProgram | undefined, since = changes!) =>
      pinnedProgramText(since, one, program!.predicted);
    assert.match(said(was), / then and now\. Boxes behind the bars: what ran then$/);
    assert.match(said({ ...was, timeline: null }), /too many streams/);
    assert.match(said(undefined), /has no time of this program/);
    assert.match(said({ ...was, origin: 'simulated' }), /◐ for this program, from other evidence/);
    assert.match(said(was, { ...changes!, isOther: true }), /another GPU or sharing mode/);
    const cut = { ...was.timeline!, closedNs: 1500, omitted: 3 };
    assert.match(said({ ...was, timeline: cut }), /gaps up to 1\.5\sµs closed, without 3 of its bars$/);
  });

  it('is gone when it is forgotten', () => {
    assert.equal(withChanges(faster, null).changes, undefined);
  });
});
