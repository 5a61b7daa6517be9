import assert from 'node:assert/strict';
import fc from 'fast-check';
import { FIRST_TIME } from '../../../src/cuda/structure/launches';
import { Scope } from '../../../src/cuda/constants/scope';
import { countedLoop } from '../../../src/cuda/host/loops';

/** Rounds of a loop as the computer would run it; 1,000,000 where it does not end before. */
function rounds(from: number, relation: string, to: number, by: number): number {
  const holds: Record<string, (value: number) => boolean> = {
    '<': (value) => value < to,
    '<=': (value) => value <= to,
    '>': (value) => value > to,
    '>=': (value) => value >= to,
    '!=': (value) => value !== to,
  };
  let count = 0;
  for (let value = from; holds[relation]!(value) && count < 1000; value += by) count++;
  return count < 1000 ? count : 1_000_000;
}

describe('loops of host code', () => {
  it('have as many rounds as running them takes, of which the first are told', () => {
    const number = fc.integer({ min: -300, max: 300 });
    const relation = fc.constantFrom('<', '<=', '>', '>=', '!=');
    fc.assert(
      fc.property(number, relation, number, fc.integer({ min: 1, max: 9 }), fc.boolean(), (...given) => {
        const [from, compared, to, step, isUp] = given;
        const head = `int i = ${from}; i ${compared} ${to}; i ${isUp ? '+' : '-'}= ${step}`;
        const loop = countedLoop(head, new Scope(null), FIRST_TIME)!;
        const expected = rounds(from, compared, to, isUp ? step : -step);
        assert.equal(loop.values.length, Math.min(64, expected));
        assert.equal(loop.values.length + loop.omitted, expected);
      }),
      { numRuns: 200 },
    );
  });
});
