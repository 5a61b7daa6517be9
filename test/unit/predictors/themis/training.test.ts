import assert from 'node:assert/strict';
import {
  crossValidate,
  crossValidateRepeatedly,
  errorsOf,
  foldsOf,
} from '../../../../lab/themis/training/crossValidate';
import { DEFAULT_FIT } from '../../../../lab/themis/training/descend';
import { fitNetwork } from '../../../../lab/themis/training/fitNetwork';
import { networkShape, NETWORK_KINDS } from '../../../../lab/themis/training/networkKinds';
import { UPDATE_BOUND, updateNetwork } from '../../../../lab/themis/training/updateNetwork';
import { SlowdownNetwork, type FittedNetwork } from '../../../../src/predictors/themis/model/slowdownNetwork';
import { networkInputs, prepare } from '../../../../lab/themis/training/encodedSamples';
import { matrixOf } from '../../../../lab/themis/training/samples';
import { SlowdownLoss } from '../../../../lab/themis/training/slowdownLoss';
import { DenseNetwork, initialParameters } from '../../../../src/stats/denseNetwork';
import { createRandom } from '../../../../src/stats/random';
import { knownSamples } from './syntheticSamples';
import { told } from '../../../support/told';

const [paper, withBiases, , warpStates] = NETWORK_KINDS;
const short = { ...DEFAULT_FIT, epochs: 300, seed: 1 };

describe('loss of equation 8', () => {
  for (const kind of NETWORK_KINDS)
    it(`has the gradient that finite differences give, ${kind.name}`, () => {
      const matrix = matrixOf(knownSamples(4, 5, 2));
      const shape = networkShape(kind);
      const network = new DenseNetwork(shape, initialParameters(shape, createRandom(5)));
      const inputs = networkInputs(matrix, prepare(matrix, kind.encoding, kind.biases));
      const loss = new SlowdownLoss(network, inputs, matrix, kind.logarithms);
      const batch = [0, 3, 7, 12, 19];
      loss.withGradient(batch);
      const gradient = loss.gradient.slice();
      gradient.forEach((slope, i) => {
        const kept = network.parameters[i]!;
        network.parameters[i] = kept + 1e-6;
        const above = loss.withGradient(batch);
        network.parameters[i] = kept - 1e-6;
        const numeric = (above - loss.withGradient(batch)) / 2e-6;
        network.parameters[i] = kept;
        assert.ok(Math.abs(slope - numeric) < 1e-5 * (1 + Math.abs(slope)), `${i}: ${slope}, ${numeric}`);
      });
    });

  it('is the sum of the norms of relative errors', () => {
    const samples = knownSamples(1, 2, 1).map((sample) => ({ ...sample, scalability: 2, interference: 1.5 }));
    const matrix = matrixOf(samples);
    const network = new DenseNetwork(networkShape(withBiases), new Float64Array(338));
    // Only the biases of the outputs: 3 and 1.5 whatever the inputs.
    network.parameters.set([3, 1.5], 336);
    const loss = new SlowdownLoss(network, matrix.inputs, matrix);
    // (3 − 2) / 2, nothing, and twice (4.5 − 3) / 3; no weight is set.
    assert.ok(Math.abs(loss.ofAll() - (0.5 + 0 + 2 * 0.5)) < 1e-12);
    assert.ok(Math.abs(loss.withGradient([0, 1]) - 1.5) < 1e-12);
  });
});

const deals = { folds: 3, repeats: 1, events: 'shared' } as const;

describe('kernel slowdown network', () => {
  const samples = knownSamples(12, 40, 3);

  it('has 312 weights, or 338 parameters with biases', () => {
    assert.equal(fitNetwork(samples, [], paper, { ...short, epochs: 1 }).parameters.length, 312);
    assert.equal(fitNetwork(samples, [], withBiases, { ...short, epochs: 1 }).parameters.length, 338);
  });

  it('is homogeneous without biases, and only then', () => {
    const outputs = [false, true].map((biases) => {
      const { shape, parameters } = fitNetwork(samples, [], biases ? withBiases : paper, {
        ...short,
        epochs: 10,
      });
      const network = new DenseNetwork(shape, parameters);
      const at = (factor: number): number[] => {
        network.inputs.forEach((_, i) => (network.inputs[i] = factor * (i + 1)));
        return [...network.evaluate()];
      };
      return [at(1), at(2.5), at(0)];
    });
    const [one, scaled, zero] = outputs[0]!;
    one!.forEach((value, i) => assert.ok(Math.abs(scaled![i]! - 2.5 * value) < 1e-9));
    assert.deepEqual(zero!.map(Math.abs), [0, 0]);
    assert.ok(Math.abs(outputs[1]![1]![0]! - 2.5 * outputs[1]![0]![0]!) > 1e-6);
  });

  it('learns a known function for workloads that it has not seen', () => {
    const samples = knownSamples(9, 30, 3);
    const folds = foldsOf(samples, 3, 1);
    const { errors } = crossValidate(samples, withBiases, short, folds);
    assert.ok(errors.slowdown.mean < 0.06, String(errors.slowdown.mean));
    const flat = samples.map((sample) => ({ ...sample, own: samples[0]!.own }));
    const blind = crossValidate(flat, withBiases, short, folds).errors;
    assert.ok(blind.slowdown.mean > 2 * errors.slowdown.mean, String(blind.slowdown.mean));
  });

  it('learns from every start: outputs that are logarithms begin at factors of 1', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const begun = fitNetwork(samples, [], { ...warpStates, members: 1 }, { ...short, seed, stopAfter: 1 });
      const { slowdown } = errorsOf(begun, samples);
      assert.ok(slowdown.mean < 0.6, `${seed}: ${slowdown.mean}`);
    }
  });

  it('finds how far measured progress falls below predicted on workloads that it has not seen', () => {
    const known = knownSamples(9, 30, 3);
    const ratiosOf = (samples: typeof known) =>
      crossValidateRepeatedly(samples, withBiases, { ...short, epochs: 150 }, deals).ratios!;
    const exact = ratiosOf(known);
    assert.ok(exact.tenth <= exact.quarter && exact.tenth > 0.85, JSON.stringify(exact));
    const random = createRandom(1);
    const noisy = ratiosOf(
      known.map((sample) => ({ ...sample, interference: sample.interference * (0.6 + 0.8 * random.next()) })),
    );
    assert.ok(noisy.tenth < exact.tenth - 0.05, JSON.stringify(noisy));
    const slow = known.map((sample) => ({ ...sample, scalability: 50 * sample.scalability }));
    assert.equal(crossValidateRepeatedly(slow, withBiases, { ...short, epochs: 5 }, deals).ratios, null);
  });

  it('judges runs alone by all splits, and other splits by those that are a step of the engine away', () => {
    const random = createRandom(1);
    // What is asked about far from where it was counted is measured at random.
    const samples = knownSamples(9, 30, 3).map((sample, i) => {
      const distance = i % 2 === 0 ? 0.1 : 0.5;
      const interference = distance < 0.2 ? sample.interference : sample.interference * (0.6 + random.next());
      return { ...sample, interference, countedFraction: sample.smFraction + distance };
    });
    const tenth = (events: 'solo' | 'elsewhere'): number =>
      crossValidateRepeatedly(samples, withBiases, { ...short, epochs: 150 }, { ...deals, events }).ratios!
        .tenth;
    assert.ok(tenth('solo') < tenth('elsewhere') - 0.05, `${tenth('solo')} ${tenth('elsewhere')}`);
  });

  it('takes the mean of several networks and keeps it within what training had', () => {
    const fit = fitNetwork(samples, [], warpStates, { ...short, epochs: 10 });
    const each = networkShape(warpStates);
    const length = fit.parameters.length / warpStates.members;
    assert.equal(length, new DenseNetwork(each, fit.parameters.slice(0, length)).parameters.length);
    const free = {
      leastFactors: { scalability: 1e-9, interference: 1e-9 },
      mostFactors: { scalability: 1e9, interference: 1e9 },
    };
    const predict = (parameters: Float64Array, bounds: Partial<FittedNetwork> = free): number[] => {
      const target = new Float64Array(2);
      const { smFraction, own, coRunners } = samples[7]!;
      new SlowdownNetwork({ ...fit, parameters, ...bounds }).predictInto(target, smFraction, own, coRunners);
      return [...target];
    };
    const single = Array.from({ length: warpStates.members }, (_, i) =>
      predict(fit.parameters.slice(i * length, (i + 1) * length)),
    );
    predict(fit.parameters).forEach((value, part) => {
      const logarithms = single.map((factors) => Math.log(factors[part]!));
      const mean = logarithms.reduce((a, b) => a + b, 0) / logarithms.length;
      assert.ok(Math.abs(Math.log(value) - mean) < 1e-9);
    });
    const wild = predict(
      fit.parameters.map((value) => 50 * value),
      {},
    );
    const { leastFactors, mostFactors } = fit;
    assert.ok(wild[0]! <= mostFactors.scalability / samples[7]!.smFraction);
    assert.ok(wild[1]! <= mostFactors.interference && wild[1]! >= leastFactors.interference);
  });

  it('refuses events without warp states where it reads them', () => {
    const network = new SlowdownNetwork(fitNetwork(samples, [], warpStates, { ...short, epochs: 1 }));
    const { own, coRunners } = samples[0]!;
    const { counted, ...table } = own;
    assert.ok(counted !== undefined);
    assert.throws(() => network.predictInto(new Float64Array(2), 0.5, table, coRunners), told(/warp states/));
  });

  it('gives the same parameters for the same seed, others for another', () => {
    const fit = (seed: number): Float64Array =>
      fitNetwork(samples.slice(0, 60), samples.slice(60, 90), paper, { ...short, epochs: 10, seed })
        .parameters;
    assert.deepEqual(fit(1), fit(1));
    assert.notDeepEqual(fit(1), fit(2));
  });

  it('scales by the training samples alone', () => {
    const held = samples.slice(400).map((sample) => ({ ...sample, own: { ...sample.own, ipc: 1e6 } }));
    const { scales } = fitNetwork(samples.slice(0, 400), held, paper, { ...short, epochs: 1 });
    assert.deepEqual(scales, fitNetwork(samples.slice(0, 400), [], paper, { ...short, epochs: 1 }).scales);
    assert.ok(scales[1]! < 100);
  });
});

describe('folds', () => {
  it('hold out whole workloads, some of every class', () => {
    const samples = knownSamples(15, 3, 1);
    const folds = foldsOf(samples, 5, 7);
    assert.equal(folds.flat().length, 15);
    assert.equal(new Set(folds.flat()).size, 15);
    const classOf = new Map(samples.map((sample) => [sample.workload, sample.class]));
    for (const fold of folds) assert.equal(new Set(fold.map((name) => classOf.get(name))).size, 3);
    assert.deepEqual(foldsOf(samples, 5, 7), folds);
  });
});

describe('incremental update', () => {
  const earlier = knownSamples(12, 40, 3);
  // Kernels of another kind: their constant accesses tell of a bottleneck that training did not have.
  const added = knownSamples(3, 30, 9).map((sample) => ({
    ...sample,
    own: { ...sample.own, l1ConstantAccesses: 3 },
    interference: sample.interference * 1.5,
  }));
  const fitted = fitNetwork(earlier, [], withBiases, short);

  it('learns the added kernels and forgets nothing', () => {
    const update = updateNetwork(fitted, earlier, added, { ...short, rate: 0.003, epochs: 400 });
    assert.ok(update.epoch > 0);
    assert.ok(update.after.added < 0.5 * update.before.added, JSON.stringify(update.after));
    assert.ok(update.after.earlier <= (1 + UPDATE_BOUND) * update.before.earlier);
    const growth = errorsOf(update, earlier).slowdown.mean - errorsOf(fitted, earlier).slowdown.mean;
    assert.ok(growth < 0.01, String(growth));
    assert.deepEqual(update.scales, fitted.scales);
  });

  it('leaves the network as it was when no pass keeps the bound', () => {
    const contrary = earlier
      .slice(0, 40)
      .map((sample) => ({ ...sample, interference: sample.interference * 3 }));
    const update = updateNetwork(fitted, earlier, contrary, { ...short, epochs: 1, rate: 1 });
    assert.equal(update.epoch, 0);
    assert.deepEqual(update.parameters, fitted.parameters);
  });
});
