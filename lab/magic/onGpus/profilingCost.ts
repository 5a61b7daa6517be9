import { mean } from '../../../src/stats/means';
import { median } from '../../../src/stats/quantile';
import { readData } from '../../data/tables';
import { measuredSet } from './measured';

/** Sets of metrics that were collected, and how many they hold. */
export const COLLECTED = { '26': 26, '64': 64, all: 120 } as const;
export type Collected = keyof typeof COLLECTED;
const SETS = Object.keys(COLLECTED) as Collected[];

/** Metrics of the short profile. */
const SHORT = 9;
const GPU = 'gtx-1080-ti';

interface ProfilingData {
  readonly profiled: readonly {
    readonly program: string;
    readonly launches: number;
    /** Of each run. */
    readonly seconds: Readonly<Record<Collected, readonly number[]>>;
  }[];
  /** Time with all metrics over that with nine. */
  readonly figure55: Readonly<Record<string, number>>;
  /** Of each program: launches, seconds of kernels, seconds of copies. */
  readonly traces: readonly (readonly [launches: number, kernels: number, copies: number])[];
}

/** A program that was profiled with three sets of metrics. */
export interface ProfiledProgram {
  readonly program: string;
  readonly launches: number;
  /** Seconds without a profiler. */
  readonly alone: number;
  readonly seconds: Readonly<Record<Collected, number>>;
  /** What a launch takes longer than without a profiler, seconds. */
  readonly perLaunch: Readonly<Record<Collected, number>>;
}

/** What a program takes under a profiler: its time alone, and so many seconds more for each launch. */
export type CostLaw = Readonly<Record<Collected | 'short', number>>;

/** A program whose saving the text tells. */
export interface ToldSaving {
  readonly program: string;
  readonly alone: number;
  readonly launches: number;
  /** Shares of the time alone, figure 5.6. */
  readonly kernels: number;
  readonly copies: number;
  /** Time with all metrics over that with nine: as printed, and by the law. */
  readonly printed: number;
  readonly told: number;
}

export interface ProfilingCost {
  readonly programs: readonly ProfiledProgram[];
  readonly law: CostLaw;
  /** Mean error of times with all metrics, each by the law of the other programs. */
  readonly error: number;
  readonly figure: readonly ToldSaving[];
  /** What nine metrics save of all programs whose time alone is known, by the law. */
  readonly savings: readonly number[];
}

/** What collecting metrics costs, and what few of them save: sections 5.2.3, figures 5.5 and 5.6. */
export function profilingCost(root: string): ProfilingCost {
  const { profiled, figure55, traces } = readData<ProfilingData>(root, 'magic_profiling');
  const { programs: names, gpus } = measuredSet(root);
  const aloneOf = new Map(names.map((name, at) => [name, gpus[GPU]!.alone[at] ?? null]));
  const programs = profiled.map(({ program, launches, seconds }) =>
    profiledProgram(program, launches, aloneOf.get(program)!, seconds),
  );
  const law = lawOf(programs);
  const saving = (alone: number, launches: number): number =>
    (alone + launches * law.all) / (alone + launches * law.short);
  return {
    programs,
    law,
    error: mean(programs.map((own) => errorOf(own, lawOf(programs.filter((one) => one !== own))))),
    figure: Object.entries(figure55).map(([program, printed]) => {
      const [launches, kernels, copies] = traces[names.indexOf(program)]!;
      const alone = aloneOf.get(program)!;
      return {
        ...{ program, alone, launches, printed },
        kernels: kernels / alone,
        copies: copies / alone,
        told: saving(alone, launches),
      };
    }),
    savings: names.flatMap((name, at) => {
      const alone = aloneOf.get(name);
      return alone === null || alone === undefined ? [] : [saving(alone, traces[at]![0])];
    }),
  };
}

function profiledProgram(
  program: string,
  launches: number,
  alone: number,
  runs: Readonly<Record<Collected, readonly number[]>>,
): ProfiledProgram {
  const of = (value: (set: Collected) => number) =>
    Object.fromEntries(SETS.map((set) => [set, value(set)])) as Record<Collected, number>;
  return {
    ...{ program, launches, alone },
    seconds: of((set) => mean(runs[set])),
    perLaunch: of((set) => (mean(runs[set]) - alone) / launches),
  };
}

/** Medians over programs; nine metrics by the straight line through 26 and 64. */
export function lawOf(programs: readonly ProfiledProgram[]): CostLaw {
  const [few, more, all] = SETS.map((set) => median(programs.map(({ perLaunch }) => perLaunch[set])));
  const perMetric = (more! - few!) / (COLLECTED['64'] - COLLECTED['26']);
  return { '26': few!, '64': more!, all: all!, short: few! - perMetric * (COLLECTED['26'] - SHORT) };
}

function errorOf({ alone, launches, seconds }: ProfiledProgram, law: CostLaw): number {
  return Math.abs((alone + launches * law.all) / seconds.all - 1);
}
