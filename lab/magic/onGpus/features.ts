import { COVERAGES } from '../../../src/predictors/magic/features/featureSets';
import type { FeatureTable } from '../../../src/predictors/magic/features/featureTable';
import { componentsOf } from '../../../src/predictors/magic/features/principalFeatures';
import { scaled, scalingOf } from '../../../src/predictors/magic/features/scaling';
import { selectFeatures } from '../../../src/predictors/magic/features/selectFeatures';
import { similarityOfPoints, type PointSimilarity } from '../../../src/predictors/magic/similarity/partners';
import { mean } from '../../../src/stats/means';
import { casesWith, casesWithAny, casesWithBest, type Cost, type PartnerCases } from '../leastSimilarCases';
import { PUBLISHED, presentColumns, type AuthorKernels } from './kernels';
import type { MeasuredMatrix } from './measured';

/** The least variance that the author's program keeps: that of a metric which sets one kernel in a hundred apart. */
const LEAST_VARIANCE = 0.99 * 0.01;
const SEEDS = 20;
/** Variance that Feat9 keeps (table 5.1). */
const LEAST_KEPT = 0.75;

/** Table 5.2 in its order, as files of counters name them. */
export const THIRTEEN = [
  'interval',
  'transpose',
  'matrixMul',
  'scan',
  'reduction',
  'binomialOptions',
  'SobolQRNG',
  'quasirandomGenerator',
  'MC_SingleAsianOptionP',
  'convolutionFFT2D',
  'mergeSort',
  'sortingNetworks',
  'radixSortThrust',
] as const;

/** Metrics by the variance that they keep: table 5.1 on its own kernels. */
export interface Coverage {
  readonly share: number;
  readonly printed: number;
  readonly ours: number;
  /** Share of the variance that as many components as printed keep. */
  readonly kept: number;
  /** Of the author's selection of so many, how many ours has: the mean over seeds; and as many drawn at random. */
  readonly common: number;
  readonly random: number;
}

/** How the 13 applications compare by a set of metrics: figures 5.3 and 5.4. */
export interface SetSimilarity extends Pick<PointSimilarity, 'merges' | 'cophenetic' | 'best'> {
  readonly set: string;
  readonly metrics: number;
  /** Of all pairs, the share that is nearer to each other than mergeSort and sortingNetworks are. */
  readonly sortsBehind: number;
  /** Beside least similar partners on the card, applications as the author put them together and as we do. */
  readonly byMost: PartnerCases;
  readonly byMean: PartnerCases;
}

/** Metrics that are selected here, over seeds. */
export interface OwnSelection {
  readonly from: string;
  readonly metrics: number;
  readonly byMost: PartnerCases;
  readonly byMean: PartnerCases;
}

export interface AuthorFeatures {
  readonly programs: number;
  readonly kernels: number;
  readonly metrics: number;
  readonly left: { readonly kernels: number; readonly metrics: number };
  /** Metrics that vary enough, and how many of these the author kept, of his 64. */
  readonly varying: number;
  readonly common: number;
  readonly coverage: readonly Coverage[];
  readonly sets: readonly SetSimilarity[];
  readonly own: readonly OwnSelection[];
  readonly any: PartnerCases;
  readonly bestPartners: PartnerCases;
}

/** @param seeds of selections, over which means are taken */
export function authorFeatures(author: AuthorKernels, matrix: MeasuredMatrix, seeds = SEEDS): AuthorFeatures {
  const { table, selected } = author;
  const { varying } = selectFeatures(table, { keep: 1, seed: 1, leastVariance: LEAST_VARIANCE });
  const cost = costOn(matrix);
  const sets = {
    FeatAll: table.metrics,
    FeatMystic: PUBLISHED.FeatMystic,
    ...Object.fromEntries(Object.entries(selected).toReversed()),
    'Feat9 of table 5.3': PUBLISHED.Feat9,
  };
  return {
    programs: author.programs,
    kernels: author.kernels,
    metrics: author.metrics,
    left: { kernels: table.rows.length, metrics: table.metrics.length },
    varying: varying.length,
    common: varying.filter((name) => selected['Feat64']!.includes(name)).length,
    coverage: coverageOf(author, varying, seeds),
    sets: Object.entries(sets).map(([set, names]) => similarityBy(set, names, table, cost)),
    own: [
      ownSelection('of those that vary so much', LEAST_VARIANCE, seeds, table, cost),
      ownSelection('of all that vary, as `corun features` does', 0, seeds, table, cost),
    ],
    any: casesWithAny(cost, THIRTEEN.length),
    bestPartners: casesWithBest(cost, THIRTEEN.length),
  };
}

function coverageOf(
  { table, selected }: AuthorKernels,
  varying: readonly string[],
  seeds: number,
): Coverage[] {
  const { explained } = componentsOf(scaledColumns(table, varying));
  return COVERAGES.map(({ share, printed }) => {
    const theirs = selected[`Feat${printed}`]!;
    const kept = explained.slice(0, printed).reduce((sum, part) => sum + part, 0);
    const chosen = seedsUpTo(seeds).map((seed) =>
      selectFeatures(table, { keep: share, seed, leastVariance: LEAST_VARIANCE }),
    );
    return {
      share,
      printed,
      ours: chosen[0]!.selected.length,
      kept,
      common: mean(
        chosen.map(({ selected: own }) => own.filter(({ metric }) => theirs.includes(metric)).length),
      ),
      random: (chosen[0]!.selected.length * theirs.length) / varying.length,
    };
  });
}

function ownSelection(
  from: string,
  leastVariance: number,
  seeds: number,
  table: FeatureTable,
  cost: Cost,
): OwnSelection {
  const sets = seedsUpTo(seeds).map((seed) => {
    const { selected } = selectFeatures(table, { keep: LEAST_KEPT, seed, leastVariance });
    return similarityBy(
      from,
      selected.map(({ metric }) => metric),
      table,
      cost,
    );
  });
  const averaged = (of: (set: SetSimilarity) => PartnerCases): PartnerCases => ({
    violations: mean(sets.map((set) => of(set).violations)),
    mean: mean(sets.map((set) => of(set).mean)),
  });
  return {
    from,
    metrics: sets[0]!.metrics,
    byMost: averaged(({ byMost }) => byMost),
    byMean: averaged(({ byMean }) => byMean),
  };
}

function scaledColumns(table: FeatureTable, names: readonly string[]): number[][] {
  const rows = presentColumns(table, names);
  const scaling = scalingOf(rows);
  return rows.map((row) => scaled(row, scaling));
}

function similarityBy(set: string, names: readonly string[], table: FeatureTable, cost: Cost): SetSimilarity {
  const rows = scaledColumns(table, names);
  const kernelsOf = (name: string) =>
    table.rows.flatMap(({ application, calls }, at) =>
      application === name ? [{ values: rows[at]!, calls }] : [],
    );
  const most = similarityOfPoints(THIRTEEN.map((name) => largest(kernelsOf(name))));
  const usual = similarityOfPoints(THIRTEEN.map((name) => usualOf(kernelsOf(name))));
  const cases = ({ partners }: PointSimilarity): PartnerCases =>
    casesWith(
      cost,
      partners.map(({ other }) => other),
    );
  const { merges, cophenetic, best } = most;
  const sortsBehind = nearerThan(most.distances, 'mergeSort', 'sortingNetworks');
  return {
    ...{ set, metrics: rows[0]!.length, merges, cophenetic, best, sortsBehind },
    byMost: cases(most),
    byMean: cases(usual),
  };
}

const seedsUpTo = (count: number): number[] => Array.from({ length: count }, (_, at) => at + 1);

interface ScaledKernel {
  readonly values: readonly number[];
  readonly calls: number;
}

/** The largest value of each metric over the kernels of an application, as the author's programs put them together. */
const largest = (kernels: readonly ScaledKernel[]): number[] =>
  kernels[0]!.values.map((_, column) => Math.max(...kernels.map(({ values }) => values[column]!)));

/** The mean by launches, as ours is where no trace times them. */
function usualOf(kernels: readonly ScaledKernel[]): number[] {
  const launches = kernels.reduce((sum, { calls }) => sum + calls, 0);
  return kernels[0]!.values.map((_, column) =>
    kernels.reduce((sum, { values, calls }) => sum + (values[column]! * calls) / launches, 0),
  );
}

function nearerThan(distances: readonly (readonly number[])[], a: string, b: string): number {
  const number = (name: string): number => THIRTEEN.findIndex((each) => each === name);
  const own = distances[number(a)]![number(b)]!;
  return mean(distances.flatMap((row, at) => row.slice(at + 1).map((each) => (each < own ? 1 : 0))));
}

/** What the 13 cost each other on a card. @throws RangeError for a pair that was not measured */
function costOn({ programs, ratios }: MeasuredMatrix): Cost {
  const numbers = THIRTEEN.map((name) => programs.indexOf(`cudasdk_${name.replace('_', '')}`));
  return (of, beside) => {
    const ratio = ratios[numbers[of]!]?.[numbers[beside]!];
    if (ratio === undefined || ratio === null)
      throw new RangeError(`${THIRTEEN[of]} beside ${THIRTEEN[beside]} was not measured`);
    return ratio - 1;
  };
}
