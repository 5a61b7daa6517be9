import assert from 'node:assert/strict';
import { comparePredictors, splitPredictor } from '../../../../src/analysis/corun/choosePredictor';
import type { ErrorBound } from '../../../../src/kernel/prediction';
import type { ReadyPredictor } from '../../../../src/predictors/port';
import { loadSpec } from '../../../../src/simulator/spec/loadSpec';

const ready = (label: string, mean: number | null, isBestCompared?: boolean): ReadyPredictor => {
  const error: ErrorBound =
    mean === null ? { metric: null, evidence: '' } : { metric: 'errSD', mean, worst: mean, evidence: '' };
  const compared = isBestCompared === undefined ? {} : { isBestCompared };
  return { id: label, evidence: 'shared', label, error, ...compared, modes: ['spatial'], predict: () => [] };
};

describe('The predictor of a split', () => {
  it('is who was best on the same co-runs, then the one with the least error', () => {
    const all = [
      ready('unknown', null),
      ready('not best', 0.05, false),
      ready('validated', 0.1),
      ready('better', 0.08),
      ready('best', 0.12, true),
    ];
    const labels = all.toSorted(comparePredictors).map(({ label }) => label);
    assert.deepEqual(labels, ['best', 'better', 'validated', 'not best', 'unknown']);
  });

  it('tells of other splits where these are asked for', () => {
    const gpu = loadSpec('rtx-3080');
    assert.equal(splitPredictor(gpu, [], 'shared', undefined, false).id, 'bottlenecks');
    assert.throws(() => splitPredictor(gpu, [], 'shared'));
  });
});
