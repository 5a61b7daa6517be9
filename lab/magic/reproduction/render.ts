import { mean } from '../../../src/stats/means';
import { median } from '../../../src/stats/quantile';
import { percent, tableOf, two } from '../markdown';
import { JOB_PROGRAMS, SIX, type Origin } from '../jobs/programs';
import { FEATURE_SETS } from './data';
import { BEST } from '../policyPlays';
import { MAX_CO_RUN, type PolicyResult } from '../sequences';
import type { GpuResult, MagicSummary, QueueResult } from './summary';

const hostOf = (host: boolean): string => (host ? 'with host work' : 'without host work');

/** The parts of the page by the names of their blocks. */
export function renderMagic(summary: MagicSummary): Readonly<Record<string, string>> {
  return {
    'magic-programs': programs(),
    'magic-checks': checks(summary),
    'magic-slowdowns': slowdowns(summary.gpus),
    'magic-qos': qos(summary.gpus),
    'magic-classes': classes(summary),
    'magic-devices': devices(summary),
    'magic-queues': summary.queues.map(queue).join('\n\n'),
  };
}

function programs(): string {
  const origins = [...new Set(JOB_PROGRAMS.map(({ origin }) => origin))];
  const of = (origin: Origin) => JOB_PROGRAMS.filter((each) => each.origin === origin);
  return tableOf(
    ['suite', 'how many', 'programs (* computes its result on the host, too)'],
    origins.map((origin) => [
      origin === 'own' ? 'others of ours' : origin,
      `${of(origin).length}`,
      of(origin)
        .map(({ name, checksOnHost }) => (checksOnHost ? `${name}\\*` : name))
        .join(', '),
    ]),
  );
}

function checks({ checked }: MagicSummary): string {
  const errors = checked.map(({ simulated, replayed }) => Math.abs(replayed / simulated - 1));
  const rows = checked.map(({ of, beside, simulated, replayed }, at) => [
    of,
    beside,
    two(simulated),
    two(replayed),
    percent(errors[at]!),
  ]);
  return [
    `${checked.length} pairs in the simulator's time slices against the replay, without host work: mean error ${percent(mean(errors))}, median ${percent(median(errors))}, largest ${percent(Math.max(...errors))}.`,
    tableOf(['program', 'beside', 'simulated', 'replayed', 'error'], rows),
  ].join('\n\n');
}

/** What figure 1.5 and its text say of slowdown − 1 on a GTX 1080 Ti. */
const PRINTED: Readonly<Record<string, string>> = {
  'concurrent-kernels': '0.5 to 1.6, mean above 0.9',
  reduction: 'mean above 0.9',
  'binomial-options': '0.01 to 0.04',
};

function slowdowns(gpus: readonly GpuResult[]): string {
  const cell = ({ six }: GpuResult, at: number): string =>
    `${two(six[at]!.mean)} (${two(six[at]!.least)} to ${two(six[at]!.most)})`;
  const rows = SIX.map(([name, printed], at) => [
    printed,
    PRINTED[name] ?? '–',
    ...gpus.map((gpu) => cell(gpu, at)),
  ]);
  const head = gpus.map(({ gpu, host }) => `${gpu}, ${hostOf(host)}`);
  return [
    tableOf(
      ['slowdown − 1', 'figure 1.5', ...head],
      [
        ...rows,
        ['all 79, mean', '–', ...gpus.map(({ average }) => two(average))],
        ['share of a job in kernels, mean', '–', ...gpus.map(({ kernelShare }) => percent(kernelShare))],
      ],
    ),
    'Weighted speedup of binomialOptions beside each (figure 5.8):',
    tableOf(
      ['beside', 'figure 5.8', ...head],
      gpus[0]!.speedups.map(({ name }, at) => [
        name,
        name === 'reduction' || name === 'concurrent-kernels' ? '1.46 on average' : '1.81 to 1.98',
        ...gpus.map(({ speedups }) => two(speedups[at]!.speedup)),
      ]),
    ),
  ].join('\n\n');
}

function qos(gpus: readonly GpuResult[]): string {
  const printed: Readonly<Record<string, string>> = {
    FeatAll: '7, 0.12',
    Feat9: '9, 0.16',
    FeatMystic: '14, 0.22',
  };
  return tableOf(
    ['partner by', 'figure 5.4', ...gpus.map(({ gpu, host }) => `${gpu}, ${hostOf(host)}`)],
    gpus[0]!.qos.map(({ set }, at) => [
      set in printed ? `least similar, ${set}` : set,
      printed[set] ?? '–',
      ...gpus.map(({ qos: own }) => `${own[at]!.violations.toFixed(0)}, ${two(own[at]!.mean)}`),
    ]),
  );
}

function classes({ classes: results }: MagicSummary): string {
  const shares = [...new Set(results.map(({ below }) => below))];
  return shares
    .map((below) => {
      const own = results.filter((each) => each.below === below);
      const rows = own[0]!.scores.map(({ family }, at) => [
        family,
        ...own.map(({ scores }) => `${percent(scores[at]!.nested)} (${percent(scores[at]!.chosen)})`),
      ]);
      return [
        `${percent(below)} of the programs below the threshold, a slowdown − 1 of ${two(own[0]!.threshold)}:`,
        tableOf(
          ['classifier', ...FEATURE_SETS],
          [['majority class', ...own.map(({ majority }) => percent(majority))], ...rows],
        ),
      ].join('\n\n');
    })
    .join('\n\n');
}

function devices({ devices: results }: MagicSummary): string {
  return tableOf(
    [
      'GPUs',
      'jobs',
      'features',
      'faster on the first',
      'majority class',
      'best network',
      'its setting',
      'speed lost',
      'in the text',
    ],
    results.map(({ gpus, host, set, first, majority, accuracy, best, lost, tried }) => [
      gpus.join(', '),
      hostOf(host),
      set,
      percent(first),
      percent(majority),
      percent(accuracy),
      `3 × ${best.width}, ${best.activation}, ${best.solver}, L2 ${best.decay} (of ${tried})`,
      percent(lost),
      '> 97 %',
    ]),
  );
}

function queue({ gpus, host, sharing, policies }: QueueResult): string {
  const names = [...new Set(policies.map(({ policy }) => policy))];
  const of = (policy: string, maxCoRun: number): PolicyResult =>
    policies.find((each) => each.policy === policy && each.maxCoRun === maxCoRun)!;
  const cell = (policy: string, maxCoRun: number): string => {
    const { makespan, stp, antt, worst } = of(policy, maxCoRun);
    const best = of(BEST, maxCoRun).makespan;
    return `${percent(makespan / best - 1)} · ${stp.toFixed(1)} · ${two(antt)} · ${worst.toFixed(1)}`;
  };
  return [
    `${gpus.join(' + ')}, ${sharing === 'mps' ? 'under MPS △, ' : ''}${hostOf(host)}: makespan beyond that of the best plan found · STP · ANTT · worst job.`,
    tableOf(
      ['policy', ...MAX_CO_RUN.map((most) => `${most} together`)],
      names.map((policy) => [policy, ...MAX_CO_RUN.map((most) => cell(policy, most))]),
    ),
  ].join('\n\n');
}
