import assert from 'node:assert/strict';
import { fittedNetwork, parseThemisModel } from '../../../../src/predictors/themis/model/modelFile';
import { errorsOf } from '../../../../lab/themis/training/crossValidate';
import type { SampleSet } from '../../../../src/predictors/themis/model/sampleSets';
import type { TrainingSample } from '../../../../lab/themis/training/samples';
import { trainModel } from '../../../../lab/themis/training/trainModel';
import { updateModel } from '../../../../lab/themis/training/updateModel';
import { knownSamples } from './syntheticSamples';

type Sets = Record<SampleSet, readonly TrainingSample[]>;
const sets = (samples: readonly TrainingSample[]): Sets => ({
  shared: samples,
  solo: samples,
  elsewhere: samples.map((one) => ({ ...one, countedFraction: one.smFraction })),
});

/** Kernels of the user's: more instructions per cycle than any of training, and another interference. */
const kernels = (workload: string, seed: number, factor: number): TrainingSample[] =>
  knownSamples(3, 10, seed).map((sample) => ({
    ...sample,
    workload,
    own: { ...sample.own, ipc: factor * sample.own.ipc },
    interference: 1.3 * sample.interference,
  }));

/** Enough to move every network; how well it learns is what training is measured by. */
const FEW_PASSES = { batch: 64, rate: 0.002, epochs: 15 };

describe('update of a model', () => {
  const first = sets(knownSamples(6, 10, 3));
  const model = trainModel({
    gpu: 'themis-60sm',
    sms: 60,
    samples: first,
    provenance: { command: 'made up', data: 'none', dataHash: '0', notes: [] },
    options: { seed: 1, batch: 64, rate: 0.01, epochs: 20 },
    folds: 3,
    repeats: 1,
  });
  const fast = kernels('fast', 11, 3);
  const slow = kernels('slow', 12, 0.5);
  const once = updateModel(model, first, sets(fast), 1, FEW_PASSES).model;
  const later = updateModel(once, first, sets(slow), 1, FEW_PASSES).model;
  const highestIpc = (one: typeof model): number => one.ranges.shared[1]![1];

  it('keeps what a network reads in the range of the added kernels, so that it can use what it has learned', () => {
    for (const [at, { name, bounds, events }] of once.variants.entries()) {
      const before = model.variants[at]!.bounds;
      if (bounds === null || events === 'solo') continue;
      assert.ok(
        bounds.every(([low, high], i) => low <= before![i]![0] && high >= before![i]![1]),
        name,
      );
      assert.ok(
        bounds.some(([low, high], i) => low < before![i]![0] || high > before![i]![1]),
        name,
      );
    }
  });

  it('tells the errors of the networks as the file has them', () => {
    const read = parseThemisModel(JSON.parse(JSON.stringify(once)));
    const samples = [...first.shared, ...fast];
    for (const variant of read.variants.filter(({ events }) => events === 'shared')) {
      const { slowdown } = errorsOf(fittedNetwork(read, variant), samples);
      assert.ok(Math.abs(slowdown.mean - variant.fitted.slowdown.mean) < 1e-3, variant.name);
    }
  });

  it('forgets no earlier update in a later one', () => {
    assert.ok(highestIpc(once) > 2 * highestIpc(model));
    assert.equal(highestIpc(later), highestIpc(once));
    assert.ok(later.mostFactors.interference >= once.mostFactors.interference);
    assert.ok(['fast', 'slow'].every((name) => later.provenance.workloads.includes(name)));
  });
});
