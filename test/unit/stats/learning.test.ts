import assert from 'node:assert/strict';
import { Adam } from '../../../src/stats/adam';
import { DenseNetwork, initialParameters, parameterCount } from '../../../src/stats/denseNetwork';
import { createRandom } from '../../../src/stats/random';
import { told } from '../../support/told';

const shape = { layers: [3, 4, 2], biases: true, leak: 0.1 };

describe('fully connected network', () => {
  it('counts its parameters', () => {
    const layers = [12, 12, 12, 2];
    assert.equal(parameterCount({ layers, biases: false, leak: 0.01 }), 312);
    assert.equal(parameterCount({ layers, biases: true, leak: 0.01 }), 338);
    assert.throws(
      () => new DenseNetwork(shape, new Float64Array(3)),
      told(/3 parameters for a network of 26/),
    );
  });

  it('computes what its parameters say', () => {
    const network = new DenseNetwork(
      { layers: [2, 2, 1], biases: true, leak: 0.5 },
      Float64Array.of(1, 2, -1, 0, 0.5, -1, 3, 4, 10),
    );
    network.inputs.set([1, 1]);
    // 1 + 2 + 0.5 = 3.5; −1 − 1 = −2 → −1; 3 · 3.5 − 4 + 10
    assert.equal(network.evaluate()[0], 16.5);
  });

  it('propagates the derivative of its outputs', () => {
    const random = createRandom(3);
    const network = new DenseNetwork(shape, initialParameters(shape, random));
    network.parameters.forEach((value, i) => (network.parameters[i] = value + 0.1 * random.gaussian()));
    network.inputs.set([0.3, -0.7, 1.1]);
    const weigh = (): number => {
      const [a, b] = network.evaluate();
      return 2 * a! - 3 * b!;
    };
    weigh();
    const gradient = new Float64Array(network.parameters.length);
    network.backpropagate([2, -3], gradient);
    gradient.forEach((slope, i) => {
      const kept = network.parameters[i]!;
      network.parameters[i] = kept + 1e-6;
      const above = weigh();
      network.parameters[i] = kept - 1e-6;
      const numeric = (above - weigh()) / 2e-6;
      network.parameters[i] = kept;
      assert.ok(Math.abs(slope - numeric) < 1e-6, `parameter ${i}: ${slope}, ${numeric}`);
    });
  });

  it('marks biases apart from weights', () => {
    const mask = new DenseNetwork(shape, new Float64Array(26)).weightMask();
    assert.deepEqual([...mask.subarray(10, 18)], [1, 1, 0, 0, 0, 0, 1, 1]);
  });
});

describe('Adam', () => {
  it('finds the minimum of a badly scaled bowl', () => {
    const x = Float64Array.of(5, -3);
    const adam = new Adam(x, { rate: 0.05 });
    for (let i = 0; i < 2000; i++) adam.step(Float64Array.of(2 * (x[0]! - 1), 200 * (x[1]! - 2)));
    assert.ok(Math.abs(x[0]! - 1) < 1e-3 && Math.abs(x[1]! - 2) < 1e-3, `${x[0]} ${x[1]}`);
  });
});
