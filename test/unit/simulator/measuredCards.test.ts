import assert from 'node:assert/strict';
import { POINTS, simulated } from '../../../lab/hardware/scoreboard';

/** Points of the study that take a second or two each, with the deviation that they may have. */
const quick = POINTS.filter(
  ({ gpu, benchmark, x }) =>
    (gpu === 'v100-sxm2' && (benchmark === 'chase' || (benchmark === 'init' && x === 64) || x === 32)) ||
    (benchmark.startsWith('stride') && (x === 3 || x === 8 || x === 33)) ||
    (benchmark.startsWith('small') && gpu === 'l40' && x === 31432) ||
    (benchmark.startsWith('peak') && (gpu === 'v100-sxm2' || gpu === 'a100-80gb')),
);

/** Points that are further off, and how far. */
const FURTHER: Readonly<Record<string, number>> = { 'a100-80gb stride-float 3': 0.135 };

describe('the simulator beside measured cards', () => {
  for (const point of quick)
    it(`is within an eighth, where no more is said: ${point.gpu} ${point.benchmark} ${point.x}`, () => {
      const value = simulated(point);
      const most = FURTHER[`${point.gpu} ${point.benchmark} ${point.x}`] ?? 0.125;
      assert.ok(Math.abs(value / point.value - 1) < most, `${value} for ${point.value}`);
    });
});
