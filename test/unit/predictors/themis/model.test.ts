import { english } from '../../../../src/words';
import assert from 'node:assert/strict';
import { countedBy, NOTHING_COUNTED } from '../../../../src/predictors/counting/countedRates';
import { ratesBy } from '../../../../src/predictors/counting/rates';
import { checkAllocation } from '../../../../src/sharing/checkAllocation';
import { MODEL_INPUTS } from '../../../../src/predictors/themis/model/inputs';
import { modelFor, slowdownModel } from '../../../../src/predictors/themis/model/kernelSlowdownModel';
import {
  parseThemisModel,
  type ThemisModelFile,
  type ThemisModelVariant,
} from '../../../../src/predictors/themis/model/modelFile';
import type { TrainingSample } from '../../../../lab/themis/training/samples';
import { trainModel, type TrainingTask } from '../../../../lab/themis/training/trainModel';
import { knownSamples } from './syntheticSamples';
import { told } from '../../../support/told';

const samples = knownSamples(9, 12, 3);
/** As a profile tells of a kernel: table I's events alone. */
const withoutWarpStates = (one: TrainingSample): TrainingSample => ({
  ...one,
  own: ratesBy((name) => one.own[name]),
});
const task: TrainingTask = {
  gpu: 'themis-60sm',
  sms: 60,
  samples: {
    shared: samples,
    solo: samples.map(withoutWarpStates),
    elsewhere: samples.map((one) => ({ ...one, countedFraction: one.smFraction })),
  },
  provenance: { command: 'made up', data: 'none', dataHash: '0', notes: [] },
  options: { seed: 1, batch: 64, rate: 0.01, epochs: 40 },
  folds: 3,
  repeats: 1,
};
const file = trainModel(task);

describe('trained model', () => {
  const sample = samples[17]!;
  const model = slowdownModel(file);

  it('survives its file', () => {
    const again = slowdownModel(parseThemisModel(JSON.parse(JSON.stringify(file))));
    const { own, coRunners, smFraction } = sample;
    assert.deepEqual(again.predict(smFraction, own, coRunners), model.predict(smFraction, own, coRunners));
  });

  it('predicts both factors of a sample it was trained on', () => {
    const { scalability, interference } = model.predict(sample.smFraction, sample.own, sample.coRunners);
    assert.ok(Math.abs(scalability / sample.scalability - 1) < 0.3, `${scalability}, ${sample.scalability}`);
    assert.ok(Math.abs(interference / sample.interference - 1) < 0.3, `${interference}`);
  });

  it('has each network for each source of events, the better one first', () => {
    assert.deepEqual(
      file.variants.map((variant) => `${variant.events} ${variant.parameters.length}`).sort(),
      [
        'elsewhere 2320',
        'elsewhere 2608',
        'shared 2224',
        'shared 2512',
        'shared 312',
        'shared 338',
        'shared 578',
        'solo 2704',
        'solo 312',
        'solo 338',
        'solo 578',
      ],
    );
    const shared = file.variants.filter((variant) => variant.events === 'shared');
    const [first, ...others] = shared;
    const error = ({ heldOut }: ThemisModelVariant): number =>
      heldOut.slowdown.mean + heldOut.scalability.mean + heldOut.interference.mean;
    for (const other of others) assert.ok(error(first!) <= error(other));
    assert.equal(model.variant, first);
  });

  it('fits only the networks that are named, and keeps the others as they were', () => {
    const options = { ...task.options, seed: 2 };
    const again = trainModel({ ...task, options, only: { names: ['with biases'], earlier: file } });
    const find = (from: ThemisModelFile, events: string, name: string): ThemisModelVariant =>
      from.variants.find((variant) => variant.events === events && variant.name === name)!;
    assert.equal(again.variants.length, file.variants.length);
    for (const { events, name } of file.variants) {
      const [before, after] = [find(file, events, name), find(again, events, name)];
      if (name === 'with biases') assert.notDeepEqual(after.parameters, before.parameters);
      else assert.equal(after, before);
    }
  });

  it('says nothing within the training range, and which number is outside of it', () => {
    const { own, coRunners, smFraction } = sample;
    assert.deepEqual(model.warnings(smFraction, own, coRunners), []);
    const [warning, ...more] = model.warnings(smFraction, { ...own, l2Misses: 50 }, coRunners);
    assert.equal(warning!.input, 'l2Misses');
    assert.match(
      english(warning!.text),
      /^misses of the L2 cache: 50\.0 sectors per cycle, above the training range [\d.]+ to [\d.]+ .*themis-60sm/,
    );
    assert.equal(more.length, 0);
    assert.match(
      english(model.warnings(1 / 60, own, coRunners)[0]!.text),
      /^share of the SMs: 1\.67 %, below/,
    );
  });

  it('takes events beyond the range at its edge', () => {
    const { own, coRunners, smFraction } = sample;
    const highest = file.ranges.shared[MODEL_INPUTS.indexOf('ipc')]![1];
    assert.deepEqual(
      model.predict(smFraction, { ...own, ipc: 1e9 }, coRunners),
      model.predict(smFraction, { ...own, ipc: highest }, coRunners),
    );
    const none = { ...ratesBy(() => 0), counted: NOTHING_COUNTED, smBusy: 0 };
    const least = model.predict(smFraction, none, coRunners);
    assert.ok(least.scalability >= file.leastFactors.scalability && least.interference > 0);
  });

  it('lets progress go on along straight lines where training had no shares of the SMs', () => {
    const { own, coRunners } = sample;
    const [low, high] = file.ranges.shared[0]!;
    const progress = (share: number): number => {
      // The same rates per SM, so that nothing but the share changes.
      const counted = countedBy((name) => (own.counted![name] * share) / low);
      const rates = { ...ratesBy((name) => (own[name] * share) / low), counted, smBusy: 0 };
      return 1 / model.predict(share, rates, coRunners).scalability;
    };
    assert.ok(Math.abs(progress(low / 4) / (progress(low) / 4) - 1) < 0.25);
    const wide = model.predict(1, own, coRunners).scalability;
    assert.ok(Math.abs(wide - 1) < 1e-9);
    assert.ok(model.predict((1 + high) / 2, own, coRunners).scalability !== 1);
  });

  it('takes counts of fewer SMs than in training as those of the least share that training had', () => {
    const { own, coRunners } = sample;
    const least = model.file.ranges.shared[0]![0];
    const grown = (factor: number) => ({
      ...ratesBy((name) => factor * own[name]),
      counted: countedBy((name) => factor * own.counted![name]),
      smBusy: factor * own.smBusy!,
    });
    const atLeast = model.predict(least, grown(1), coRunners);
    const quarter = model.predict(least / 4, grown(1 / 4), coRunners);
    assert.ok(Math.abs(quarter.scalability / (4 * atLeast.scalability) - 1) < 1e-9);
    assert.ok(Math.abs(quarter.interference / atLeast.interference - 1) < 1e-9);
  });

  it('refuses shares of SMs that do not exist', () => {
    for (const share of [0, -0.5, 1.01, NaN])
      assert.throws(() => model.predict(share, sample.own, sample.coRunners), told(/of the SMs/));
  });
});

describe('refusals', () => {
  it('name the GPU without a model and the command that makes one', () => {
    assert.equal(modelFor('themis-60sm', [file]), file);
    assert.throws(
      () => modelFor('v100', [file]),
      told(/no model for v100 .*themis-60sm.*in a source checkout, corun train themis --gpu v100/),
    );
  });

  it('count applications and SMs', () => {
    checkAllocation([30, 30], 60);
    assert.throws(
      () => checkAllocation(new Array<number>(61).fill(1), 60),
      told(/61 applications .* 60 SMs/),
    );
    assert.throws(() => checkAllocation([60, 0], 60), told(/0 SMs/));
    assert.throws(() => checkAllocation([40, 30], 60), told(/70 SMs in all/));
  });

  it('name the field of a broken file', () => {
    const broken =
      (change: object): (() => unknown) =>
      () =>
        parseThemisModel({ ...file, ...change });
    assert.throws(broken({ version: 1 }), told(/version/));
    assert.throws(broken({ variants: [] }), told(/variants/));
    const [variant] = file.variants;
    assert.throws(
      broken({ variants: [{ ...variant, parameters: [1] }] }),
      told(/variants\[0\]\.parameters: 1 for/),
    );
    assert.throws(broken({ variants: [{ ...variant, scales: [0] }] }), told(/scales/));
  });
});
