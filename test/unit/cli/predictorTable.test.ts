import assert from 'node:assert/strict';
import type { PredictorAnswer } from '../../../src/analysis/corun/askPredictors';
import { predictorTable } from '../../../src/cli/predictorTable';

const answer = (id: string, ...slowdowns: number[]): PredictorAnswer =>
  ({
    ...{ id, evidence: 'shared', refused: null },
    prediction: {
      predictor: id,
      apps: slowdowns.map((slowdown, app) => ({ subject: `app ${app + 1}`, slowdown })),
    },
  }) as unknown as PredictorAnswer;

const refused = { id: 'other', evidence: 'shared', prediction: null, refused: 'no line' } as const;

describe('predictors beside each other', () => {
  it('are held against the simulated co-run, each application and all in the mean', () => {
    const lines = predictorTable([answer('simulation', 2, 4), refused, answer('line', 1.8, 5)]);
    const rows = lines[1]!.split('\n').slice(2);
    assert.deepEqual(
      rows.map((row) => row.trim().split(/ {2,}/)),
      [
        ['simulation', '×2.00', '×4.00', '–'],
        // −10 % and +25 %: 17.5 % in the mean.
        ['line', '×1.80 (−10 %)', '×5.00 (+25 %)', '18 %'],
      ],
    );
  });

  it('have no errors where nothing was simulated, and are left out where nobody tells anything', () => {
    const [, rows] = predictorTable([refused, answer('line', 1.5)]);
    assert.doesNotMatch(rows!, /%/);
    assert.deepEqual(predictorTable([refused]), []);
  });
});
