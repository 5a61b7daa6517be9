import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createRandom } from '../../../src/stats/random';
import { median } from '../../../src/stats/quantile';
import type { DeviceEvents } from '../../../src/timeline/trace/deviceEvents';
import { findIterations } from '../../../src/timeline/trace/iterations';

/** One event of a made-up program, with where it stands: iteration (−1 outside of any) and place in it. */
interface Made {
  readonly kind: number;
  readonly iteration: number;
  readonly place: number;
  readonly idleNs: number;
}

const KERNEL_NS = 1000;

function eventsOf(made: readonly Made[]): DeviceEvents {
  const startNs = new Float64Array(made.length);
  let ns = 0;
  made.forEach(({ idleNs }, i) => {
    ns += idleNs;
    startNs[i] = ns;
    ns += KERNEL_NS;
  });
  return {
    length: made.length,
    symbol: Uint32Array.from(made, ({ kind }) => kind),
    startNs,
    endNs: startNs.map((start) => start + KERNEL_NS),
    callNs: new Float64Array(made.length).fill(Number.NaN),
    isKernel: new Uint8Array(made.length).fill(1),
  };
}

interface Program {
  readonly head: number;
  readonly layer: number;
  readonly layers: number;
  readonly tail: number;
  readonly iterations: number;
  readonly warmUp: number;
  readonly after: number;
  /** Share of events that are dropped, and of strange ones that come in between. */
  readonly noise: number;
  readonly seed: number;
}

/** A program whose iterations are a head, equal layers and a tail, with work of other kinds before and after. */
function make({ head, layer, layers, tail, iterations, warmUp, after, noise, seed }: Program): Made[] {
  const random = createRandom(seed);
  const work = [
    ...Array.from({ length: head }, (_, i) => i),
    ...Array.from({ length: layer * layers }, (_, i) => 100 + (i % layer)),
    ...Array.from({ length: tail }, (_, i) => 200 + i),
  ];
  const other = (count: number, from: number): Made[] =>
    Array.from({ length: count }, () => ({
      kind: from + random.below(6),
      iteration: -1,
      place: -1,
      idleNs: 50,
    }));
  const made = other(warmUp, 300);
  for (let iteration = 0; iteration < iterations; iteration++)
    for (const [place, kind] of work.entries()) {
      if (random.next() < noise) continue;
      // The host prepares an iteration before its first launch.
      made.push({ kind, iteration, place, idleNs: place === 0 ? 5000 : 100 });
      if (random.next() < noise) made.push(...other(1, 400));
    }
  return [...made, ...other(after, 500)];
}

const program = {
  head: fc.integer({ min: 2, max: 6 }),
  layer: fc.integer({ min: 3, max: 8 }),
  layers: fc.integer({ min: 2, max: 12 }),
  tail: fc.integer({ min: 2, max: 5 }),
  iterations: fc.integer({ min: 4, max: 9 }),
  warmUp: fc.integer({ min: 0, max: 15 }),
  after: fc.integer({ min: 0, max: 10 }),
  seed: fc.integer({ min: 1, max: 1e6 }),
};

const lengthOf = ({ head, layer, layers, tail }: Program): number => head + layer * layers + tail;

describe('iterations of a trace', () => {
  it('are found where they were made, not the layers in them, whatever comes before and after', () => {
    fc.assert(
      fc.property(fc.record({ ...program, noise: fc.constant(0) }), (made) => {
        const events = make(made);
        const found = findIterations(eventsOf(events));
        assert.ok(found !== null);
        assert.deepEqual(
          found.all.map(({ first }) => events[first]?.iteration),
          Array.from({ length: made.iterations }, (_, i) => i),
        );
        // Idle time stands before the first launch of each, so that is where they begin.
        assert.ok(found.all.every(({ first }) => events[first]?.place === 0));
        assert.equal(found.before, made.warmUp);
        assert.equal(found.periodNs, lengthOf(made) * (KERNEL_NS + 100) + 4900);
      }),
      { numRuns: 60 },
    );
  });

  it('are found among launches that are missing or strange', () => {
    fc.assert(
      fc.property(fc.record({ ...program, noise: fc.constant(0.015) }), (made) => {
        const events = make(made);
        const found = findIterations(eventsOf(events));
        assert.ok(found !== null);
        const steady = found.all.filter(({ isSteady }) => isSteady);
        // All begin at one place of the program, one after the other.
        assert.equal(new Set(steady.map(({ first }) => events[first]?.place)).size, 1);
        const numbers = steady.map(({ first }) => events[first]?.iteration ?? -1);
        assert.ok(numbers.every((number, i) => number >= 0 && number > (numbers[i - 1] ?? -1)));
        assert.ok(steady.length >= made.iterations / 2);
        const expected = lengthOf(made) * (KERNEL_NS + 100) + 4900;
        assert.ok(Math.abs(found.periodNs / expected - 1) < 0.15);
      }),
      { numRuns: 60 },
    );
  });

  it('leave out a slow first one and take one of median time as typical', () => {
    const made = make({
      ...{ head: 3, layer: 4, layers: 3, tail: 2, iterations: 6, warmUp: 0, after: 0, noise: 0, seed: 1 },
    });
    const slow = made.map((each) => ({ ...each, idleNs: each.iteration === 0 ? 20_000 : each.idleNs }));
    const found = findIterations(eventsOf(slow));
    assert.deepEqual(
      found?.all.map(({ isSteady }) => isSteady),
      [false, true, true, true, true, true],
    );
    const times = found!.all.slice(1).map(({ startNs, endNs }) => endNs - startNs);
    assert.equal(found?.periodNs, median(times));
    assert.equal(found!.typical.endNs - found!.typical.startNs, found?.periodNs);
  });

  it('are not found where nothing repeats, or only a corner of the trace does', () => {
    const one = (kind: number): Made => ({ kind, iteration: -1, place: -1, idleNs: 10 });
    assert.equal(findIterations(eventsOf([])), null);
    assert.equal(findIterations(eventsOf([one(1)])), null);
    assert.equal(findIterations(eventsOf([1, 2, 3, 4, 5, 6].map(one))), null);
    const corner = [...Array.from({ length: 60 }, (_, i) => i), 90, 91, 90, 91, 90, 91];
    assert.equal(findIterations(eventsOf(corner.map(one))), null);
  });
});
