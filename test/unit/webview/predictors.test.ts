import assert from 'node:assert/strict';
import { inPlaceOf, type PairPrediction } from '../../../src/analysis/results/coRunResult';
import type { WorkspaceResults } from '../../../src/analysis/results/workspaceResults';
import { errorWords, pairAnswers, pairTable } from '../../../webview/model/predictors';
import { sampleResults } from '../../webview/samples/results';

const results = sampleResults({ kernels: 3, ownSms: true });
const [victim, aggressor] = results.matrix.kernelIds as [string, string];
const first = results.matrix.cells[0]![1]!;

function withCell(cell: PairPrediction): WorkspaceResults {
  const cells = results.matrix.cells.map((row, i) =>
    row.map((other, j) => (i === 0 && j === 1 ? cell : other)),
  );
  return { ...results, matrix: { ...results.matrix, cells } };
}

describe('predictors side by side', () => {
  const simulated = { ...first, predictor: 'simulation', origin: 'simulated' as const, slowdown: 3 };

  it('are the one that the matrix shows, those that stood there before, and half of the SMs', () => {
    const answers = pairAnswers(withCell(inPlaceOf(first, simulated)), victim, aggressor);
    assert.deepEqual(
      answers.map(({ predictor, slowdown }) => [predictor, slowdown]),
      [
        ['simulation', 3],
        [first.predictor, first.slowdown],
        [results.ownSms!.predictor, results.ownSms!.cells[0]![1]!.slowdown],
      ],
    );
  });

  it('stand once each, however often a better answer comes', () => {
    const again = inPlaceOf(inPlaceOf(inPlaceOf(first, simulated), { ...first, predictor: 'x' }), simulated);
    assert.deepEqual(
      again.others!.map(({ predictor }) => predictor),
      ['x', first.predictor],
    );
    assert.ok(again.others!.every((other) => !('others' in other)));
    assert.equal(inPlaceOf(null, simulated).others, undefined);
  });

  it('are one row each in the table of all pairs, with origin and error', () => {
    const { columns, rows } = pairTable(withCell(inPlaceOf(first, simulated)));
    const at = (title: string): number => columns.findIndex((column) => column.title === title);
    const ofPair = rows.filter((row) => row[0] === first.subject && row[1] === first.partners[0]);
    assert.deepEqual(
      ofPair.map((row) => row[at('origin')]),
      ['simulated', first.origin, 'predicted'],
    );
    assert.ok(rows.every((row) => row.length === columns.length));
  });

  it('say their error, or that there is no bound', () => {
    const answer = { ...first, error: { metric: null, evidence: 'never compared' } } as const;
    assert.deepEqual(errorWords(answer), { short: 'no bound', long: 'No error bound: never compared' });
  });
});
