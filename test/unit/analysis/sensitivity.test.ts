import assert from 'node:assert/strict';
import type { CoRunMatrix } from '../../../src/analysis/results/coRunResult';
import { sensitivitiesOf } from '../../../src/analysis/stages/sensitivity';
import type { Origin } from '../../../src/kernel/origin';
import type { Prediction } from '../../../src/kernel/prediction';

/** A matrix of slowdowns alone: nothing else of a prediction is looked at. */
function matrixOf(
  slowdowns: readonly (readonly (number | null)[])[],
  origin: Origin = 'simulated',
): CoRunMatrix {
  const ids = slowdowns.map((_, at) => `k${at}`);
  const cell = (slowdown: number | null): Prediction | null =>
    slowdown === null
      ? null
      : {
          subject: 'k',
          partners: [],
          slowdown,
          parts: {},
          mode: 'streams',
          predictor: 'simulation',
          origin,
          error: { metric: null, evidence: '' },
          inputs: {},
          assumptions: [],
          validOnly: [],
        };
  return {
    kernelIds: ids,
    names: ids,
    cells: slowdowns.map((row) => row.map(cell)),
    answers: [],
    refusals: [],
    predictors: [],
    validOnly: [],
    leftOut: [],
  };
}

/** Each kernel of a matrix with those that it can run beside: by default all. */
function meeting(matrix: CoRunMatrix, met = matrix.kernelIds): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map(met.map((id) => [id, new Set(met.filter((other) => other !== id))]));
}

describe('sensitivity to neighbours', () => {
  const slowdowns = [
    [9, 1.1, 1.3, null],
    [1.5, 9, 1.9, null],
    [2, 3, 9, null],
    [null, null, null, 9],
  ];

  it('is the mean over other kernels, above the median of all or not', () => {
    const matrix = matrixOf(slowdowns);
    const all = sensitivitiesOf(matrix, meeting(matrix));
    const found = matrix.kernelIds.map((id) => all.get(id) ?? null);
    // Means 1.2, 1.7 and 2.5 beside two others each; beside itself does not count.
    assert.deepEqual(
      found.map((each) => each && [each.isSensitive, Number(each.meanSlowdown.toFixed(9)), each.partners]),
      [[false, 1.2, 2], [true, 1.7, 2], [true, 2.5, 2], null],
    );
    assert.ok(Math.abs(found[0]!.limit - 1.7) < 1e-12);
    assert.equal(found[0]!.origin, 'simulated');
  });

  it('is as well known as the least known slowdown, and nothing where few kernels have numbers', () => {
    const matrix = matrixOf(slowdowns);
    const guessed = matrixOf(slowdowns, 'predicted');
    const mixed = {
      ...matrix,
      cells: [[null, guessed.cells[0]![1]!, matrix.cells[0]![2]!, null], ...matrix.cells.slice(1)],
    };
    assert.equal(sensitivitiesOf(mixed, meeting(mixed)).get('k0')!.origin, 'predicted');
    const two = matrixOf([
      [9, 2],
      [3, 9],
    ]);
    assert.equal(sensitivitiesOf(two, meeting(two)).size, 0);
  });

  it('leaves out slowdowns beside kernels that one never meets', () => {
    const matrix = matrixOf([
      [9, 1.1, 1.3, 400],
      [1.5, 9, 1.9, 400],
      [2, 3, 9, 400],
      [1, 1, 1, 9],
    ]);
    const classes = sensitivitiesOf(matrix, meeting(matrix, ['k0', 'k1', 'k2']));
    assert.deepEqual([...classes.keys()], ['k0', 'k1', 'k2']);
    assert.equal(Number(classes.get('k0')!.meanSlowdown.toFixed(9)), 1.2);
    assert.equal(classes.get('k0')!.partners, 2);
  });
});
