import assert from 'node:assert/strict';
import { LIMITS } from '../../../lab/simulator/limits';

describe('limits of the simulated GPU', () => {
  for (const { name, unit, expected, tolerance, measure } of LIMITS)
    it(`${name}: ${expected.toFixed(3)} ${unit} within ${(tolerance * 100).toFixed(0)} %`, () => {
      const value = measure();
      assert.ok(Math.abs(value - expected) <= tolerance * expected, `${value} instead of ${expected}`);
    });
});
