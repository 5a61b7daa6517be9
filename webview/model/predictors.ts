import { say, words } from '../../src/words';
import type { WorkspaceResults } from '../../src/analysis/results/workspaceResults';
import type { Prediction } from '../../src/kernel/prediction';
import { errorText } from './coRunDetail';
import { formatPercent, formatSlowdown } from './format';
import { answersOf } from './matrix';
import type { TableModel } from './table';
import { MODE_TITLES, predictorTitle } from './words';

/** What one predictor says of a pair. */
export type PairAnswer = Pick<Prediction, 'slowdown' | 'parts' | 'mode' | 'predictor' | 'origin' | 'error'>;

/** Every predictor's answer for a pair, the one that the matrix shows first. */
export function pairAnswers(
  results: WorkspaceResults,
  victim: string,
  aggressor: string,
): readonly PairAnswer[] {
  return answersOf(results, victim, aggressor);
}

/** Every pair of the matrix by every predictor: one row an answer. */
export function pairTable(results: WorkspaceResults): TableModel {
  const { kernelIds, names } = results.matrix;
  return {
    columns: [{ title: 'victim' }, { title: 'aggressor' }, ...ANSWER_COLUMNS],
    rows: kernelIds.flatMap((victim, row) =>
      kernelIds.flatMap((aggressor, column) =>
        pairAnswers(results, victim, aggressor).map((answer) => [
          names[row] ?? victim,
          names[column] ?? aggressor,
          ...answerCells(answer),
        ]),
      ),
    ),
  };
}

const ANSWER_COLUMNS: TableModel['columns'] = [
  { title: 'predictor' },
  { title: 'sharing' },
  { title: 'slowdown', format: formatSlowdown },
  { title: 'origin' },
  { title: 'scalability', format: formatSlowdown },
  { title: 'interference', format: formatSlowdown },
  { title: 'error metric' },
  { title: 'mean error', format: formatPercent },
  { title: 'worst error', format: formatPercent },
  { title: 'evidence of the error' },
];

function answerCells({
  predictor,
  mode,
  slowdown,
  origin,
  parts,
  error,
}: PairAnswer): TableModel['rows'][number] {
  return [
    predictorTitle(predictor),
    MODE_TITLES[mode],
    slowdown,
    origin,
    parts['scalability'] ?? null,
    parts['interference'] ?? null,
    error.metric,
    error.metric === null ? null : error.mean,
    error.metric === null ? null : error.worst,
    words(error.evidence),
  ];
}

/** An error in a few characters, and in a sentence. */
export function errorWords({ error }: PairAnswer): { readonly short: string; readonly long: string } {
  const short =
    error.metric === null
      ? say('webview.corun.noBound')
      : say('webview.corun.onAverage', { mean: formatPercent(error.mean) });
  return { short, long: errorText(error) };
}
