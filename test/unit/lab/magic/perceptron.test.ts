import assert from 'node:assert/strict';
import {
  ACTIVATIONS,
  DECAYS,
  SOLVERS,
  trainPerceptron,
  WIDTHS,
} from '../../../../lab/magic/classifiers/perceptron';
import { createRandom } from '../../../../src/stats/random';

/** Points in a square, true within a ring that no line parts from the rest. */
function ring(count: number, seed: number) {
  const random = createRandom(seed);
  const rows = Array.from({ length: count }, () => [2 * random.next() - 1, 2 * random.next() - 1]);
  return { rows, labels: rows.map(([x, y]) => Math.hypot(x!, y!) < 0.7) };
}

const hits = (
  solver: (typeof SOLVERS)[number],
  activation: (typeof ACTIVATIONS)[number],
  decay: (typeof DECAYS)[number] = 0.001,
): number => {
  const classify = trainPerceptron(ring(80, 1), { width: 30, activation, solver, decay }, 1);
  const held = ring(150, 2);
  return held.rows.filter((row, at) => classify(row) === held.labels[at]).length / held.rows.length;
};

describe('a perceptron of three hidden layers', () => {
  it('has the 144 settings of section 5.4', () => {
    assert.equal(WIDTHS.length * ACTIVATIONS.length * SOLVERS.length * DECAYS.length, 144);
  });

  for (const activation of ['tanh', 'relu'] as const)
    for (const solver of ['adam', 'lbfgs'] as const)
      it(`learns a ring with ${activation} by ${solver}`, () => {
        const share = hits(solver, activation);
        assert.ok(share > 0.85, `${share}`);
      });

  it('learns no ring without an activation', () => {
    assert.ok(hits('lbfgs', 'identity') < 0.75);
  });

  it('says the same for the same seed, by plain descent, too', () => {
    assert.equal(hits('sgd', 'tanh'), hits('sgd', 'tanh'));
  });
});
