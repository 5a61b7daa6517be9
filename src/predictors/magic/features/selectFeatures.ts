import { message } from '../../../kernel/message';
import { InputError } from '../../../kernel/result';
import { columnsOf, type FeatureTable } from './featureTable';
import { COVERAGES } from './featureSets';
import { componentsFor, componentsOf, principalFeatures } from './principalFeatures';
import { columnVariances, scaled, scalingOf, variesEnough } from './scaling';

/** A metric that is worth collecting, and the metrics that it stands for. */
export interface SelectedMetric {
  readonly metric: string;
  /** Others of its cluster: they tell about the same. */
  readonly standsFor: readonly string[];
}

/** The few metrics that tell most of what all tell. */
export interface FeatureSelection {
  /** Kernels and metrics that were looked at. */
  readonly kernels: number;
  readonly metrics: number;
  /** Metrics that vary over the kernels (64 of 120 in the dissertation). */
  readonly varying: readonly string[];
  readonly selected: readonly SelectedMetric[];
  /** Share of the variance that so many components explain, 0 to 1. */
  readonly variance: number;
  /** How many metrics keep how much of the variance (table 5.1). */
  readonly coverage: readonly { readonly share: number; readonly metrics: number }[];
}

export interface SelectionOptions {
  /** Share of the variance to keep, 0 to 1; 0.75 is what left nine. */
  readonly keep: number;
  /** Least variance of a metric scaled to 0 to 1. Default 0: only what never varies goes. */
  readonly leastVariance?: number;
  readonly seed: number;
}

/**
 * Selects metrics as section 5.2.1 does: min-max scaling, removal of what hardly varies, principal feature analysis. The
 * same seed gives the same metrics.
 *
 * @throws InputError where there are fewer than two kernels, or fewer than two metrics vary
 */
export function selectFeatures(table: FeatureTable, options: SelectionOptions): FeatureSelection {
  if (table.rows.length < 2) throw new InputError(message('predictors.magic.oneKernel'), 'too-few-kernels');
  const { names, rows } = varyingMetrics(table, options.leastVariance ?? 0);
  if (names.length < 2)
    throw new InputError(
      message('predictors.magic.nothingVaries', { kernels: table.rows.length }),
      'too-few-metrics',
    );
  const components = componentsOf(rows);
  const count = Math.min(componentsFor(components, options.keep), names.length);
  return {
    kernels: table.rows.length,
    metrics: table.metrics.length,
    varying: names,
    selected: principalFeatures(components, count, options.seed).map(({ feature, cluster }) => ({
      metric: names[feature]!,
      standsFor: cluster.filter((at) => at !== feature).map((at) => names[at]!),
    })),
    variance: components.explained.slice(0, count).reduce((sum, share) => sum + share, 0),
    coverage: COVERAGES.map(({ share }) => ({ share, metrics: componentsFor(components, share) })),
  };
}

function varyingMetrics(
  table: FeatureTable,
  least: number,
): { readonly names: readonly string[]; readonly rows: readonly (readonly number[])[] } {
  const all = table.rows.map(({ values }) => values);
  const scaling = scalingOf(all);
  const variances = columnVariances(all.map((row) => scaled(row, scaling)));
  const names = table.metrics.filter((_, column) => variesEnough(variances[column]!, least));
  const own = columnsOf(table, names);
  const ownScaling = names.length > 0 ? scalingOf(own) : { least: [], most: [] };
  return { names, rows: own.map((row) => scaled(row, ownScaling)) };
}
