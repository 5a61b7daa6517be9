import type { Bottleneck } from '../../src/analysis/results/bottleneck';
import type { KernelResult } from '../../src/analysis/results/kernelResult';
import type { WorkspaceResults } from '../../src/analysis/results/workspaceResults';
import type { Sourced } from '../../src/kernel/origin';
import type { ErrorBound, Prediction } from '../../src/kernel/prediction';
import { formatNumber, formatSlowdown } from './format';
import { kernelById } from './kernels';
import { answersOf, predictionOf } from './matrix';
import { say, titleOf, words } from '../../src/words';

/** Use of one resource by both kernels, each running alone. */
export interface ResourceUse {
  readonly resource: string;
  readonly victim: Sourced | null;
  readonly aggressor: Sourced | null;
}

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

/** What each kernel uses when alone: as simulated where both were, else as estimated, so that rows compare. */
function usesOf(
  victim: KernelResult | undefined,
  aggressor: KernelResult | undefined,
): [readonly Bottleneck[], readonly Bottleneck[]] {
  const simulations = [victim?.simulation, aggressor?.simulation];
  const [first, second] = simulations.map((one) => (one?.status === 'done' ? one.resources : null));
  return first && second ? [first, second] : [victim?.bottlenecks ?? [], aggressor?.bottlenecks ?? []];
}

/** Less than this is shown as zero. */
const LEAST_SHOWN = 0.005;

/** Resources of both kernels that either uses, those with the largest summed use first. */
export function resourceUse(
  victim: readonly Bottleneck[],
  aggressor: readonly Bottleneck[],
): readonly ResourceUse[] {
  const names = [...new Set([...victim, ...aggressor].map((bottleneck) => bottleneck.resource))];
  const share = (list: readonly Bottleneck[], name: string): Sourced | null =>
    list.find((bottleneck) => bottleneck.resource === name)?.share ?? null;
  return names
    .map((resource) => ({ resource, victim: share(victim, resource), aggressor: share(aggressor, resource) }))
    .filter((use) => together(use) >= LEAST_SHOWN)
    .sort((a, b) => together(b) - together(a));
}

/** Summed use of both kernels; above 1 they cannot both have what they take alone. */
export function together(use: ResourceUse): number {
  return (use.victim?.value ?? 0) + (use.aggressor?.value ?? 0);
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
