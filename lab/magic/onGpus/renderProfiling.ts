import { median } from '../../../src/stats/quantile';
import { percent, tableOf, two } from '../markdown';
import type { ProfilingCost } from './profilingCost';

/** The parts of the page that say what a short profile saves, by the names of their blocks. */
export const renderProfiling = (cost: ProfilingCost): Readonly<Record<string, string>> => ({
  'magic-profiling': programs(cost),
  'magic-profiling-saved': saved(cost),
});

const whole = (seconds: number): string => seconds.toFixed(seconds < 10 ? 1 : 0);

function programs({ programs: all, law, error }: ProfilingCost): string {
  const rows = all.map(({ program, launches, alone, seconds, perLaunch }) => [
    program,
    String(launches),
    whole(alone),
    whole(seconds['26']),
    whole(seconds['64']),
    whole(seconds.all),
    [perLaunch['26'], perLaunch['64'], perLaunch.all].map(two).join(', '),
  ]);
  return [
    tableOf(
      ['program', 'launches', 's alone', 's with 26 metrics', 'with 64', 'with all', 's more for a launch'],
      [...rows, ['median', '', '', '', '', '', [law['26'], law['64'], law.all].map(two).join(', ')]],
    ),
    `By the median of the other programs a time with all metrics is ${percent(error)} off in the mean.`,
  ].join('\n\n');
}

function saved({ figure, savings, law }: ProfilingCost): string {
  const rows = figure.map(({ program, alone, launches, kernels, copies, printed, told }) => [
    program,
    whole(alone),
    String(launches),
    `${(100 * kernels).toFixed(2)} %`,
    percent(copies),
    percent(1 - kernels - copies),
    `× ${two(printed)}`,
    `× ${two(told)}`,
  ]);
  return [
    tableOf(
      [
        'program',
        's alone',
        'launches',
        'of it kernels',
        'copies',
        'the host’s',
        'figure 5.5: all over nine',
        'reconstructed',
      ],
      rows,
    ),
    `Nine metrics cost ${two(law.short)} s a launch, by the straight line through 26 and 64. So reckoned they save ${savings.length} programs of the author × ${two(Math.min(...savings))} to ${two(Math.max(...savings))}, × ${two(median(savings))} in the median.`,
  ].join('\n\n');
}
