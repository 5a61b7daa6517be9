import type { FeatureTable } from '../../src/predictors/magic/features/featureTable';
import { COVERAGES, FEAT9, FEAT_MYSTIC } from '../../src/predictors/magic/features/featureSets';
import { apartVariance } from '../../src/predictors/magic/features/scaling';
import { selectFeatures, type FeatureSelection } from '../../src/predictors/magic/features/selectFeatures';
import { similarityOf } from '../../src/predictors/magic/similarity/partners';
import { createRandom } from '../../src/stats/random';
import { rankCorrelation } from '../../src/stats/rankCorrelation';
import { mean } from '../../src/stats/means';

/** How well a set of metrics tells which applications are alike. */
export interface FeatureSetRow {
  readonly name: string;
  readonly metrics: number;
  /** Cophenetic correlation of the centroid clustering. */
  readonly cophenetic: number | null;
  /** Rank correlation of its distances with those of all metrics: 1 orders pairs of applications the same way. */
  readonly likeAll: number;
  /** Share of the applications whose least similar partner is the same as by all metrics. */
  readonly samePartner: number;
}

export interface FeatureStudy {
  readonly kernels: number;
  readonly applications: number;
  readonly metrics: number;
  readonly varying: number;
  /** Number of metrics by variance kept, beside what the text prints. */
  readonly coverage: readonly { readonly share: number; readonly ours: number; readonly printed: number }[];
  readonly sets: readonly FeatureSetRow[];
  /** What the selection at 75 % takes over seeds: how many of them take a metric, most often taken first. */
  readonly taken: readonly { readonly metric: string; readonly seeds: number }[];
  readonly seeds: number;
  /** Metrics of table 5.3 that the table has. */
  readonly feat9: number;
}

const SEEDS = 20;
const KEEP = 0.75;

/** Thresholds of variance by the kernels that a metric has to set apart; 0 keeps all that vary. */
const APART = [0, 1, 2, 4] as const;

/** Selection and similarity on a table of kernels, over seeds. */
export function studyFeatures(table: FeatureTable): FeatureStudy {
  const select = (leastVariance: number) =>
    Array.from({ length: SEEDS }, (_, at) =>
      selectFeatures(table, { keep: KEEP, seed: at + 1, leastVariance }),
    );
  const kernels = table.rows.length;
  const byThreshold = APART.map((apart) => ({ apart, selections: select(apartVariance(apart, kernels)) }));
  const { selections } = byThreshold[0]!;
  const first = selections[0]!;
  const metricsOf = ({ selected }: FeatureSelection): string[] => selected.map(({ metric }) => metric);
  const chosen = selections.map(metricsOf);
  const feat9 = FEAT9.filter((metric) => table.metrics.includes(metric));
  const compare = comparison(table);
  return {
    kernels: first.kernels,
    applications: new Set(table.rows.map(({ application }) => application)).size,
    metrics: first.metrics,
    varying: first.varying.length,
    coverage: COVERAGES.map(({ share, printed }) => ({
      share,
      printed,
      ours: first.coverage.find((each) => each.share === share)!.metrics,
    })),
    sets: [
      averaged('FeatAll', [compare(table.metrics)]),
      averaged('Feat9 of table 5.3', [compare(feat9)]),
      averaged('FeatMystic', [compare(FEAT_MYSTIC.filter((metric) => table.metrics.includes(metric)))]),
      ...byThreshold.map(({ apart, selections: own }) =>
        averaged(
          apart === 0
            ? `selected here of the ${own[0]!.varying.length} that vary`
            : `of the ${own[0]!.varying.length} that vary no less than what sets ${apart} of the kernels apart`,
          own.map((selection) => compare(metricsOf(selection))),
        ),
      ),
      averaged(
        'as many at random',
        chosen.map(({ length }, at) => compare(drawn(table.metrics, length, at + 1))),
      ),
    ],
    taken: counted(chosen),
    seeds: SEEDS,
    feat9: feat9.length,
  };
}

type Compared = Omit<FeatureSetRow, 'name'>;

function comparison(table: FeatureTable): (metrics: readonly string[]) => Compared {
  const all = similarityOf(table)!;
  const pairs = (distances: readonly (readonly number[])[]): number[] =>
    distances.flatMap((row, at) => row.slice(at + 1));
  return (metrics) => {
    const own = similarityOf(table, metrics)!;
    return {
      metrics: metrics.length,
      cophenetic: own.cophenetic,
      likeAll: rankCorrelation(pairs(own.distances), pairs(all.distances)) ?? 0,
      samePartner: mean(
        own.applications.map(({ leastSimilar }, at) =>
          leastSimilar === all.applications[at]!.leastSimilar ? 1 : 0,
        ),
      ),
    };
  };
}

function averaged(name: string, rows: readonly Compared[]): FeatureSetRow {
  return {
    name,
    metrics: rows[0]!.metrics,
    cophenetic: mean(rows.map(({ cophenetic }) => cophenetic ?? 0)),
    likeAll: mean(rows.map(({ likeAll }) => likeAll)),
    samePartner: mean(rows.map(({ samePartner }) => samePartner)),
  };
}

function drawn(metrics: readonly string[], count: number, seed: number): string[] {
  const random = createRandom(seed);
  const left = [...metrics];
  return Array.from({ length: count }, () => left.splice(random.below(left.length), 1)[0]!);
}

function counted(chosen: readonly (readonly string[])[]): FeatureStudy['taken'] {
  const counts = new Map<string, number>();
  for (const metric of chosen.flat()) counts.set(metric, (counts.get(metric) ?? 0) + 1);
  return [...counts]
    .map(([metric, seeds]) => ({ metric, seeds }))
    .sort((a, b) => b.seeds - a.seeds || a.metric.localeCompare(b.metric));
}
