import { markdownTable } from '../../src/kernel/markdownTable';
import { mean } from '../../src/stats/means';
import { median } from '../../src/stats/quantile';
import type { PairClass, PairRow, ProphetSummary } from './evaluate';

const CLASSES: readonly (readonly [PairClass, title: string, paper: string])[] = [
  ['compute', 'kernels meet kernels', '5.9 %'],
  ['copies', 'copies meet copies', '5.1 %'],
  ['different', 'low contention', '5.5 %'],
];
/** Every answer beside which those of predictors stand: 1, whoever runs beside the service. */
const NOBODY = 'nobody slows anybody';

const percent = (value: number): string => `${(100 * value).toFixed(value < 0.1 ? 1 : 0)} %`;
const idsOf = (pairs: readonly PairRow[]): string[] => (pairs[0]?.told ?? []).map(({ id }) => id);

/** Mean latencies of the reproduction as Markdown. */
export function renderProphet({ gpu, copyShares, aloneError, pairs }: ProphetSummary): string {
  const shares = Object.entries(copyShares).sort((a, b) => a[1] - b[1]);
  return [
    `Simulated ${gpu} under MPS. ${shares.length} programs replayed alone are within ${percent(aloneError)} of their runs. Share of copies in a run alone (figure 11): ${shares.map(([name, share]) => `${name} ${Math.round(100 * share)} %`).join(', ')}.`,
    'errDeg, the error of the degradation, by class of pairs:',
    degradations(pairs),
    'errSD, the error of the latency over that alone, of all pairs:',
    slowdowns(pairs),
    `${pairs.length} pairs, one instance; latency over that alone, mean of the queries with its 95 % interval, and what each predictor says (with its errDeg):`,
    pairsOf(pairs),
  ].join('\n\n');
}

function byClass(pairs: readonly PairRow[]): readonly (readonly [string, readonly PairRow[], string])[] {
  const own = CLASSES.map(
    ([id, title, paper]) => [title, pairs.filter((pair) => pair.class === id), paper] as const,
  );
  return [...own, ['all', pairs, '5.47 %']];
}

function degradations(pairs: readonly PairRow[]): string {
  const ids = idsOf(pairs);
  return markdownTable(
    ['pairs', 'with errDeg', ...ids, 'the paper'],
    byClass(pairs).map(([title, own, paper]) => {
      const known = own.filter(({ told }) => told[0]!.error !== null);
      return [title, `${known.length} of ${own.length}`, ...ids.map((id) => errorsOf(known, id)), paper];
    }),
  );
}

const errorsOf = (pairs: readonly PairRow[], id: string): string =>
  summaryOf(pairs.map(({ told }) => told.find((each) => each.id === id)!.error!));

function summaryOf(errors: readonly number[]): string {
  return errors.length === 0 ? '–' : `${percent(mean(errors))} (median ${percent(median(errors))})`;
}

function slowdowns(pairs: readonly PairRow[]): string {
  const ids = idsOf(pairs);
  return markdownTable(
    ['pairs', ...ids, NOBODY],
    byClass(pairs).map(([title, own]) => [
      title,
      ...ids.map((id) =>
        summaryOf(
          own.map(({ told, measured }) =>
            Math.abs(told.find((each) => each.id === id)!.latency / measured - 1),
          ),
        ),
      ),
      summaryOf(own.map(({ measured }) => Math.abs(1 / measured - 1))),
    ]),
  );
}

function pairsOf(pairs: readonly PairRow[]): string {
  return markdownTable(
    ['service', 'beside', 'queries', 'simulated', ...idsOf(pairs)],
    pairs.map(({ service, batch, queries, measured, halfWidth, told }) => [
      service,
      batch,
      `${queries}`,
      `${measured.toFixed(2)} ± ${halfWidth.toFixed(2)}`,
      ...told.map(
        ({ latency, error }) => `${latency.toFixed(2)}${error === null ? '' : ` (${percent(error)})`}`,
      ),
    ]),
  );
}
