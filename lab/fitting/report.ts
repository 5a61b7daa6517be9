import type { Evaluation } from '../../src/fitting/refine';
import type { LoadedSpec } from '../../src/simulator/spec/loadSpec';
import { median, quantile } from '../../src/stats/quantile';
import {
  CHECK_CYCLES,
  SEARCH_CYCLES,
  SEED,
  WINDOW_CYCLES,
  type FittedKernel,
  type FittedRow,
  type WindowError,
} from './fitRow';

type Variant = 'first' | 'refined' | 'matched';
const VARIANTS: readonly Variant[] = ['first', 'refined', 'matched'];
const HEADS = ['first fit', 'refined', 'refined with duration'];

/** The shortest time that a profile's duration tells something of the kernel rather than of its start. */
const LAUNCH_BOUND_NS = 10_000;

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

function markdown(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

const residualOf = (evaluation: Evaluation | null, metric: string) =>
  evaluation?.residuals.find((residual) => residual.metric === metric);

/** Absolute residuals of one metric over kernels. */
function absolutes(kernels: readonly FittedKernel[], variant: Variant, metric: string): number[] {
  return kernels.flatMap((kernel) => {
    const found = residualOf(kernel[variant], metric);
    return found === undefined || found.residual === null ? [] : [Math.abs(found.residual)];
  });
}

function metricTable(kernels: readonly FittedKernel[]): string {
  const metrics = [...new Set(kernels.flatMap(({ first }) => first.residuals.map(({ metric }) => metric)))];
  const rows = metrics.map((metric) => {
    const cells = VARIANTS.map((variant) => {
      const values = absolutes(kernels, variant, metric);
      return values.length === 0 ? '–' : `${percent(median(values))} / ${percent(quantile(values, 0.9))}`;
    });
    const scale = kernels
      .map(({ first }) => residualOf(first, metric)?.scale)
      .find((found) => found !== undefined);
    const used = absolutes(kernels, 'first', metric).length;
    return [metric, scale === 'points' ? 'difference' : 'relative', String(used), ...cells];
  });
  return markdown(['metric', 'residual', 'kernels', ...HEADS], rows);
}

function durationTable(groups: readonly (readonly [string, readonly FittedKernel[]])[]): string {
  const rows = groups.map(([name, kernels]) => {
    const cells = VARIANTS.map((variant) => {
      const values = absolutes(kernels, variant, 'duration');
      return values.length === 0 ? '–' : `${percent(median(values))} / ${percent(quantile(values, 0.9))}`;
    });
    return [name, String(kernels.length), ...cells];
  });
  return markdown(['rows', 'number', ...HEADS], rows);
}

function kernelTable(kernels: readonly FittedKernel[]): string {
  const rows = kernels.map(({ profile, first, refined, matched, steps, leftOut }) => [
    profile.name,
    profile.block!.join('×'),
    ((profile.durationNs ?? 0) / 1000).toFixed(1),
    ...[first, refined, matched].map((evaluation) => {
      const residual = residualOf(evaluation, 'duration')?.residual;
      return residual === null || residual === undefined ? '–' : percent(residual);
    }),
    `${first.score.toFixed(3)}${refined === null ? '' : ` → ${refined.score.toFixed(3)}`}`,
    steps.map(({ parameter, from, to }) => `${parameter} ${from}→${to}`).join(', '),
    leftOut === null ? first.measurement.basis : 'left out',
  ]);
  return markdown(['kernel', 'block', 'measured µs', ...HEADS, 'score', 'refinement', 'basis'], rows);
}

function windowTable(windows: readonly WindowError[]): string {
  return markdown(
    ['kernel', 'block', 'basis', 'simulated cycles', 'cycles in full', 'error'],
    windows.map(({ name, block, basis, windowCycles, fullCycles, error }) => [
      name,
      block,
      basis,
      String(windowCycles),
      String(Math.round(fullCycles)),
      error === null ? '–' : percent(error),
    ]),
  );
}

/** The study as Markdown. */
export function studyReport(
  rows: readonly FittedRow[],
  windows: readonly WindowError[],
  { spec }: LoadedSpec,
): string {
  const kernels = rows.flatMap((row) => ('refused' in row ? [] : [row]));
  const judged = kernels.filter(({ leftOut }) => leftOut === null);
  const long = judged.filter(({ profile }) => profile.durationNs! >= LAUNCH_BOUND_NS);
  const groups = [
    ['all judged', judged],
    ['of 10 µs and more', long],
    ['refined in all ways', judged.filter(({ refined }) => refined !== null)],
    ['refined, of 10 µs and more', long.filter(({ refined }) => refined !== null)],
    ['block sweep', judged.filter(({ table }) => table === 'block sweep')],
    ['other kernels', judged.filter(({ table }) => table === 'other kernels')],
    ['other kernels of 10 µs and more', long.filter(({ table }) => table === 'other kernels')],
  ] as const;
  return `<!-- Written by npm run study -- fitting. -->
# Fitting study: measured counters of a GTX 950

${kernels.length} rows fitted, ${rows.length - kernels.length} refused, ${kernels.length - judged.length} left out of the durations (means over launches of different grids). Simulated at ${spec.coreClockMHz} MHz with seed ${SEED}; each program is checked by ${CHECK_CYCLES} cycles at most, with another seed than the search of ${SEARCH_CYCLES} cycles in windows of ${WINDOW_CYCLES}. Cells are median / 90th percentile of the absolute residual.

## Duration

The first two columns never look at the duration, nor at IPC and other reciprocals of it. The third takes it as a target and is no prediction.

${durationTable(groups)}

## Residuals per metric

${metricTable(kernels)}

## Kernel by kernel

${kernelTable(kernels)}

## Windows against full runs

${windowTable(windows)}
`;
}
