import assert from 'node:assert/strict';
import { YIELD_SEARCHES } from '../../../../src/predictors';
import type { YieldedPlaces, YieldTrial } from '../../../../src/predictors/yieldSearchPort';

const MOST = { sms: 80, blocks: 8 };

interface Made {
  readonly best: YieldTrial | null;
  readonly tried: readonly YieldedPlaces[];
}

/** A search over a map that is known, and what it tried. */
function searched(id: string, qos: number, map: (places: YieldedPlaces) => Omit<YieldTrial, 'places'>): Made {
  const known = new Map<string, YieldTrial>();
  const tried = (places: YieldedPlaces): YieldTrial => {
    assert.ok(
      places.sms >= 1 && places.sms <= MOST.sms && places.blocks >= 1 && places.blocks <= MOST.blocks,
    );
    const key = `${places.sms} ${places.blocks}`;
    const trial = known.get(key) ?? { places, ...map(places) };
    known.set(key, trial);
    return trial;
  };
  const best = YIELD_SEARCHES.find((one) => one.id === id)!.search({ most: MOST, qos, tried, map: linear });
  return { best, tried: [...known.values()].map(({ places }) => places) };
}

/** Latency and throughput follow the blocks that are given, 640 in all. */
const linear = ({ sms, blocks }: YieldedPlaces) => ({
  latency: 640 / (sms * blocks),
  throughput: 1 - (sms * blocks) / 640,
});
/** Blocks beyond two on an SM are of no use to the other. */
const saturating = ({ sms, blocks }: YieldedPlaces) => ({
  latency: 160 / (sms * Math.min(2, blocks)),
  throughput: 1 - (sms * blocks) / 640,
});
const given = ({ places }: YieldTrial): number => places.sms * places.blocks;

describe('searching what is to be yielded', () => {
  it('by everything finds the best that keeps the target', () => {
    const { best, tried } = searched('all', 2, linear);
    assert.equal(tried.length, 640);
    assert.equal(given(best!), 320, 'a latency of 2 takes half of all blocks');
    assert.equal(given(searched('all', 2, saturating).best!), 80, 'two blocks on 40 SMs, or one on 80');
  });

  it('by neighbours begins with the whole GPU and goes up the hill to a top', () => {
    const { best, tried } = searched('neighbours', 2, linear);
    assert.deepEqual(tried[0], MOST);
    assert.ok(best!.latency <= 2 && tried.length < 640);
    const { sms, blocks } = best!.places;
    assert.ok(
      linear({ sms: sms - 1, blocks }).latency > 2 && linear({ sms, blocks: blocks - 1 }).latency > 2,
    );
  });

  it('by neighbours goes to lower latency where the target is missed, and ends with none where that does not help', () => {
    const worse = (places: YieldedPlaces) => ({ latency: 3 + places.sms / 80, throughput: 0.5 });
    const made = searched('neighbours', 2, worse);
    assert.equal(made.best, null);
    assert.ok(
      made.tried.some(({ sms }) => sms === 1),
      'down to one SM, which is best here',
    );
  });

  it('by the border halves the SMs, in fewer trials than by neighbours, and comes near the best', () => {
    for (const map of [linear, saturating]) {
      const optimum = searched('all', 2, map).best!;
      const neighbours = searched('neighbours', 2, map);
      const { best, tried } = searched('border', 2, map);
      assert.ok(best!.latency <= 2 && best!.throughput >= 0.95 * optimum.throughput, `${best!.throughput}`);
      assert.ok(tried.length < neighbours.tried.length, `${tried.length} of ${neighbours.tried.length}`);
    }
  });

  it('by two trials knows a pair that follows their law, and tries little more', () => {
    // A part of its time waits, whatever is given; the loss of the other bends.
    const law = ({ sms, blocks }: YieldedPlaces) => ({
      latency: 0.75 + 160 / (sms * blocks),
      throughput: 1 - 0.8 * ((sms * blocks) / 640) ** 0.6,
    });
    for (const map of [linear, law]) {
      const optimum = searched('all', 2, map).best!;
      const { best, tried } = searched('law', 2, map);
      assert.deepEqual(tried.slice(0, 2), [MOST, { sms: 20, blocks: 8 }]);
      assert.ok(best!.throughput >= 0.99 * optimum.throughput, `${best!.throughput}`);
      assert.ok(tried.length <= 6, `${tried.length}`);
    }
    const { best, tried } = searched('law', 2, saturating);
    assert.ok(best!.latency <= 2 && tried.length < searched('border', 2, saturating).tried.length);
  });

  it('by two trials tries nothing else where all places miss the target', () => {
    assert.equal(searched('law', 2, () => ({ latency: 2.1, throughput: 0.5 })).tried.length, 1);
  });

  it('says that nothing keeps a target that the whole GPU misses', () => {
    for (const { id } of YIELD_SEARCHES)
      assert.equal(searched(id, 2, () => ({ latency: Infinity, throughput: 1 })).best, null, id);
  });
});
