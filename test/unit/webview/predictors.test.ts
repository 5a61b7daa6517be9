import assert from 'node:assert/strict';
import type { WorkspaceResults } from '../../../src/analysis/results/workspaceResults';
import { errorWords, pairAnswers, pairTable } from '../../../webview/model/predictors';
import { sampleResults } from '../../webview/samples/results';

const results = sampleResults({ kernels: 3, ownSms: true });
const [victim, aggressor] = results.matrix.kernelIds as [string, string];
const first = results.matrix.cells[0]![1]!;

/** With a simulation of the first pair, before what other predictors say of it. */
function withSimulation(): WorkspaceResults {
  const simulated = { ...first, predictor: 'simulation', origin: 'simulated' as const, slowdown: 3 };
  const answers = results.matrix.answers.map((row, i) =>
    row.map((cell, j) => (i === 0 && j === 1 ? [simulated, ...cell] : cell)),
  );
  return { ...results, matrix: { ...results.matrix, answers } };
}

describe('predictors side by side', () => {
  it('are all that answer, the one that the matrix shows first', () => {
    const answers = pairAnswers(withSimulation(), victim, aggressor);
    assert.deepEqual(
      answers.map(({ predictor, slowdown }) => [predictor, slowdown]),
      [
        ['simulation', 3],
        [first.predictor, first.slowdown],
        ['Themis from runs alone (without biases)', 1.1],
      ],
    );
  });

  it('stand beside what was simulated of the same sharing, which is off from nothing', () => {
    const answers = pairAnswers(withSimulation(), victim, aggressor);
    // The last one is of SMs of its own, of which nothing was simulated.
    assert.deepEqual(
      answers.map(({ offSimulated }) => offSimulated),
      [null, first.slowdown / 3 - 1, null],
    );
    const [alone] = pairAnswers(results, victim, aggressor);
    assert.equal(alone!.offSimulated, null);
  });

  it('are one row each in the table of all pairs, with origin and error', () => {
    const { columns, rows } = pairTable(withSimulation());
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
