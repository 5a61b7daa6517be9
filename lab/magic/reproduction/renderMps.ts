import { percent, tableOf, two } from '../markdown';
import type { Errors, MpsResult, PairsSummary } from './mps';

/** What MPS makes of all pairs, as Markdown. */
export const renderMps = (results: readonly MpsResult[]): string =>
  results.length === 0
    ? 'No pairs were run under MPS.'
    : [errors(results), all(results), six(results), ...results.map(simulated)].join('\n\n');

function errors(results: readonly MpsResult[]): string {
  const rows = (gpu: string, which: string, { pairs, tellers }: Errors): string[][] =>
    tellers.map(({ teller, ...error }) => [
      gpu,
      `${pairs} ${which}`,
      teller,
      ...[error.mean, error.median, error.worst].map(percent),
      two(error.bias),
    ]);
  return tableOf(
    ['GPU', 'simulated pairs', 'told by', 'mean error', 'median', 'worst', 'told over simulated'],
    results.flatMap(({ gpu, errors: { alike, disputed } }) => [
      ...rows(gpu, 'told alike', alike),
      ...rows(gpu, 'told otherwise in turns than side by side', disputed),
    ]),
  );
}

function all(results: readonly MpsResult[]): string {
  const row = (gpu: string, how: string, { mean, missed, worst, speedup }: PairsSummary, more: string) => [
    ...[gpu, how, two(mean), percent(missed), worst.toFixed(1), two(speedup)],
    more,
  ];
  return tableOf(
    ['GPU', 'pairs', 'mean slowdown', 'over 1.2', 'worst', 'weighted speedup', 'against turns'],
    results.flatMap(({ gpu, by, filled, pairs, mps, turns, longer, shorter }) => [
      row(
        gpu,
        `under MPS: ${pairs.length} simulated, ${filled} told by “${by}” △`,
        mps,
        `longer in ${percent(longer)}, shorter in ${percent(shorter)}`,
      ),
      row(gpu, 'in turns', turns, '–'),
    ]),
  );
}

function six(results: readonly MpsResult[]): string {
  return tableOf(
    ['slowdown − 1', ...results.flatMap(({ gpu }) => [`${gpu}, MPS △`, 'in turns'])],
    results[0]!.six.map(({ name }, at) => [
      name,
      ...results.flatMap(({ six: own }) => {
        const [least, mean, most] = own[at]!.mps;
        return [`${two(mean)} (${two(least)} to ${two(most)})`, two(own[at]!.turns)];
      }),
    ]),
  );
}

function simulated({ gpu, pairs }: MpsResult): string {
  const most = [...pairs].sort((one, other) => other.simulated - one.simulated).slice(0, SHOWN);
  return [
    `Of the pairs that were simulated on the ${gpu}, those that take longest, and what is told of them:`,
    tableOf(
      ['program', 'beside', 'simulated', 'side by side', 'in turns'],
      most.map(({ of, beside, simulated: slowdown, told }) => [
        of,
        beside,
        two(slowdown),
        two(told['side by side']),
        two(told['in turns']),
      ]),
    ),
  ].join('\n\n');
}

const SHOWN = 8;
