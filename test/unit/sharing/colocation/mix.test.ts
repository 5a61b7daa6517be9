import assert from 'node:assert/strict';
import type { LatencyPredictor, SoloRun } from '../../../../src/predictors/latencyPort';
import { besideService, type ServiceQuestion } from '../../../../src/sharing/colocation/besideService';
import { mixesBeside, type Mixes } from '../../../../src/sharing/colocation/mix';
import { NO_ERRORS, question, soloRun } from '../../predictors/prophet/runs';

/** A mean of 100 ns alone, and so much more beside each instance of an application: the mix may cost more than its parts. */
function predictor(
  costs: Readonly<Record<string, number>>,
  { asked = [], together = 0 }: { readonly asked?: string[]; readonly together?: number } = {},
): LatencyPredictor {
  return {
    id: 'made up',
    errors: { ...NO_ERRORS, tails: { withCopies: 0.3, ofKernels: 0.2 } },
    latencies: ({ service, beside, queries }) => {
      const names = beside.map(({ application }) => application.name);
      if (new Set(names).size > 1) asked.push(names.join());
      const alone = service.application.name === 'service' ? 100 : 1000;
      const cost = names.reduce((sum, name) => sum + costs[name]!, 0);
      return Array.from({ length: queries }, () => alone + cost + (new Set(names).size > 1 ? together : 0));
    },
  };
}

const service = soloRun('service', [{}], 100);
const asked = (change: object = {}): ServiceQuestion => ({
  ...question(service, [], 10),
  target: { slowdown: 2, ns: null, of: 'mean' as const },
  maxInstances: 15,
  memoryBytes: null,
  ...change,
});

/** Kernels of 1000 ns on so many of the four SMs, in a round of 1000 ns. */
const onSms = (name: string, sms: number, bytes: number | null = null): SoloRun =>
  soloRun(name, [{ blocks: sms }], bytes);

function mixes(runs: readonly SoloRun[], latencies: LatencyPredictor, change: object = {}): Mixes | null {
  const ask = asked(change);
  const kinds = runs.map((run) => ({ run, curve: besideService(ask, { run, pageable: null }, latencies) }));
  return mixesBeside(ask, kinds, latencies);
}

const partsOf = (found: Mixes | null) =>
  found?.fullest?.parts.map(({ name, instances }) => `${instances} ${name}`).join(' + ');

describe('several applications beside a service', () => {
  it('are taken by how much of the GPU they use over what they cost the service', () => {
    // All SMs for 40 ns, one SM for 15 ns: two of the first, and what is left of 100 ns to one of the second.
    const found = mixes([onSms('large', 4), onSms('small', 1)], predictor({ large: 40, small: 15 }));
    assert.equal(partsOf(found), '2 large + 1 small');
    assert.equal(found!.fullest!.load, 2.25);
    assert.deepEqual([found!.fullest!.mean, found!.fullest!.isKept], [195, true]);
    assert.deepEqual(found!.ofOne, { parts: [{ name: 'large', instances: 2 }], load: 2 });
    assert.equal(found!.fullest!.error, 0.2);
  });

  it('count copies by their share of the link, with the error of runs that copy', () => {
    const copying = soloRun('copying', [{ pinned: false, linkShare: 0.25 }]);
    const found = mixes([onSms('large', 4), copying], predictor({ large: 40, copying: 15 }));
    assert.equal(partsOf(found), '2 large + 1 copying');
    assert.deepEqual([found!.fullest!.load, found!.fullest!.error], [2.25, 0.3]);
  });

  it('are replayed, so that what they cost each other besides ends the mix', () => {
    const costs = { large: 40, small: 15 };
    const found = mixes([onSms('large', 4), onSms('small', 1)], predictor(costs, { together: 30 }));
    // Two large ones and a small one would take 225 ns.
    assert.equal(found!.fullest, null);
    assert.equal(found!.oneOfEach!.mean, 185);
  });

  it('are told with one instance of each, also where that misses the target', () => {
    const runs = [onSms('one', 4), onSms('two', 4), onSms('three', 4)];
    const each = (cost: number) => mixes(runs, predictor({ one: cost, two: cost, three: cost }))!.oneOfEach!;
    assert.deepEqual([each(30).isKept, each(30).mean], [true, 190]);
    assert.deepEqual([each(40).isKept, each(40).mean], [false, 220]);
    const crowded = mixes(runs, predictor({ one: 1, two: 1, three: 1 }), { maxInstances: 2 });
    assert.equal(crowded!.oneOfEach, null);
  });

  it('fit the device memory together', () => {
    const runs = [onSms('large', 4, 200), onSms('small', 1, 200)];
    const found = (memoryBytes: number) => mixes(runs, predictor({ large: 40, small: 15 }), { memoryBytes })!;
    // The service keeps 100 bytes.
    assert.equal(partsOf(found(700)), '2 large + 1 small');
    assert.deepEqual([found(699).fullest, found(699).ofOne!.load], [null, 2]);
    assert.notEqual(found(500).oneOfEach, null);
    assert.equal(found(499).oneOfEach, null);
  });

  it('are found in fewer replays than the curves take', () => {
    const names = ['a', 'b', 'c', 'd'];
    const costs = { a: 4, b: 5, c: 6, d: 7 };
    const seen: string[] = [];
    const runs = names.map((name) => onSms(name, 4));
    mixes(runs, predictor(costs, { asked: seen }));
    assert.ok(seen.length <= names.length * 15, String(seen.length));
    assert.equal(new Set(seen).size, seen.length);
  });

  it('are none where only one is asked about, or none is safe', () => {
    assert.equal(mixes([onSms('one', 4)], predictor({ one: 1 })), null);
    const costly = mixes([onSms('one', 4), onSms('two', 4)], predictor({ one: 500, two: 500 }));
    assert.deepEqual([costly!.fullest, costly!.ofOne], [null, null]);
  });
});
