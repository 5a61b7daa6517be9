import assert from 'node:assert/strict';
import fc from 'fast-check';
import { CURVE_PLOT, curveLabels, curveScales } from '../../../webview/model/share';
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
