import { mean } from '../../../src/stats/means';
import { percent, tableOf, two } from '../markdown';
import type { MeasuredClasses } from './classes';
import type { MeasuredDevices } from './devices';
import type { MeasuredMatrix } from './measured';
import { BEST } from '../policyPlays';
import { MAX_CO_RUN, type PolicyResult } from '../sequences';
import { averageSpeeds, SENSITIVE_BELOW } from './policies';
import type { EngineError, RealPolicy } from './realQueues';

export interface MeasuredSummary {
  readonly real: readonly RealPolicy[];
  readonly matrices: readonly MeasuredMatrix[];
  readonly engine: { readonly ratios: readonly EngineError[]; readonly slowdowns: readonly EngineError[] };
  readonly classes: readonly MeasuredClasses[];
  readonly devices: readonly MeasuredDevices[];
  readonly played: readonly {
    readonly gpus: readonly string[];
    readonly policies: readonly PolicyResult[];
  }[];
}

/** The parts of the page by the names of their blocks. */
export const renderMeasured = (summary: MeasuredSummary): Readonly<Record<string, string>> => ({
  'magic-measured-pairs': pairs(summary.matrices),
  'magic-measured-classes': classes(summary.classes),
  'magic-measured-devices': [devices(summary.devices), relativeSpeeds(summary.matrices)].join('\n\n'),
  'magic-measured-queues': queues(summary),
  'magic-measured-engine': engine(summary.engine),
  'magic-measured-policies': summary.played.map(played).join('\n\n'),
});

function devices(all: readonly MeasuredDevices[]): string {
  return tableOf(
    [
      'features',
      'programs',
      'faster on the 760',
      'majority class',
      'best network',
      'its setting',
      'speed lost',
      'in the text',
    ],
    all.map(({ set, programs, first, majority, accuracy, best, lost, tried }) => [
      set,
      String(programs),
      percent(first),
      percent(majority),
      percent(accuracy),
      `3 × ${best.width}, ${best.activation}, ${best.solver}, L2 ${best.decay} (of ${tried})`,
      percent(lost),
      '> 97 %',
    ]),
  );
}

/** Programs of figure 5.10, of which the text prints ranges; the author's runs lack bfs, and heartwall alone. */
const RODINIA = [
  ['rodinia_backprop', '0.9 to 1.8'],
  ['rodinia_gaussian', '1.8'],
  ['rodinia_dwt2d', '0.6 to 1.4'],
  ['rodinia_lavaMD', '0.6 to 1.4'],
] as const;

/** Whole programs, from their start to their end. */
function relativeSpeeds(matrices: readonly MeasuredMatrix[]): string {
  const seconds = (gpu: string, name: string): number => {
    const { programs, seconds: alone } = matrices.find((matrix) => matrix.gpu === gpu)!;
    return alone[programs.indexOf(name)]!;
  };
  return tableOf(
    ['speed on the GTX 760 over that on the 950', 'figure 5.10', "in the author's runs"],
    RODINIA.map(([name, printed]) => [
      name,
      printed,
      two(seconds('gtx-950', name) / seconds('gtx-760', name)),
    ]),
  );
}

const SHOWN: readonly (readonly [name: string, printed: string])[] = [
  ['cudasdk_concurrentKernels', '0.5 to 1.6, mean above 0.9'],
  ['cudasdk_scan', '–'],
  ['cudasdk_binomialOptions', '0.01 to 0.04'],
  ['shoc_lev1reduction', 'mean above 0.9'],
  ['poly_3mm', '–'],
  ['poly_fdtd2d', '–'],
];

function pairs(matrices: readonly MeasuredMatrix[]): string {
  const cell = ({ programs, ratios }: MeasuredMatrix, name: string): string => {
    const of = programs.indexOf(name);
    const own = (ratios[of] ?? []).flatMap((ratio, beside) =>
      ratio === null || beside === of ? [] : [ratio - 1],
    );
    return `${two(mean(own))} (${two(Math.min(...own))} to ${two(Math.max(...own))})`;
  };
  const sensitive = matrices.map((matrix) =>
    mean(averageSpeeds(matrix).map((speed) => (speed < SENSITIVE_BELOW ? 1 : 0))),
  );
  return tableOf(
    ['slowdown − 1, mean (least to most)', 'figure 1.5', ...matrices.map(({ gpu }) => gpu)],
    [
      ...SHOWN.map(([name, printed]) => [name, printed, ...matrices.map((matrix) => cell(matrix, name))]),
      ['programs', '79', ...matrices.map(({ programs }) => `${programs.length}`)],
      ['slower than 0.8 of their speed in the mean', '–', ...sensitive.map(percent)],
      ['below a second alone', '24 %', ...matrices.map((matrix) => slowedBetween(matrix, 0, 1))],
      ['above two seconds', '33 %', ...matrices.map((matrix) => slowedBetween(matrix, 2, Infinity))],
    ],
  );
}

/** Share of the programs that take so long alone, and their mean slowdown − 1. */
function slowedBetween({ seconds, ratios }: MeasuredMatrix, from: number, to: number): string {
  const own = seconds.flatMap((alone, at) => (alone >= from && alone < to ? [at] : []));
  const slowdowns = own.flatMap((at) =>
    ratios[at]!.flatMap((ratio, beside) => (ratio === null || beside === at ? [] : [ratio - 1])),
  );
  return `${percent(own.length / seconds.length)}: ${two(mean(slowdowns))}`;
}

function classes(results: readonly MeasuredClasses[]): string {
  const rows = results[0]!.scores.map(({ family }, at) => [
    family,
    ...results.map(({ scores }) => `${percent(scores[at]!.nested)} (${percent(scores[at]!.chosen)})`),
  ]);
  return tableOf(
    [`${results[0]!.programs} programs`, ...results.map(({ set, metrics }) => `${set} (${metrics})`)],
    [['majority class', ...results.map(({ majority }) => percent(majority))], ...rows],
  );
}

const meanOf = ({ makespans }: RealPolicy): number => mean(makespans);

function queues({ real, matrices }: MeasuredSummary): string {
  const [first, second] = [
    real.filter(({ gpus }) => gpus.length === 1),
    real.filter(({ gpus }) => gpus.length > 1),
  ];
  const [small, other] = ['gtx-950', 'gtx-760'].map((gpu) => matrices.find((each) => each.gpu === gpu)!);
  const faster = mean(small!.seconds.map((seconds, at) => (other!.seconds[at]! < seconds ? 1 : 0)));
  return [
    realTable(first),
    realTable(second),
    'Speedups that the text prints, and what its runs give, by MaxCoRun 2, 4, 6 and 8:',
    tableOf(
      ['InferBin-Feat9', 'printed', 'makespan in the runs', 'mean', 'STP', 'ANTT'],
      [
        ['over fcfs', '6, 15, 22, 17 %; 16 % · STP +10 to 36 % · ANTT −13 to 56 %', ...gains(first, 'fcfs')],
        ['over sim-FeatAll', '10 % · STP +5 to 37 % · ANTT −6 to 68 %', ...gains(first, 'sim, FeatAll')],
        ['over InferBin-FeatAll', 'STP +2 to 9 % · ANTT −6 to 17 %', ...gains(first, 'InferBin, FeatAll')],
        ['over least loaded', '14 to 15 % · STP +36 % · ANTT 2.6 ×', ...gains(second, 'least loaded')],
        ['over round robin', '17 to 18 % · STP +24 % · ANTT 1.7 ×', ...gains(second, 'round robin')],
      ],
    ),
    `Of the ${small!.programs.length} programs ${percent(faster)} are faster on the GTX 760 than on the 950: who always says so is right as often.`,
  ].join('\n\n');
}

function realTable(real: readonly RealPolicy[]): string {
  const names = [...new Set(real.map(({ policy }) => policy))];
  return [
    `${real[0]!.gpus.join(' + ')}: seconds · STP · ANTT · worst job.`,
    tableOf(
      ['policy', ...MAX_CO_RUN.map((most) => `${most} together`)],
      names.map((policy) => [
        policy,
        ...MAX_CO_RUN.map((most) => {
          const own = real.find((each) => each.policy === policy && each.maxCoRun === most)!;
          return `${meanOf(own).toFixed(0)} · ${own.stp.toFixed(1)} · ${two(own.antt)} · ${own.worst.toFixed(1)}`;
        }),
      ]),
    ),
  ].join('\n\n');
}

/** How much shorter than those of another policy makespans of InferBin-Feat9 are, and both other measures. */
function gains(real: readonly RealPolicy[], than: string): string[] {
  const at = (policy: string, most: number): RealPolicy =>
    real.find((each) => each.policy === policy && each.maxCoRun === most)!;
  const ours = MAX_CO_RUN.map((most) => at('InferBin, Feat9', most));
  const others = MAX_CO_RUN.map((most) => at(than, most));
  const speedups = ours.map((own, place) => meanOf(others[place]!) / meanOf(own) - 1);
  return [
    speedups.map(percent).join(', '),
    percent(mean(speedups)),
    ours.map((own, place) => percent(own.stp / others[place]!.stp - 1)).join(', '),
    ours.map((own, place) => percent(own.antt / others[place]!.antt - 1)).join(', '),
  ];
}

function engine({ ratios, slowdowns }: MeasuredSummary['engine']): string {
  const signed = (share: number): string => `${share > 0 ? '+' : ''}${percent(share)}`;
  const cells = ({ makespan, bias, job, antt }: EngineError): string[] => [
    `${percent(makespan)} (${signed(bias)})`,
    percent(job),
    two(antt),
  ];
  return tableOf(
    [
      'GPUs',
      'together',
      'runs',
      'makespan, as printed',
      'a job',
      'ANTT',
      'makespan, while both run',
      'a job',
      'ANTT',
    ],
    ratios.map((each, at) => [
      each.gpus.join(' + '),
      `${each.maxCoRun}`,
      `${each.queues}`,
      ...cells(each),
      ...cells(slowdowns[at]!),
    ]),
  );
}

function played({ gpus, policies }: MeasuredSummary['played'][number]): string {
  const names = [...new Set(policies.map(({ policy }) => policy))];
  const at = (policy: string, most: number): PolicyResult =>
    policies.find((each) => each.policy === policy && each.maxCoRun === most)!;
  const cell = (policy: string, most: number): string => {
    const { makespan, stp, antt, worst } = at(policy, most);
    return `${percent(makespan / at(BEST, most).makespan - 1)} · ${stp.toFixed(1)} · ${two(antt)} · ${worst.toFixed(1)}`;
  };
  return [
    `${gpus.join(' + ')}: makespan beyond that of the best plan found · STP · ANTT · worst job.`,
    tableOf(
      ['policy', ...MAX_CO_RUN.map((most) => `${most} together`)],
      names.map((policy) => [policy, ...MAX_CO_RUN.map((most) => cell(policy, most))]),
    ),
  ].join('\n\n');
}
