import assert from 'node:assert/strict';
import fc from 'fast-check';
import { summarise } from '../../../../lab/themis/reproduction/evaluate';
import { mergePhases } from '../../../../lab/themis/reproduction/mergedPhases';
import {
  pairCoLocations,
  quadCoLocations,
  shuffled,
  tripleCoLocations,
} from '../../../../lab/themis/reproduction/protocol';
import { cyclesOfShare, cyclesUntil, steadyPace } from '../../../../src/predictors/counting/workCurve';
import { COUNTER_COLUMNS } from '../../../../src/simulator/core/counterColumns';
import { namedCounters } from '../../../../src/simulator/core/counters';

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];

describe("Themis' protocol", () => {
  it('has 49 pairs at three splits, 343 triples and 150 quadruples', () => {
    const pairs = pairCoLocations(NAMES);
    for (const first of [10, 20]) assert.equal(pairs.filter(({ sms }) => sms[0] === first).length, 49);
    const even = pairs.filter(({ sms }) => sms[0] === 30);
    assert.equal(
      even.reduce((sum, { apps }) => sum + (apps[0] === apps[1] ? 1 : 2), 0),
      49,
    );
    assert.equal(
      tripleCoLocations(NAMES).reduce((sum, { weight }) => sum + weight, 0),
      343,
    );
    assert.equal(quadCoLocations(NAMES, 150, 1).length, 150);
  });

  it('draws the same order for the same seed', () => {
    assert.deepEqual(shuffled(NAMES, 3), shuffled(NAMES, 3));
    assert.deepEqual([...shuffled(NAMES, 3)].sort(), NAMES);
  });
});

describe('work of a launch over time', () => {
  const points = [
    [0, 0],
    [100, 0],
    [200, 50],
    [300, 200],
  ] as const;

  it('is found between points', () => {
    assert.equal(cyclesUntil({ finished: true, points }, 25), 150);
    assert.equal(cyclesUntil({ finished: true, points }, 125), 250);
    assert.equal(cyclesUntil({ finished: true, points }, 0), 0);
  });

  it('goes on at its steady pace beyond a recording', () => {
    // From (150, 25) to (300, 200), behind the first half.
    assert.equal(steadyPace({ finished: false, points }), 175 / 150);
    assert.equal(cyclesUntil({ finished: false, points }, 200 + 175), 450);
    // From (100, 0) to (200, 50).
    assert.equal(steadyPace({ finished: false, points }, 200), 0.5);
  });

  it('is a share of the whole launch, or goes at the steady pace of a long one', () => {
    assert.equal(cyclesOfShare({ finished: true, points }, 100), 150);
    assert.equal(cyclesOfShare({ finished: false, points }, 175), 150);
    assert.equal(cyclesOfShare({ finished: true, points }, 100, 200), 200);
  });

  it('never falls with more work', () => {
    fc.assert(
      fc.property(fc.nat(1000), fc.nat(1000), (a, b) => {
        const [less, more] = [Math.min(a, b), Math.max(a, b)];
        const time = (work: number) => cyclesUntil({ finished: true, points }, work);
        assert.ok(time(less) <= time(more));
      }),
    );
  });
});

describe('error summary', () => {
  it('counts a run as often as the protocol has its co-location', () => {
    const scored = (error: number, weight: number) => ({
      apps: [String(weight)],
      sms: [30, 30],
      app: 0,
      weight,
      measured: 1,
      predicted: 1 + error,
      error,
    });
    const summary = summarise([scored(0.1, 1), scored(0.4, 2)])!;
    assert.ok(Math.abs(summary.mean - 0.3) < 1e-12);
    assert.equal(summary.median, 0.4);
    assert.equal(summary.coLocations, 2);
    assert.equal(summarise([]), null);
  });
});

describe('phases of a co-run', () => {
  it('merge phases without losing time', () => {
    const phase = (fromCycle: number, toCycle: number, kernel: number) => ({
      fromCycle,
      toCycle,
      favoured: null,
      alone: null,
      apps: [{ kernel, sms: 30, active: true, events: ratesOf(kernel + 1), counters }],
    });
    const merged = mergePhases([phase(0, 10, 0), phase(10, 40, 1), phase(40, 70, 0)], [50]);
    assert.equal(
      merged.reduce((sum, { cycles }) => sum + cycles, 0),
      70,
    );
    const counted = merged.filter(({ apps }) => apps[0]!.counts);
    assert.equal(
      counted.reduce((sum, { cycles }) => sum + cycles, 0),
      40,
    );
    assert.equal(counted[0]!.apps[0]!.events.ipc, 1);
  });
});

const counters = namedCounters(new Float64Array(COUNTER_COLUMNS), 0);

const ratesOf = (ipc: number) => ({
  ipc,
  l1DataAccesses: 0,
  l1DataMisses: 0,
  l1ConstantAccesses: 0,
  l1ConstantMisses: 0,
  l2Accesses: 0,
  l2Misses: 0,
  memoryBandwidth: 0,
});
