import assert from 'node:assert/strict';
import { requireGpu } from '../../../src/gpu/findGpu';
import type { Prediction, SharingMode } from '../../../src/kernel/prediction';
import { bestWay, compareWays } from '../../../src/sharing/compare/compareWays';
import { kernelEvidence } from '../../../src/sharing/compare/kernelEvidence';
import type { Contender, Way, WayResult } from '../../../src/sharing/compare/way';
import { english } from '../../../src/words';

const GIB = 2 ** 30;
const contender = (name: string, soloNs: number | null, bytes: number | null = GIB): Contender => ({
  name,
  soloNs,
  bytes,
});
const PAIR = [contender('a', 1000), contender('b', 3000)] as const;

function answer(slowdown: number, error: number | null = 0.02, parts: Prediction['parts'] = {}): Prediction {
  return {
    subject: 'a',
    partners: ['b'],
    slowdown,
    parts,
    mode: 'streams',
    predictor: 'made up',
    origin: 'predicted',
    inputs: {},
    assumptions: [],
    error:
      error === null
        ? { metric: null, evidence: 'made up' }
        : { metric: 'errSD', mean: error, worst: 1, evidence: 'made up' },
    validOnly: [],
  };
}

const alike = (one: Prediction) => () => one;

function waysOn(gpu: string, answers = alike(answer(1.5)), pair: readonly Contender[] = PAIR) {
  const ways = compareWays(
    requireGpu(gpu),
    pair,
    kernelEvidence(pair, { answer: answers, started: () => null }),
  );
  const of = (way: Way): WayResult => ways.find((one) => one.way === way)!;
  return { ways, of };
}

describe('ways of having one GPU', () => {
  it('take the sum one after the other, and in turns', () => {
    const { of } = waysOn('h100-sxm');
    assert.deepEqual(of('serial').times!.endsNs, [1000, 4000]);
    // The short one ends within its turn, then the GPU is passed on for 0.125 ms.
    assert.deepEqual(of('time-slice').times!.endsNs, [1000, 129_000]);
    assert.deepEqual(of('time-slice').times!.slowdowns, [1, 43]);
  });

  it('give the whole GPU to what is left where nothing divides it', () => {
    // At 1 / 1.5 the short one ends at 1500, when the long one has done 1000; 2000 follow at full pace.
    for (const way of ['streams', 'mps'] as const)
      assert.deepEqual(waysOn('h100-sxm').of(way).times!.endsNs, [1500, 3500]);
  });

  it('leave what is left on its own part where it is divided', () => {
    const divided = alike(answer(2.4, 0.02, { scalability: 2, interference: 1.2 }));
    // The short one ends at 2400, when the long one has done 1000; 2000 follow on half of the SMs, alone.
    for (const way of ['mps-caps', 'green-contexts', 'mig'] as const)
      assert.deepEqual(waysOn('h100-sxm', divided).of(way).times!.endsNs, [2400, 6400]);
    const unknown = waysOn('h100-sxm', alike(answer(2.4))).of('green-contexts').times!;
    assert.deepEqual(unknown.endsNs, [2400, 7200]);
  });

  it('add up what several cost, until each has ended', () => {
    const three = [...PAIR, contender('c', 6000)];
    const { of } = waysOn('h100-sxm', alike(answer(1.5)), three);
    // Beside two at 1 / 2: 1000 end at 2000. Then at 1 / 1.5: 2000 more end at 5000. Then 3000 alone.
    for (const way of ['streams', 'mps'] as const)
      assert.deepEqual(of(way).times!.endsNs, [2000, 5000, 8000]);
    assert.deepEqual(of('serial').times!.endsNs, [1000, 4000, 10_000]);
    assert.deepEqual(of('time-slice').times!.endsNs, [1000, 129_000, 260_000]);
    assert.equal(of('streams').times!.error, 0.11);
    const divided = waysOn('h100-sxm', alike(answer(2.4, 0.02, { scalability: 2 })), three);
    // On a third of the SMs 3, beside two 0.4 more from each: 3800; then 3.4 for 2000, then 3 for 3000.
    assert.deepEqual(divided.of('green-contexts').times!.endsNs.map(Math.round), [3800, 10_600, 19_600]);
    // 33 % would be 43.56 SMs, of which MPS gives 42.
    assert.deepEqual(divided.of('mps-caps').settings.map(english), ['34 %', '34 %', '34 %']);
  });

  it('have no times for instances of more than two, which answers are not of', () => {
    const three = [...PAIR, contender('c', 6000)];
    const { of } = waysOn('h100-sxm', alike(answer(1.5)), three);
    assert.equal(of('mig').times, null);
    assert.equal(of('mig').settings.length, 3);
    assert.match(of('streams').apply[0]!.code, /c<<<grid, block, 0, third>>>/);
  });

  it('ask for slowdowns in the mode of each way', () => {
    const asked = new Set<SharingMode>();
    const evidence = kernelEvidence(PAIR, {
      answer: (mode) => (asked.add(mode), null),
      started: () => null,
    });
    compareWays(requireGpu('h100-sxm'), PAIR, evidence);
    assert.deepEqual([...asked].sort(), ['mig', 'mps', 'spatial', 'streams']);
  });

  it('take both launches started together before what slowdowns make of them', () => {
    const evidence = kernelEvidence(PAIR, {
      answer: alike(answer(1.5)),
      started: (mode) => (mode === 'streams' ? { saved: 0.8, ends: [0.5, 1], error: 0.01 } : null),
    });
    const ways = compareWays(requireGpu('h100-sxm'), PAIR, evidence);
    const timesOf = (name: Way) => ways.find(({ way }) => way === name)!.times!;
    // Of 1000 + 3000 are saved 0.8 of the shorter one.
    assert.deepEqual(timesOf('streams').endsNs, [1600, 3200]);
    assert.equal(timesOf('streams').origin, 'simulated');
    // A card is off by 0.17 of the shorter one, which is more than the run's own error.
    assert.equal(timesOf('streams').error, 170 / 3200);
    assert.deepEqual(timesOf('mps').endsNs, [1500, 3500]);
  });

  it('say what a GPU lacks, and nothing of times there', () => {
    const { ways, of } = waysOn('gtx-950');
    const refused = ways.filter(({ refused: reason }) => reason !== null).map(({ way }) => way);
    assert.deepEqual(refused, ['mps-caps', 'green-contexts', 'mig']);
    assert.match(english(of('mig').refused!), /GTX 950 has no MIG/);
    assert.ok(ways.every(({ refused: reason, times }) => (reason === null) === (times !== null)));
  });

  it('tell what each gets, what is still shared, and what to type', () => {
    const { of } = waysOn('h100-sxm');
    assert.deepEqual(of('mps-caps').settings.map(english), ['50 %', '50 %']);
    assert.deepEqual(of('mig').settings, ['3g.40gb', '3g.40gb']);
    assert.match(english(of('mig').notes.at(-1)!), /132 SMs these instances have 60, 60/);
    assert.deepEqual(of('mig').shared, ['PCIe']);
    assert.deepEqual(of('serial').shared, []);
    assert.match(of('mps').apply[0]!.code, /^nvidia-cuda-mps-control -d\n\.\/a &\n\.\/b &$/);
    assert.match(
      of('streams').apply[0]!.code,
      /a<<<grid, block, 0, first>>>[^]*b<<<grid, block, 0, second>>>/,
    );
  });

  it('tell whether memory holds both, in instances each its own', () => {
    const fits = (bytes: number | null, way: Way) =>
      waysOn('h100-sxm', undefined, [contender('a', 1, bytes), contender('b', 1, bytes)]).of(way).fits;
    assert.equal(fits(39 * GIB, 'streams'), true);
    assert.equal(fits(41 * GIB, 'streams'), false);
    assert.equal(fits(39 * GIB, 'mig'), true);
    assert.equal(fits(41 * GIB, 'mig'), false);
    assert.equal(fits(null, 'streams'), null);
  });

  it('know nothing of times without those alone', () => {
    const { ways } = waysOn('h100-sxm', undefined, [contender('a', null), contender('b', 3000)]);
    assert.ok(ways.every(({ times }) => times === null));
    assert.equal(bestWay(ways), null);
  });
});

describe('the best way of having one GPU', () => {
  const bestOf = (slowdown: number, error: number | null) =>
    bestWay(waysOn('gtx-950', alike(answer(slowdown, error))).ways);

  it('is sooner than one after the other by more than its error', () => {
    // 3500 against 4000: 12.5 % sooner.
    assert.equal(bestOf(1.5, 0.02), 'streams');
    assert.equal(bestOf(1.5, 0.2), null);
    assert.equal(bestOf(1.5, null), null);
  });

  it('is the one that takes least to set up of those that are as soon', () => {
    const evidence = (ofStreams: number, ofMig: number) =>
      kernelEvidence(PAIR, {
        answer: () => null,
        started: (mode: SharingMode) =>
          mode === 'streams' || mode === 'mig'
            ? { saved: mode === 'mig' ? ofMig : ofStreams, ends: [1, 1] as const, error: 0.01 }
            : null,
      });
    const bestOn = (ofStreams: number, ofMig: number) =>
      bestWay(compareWays(requireGpu('h100-sxm'), PAIR, evidence(ofStreams, ofMig)));
    // Of 4000 ns streams save 800 and instances 820, or none.
    assert.equal(bestOn(0.8, 0.82), 'streams');
    assert.equal(bestOn(0, 0.82), 'mig');
    // Instances save enough, streams too little by themselves.
    assert.equal(bestOn(0.15, 0.25), 'mig');
  });

  it('is none where sharing gains nothing', () => {
    assert.equal(bestOf(2.5, 0.01), null);
  });

  it('is none that memory does not hold', () => {
    const full = [contender('a', 1000, 2 ** 40), contender('b', 3000, 2 ** 40)] as const;
    assert.equal(bestWay(waysOn('gtx-950', undefined, full).ways), null);
  });
});
