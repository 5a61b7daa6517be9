import { lineChart } from '../plots/lineChart';
import { barPlot, type Plot } from '../plots/plot';
import type { ClusterFills } from './cluster';
import type { PairClass, PairRow, ProphetSummary } from './evaluate';
import { keptShares } from './kept';
import type { SafeRow } from './safeRows';
import type { TailRow } from './tailRows';

const SIMULATED = 'simulated';
const LATENCY = 'latency over alone';

/** Pictures of what was evaluated, as far as there is something to draw. */
export function prophetPlots({ copyShares, pairs, tails, safe }: ProphetSummary): Plot[] {
  return [
    ...sharePlot(copyShares),
    ...pairPlot('compute', 'prophet-figure12', 'Kernels meet kernels (figures 2 and 12)', pairs),
    ...pairPlot('copies', 'prophet-figure13', 'Copies meet copies (figures 4 and 13)', pairs),
    ...pairPlot('different', 'prophet-figure14', 'Low contention (figure 14)', pairs),
    ...tailPlot(tails),
    ...safePlots(safe),
  ];
}

function sharePlot(shares: Readonly<Record<string, number>>): Plot[] {
  const [kernels, copies] = ['kernels and host', 'copies'];
  const groups = Object.entries(shares)
    .sort((one, other) => one[1] - other[1])
    .map(([name, share]) => ({ name, values: { [kernels!]: 1 - share, [copies!]: share } }));
  const title = 'What a run alone consists of (figure 11)';
  return barPlot('prophet-figure11', title, [kernels!, copies!], groups, 'share of the run');
}

/** Points in the order of what was simulated: with 36 pairs bars would fill pages. */
function pairPlot(id: PairClass, name: string, title: string, pairs: readonly PairRow[]): Plot[] {
  const own = pairs.filter((pair) => pair.class === id).sort((one, other) => one.measured - other.measured);
  if (own.length < 2) return [];
  const points = (valueOf: (pair: PairRow) => number): { x: number; y: number }[] =>
    own.map((pair, at) => ({ x: at + 1, y: valueOf(pair) }));
  const series = own[0]!.told.map(({ id: predictor }, at) => ({
    ...{ name: predictor, isScattered: true },
    points: points(({ told }) => told[at]!.latency),
  }));
  const simulated = { name: SIMULATED, points: points(({ measured }) => measured) };
  const xLabel = 'pairs, as they are slowed down';
  return [{ name, title, svg: lineChart([simulated, ...series], { title, xLabel, yLabel: LATENCY }) }];
}

const pairName = ({ service, batch }: Pick<PairRow, 'service' | 'batch'>): string => `${service}, ${batch}`;

function tailPlot(tails: readonly TailRow[]): Plot[] {
  const ids = (tails[0]?.told ?? []).map(({ id }) => id);
  const groups = tails.map((row) => ({
    name: pairName(row),
    values: {
      [SIMULATED]: row.measured,
      ...Object.fromEntries(row.told.map(({ id, p95 }) => [id, p95])),
    },
  }));
  const title = '95th percentile of the latency (figure 15)';
  return barPlot('prophet-figure15', title, [SIMULATED, ...ids], groups, LATENCY);
}

function safePlots(safe: readonly SafeRow[]): Plot[] {
  const ids = (safe[0]?.told ?? []).map(({ id }) => id);
  const groups = safe.map((row) => ({
    name: pairName(row),
    values: {
      oracle: row.oracle,
      ...Object.fromEntries(row.told.map(({ id, instances }) => [id, instances])),
    },
  }));
  const kept = safe.flatMap((row) => {
    const values = row.told.flatMap(({ id, ofTarget }) => (ofTarget === null ? [] : [[id, ofTarget]]));
    return values.length === 0 ? [] : [{ name: pairName(row), values: Object.fromEntries(values) }];
  });
  return [
    ...barPlot(
      'prophet-figure16',
      'Instances that are let in (figure 16)',
      ['oracle', ...ids],
      groups,
      'instances',
    ),
    ...barPlot(
      'prophet-figure17',
      'Latency beside so many, over the target (figure 17)',
      ids,
      kept,
      'latency over the target',
    ),
  ];
}

/** Figures 18 and 19. */
export function clusterPlots(fills: ClusterFills): Plot[] {
  const all = [...fills];
  const policies = (all[0]?.[1] ?? []).map(({ policy }) => policy);
  const groups = policies.map((policy, at) => ({
    name: `${Math.round(100 * policy)} %`,
    values: Object.fromEntries(all.map(([id, each]) => [id, each[at]!.utilisation])),
  }));
  const missed = policies.flatMap((policy, at) => {
    const known = all.flatMap(([id, each]) => {
      const shares = keptShares(each[at]!);
      return shares.simulated === 0 ? [] : [[id, shares.missed] as const];
    });
    if (known.length === 0) return [];
    return [{ name: `${Math.round(100 * policy)} %`, values: Object.fromEntries(known) }];
  });
  const ids = all.map(([id]) => id);
  const [filled, broken] = ['Places that are filled (figure 18)', 'GPUs that miss what is asked (figure 19)'];
  return [
    ...barPlot('prophet-figure18', filled!, ids, groups, 'share of 10,500 places'),
    ...barPlot('prophet-figure19', broken!, ids, missed, 'share of the GPUs that were simulated'),
  ];
}
