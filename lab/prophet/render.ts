import { markdownTable } from '../../src/kernel/markdownTable';
import { mean } from '../../src/stats/means';
import { median } from '../../src/stats/quantile';
import {
  byClass,
  bySuite,
  errDeg,
  errorsOf,
  errSD,
  intervalOfErrors,
  type ErrorMetric,
  type PairGroup,
} from './classes';
import type { PairRow, ProphetSummary } from './evaluate';

/** Every answer beside which those of predictors stand: 1, whoever runs beside the service. */
const NOBODY = 'nobody slows anybody';

const percent = (value: number): string => `${(100 * value).toFixed(Math.abs(value) < 0.1 ? 1 : 0)} %`;
const idsOf = (pairs: readonly PairRow[]): string[] => (pairs[0]?.told ?? []).map(({ id }) => id);
const saidBy =
  (id: string) =>
  ({ told }: PairRow): number =>
    told.find((each) => each.id === id)!.latency;

/** Mean latencies of the reproduction as Markdown. */
export function renderProphet({ gpu, copyShares, aloneError, pairs }: ProphetSummary): string {
  const shares = Object.entries(copyShares).sort((a, b) => a[1] - b[1]);
  return [
    `Simulated ${gpu} under MPS. ${shares.length} programs replayed alone are within ${percent(aloneError)} of their runs. Share of copies in a run alone (figure 11): ${shares.map(([name, share]) => `${name} ${Math.round(100 * share)} %`).join(', ')}.`,
    'How much services are slowed down. The text writes degradations with "×", which may be latency over that alone or, by equation 10, that less 1:',
    degradations(pairs),
    'errDeg, the error of the degradation: mean, in brackets 95 % of a thousand draws of pairs and of their queries, then the median and the range:',
    errorTable([...byClass(pairs), ...bySuite(pairs)], errDeg),
    'errSD, the error of the latency over that alone, of all pairs:',
    errorTable(byClass(pairs), errSD),
    `${pairs.length} pairs, one instance; latency over that alone, mean of the queries with its 95 % interval, and what each predictor says (with its errDeg); the generation is that of the simulator:`,
    pairsOf(pairs),
  ].join('\n\n');
}

function degradations(pairs: readonly PairRow[]): string {
  return markdownTable(
    ['pairs', 'of them', 'latency over alone', 'degradation', 'worst', 'the paper ("×")'],
    byClass(pairs).map(({ title, pairs: own, degradation }) => {
      const all = own.map(({ measured }) => measured);
      const worst = own.find(({ measured }) => measured === Math.max(...all));
      return [
        title,
        `${own.length}`,
        worst === undefined ? '–' : mean(all).toFixed(2),
        worst === undefined ? '–' : (mean(all) - 1).toFixed(2),
        worst === undefined ? '–' : `${worst.measured.toFixed(2)} (${worst.service} beside ${worst.batch})`,
        degradation,
      ];
    }),
  );
}

function errorTable(groups: readonly PairGroup[], metric: ErrorMetric): string {
  const all = groups.flatMap(({ pairs }) => pairs);
  const ids = idsOf(all);
  const isDegradation = metric === errDeg;
  return markdownTable(
    ['pairs', 'with it', ...ids, isDegradation ? 'the paper' : NOBODY],
    groups.map(({ title, pairs, errDeg: paper }) => [
      title,
      `${errorsOf(pairs, () => 1, metric).length} of ${pairs.length}`,
      ...ids.map((id) => errorCell(pairs, saidBy(id), metric)),
      isDegradation ? paper : errorCell(pairs, () => 1, metric),
    ]),
  );
}

function errorCell(
  pairs: readonly PairRow[],
  saidOf: (pair: PairRow) => number,
  metric: ErrorMetric,
): string {
  const errors = errorsOf(pairs, saidOf, metric);
  const interval = intervalOfErrors(pairs, saidOf, metric);
  if (errors.length === 0 || interval === null) return '–';
  const ends = [Math.min(...errors), Math.max(...errors)].map(percent).join(' to ');
  return `${percent(mean(errors))} [${interval.map(percent).join(', ')}], ${percent(median(errors))}, ${ends}`;
}

function pairsOf(pairs: readonly PairRow[]): string {
  return markdownTable(
    ['service', 'beside', 'generation', 'queries', 'simulated', ...idsOf(pairs)],
    pairs.map(({ service, batch, generation, queries, measured, halfWidth, told }) => [
      service,
      batch,
      generation === null ? '≤ 7' : `${generation}`,
      `${queries}`,
      queries === 1 ? measured.toFixed(2) : `${measured.toFixed(2)} ± ${halfWidth.toFixed(2)}`,
      ...told.map(
        ({ latency, error }) => `${latency.toFixed(2)}${error === null ? '' : ` (${percent(error)})`}`,
      ),
    ]),
  );
}
