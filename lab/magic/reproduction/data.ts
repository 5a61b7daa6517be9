import { FEAT9, FEAT_MYSTIC } from '../../../src/predictors/magic/features/featureSets';
import { mean } from '../../../src/stats/means';
import { JOB_PROGRAMS } from '../jobs/programs';
import type { PairRow, Row, SoloRow } from '../jobs/rows';

/** What is known of each program alone on a GPU, in the order of the 79. */
export interface Alone {
  readonly gpu: string;
  readonly host: boolean;
  /** Seconds of a round, and the share of it in which kernels run. */
  readonly seconds: readonly number[];
  readonly kernelShares: readonly number[];
  readonly solos: readonly SoloRow[];
}

/** Slowdowns of all pairs on a GPU, too: `slowdowns[of][beside]`, as factors. */
export interface Matrix extends Alone {
  readonly slowdowns: readonly (readonly number[])[];
}

/** GPUs with runs of all programs alone and slowdowns of all pairs, each with and without the host's own work. */
export function matricesOf(rows: readonly Row[]): Matrix[] {
  const solos = rows.filter((row) => row.kind === 'solo');
  const all = rows.filter((row) => row.kind === 'matrix');
  return [...new Set(all.map(({ gpu }) => gpu))].flatMap((gpu) =>
    [true, false].flatMap((host) => {
      const own = all.filter((row) => row.gpu === gpu && row.host === host);
      const alone = solos.filter((row) => row.gpu === gpu);
      const matrix = JOB_PROGRAMS.flatMap(({ name }) => own.findLast(({ of }) => of === name) ?? []);
      const runs = JOB_PROGRAMS.flatMap(({ name }) => alone.findLast(({ app }) => app === name) ?? []);
      if (matrix.length < JOB_PROGRAMS.length || runs.length < JOB_PROGRAMS.length) return [];
      return [
        {
          gpu,
          host,
          slowdowns: matrix.map(({ slowdowns }) => slowdowns),
          seconds: matrix.map(({ seconds }) => seconds),
          kernelShares: matrix.map(({ kernelShare }) => kernelShare),
          solos: runs,
        },
      ];
    }),
  );
}

export const pairRowsOf = (rows: readonly Row[], kind: PairRow['kind']): PairRow[] =>
  rows.filter((row) => row.kind === kind) as PairRow[];

/** Mean slowdown − 1 of each program beside all others (5.2). */
export const averagesOf = ({ slowdowns }: Matrix): number[] =>
  slowdowns.map((own, of) => mean(own.filter((_, beside) => beside !== of)) - 1);

/** Metrics by which programs are told apart. */
export const FEATURE_SETS = ['FeatAll', 'Feat9', 'FeatMystic', 'ours'] as const;
export type FeatureSet = (typeof FEATURE_SETS)[number];

/** Those of some metrics that are simulated. */
const simulatedOf = ({ solos }: Alone, metrics: readonly string[]): string[] =>
  metrics.filter((name) => solos[0]!.metrics[name] !== undefined);

export const feat9Of = (alone: Alone): string[] => simulatedOf(alone, FEAT9);
export const featMysticOf = (alone: Alone): string[] => simulatedOf(alone, FEAT_MYSTIC);

export const featAllOf = ({ solos }: Alone): string[] => Object.keys(solos[0]!.metrics).sort();

/** A row of features for each program: counters of its run alone; ours are those of a trace alone, without counters. */
export function featuresOf(matrix: Alone, set: FeatureSet): number[][] {
  if (set === 'ours') return matrix.solos.map((_, at) => traceFeatures(matrix, at));
  const names = METRICS_OF[set](matrix);
  return matrix.solos.map(({ metrics }) => names.map((name) => metrics[name]!));
}

const METRICS_OF = { FeatAll: featAllOf, Feat9: feat9Of, FeatMystic: featMysticOf } as const;

function traceFeatures({ solos, seconds, kernelShares }: Alone, at: number): number[] {
  const { launches, clockMHz, copies } = solos[at]!;
  const kernelNs = launches.map(({ cycles }) => (cycles * 1000) / clockMHz);
  return [
    kernelShares[at]!,
    Math.log(mean(kernelNs)),
    Math.log(Math.max(...kernelNs)),
    Math.log(launches.length / seconds[at]!),
    Math.log((1 + copies.reduce((sum, { bytes }) => sum + bytes, 0)) / seconds[at]!),
  ];
}
