import type { FairnessSummary } from '../reproduction/engineSummary';
import type { Series } from '../../plots/lineChart';
import { barPlot, linePlot, type Plot } from './plot';

/** Policies of equal length and preemption, by what their plots say of them. */
const WEIGHTS = {
  'fair 0.5 0.5': '⟨0.5, 0.5⟩',
  'fair 0.2 0.8': '⟨0.2, 0.8⟩',
  'fair 0.2 0.8 cycles 1800000': '⟨0.2, 0.8⟩, 1.8 million cycles',
} as const;

/** Figures 9 to 11. */
export function fairnessPlots(fairness: readonly FairnessSummary[]): Plot[] {
  const unfairness = (name: string, policy: keyof typeof WEIGHTS): Plot[] =>
    linePlot(
      'fairness',
      name,
      fairness
        .filter((one) => one.policy === policy)
        .map(({ method, unfairness: { values } }) => ({
          name: method,
          points: [...values].sort((a, b) => a - b).map((y, at) => ({ x: at + 1, y })),
        })),
      {
        title: `Unfairness under ${WEIGHTS[policy]}`,
        xLabel: 'co-locations, sorted',
        yLabel: 'unfairness',
        yMaximum: 1,
      },
    );
  return [
    ...unfairness('themis-unfairness', 'fair 0.5 0.5'),
    ...unfairness('themis-unfairness-uneven', 'fair 0.2 0.8'),
    ...aggregatePlot(fairness),
    ...sensitivityPlots(fairness),
  ];
}

/** Figure 10, in the mean. */
function aggregatePlot(fairness: readonly FairnessSummary[]): Plot[] {
  const groups = Object.entries(WEIGHTS).flatMap(([policy, name]) => {
    const own = fairness.filter((one) => one.policy === policy);
    const values = Object.fromEntries(own.map(({ method, aggregate }) => [method, aggregate]));
    return own.length === 0 ? [] : [{ name, values }];
  });
  const methods = [...new Set(groups.flatMap(({ values }) => Object.keys(values)))];
  const title = 'Aggregate performance, mean';
  return barPlot('fairness', 'themis-aggregate', title, methods, groups, 'sum of progress (alone: 1)');
}

/** Figure 11: what maxDist and the threshold do. */
function sensitivityPlots(fairness: readonly FairnessSummary[]): Plot[] {
  const runs = fairness.flatMap((summary) => {
    const [, threshold, maxDistance] =
      /^fair 0\.5 0\.5 thres (\S+) maxDist (\S+)$/.exec(summary.policy) ?? [];
    return threshold === undefined ? [] : [{ threshold, x: Number(maxDistance), summary }];
  });
  const series = (value: (summary: FairnessSummary) => number): Series[] =>
    [...new Set(runs.map(({ threshold }) => threshold))].map((threshold) => ({
      name: `threshold ${threshold}`,
      points: runs
        .filter((run) => run.threshold === threshold)
        .map(({ x, summary }) => ({ x, y: value(summary) })),
    }));
  const xLabel = 'maxDist, SMs';
  return [
    ...linePlot(
      'fairness',
      'themis-max-distance-unfairness',
      series(({ unfairness }) => unfairness.mean),
      { title: 'Unfairness of Themis-Fair over maxDist', xLabel, yLabel: 'unfairness, mean' },
    ),
    ...linePlot(
      'fairness',
      'themis-max-distance-aggregate',
      series(({ aggregate }) => aggregate),
      { title: 'Aggregate performance over maxDist', xLabel, yLabel: 'sum of progress, mean' },
    ),
  ];
}
