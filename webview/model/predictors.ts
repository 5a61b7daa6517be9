import { say, words } from '../../src/words';
import type { WorkspaceResults } from '../../src/analysis/results/workspaceResults';
import type { Prediction } from '../../src/kernel/prediction';
import { errorText } from './coRunDetail';
import { formatChange, formatPercent, formatSlowdown } from './format';
import { answersOf } from './matrix';
import type { TableModel } from './table';
import { MODE_TITLES, predictorTitle } from './words';

/** What one predictor says of a pair. */
export interface PairAnswer extends Pick<
  Prediction,
  'slowdown' | 'parts' | 'mode' | 'predictor' | 'origin' | 'error'
> {
  /** 0.1 where it tells a tenth more than was simulated of the same sharing; null where nothing was, and of that itself. */
  readonly offSimulated: number | null;
}

/** Every predictor's answer for a pair, the one that the matrix shows first. */
export function pairAnswers(
  results: WorkspaceResults,
  victim: string,
  aggressor: string,
): readonly PairAnswer[] {
  const answers = answersOf(results, victim, aggressor);
  return answers.map((answer) => ({ ...answer, offSimulated: offSimulated(answer, answers) }));
}

function offSimulated(answer: Prediction, answers: readonly Prediction[]): number | null {
  const truth = answers.find((other) => other.origin === 'simulated' && isSharedAlike(other, answer));
  return truth === undefined || truth === answer ? null : answer.slowdown / truth.slowdown - 1;
}

/** Pairs are simulated on halves of the SMs, which their answers do not repeat. */
function isSharedAlike(one: Prediction, { mode, split }: Prediction): boolean {
  const isKnown = one.split !== undefined && split !== undefined;
  return one.mode === mode && (!isKnown || String(one.split) === String(split));
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
  { title: 'off from simulated', format: formatChange },
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
  offSimulated: off,
  parts,
  error,
}: PairAnswer): TableModel['rows'][number] {
  return [
    predictorTitle(predictor),
    MODE_TITLES[mode],
    slowdown,
    origin,
    off,
    parts['scalability'] ?? null,
    parts['interference'] ?? null,
    error.metric,
    error.metric === null ? null : error.mean,
    error.metric === null ? null : error.worst,
    words(error.evidence),
  ];
}

/** An error in a few characters, and in a sentence. */
export function errorWords({ error }: Pick<PairAnswer, 'error'>): {
  readonly short: string;
  readonly long: string;
} {
  const short =
    error.metric === null
      ? say('webview.corun.noBound')
      : say('webview.corun.onAverage', { mean: formatPercent(error.mean) });
  return { short, long: errorText(error) };
}
