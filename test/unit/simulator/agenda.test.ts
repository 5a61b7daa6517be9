import assert from 'node:assert/strict';
import fc from 'fast-check';
import { EventWheel } from '../../../src/simulator/core/eventWheel';
import { RingSet } from '../../../src/simulator/core/ringSet';
import { StateArrays } from '../../../src/simulator/core/stateArrays';
import { TimedRings } from '../../../src/simulator/core/timedRings';

const COMPONENTS = 70;

type Wake = readonly [component: number, time: number];

/** Which components wake when, as `time:component`, in the order in which they are taken. */
function played(wakes: readonly Wake[]): string[] {
  const wheel = new EventWheel(COMPONENTS, new StateArrays());
  for (const [component, time] of wakes) wheel.schedule(component, time);
  const taken: string[] = [];
  for (let before = 0; wheel.advance(2 ** 30) >= 0; before = wheel.now) {
    assert.ok(wheel.now > before, 'time stands still or runs backwards');
    for (let word = 0; word < wheel.words; word++) {
      const bits = wheel.take(word);
      for (let bit = 0; bit < 32; bit++)
        if ((bits & (1 << bit)) !== 0) taken.push(`${wheel.now}:${word * 32 + bit}`);
    }
    wheel.finishCycle();
  }
  return taken;
}

describe('the agenda of the machine', () => {
  const wake = fc.tuple(fc.nat({ max: COMPONENTS - 1 }), fc.integer({ min: 1, max: 1023 }));

  it('wakes in the order of time, whatever the order of the calls', () => {
    fc.assert(
      fc.property(fc.array(wake, { maxLength: 60 }), (wakes) => {
        const sorted = wakes.toSorted(([a, s], [b, t]) => s - t || a - b);
        const expected = [...new Set(sorted.map(([component, time]) => `${time}:${component}`))];
        assert.deepEqual(played(wakes), expected);
        assert.deepEqual(played(wakes.toReversed()), expected);
      }),
    );
  });

  it('wakes at its horizon whoever waits longer', () => {
    assert.deepEqual(played([[69, 5000]]), ['1023:69']);
  });
});

describe('queues', () => {
  const bound = fc.integer({ min: 1, max: 9 });

  it('give back what they took in its order, each ring by itself, and never take more than their bound', () => {
    fc.assert(
      fc.property(bound, fc.array(fc.tuple(fc.nat({ max: 2 }), fc.boolean())), (capacity, steps) => {
        const [rings, timed] = [
          new RingSet(3, capacity, new StateArrays()),
          new TimedRings(3, capacity, new StateArrays()),
        ];
        const model: number[][] = [[], [], []];
        steps.forEach(([ring, takes], i) => {
          const expected = model[ring]!;
          if (takes && expected.length > 0) {
            assert.deepEqual([timed.value(ring), timed.due(ring)], [expected[0], expected[0]! + 7]);
            timed.drop(ring);
            assert.equal(rings.pop(ring), expected.shift());
          } else if (!takes && expected.length < capacity) {
            rings.push(ring, i);
            timed.push(ring, i, i + 7);
            expected.push(i);
          } else if (!takes) {
            assert.throws(() => rings.push(ring, i), RangeError);
            assert.throws(() => timed.push(ring, i, 0), RangeError);
          }
          assert.deepEqual([rings.count[ring], timed.count[ring]], [expected.length, expected.length]);
        });
      }),
    );
  });
});
