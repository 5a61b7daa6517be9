import assert from 'node:assert/strict';
import { authorFeatures, type AuthorFeatures } from '../../../../lab/magic/onGpus/features';
import { authorKernels } from '../../../../lab/magic/onGpus/kernels';
import { matrixOf, measuredSet } from '../../../../lab/magic/onGpus/measured';
import { casesWith, casesWithAny, casesWithBest } from '../../../../lab/magic/leastSimilarCases';
import { dendrograms } from '../../../../lab/plots/dendrogram';
import { linkage } from '../../../../src/stats/linkage';

const ROOT = process.env['CORUN_ROOT'] ?? process.cwd();

describe("the author's counters of Magic", () => {
  let features: AuthorFeatures;
  const bySet = (name: string) => features.sets.find(({ set }) => set === name)!;

  before(() => {
    features = authorFeatures(authorKernels(ROOT), matrixOf(measuredSet(ROOT), 'gtx-1080-ti'), 1);
  });

  it('vary as in the text, and need as many metrics for each share of the variance (table 5.1)', () => {
    assert.equal(features.varying, 64);
    assert.deepEqual(
      features.coverage.map(({ ours, printed }) => ours - printed),
      [0, 0, 0, 0, 0, -1],
    );
  });

  it('are kept best by Euclidean distances and centroid linkage (figure 5.3)', () => {
    const { best, sortsBehind } = bySet('FeatAll');
    assert.deepEqual([best.distance, best.method], ['euclidean', 'centroid']);
    assert.ok(bySet('FeatMystic').sortsBehind > sortsBehind);
  });

  it('tell partners by FeatMystic worse than by all metrics (figure 5.4)', () => {
    const [all, mystic] = [bySet('FeatAll'), bySet('FeatMystic')];
    assert.ok(
      all.byMost.violations < features.any.violations && features.any.violations < mystic.byMost.violations,
    );
    assert.ok(all.byMean.violations < all.byMost.violations);
  });
});

describe('cases of partners', () => {
  // The first and the second do each other no harm; the third harms both by half and is not harmed.
  const cost = (_: number, beside: number): number => (beside === 2 ? 0.5 : 0);

  it('are two an application', () => {
    assert.deepEqual(casesWith(cost, [2, 0, 0]), { violations: 2, mean: 1 / 6 });
  });

  it('are as many for an arbitrary partner, and fewest for the best', () => {
    assert.equal(casesWithAny(cost, 3).violations, 2);
    assert.equal(casesWithBest(cost, 3).violations, 1);
  });
});

describe('a dendrogram', () => {
  it('has each leaf once, beside those that it joins first', () => {
    const merges = linkage(
      [
        [0, 9, 1],
        [9, 0, 9],
        [1, 9, 0],
      ],
      'average',
    );
    const drawn = dendrograms(['a', 'b<', 'c'], [{ title: 'one', merges }], 'all');
    const leaves = [...drawn.matchAll(/text-anchor="start" font-size="11">([^<]*)</g)].map(
      ([, name]) => name,
    );
    assert.equal(leaves.join(), 'b&lt;,a,c');
  });
});
