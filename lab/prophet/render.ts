import { mean } from '../../src/stats/means';
import { median } from '../../src/stats/quantile';
import type { PairClass, PairRow, ProphetSummary } from './evaluate';

const CLASSES: readonly (readonly [PairClass, title: string, paper: string])[] = [
  ['compute', 'kernels meet kernels', '5.9 %'],
  ['copies', 'copies meet copies', '5.1 %'],
  ['different', 'low contention', '5.5 %'],
];

const percent = (value: number): string => `${(100 * value).toFixed(value < 0.1 ? 1 : 0)} %`;
const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
const tableOf = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');

/** The reproduction as Markdown. */
export function renderProphet({ gpu, copyShares, aloneError, pairs }: ProphetSummary): string {
  const single = pairs.filter(({ instances }) => instances === 1);
  const several = pairs.filter(({ instances }) => instances > 1);
  const shares = Object.entries(copyShares).sort((a, b) => a[1] - b[1]);
  return [
    `Simulated ${gpu} under MPS. ${shares.length} programs replayed alone are within ${percent(aloneError)} of their runs. Share of copies in a run alone (figure 11): ${shares.map(([name, share]) => `${name} ${Math.round(100 * share)} %`).join(', ')}.`,
    classesOf(single),
    `${single.length} pairs, one instance; latency over that alone, mean of the queries with its 95 % interval, and the error of the degradation (equation 10):`,
    pairsOf(single),
    ...(several.length === 0 ? [] : ['Several instances:', pairsOf(several)]),
  ].join('\n\n');
}

function classesOf(pairs: readonly PairRow[]): string {
  const rows = CLASSES.map(([id, title, paper]) => {
    const own = pairs.filter((pair) => pair.class === id);
    return [title, `${own.length}`, ...summaryOf(own), paper];
  });
  const head = [
    'pairs',
    'how many',
    'with errDeg',
    'errDeg Prophet',
    'errDeg sequential',
    'errSD Prophet',
    'errSD sequential',
    'errDeg in the paper',
  ];
  return tableOf(head, [...rows, ['all', `${pairs.length}`, ...summaryOf(pairs), '5.47 %']]);
}

function summaryOf(pairs: readonly PairRow[]): string[] {
  const told = (values: readonly (number | null)[]): string => {
    const known = values.filter((value) => value !== null);
    return known.length === 0 ? '–' : `${percent(mean(known))} (median ${percent(median(known))})`;
  };
  return [
    `${pairs.filter(({ prophetError }) => prophetError !== null).length}`,
    told(pairs.map(({ prophetError }) => prophetError)),
    told(pairs.map(({ sequentialError }) => sequentialError)),
    told(pairs.map(({ prophet, measured }) => Math.abs(prophet / measured - 1))),
    told(pairs.map(({ sequential, measured }) => Math.abs(sequential / measured - 1))),
  ];
}

function pairsOf(pairs: readonly PairRow[]): string {
  const rows = pairs.map((pair) => [
    pair.service,
    pair.batch,
    `${pair.instances}`,
    `${pair.queries}`,
    `${pair.measured.toFixed(2)} ± ${pair.halfWidth.toFixed(2)}`,
    pair.prophet.toFixed(2),
    pair.sequential.toFixed(2),
    pair.prophetError === null ? '–' : percent(pair.prophetError),
    pair.sequentialError === null ? '–' : percent(pair.sequentialError),
  ]);
  return tableOf(
    [
      'service',
      'beside',
      'instances',
      'queries',
      'simulated',
      'Prophet',
      'sequential',
      'errDeg Prophet',
      'errDeg sequential',
    ],
    rows,
  );
}
