import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { readPrograms } from '../../../../bench/themis/programs';
import { Collector } from '../../../../src/predictors/themis/reproduction/collector';
import { summarise } from '../../../../src/predictors/themis/reproduction/evaluate';
import { mergePhases } from '../../../../src/predictors/themis/reproduction/mergedPhases';
import {
  pairCoLocations,
  quadCoLocations,
  REPRODUCTION_OPTIONS,
  shuffled,
  tripleCoLocations,
} from '../../../../src/predictors/themis/reproduction/protocol';
import { compact, parseRows, type CoRunRow } from '../../../../src/predictors/themis/reproduction/rows';
import { cyclesOfShare, cyclesUntil, steadyPace } from '../../../../src/predictors/themis/workCurve';
import { COUNTER_COLUMNS, namedCounters } from '../../../../src/simulator/core/counters';
import { loadSpec } from '../../../../src/simulator/spec/loadSpec';

const ROOT = process.env['CORUN_ROOT']!;
const RUNS = path.join(ROOT, 'docs/reproduction/themis-runs.ndjson');
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

describe('committed runs of the reproduction', () => {
  it('come out again', function () {
    if (!existsSync(RUNS)) {
      console.log('skipped: no runs have been recorded');
      this.skip();
    }
    this.timeout(120000);
    const text = readFileSync(RUNS, 'utf8');
    const rows = parseRows(RUNS, text);
    assert.equal(rows.map((row) => `${compact(row)}\n`).join(''), text);
    const { apps } = readPrograms(ROOT);
    const collector = new Collector(apps, loadSpec('themis-60sm'), REPRODUCTION_OPTIONS);
    for (const row of rows) if (row.kind === 'solo') collector.know(row);
    const coRuns = rows.filter((row): row is CoRunRow => row.kind === 'corun' && row.apps.length === 2);
    const sample = shuffled(coRuns, 2).slice(0, 2);
    assert.ok(sample.length > 0);
    for (const row of sample) {
      assert.equal(row.programs, collector.programs(row.apps));
      const again = collector.coRun(row);
      row.slowdowns.forEach((slowdown, app) => {
        const off = Math.abs(again.slowdowns[app]! - slowdown) / slowdown;
        assert.ok(
          off < 0.02,
          `${row.apps.join(' ')} ${row.sms.join(':')}: ${again.slowdowns[app]} was ${slowdown}`,
        );
      });
    }
  });

  it('merge phases without losing time', () => {
    const phase = (fromCycle: number, toCycle: number, kernel: number) => ({
      fromCycle,
      toCycle,
      favoured: null,
      apps: [{ kernel, sms: 30, active: true, events: eventsOf(kernel + 1), counters }],
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

const eventsOf = (ipc: number) => ({
  ipc,
  l1DataAccesses: 0,
  l1DataMisses: 0,
  l1ConstantAccesses: 0,
  l1ConstantMisses: 0,
  l2Accesses: 0,
  l2Misses: 0,
  memoryBandwidth: 0,
});
