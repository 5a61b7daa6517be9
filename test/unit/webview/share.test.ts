import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  CURVE_PLOT,
  curveLabels,
  curveScales,
  draftOfRequest,
  lackOf,
  targetsOf,
  weightsOf,
  type ShareDraft,
} from '../../../webview/model/share';
import { sampleShare } from '../../webview/samples/share';

describe('names in the chart of progress over SMs', () => {
  const { apps } = sampleShare().answer!.advice;
  const scales = curveScales(apps);
  const dots = fc.array(
    fc.record({
      sms: fc.integer({ min: 1, max: 132 }),
      progress: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
    { minLength: 1, maxLength: 8 },
  );

  it('never lie over each other, wherever the dots are', () => {
    fc.assert(
      fc.property(dots, (placed) => {
        const heights = curveLabels(placed, scales)
          .map(({ y }) => y)
          .sort((a, b) => a - b);
        for (const [index, y] of heights.slice(1).entries())
          assert.ok(y - heights[index]! >= 12, String(heights));
      }),
    );
  });

  it('extend towards the middle of the plot', () => {
    const [left, right] = curveLabels(
      [
        { sms: 5, progress: 0.2 },
        { sms: 130, progress: 0.9 },
      ],
      scales,
    );
    assert.deepEqual([left!.anchor, right!.anchor], ['start', 'end']);
    assert.ok(left!.x > scales.x(5) && right!.x < scales.x(130));
    assert.ok(right!.y > CURVE_PLOT.top);
  });
});

describe('the draft of a question', () => {
  const empty: ShareDraft = {
    programs: [],
    kernelIds: [],
    goal: 'fair',
    weights: {},
    targets: {},
    mechanism: null,
    qos: 2,
  };
  const ids = fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 2, maxLength: 8 });
  const given = (kernelIds: readonly string[], values: readonly number[]): Record<string, number> =>
    Object.fromEntries(kernelIds.map((id, at) => [id, values[at % values.length]!]));

  it('asks for the same weights and targets again', () => {
    const weights = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 8 });
    const targets = fc.array(fc.integer({ min: 0, max: 19 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(ids, weights, targets, (kernelIds, w, t) => {
        const fives = t.map((step) => step * 5);
        const draft = { ...empty, kernelIds, weights: given(kernelIds, w), targets: given(kernelIds, fives) };
        const fair = { kind: 'fair', weights: weightsOf(draft) } as const;
        const again = draftOfRequest({ kernelIds, goal: fair, mechanism: null }, empty, 'streams');
        for (const [at, weight] of weightsOf(again).entries())
          assert.ok(Math.abs(weight - fair.weights[at]!) < 1e-9);
        for (const weight of Object.values(again.weights)) assert.ok(weight >= 1 && weight <= 9);
        const qos = { kind: 'qos', targets: targetsOf(draft) } as const;
        const aimed = draftOfRequest({ kernelIds, goal: qos, mechanism: null }, empty, 'streams');
        assert.deepEqual(targetsOf(aimed), qos.targets);
      }),
    );
  });

  it('has the weights and targets of programs before those of kernels, and asks for them again', () => {
    const chosen = { ...empty, programs: ['p'], kernelIds: ['k'], weights: { p: 3 }, targets: { k: 40 } };
    assert.deepEqual(
      [weightsOf(chosen), targetsOf(chosen)],
      [
        [0.75, 0.25],
        [null, 0.4],
      ],
    );
    const goal = { kind: 'fair', weights: weightsOf(chosen) } as const;
    const request = { programs: ['p'], kernelIds: ['k'], goal, mechanism: null };
    const again = draftOfRequest(request, empty, 'streams');
    assert.deepEqual([again.programs, again.kernelIds, weightsOf(again)], [['p'], ['k'], [0.75, 0.25]]);
    assert.equal(lackOf(chosen), null);
    assert.match(lackOf({ ...chosen, kernelIds: [...'abcdefgh'] })!, /At most 8/);
  });

  it('names a mechanism only where the sharing mode would take another', () => {
    const { request } = sampleShare().answer!;
    assert.equal(draftOfRequest(request, empty, 'mps').mechanism, null);
    assert.equal(draftOfRequest(request, empty, 'streams').mechanism, 'mps');
    assert.equal(draftOfRequest({ ...request, mechanism: null }, empty, 'mps').mechanism, 'none');
  });

  it('lacks kernels, or a target where none has one', () => {
    const two = { ...empty, kernelIds: ['a', 'b'] };
    assert.match(lackOf(empty)!, /two kernels or more/);
    assert.match(lackOf({ ...empty, kernelIds: [...'abcdefghi'] })!, /At most 8/);
    assert.equal(lackOf(two), null);
    assert.match(lackOf({ ...two, goal: 'qos' })!, /at least one kernel or program a target/);
    assert.match(
      lackOf({ ...two, goal: 'qos', targets: { c: 50 } })!,
      /at least one kernel or program a target/,
    );
    assert.equal(lackOf({ ...two, goal: 'qos', targets: { b: 50 } }), null);
  });
});
