import type { QosSummary } from '../reproduction/engineSummary';
import type { ThemisSummary } from '../reproduction/summary';
import type { ChartOptions, Series } from '../../plots/lineChart';
import { fairnessPlots } from './fairnessPlots';
import type { Figure7, NetworkFigure } from './figure7';
import { barPlot, linePlot, type Plot } from './plot';

/** All that there is something to draw for. */
export function plotsOf(summary: ThemisSummary, figure7: Figure7 | null): Plot[] {
  return [
    ...errorPlots(summary.accuracy),
    ...slowdownPlots(summary),
    ...fairnessPlots(summary.fairness),
    ...qosPlots(summary.qos),
    ...(figure7 === null ? [] : figure7Plots(figure7)),
  ];
}

function errorPlots(accuracy: ThemisSummary['accuracy']): Plot[] {
  const isElsewhere = (predictor: string): boolean => predictor.endsWith('PSP');
  const plot = (name: string, title: string, group: string, elsewhere: boolean): Plot[] =>
    linePlot(
      'errors',
      name,
      accuracy
        .filter((one) => one.group === group && isElsewhere(one.predictor) === elsewhere)
        .map(({ predictor, deciles }) => ({
          name: predictor,
          points: deciles.map((error, at) => ({ x: at * 10, y: error * 100 })),
        })),
      { title, xLabel: 'share of predictions, %', yLabel: 'errSD, %', yMaximum: 200 },
    );
  return [
    ...plot('themis-errors', 'Prediction error on pairs, of the split itself', 'pairs', false),
    ...plot('themis-errors-splits', 'Prediction error on pairs, of other splits', 'pairs', true),
    ...plot('themis-errors-triples', 'Prediction error on triples', 'triples', false),
    ...plot('themis-errors-quads', 'Prediction error on quadruples', 'quads', false),
  ];
}

function slowdownPlots({ scalability, interference }: ThemisSummary): Plot[] {
  const title = 'Interference slowdown beside mri-gridding at 30:30';
  const [own, partner] = ['the application', 'mri-gridding'];
  const groups = interference.map((one) => ({
    name: one.app,
    values: { [own]: one.own, [partner]: one.partner },
  }));
  return [
    ...linePlot(
      'slowdowns',
      'themis-scalability',
      scalability.map(({ app, slowdowns }) => ({
        name: app,
        points: [...Object.entries(slowdowns).map(([sms, y]) => ({ x: Number(sms), y })), { x: 60, y: 1 }],
      })),
      { title: 'Scalability slowdown alone', xLabel: 'SMs', yLabel: 'SD_scal' },
    ),
    ...barPlot('slowdowns', 'themis-interference', title, [own, partner], groups, 'SD_inter'),
  ];
}

/** Figure 12, of runs as long as most are. */
function qosPlots(qos: readonly QosSummary[]): Plot[] {
  const most = Math.max(...qos.map(({ coLocations }) => coLocations));
  const length = qos.find(({ coLocations }) => coLocations === most)?.cycles;
  const own = qos.filter(({ cycles }) => cycles === length);
  const series = (value: (summary: QosSummary) => number): Series[] =>
    [...new Set(own.map(({ method }) => method))].map((method) => ({
      name: method,
      points: own
        .filter((one) => one.method === method)
        .map((summary) => ({ x: summary.target, y: value(summary) })),
    }));
  return [
    ...linePlot(
      'targets',
      'themis-qos',
      series(({ target, whole }) => whole.meanProgress / target),
      { title: 'Progress targets', xLabel: 'target', yLabel: 'progress over target, mean' },
    ),
    ...linePlot(
      'targets',
      'themis-qos-batch',
      series(({ whole }) => whole.batchProgress),
      { title: 'Batch application beside progress targets', xLabel: 'target', yLabel: 'progress, mean' },
    ),
  ];
}

function figure7Plots({ ours, ...paper }: Figure7): Plot[] {
  const plot = (name: string, points: (figure: NetworkFigure) => Series['points'], axis: Axis): Plot[] =>
    linePlot(
      'sensitivity',
      `themis-figure7-${name}`,
      [
        { name: 'with biases', points: points(paper) },
        { name: ours.name, points: points(ours) },
      ],
      { ...axis, yLabel: 'errSD, %, mean' },
    );
  const byCount = (subsets: NetworkFigure['levels']): Series['points'] =>
    subsets.map(({ count, error }) => ({ x: count, y: error * 100 }));
  return [
    ...plot('levels', ({ levels }) => byCount(levels), {
      title: 'Error over pressure levels trained on',
      xLabel: 'pressure levels',
    }),
    ...plot('allocations', ({ allocations }) => byCount(allocations), {
      title: 'Error over SM allocations trained on',
      xLabel: 'SM allocations',
    }),
    ...plot('periods', ({ periods }) => periods.map(({ cycles, error }) => ({ x: cycles, y: error * 100 })), {
      title: 'Error over the period of prediction',
      xLabel: 'cycles',
      logX: true,
    }),
  ];
}

type Axis = Pick<ChartOptions, 'title' | 'xLabel' | 'logX'>;
