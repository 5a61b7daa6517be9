import type { PairResult } from './evaluate';
import { METHODS } from './methods';
import { barPlot, type Plot } from '../plots/plot';
import { UNPREEMPTED_LIMIT } from './plainRuns';
import type { UnpreemptedRow } from './rows';
import { mean } from '../../src/stats/means';

const nameOf = ({ yielding, critical }: { readonly yielding: string; readonly critical: string }): string =>
  `${yielding}, ${critical}`;

/** Figure 2: a bar for each pair, the longest wait last. */
export function unpreemptedPlot(rows: readonly UnpreemptedRow[]): Plot[] {
  const series = `latency over alone; ${UNPREEMPTED_LIMIT} stands for more`;
  const groups = rows
    .map((row) => ({ name: nameOf(row), values: { [series]: row.latency ?? UNPREEMPTED_LIMIT } }))
    .sort((one, other) => one.values[series]! - other.values[series]!);
  return barPlot('gspace-figure2', 'Never preempted (figure 2)', [series], groups, 'latency over alone');
}

/** Figure 9: what nearest neighbours tell wrong of each pair. */
export function errorPlot(pairs: readonly PairResult[]): Plot[] {
  const [first, second] = ['best effort', 'latency-critical'];
  const groups = pairs.flatMap((pair) => {
    const error = pair.errors['nearest'];
    return error === undefined
      ? []
      : [{ name: nameOf(pair), values: { [first!]: error.yielding, [second!]: error.critical } }];
  });
  return barPlot(
    'gspace-figure9',
    'Errors of nearest neighbours (figure 9)',
    [first!, second!],
    groups,
    'errMax',
  );
}

/** What is kept over the window of the target: by what NN_SRS finds, and where the whole GPU is yielded first. */
export function windowPlot(pairs: readonly PairResult[]): Plot[] {
  const [own, whole] = ['NN_SRS', 'the whole GPU first (FLEP)'];
  const groups = pairs.flatMap((pair) => {
    const { scalar, wholeGpu } = pair.overWindow;
    return scalar === null || wholeGpu === null
      ? []
      : [{ name: nameOf(pair), values: { [own!]: scalar, [whole!]: wholeGpu } }];
  });
  const title = 'Against preempting the whole GPU';
  return barPlot(
    'gspace-window',
    title,
    [own!, whole!],
    groups,
    'pace over alone, over the window of the target',
  );
}

/** Figure 10 and the missing one: what searches find, what they cost, and how often they miss the target meanwhile. */
export function searchPlot(name: string, title: string, pairs: readonly PairResult[]): Plot[] {
  const kept = pairs.filter(({ best }) => best !== null);
  const [best, effort, inside] = [
    'throughput over the best',
    'trials over brute force',
    'trials in the target',
  ];
  const groups = Object.entries(METHODS).flatMap(([id, method]) => {
    const found = kept.flatMap(({ found: all, configurations }) =>
      all.filter((one) => one.method === id).map((one) => ({ ...one, of: configurations })),
    );
    if (found.length < kept.length) return [];
    const values = {
      [best!]: mean(found.map(({ ofBest }) => ofBest)),
      [effort!]: mean(found.map(({ trials, of }) => trials / of)),
      [inside!]: mean(found.map(({ trials, violations }) => 1 - violations / trials)),
    };
    return [{ name: method.name, values }];
  });
  return kept.length === 0 ? [] : barPlot(name, title, [best!, effort!, inside!], groups, 'mean over pairs');
}
