import { resourceUse, usesOf, type ResourceUse } from '../../src/analysis/results/overlapResult';
import type { WorkspaceResults } from '../../src/analysis/results/workspaceResults';
import type { ErrorBound, Prediction } from '../../src/kernel/prediction';
import { formatNumber, formatSlowdown } from './format';
import { kernelById } from './kernels';
import { answersOf, predictionOf } from './matrix';
import { say, titleOf, words } from '../../src/words';

export interface CoRunDetail {
  readonly victim: string;
  readonly aggressor: string;
  readonly prediction: Prediction;
  /** What the aggressor suffers in the same co-run. */
  readonly reverse: Prediction | null;
  /** How the parts make the slowdown, or null when they are not simply multiplied or added. */
  readonly equation: string | null;
  readonly resources: readonly ResourceUse[];
  /** What predictors say of the pair on SMs of their own. */
  readonly divided: readonly Prediction[];
}

/** Relative rounding error within which parts count as composing the slowdown. */
const COMPOSES = 5e-3;

export function coRunDetail(
  results: WorkspaceResults,
  victim: string,
  aggressor: string,
): CoRunDetail | null {
  const prediction = predictionOf(results.matrix, victim, aggressor);
  if (prediction === null) return null;
  const [victimKernel, aggressorKernel] = [kernelById(results, victim), kernelById(results, aggressor)];
  return {
    victim: victimKernel?.name ?? prediction.subject,
    aggressor: aggressorKernel?.name ?? prediction.partners.join(', '),
    prediction,
    reverse: victim === aggressor ? null : predictionOf(results.matrix, aggressor, victim),
    equation: equation(prediction),
    divided: answersOf(results, victim, aggressor).filter(({ split }) => split !== undefined),
    resources: resourceUse(...usesOf(victimKernel, aggressorKernel)),
  };
}

/** The composition of the parts in words of arithmetic, when product, sum or the largest gives the slowdown. */
export function equation({ parts, slowdown, composition }: Prediction): string | null {
  const entries = Object.entries(parts);
  if (entries.length < 2) return null;
  const near = (value: number): boolean => Math.abs(value - slowdown) <= COMPOSES * Math.abs(slowdown);
  const product = entries.reduce((result, [, value]) => result * value, 1);
  const sum = entries.reduce((result, [, value]) => result + value, 0);
  const terms = entries.map(([name, value]) => `${titleOf('part', name)} ${formatNumber(value)}`);
  const largest = Math.max(...entries.map(([, value]) => value));
  if (composition === 'largest')
    return near(largest)
      ? say('webview.corun.isTheLargestOfThem', { slowdown: formatSlowdown(slowdown) })
      : null;
  if (near(product)) return `${terms.join(' × ')} = ${formatSlowdown(slowdown)}`;
  if (near(sum)) return `${terms.join(' + ')} = ${formatSlowdown(slowdown)}`;
  if (near(1 + sum)) return `1 + ${terms.join(' + ')} = ${formatSlowdown(slowdown)}`;
  return null;
}

const METRIC_TITLES: Readonly<Record<NonNullable<ErrorBound['metric']>, string>> = {
  errSD: say('webview.corun.ofTheSlowdownErrsd'),
  errNP: say('webview.corun.ofTheNormalisedPerformance'),
  errDeg: say('webview.corun.ofTheDegradationErrdeg'),
  errMax: say('webview.corun.relativeToTheLargerValue'),
};

/** A predictor's own error in one line. */
export function errorText(error: ErrorBound): string {
  if (error.metric === null) return say('webview.corun.noErrorBound', { evidence: words(error.evidence) });
  const percent = (share: number): string => `${formatNumber(share * 100, 2)}\u202f%`;
  return say('webview.corun.onAverageAtWorst', {
    mean: percent(error.mean),
    worst: percent(error.worst),
    METRIC_TITLES: METRIC_TITLES[error.metric],
    evidence: words(error.evidence),
  });
}
