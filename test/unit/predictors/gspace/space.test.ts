import assert from 'node:assert/strict';
import { correctedSearch } from '../../../../src/predictors/gspace/search/corrected';
import { guidedSearch, nearestGuidedSearch } from '../../../../src/predictors/gspace/search/guided';
import { bestOfMap } from '../../../../src/predictors/gspace/search/mapped';
import { nearestNeighbourSearch, nearestSearch } from '../../../../src/predictors/gspace/search/nearest';
import { scalarRefinementSearch } from '../../../../src/predictors/gspace/search/scalarRefinement';
import { interpolated } from '../../../../src/predictors/gspace/space/coRunMap';
import { yieldFeatures } from '../../../../src/predictors/gspace/space/features';
import {
  hasOlderYieldMaps,
  hasYieldMaps,
  nearestMapper,
  regressionMapper,
} from '../../../../src/predictors/gspace/space/mappers';
import type {
  YieldedPlaces,
  YieldFeatures,
  YieldMap,
  YieldSearch,
  YieldTrial,
} from '../../../../src/predictors/yieldSearchPort';
import { simulate } from '../../../../src/simulator/simulate';
import { loadSpec } from '../../../../src/simulator/spec/loadSpec';
import { told } from '../../../support/told';
import { vecadd } from '../../simulator/programs';
import { simulatorGeneration } from '../../../../src/simulator/spec/generation';

const AXES = { sms: [0.5, 1], blocks: [0.5, 1] };
/** The other's pace follows what is given; the one that yields keeps the rest. */
const PROPORTIONAL = {
  progress: [
    [0.25, 0.5],
    [0.5, 1],
  ],
  throughput: [
    [0.75, 0.5],
    [0.5, 0],
  ],
};
const MOST = { sms: 10, blocks: 8 };
const given = ({ sms, blocks }: YieldedPlaces): number => (sms * blocks) / (MOST.sms * MOST.blocks);

const features = (values: Partial<YieldFeatures>): YieldFeatures => ({
  l1HitRate: 0,
  l2HitRate: 0,
  l1Utilisation: 0,
  l2Utilisation: 0,
  dramUtilisation: 0,
  arithmeticIntensity: 0.5,
  instructions: 1000,
  ...values,
});

/** A space of two micro-benchmarks: one that uses DRAM, beside which progress is half, and one that computes. */
const space = {
  format: 'corun-gspace-space',
  version: 1,
  gpu: 'titan-v',
  part: { sms: 20, of: 80 },
  scaling: { least: [0, 0, 0, 0, 0, 0.5, 1000], most: [1, 1, 1, 1, 1, 1, 2000] },
  axes: AXES,
  representatives: [
    { stride: 1, overlapPercent: 0, iterations: 1, standsFor: 100, features: [0, 0, 0, 0, 0.9, 0.5, 1000] },
    { stride: 1, overlapPercent: 0, iterations: 4, standsFor: 80, features: [0, 0, 0, 0, 0.1, 1, 2000] },
  ],
  maps: [
    {
      yielding: 0,
      critical: 1,
      ...PROPORTIONAL,
      progress: PROPORTIONAL.progress.map((row) => row.map((x) => x / 2)),
    },
    { yielding: 1, critical: 0, ...PROPORTIONAL },
  ],
  regression: {
    latency: { intercept: 4, weights: [...Array.from({ length: 14 }, () => 0), -1, -2] },
    throughput: { intercept: 2, weights: [...Array.from({ length: 14 }, () => 0), -1, 0] },
  },
  provenance: { command: 'made for a test', simulator: 3 },
};
const models = [nearestMapper.models.parse(space)];

interface Made {
  readonly best: YieldTrial | null;
  readonly tried: readonly YieldTrial[];
}

function searched({ search }: YieldSearch, qos: number, real: YieldMap, map: YieldMap): Made {
  const known = new Map<string, YieldTrial>();
  const tried = (places: YieldedPlaces): YieldTrial => {
    const key = `${places.sms} ${places.blocks}`;
    known.set(key, known.get(key) ?? { places, ...real(places) });
    return known.get(key)!;
  };
  return { best: search({ most: MOST, qos, tried, map }), tried: [...known.values()] };
}

const proportional: YieldMap = interpolated(AXES, PROPORTIONAL, MOST);
/** As proportional, but what is yielded is worth less. */
const poorer: YieldMap = (places) => ({
  latency: proportional(places).latency * 1.4,
  throughput: proportional(places).throughput,
});
const MAPPED = [
  correctedSearch,
  guidedSearch,
  nearestGuidedSearch,
  nearestNeighbourSearch,
  scalarRefinementSearch,
];

describe('the space of yielding kernels', () => {
  it('interpolates progress and throughput in both shares, from where nothing is given', () => {
    for (const places of [
      { sms: 10, blocks: 8 },
      { sms: 5, blocks: 4 },
      { sms: 3, blocks: 6 },
      { sms: 1, blocks: 1 },
    ]) {
      const { latency, throughput } = proportional(places);
      assert.ok(Math.abs(1 / latency - given(places)) < 1e-9, `${places.sms} ${places.blocks}`);
      assert.ok(Math.abs(throughput - (1 - given(places))) < 1e-9);
    }
  });

  it('takes applications for the micro-benchmarks that are next to them', () => {
    const pair = { gpu: 'titan-v', models, most: MOST };
    const streams = features({ dramUtilisation: 0.7 });
    const computes = features({ dramUtilisation: 0.3, arithmeticIntensity: 0.9, instructions: 5000 });
    const beside = nearestMapper.mapOf({ ...pair, yielding: streams, critical: computes })!;
    assert.ok(Math.abs(beside(MOST).latency - 2) < 1e-9);
    const other = nearestMapper.mapOf({ ...pair, yielding: computes, critical: streams })!;
    assert.ok(Math.abs(other(MOST).latency - 1) < 1e-9);
    // Two that stream were not run together.
    assert.equal(nearestMapper.mapOf({ ...pair, yielding: streams, critical: streams }), null);
    assert.equal(nearestMapper.mapOf({ ...pair, gpu: 't4', yielding: streams, critical: computes }), null);
    assert.ok(hasYieldMaps(models, 'titan-v') && !hasYieldMaps(models, 't4'));
  });

  it('regresses linearly on shares', () => {
    const pair = { gpu: 'titan-v', models, most: MOST, yielding: features({}), critical: features({}) };
    const map = regressionMapper.mapOf(pair)!;
    assert.deepEqual(map({ sms: 5, blocks: 2 }), { latency: 3, throughput: 1 });
    assert.deepEqual(map(MOST), { latency: 1, throughput: 1 });
  });

  it('says which maps an earlier simulator made', () => {
    const madeBy = (simulator: number): typeof models => [
      nearestMapper.models.parse({ ...space, provenance: { ...space.provenance, simulator } }),
    ];
    const present = simulatorGeneration('titan-v');
    assert.ok(hasOlderYieldMaps(madeBy(present - 1), 'titan-v'));
    assert.ok(!hasOlderYieldMaps(madeBy(present), 'titan-v'));
    assert.ok(!hasOlderYieldMaps(madeBy(present - 1), 't4'));
  });

  it('is refused where a field is wrong', () => {
    assert.throws(() => nearestMapper.models.parse({ ...space, version: 2 }), told(/version/));
    const short = { ...space, scaling: { ...space.scaling, least: [0] } };
    assert.throws(() => nearestMapper.models.parse(short), told(/scaling/));
  });

  it('counts features of a run alone', () => {
    const app = { name: 'vecadd', program: vecadd, launch: { grid: 96, block: 256 }, arguments: {} };
    const result = simulate({ gpu: 'gtx-950', mode: { kind: 'mps' }, apps: [app] });
    const { spec } = loadSpec('gtx-950');
    const one = yieldFeatures(result.apps[0]!.counters, result.cycles, spec);
    assert.equal(one.l1HitRate, 0);
    assert.ok(one.dramUtilisation > 0.1 && one.dramUtilisation <= 1);
    assert.ok(one.l2Utilisation > 0 && one.l2Utilisation <= 1);
    const { instructions } = result.apps[0]!;
    assert.equal(one.instructions, instructions / spec.sms);
    assert.ok(one.arithmeticIntensity > 0.2 && one.arithmeticIntensity < 0.9);
  });
});

describe('searches that a map leads', () => {
  it('begin where the map is best', () => {
    const start = bestOfMap(proportional, MOST, 2);
    assert.equal(given(start), 0.5);
    for (const search of [nearestSearch, correctedSearch, nearestGuidedSearch, nearestNeighbourSearch]) {
      assert.deepEqual(searched(search, 2, proportional, proportional).tried[0]!.places, start, search.id);
    }
  });

  it('find the best where the map is right, and ours with few trials', () => {
    for (const search of MAPPED) {
      const { best } = searched(search, 2, proportional, proportional);
      assert.ok(best!.throughput >= 0.5 - 1e-9 && best!.latency <= 2, search.id);
    }
    assert.ok(searched(correctedSearch, 2, proportional, proportional).tried.length <= 6);
    assert.equal(searched(nearestSearch, 2, proportional, proportional).tried.length, 1);
  });

  it('keep the target where the map tells too little, and the nearest alone does not', () => {
    assert.equal(searched(nearestSearch, 2, poorer, proportional).best, null);
    for (const search of MAPPED) {
      const { best } = searched(search, 2, poorer, proportional);
      // 1.4 / 0.7 = 2, and 56 of 80 blocks are the least that gives it.
      assert.ok(best !== null && best.latency <= 2 + 1e-9, search.id);
      assert.ok(best.throughput >= 0.2, `${search.id} ${best.throughput}`);
    }
    const ours = searched(correctedSearch, 2, poorer, proportional);
    assert.ok(ours.best!.throughput >= 0.28 && ours.tried.length <= 10, `${ours.tried.length}`);
  });

  it('find none where nothing keeps the target', () => {
    const hopeless: YieldMap = (places) => ({ ...proportional(places), latency: 5 });
    for (const search of MAPPED)
      assert.equal(searched(search, 2, hopeless, proportional).best, null, search.id);
  });
});
