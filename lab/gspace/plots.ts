import type { YieldedPlaces } from '../../src/predictors/yieldSearchPort';
import { barChart } from '../plots/barChart';
import { heatMap, type HeatMap, type MapPlace } from '../plots/heatMap';
import { lineChart, type Series } from '../plots/lineChart';
import { QOS } from './conditions';
import type { Lattice } from './evaluate';
import { METHODS } from './methods';
import { errorPlot, searchPlot, unpreemptedPlot, windowPlot } from './pairPlots';
import type { Plot } from '../plots/plot';
import type { ScalingRow } from './rows';
import { scaledApps } from './scaledApps';
import type { GspaceSummary } from './summary';

/** Searches whose trials are drawn over the map. */
const DRAWN_PATHS = ['neighbours', 'nearest-scalar', 'corrected'];

/** All pictures that there are runs for. */
export function gspacePlots(summary: GspaceSummary): Plot[] {
  return [
    ...unpreemptedPlot(summary.unpreempted),
    ...scalingPlots(summary.scaling),
    ...figure6Plot(summary),
    ...errorPlot(summary.pairs),
    ...mapPlots(summary),
    ...searchPlot('gspace-searches', 'Searches (figure 10)', summary.pairs),
    ...windowPlot(summary.pairs),
    ...searchPlot('gspace-applications', 'Searches with applications', summary.applications),
  ];
}

function scalingPlots(scaling: readonly ScalingRow[]): Plot[] {
  if (scaling.length === 0) return [];
  const apps = scaledApps(scaling);
  const drawn = (name: string, series: readonly Series[], title: string, xLabel: string): Plot => ({
    name,
    title,
    svg: lineChart(series, { title, xLabel, yLabel: 'speed over that on all places' }),
  });
  return [
    drawn(
      'gspace-sms',
      apps.map(({ bySms }) => bySms),
      'Alone on so many SMs (figure 3)',
      'SMs of ten',
    ),
    drawn(
      'gspace-blocks',
      apps.map(({ byBlocks }) => byBlocks),
      'Alone with so many blocks on each SM (figure 4)',
      'blocks on each SM',
    ),
  ];
}

function mapPlots({ drawn, pairs }: GspaceSummary): Plot[] {
  if (drawn === null) return [];
  const { yielding, critical } = drawn;
  const pair = pairs.find((one) => one.yielding === yielding.app && one.critical === critical.app)!;
  const paths = DRAWN_PATHS.flatMap((id) => {
    const one = pair.found.find(({ method }) => method === id);
    return one === undefined
      ? []
      : [
          {
            name: METHODS[id]!.name,
            places: one.path.map((places) => placeOn(drawn, places)),
            end: one.end && placeOn(drawn, one.end),
          },
        ];
  });
  const names = `${yielding.app} (yields), ${critical.app}`;
  const latency = mapOf(drawn, `Latency over alone: ${names}`, [], (place) => {
    const { latency: value } = drawn.trials.get(keyAt(place))!;
    return { shade: 1 - (value - 1) / QOS, label: value > QOS ? `> ${QOS}` : value.toFixed(2) };
  });
  const throughput = mapOf(drawn, `Pace that is kept: ${names}`, paths, (place) => {
    const { throughput: value } = drawn.trials.get(keyAt(place))!;
    return { shade: value, label: value.toFixed(2) };
  });
  return [
    { name: 'gspace-latency', title: latency.title, svg: heatMap(latency) },
    { name: 'gspace-throughput', title: throughput.title, svg: heatMap(throughput) },
  ];
}

function mapOf(lattice: Lattice, title: string, paths: HeatMap['paths'], cell: HeatMap['cell']): HeatMap {
  const { most, step, trials } = lattice;
  return {
    title,
    xLabel: 'SMs yielded; the line is the border of the target',
    yLabel: 'blocks on each',
    columns: Array.from({ length: most.sms }, (_, at) => String(step.sms * (at + 1))),
    rows: Array.from({ length: most.blocks }, (_, at) => String(step.blocks * (at + 1))),
    cell,
    isInside: (place) => trials.get(keyAt(place))!.latency <= QOS,
    paths,
  };
}

const keyAt = ({ column, row }: MapPlace): string => `${column + 1} ${row + 1}`;

function placeOn({ step }: Lattice, { sms, blocks }: YieldedPlaces): MapPlace {
  return { column: sms / step.sms - 1, row: blocks / step.blocks - 1 };
}

function figure6Plot({ whole }: GspaceSummary): Plot[] {
  const shown = whole.filter(({ places }) => places.sms * places.blocks === 280);
  if (shown.length === 0) return [];
  const title = '280 blocks on the whole GPU (figures 5 and 6)';
  const [speed, pace] = ['latency-critical: speed over alone', 'best effort: pace over alone'];
  const groups = shown.map(({ yielding, critical, places, whole: { latency, progress, throughput } }) => ({
    name: `${yielding}, ${critical} (${places.sms}, ${places.blocks})`,
    values: { [speed]: latency === null ? progress : 1 / latency, [pace]: throughput },
  }));
  return [
    { name: 'gspace-figure6', title, svg: barChart([speed, pace], groups, { title, xLabel: 'over alone' }) },
  ];
}
