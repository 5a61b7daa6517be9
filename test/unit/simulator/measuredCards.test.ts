import assert from 'node:assert/strict';
import { POINTS, simulatedGBs } from '../../../lab/hardware/scoreboard';

/** Points of the study that take a second or two each. */
const quick = POINTS.filter(
  ({ gpu, benchmark, x }) => gpu === 'v100-sxm2' && (benchmark === 'read' ? x <= 512 : x === 32),
);

describe('bandwidth beside measured cards', () => {
  for (const point of quick)
    it(`is within an eighth: ${point.gpu} ${point.benchmark} ${point.x}`, () => {
      const simulated = simulatedGBs(point);
      assert.ok(Math.abs(simulated / point.GBs - 1) < 0.125, `${simulated} for ${point.GBs}`);
    });
});
