import assert from 'node:assert/strict';
import { pinnedState, withChanges } from '../../../../src/analysis/check/pinned';
import { relativeChange } from '../../../../src/analysis/results/changeResult';
import type { KernelResult } from '../../../../src/analysis/results/kernelResult';
import type { WorkspaceResults } from '../../../../src/analysis/results/workspaceResults';
import type { Sourced } from '../../../../src/kernel/origin';
import { changesText, changeText } from '../../../../src/words/texts/baselineTexts';
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

  it('is gone when it is forgotten', () => {
    assert.equal(withChanges(faster, null).changes, undefined);
  });
});
