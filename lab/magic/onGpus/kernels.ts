import {
  columnsOf,
  tableOfKernels,
  type FeatureTable,
} from '../../../src/predictors/magic/features/featureTable';
import { FEAT9, FEAT_MYSTIC } from '../../../src/predictors/magic/features/featureSets';
import { readData } from '../../data/tables';

/** The author's counters of every kernel of his CUDA SDK programs, and what he selected of them. */
export interface AuthorKernels {
  readonly table: FeatureTable;
  /** Programs and kernels before any was left out. */
  readonly programs: number;
  readonly kernels: number;
  /** Metrics before any was left out. */
  readonly metrics: number;
  /** His selections by their names, Feat64 among them. */
  readonly selected: Readonly<Record<string, readonly string[]>>;
}

interface KernelsFile {
  readonly metrics: readonly string[];
  readonly programs: readonly string[];
  readonly selected: Readonly<Record<string, readonly string[]>>;
  /** Program by number, launches, and the metrics in their order. */
  readonly kernels: readonly (readonly [program: number, calls: number, ...values: (number | null)[]])[];
}

export function authorKernels(root: string): AuthorKernels {
  const { metrics, programs, selected, kernels } = readData<KernelsFile>(root, 'magic_kernels');
  const described = kernels.map(([program, calls, ...values], at) => ({
    application: programs[program]!,
    kernel: `${at}`,
    calls,
    timeNs: null,
    metrics: Object.fromEntries(
      metrics.flatMap((name, column) => (values[column] === null ? [] : [[name, values[column]!]])),
    ),
  }));
  const counts = { programs: programs.length, kernels: kernels.length, metrics: metrics.length };
  return { table: tableOfKernels(described), ...counts, selected };
}

/** What nvprof called them on a GTX 1080 Ti. */
const CALLED: Readonly<Record<string, string>> = { sm_efficiency: 'sm_activity', ipc: 'executed_ipc' };

/** Published sets by the names that metrics had there. */
export const PUBLISHED = {
  Feat9: FEAT9,
  FeatMystic: FEAT_MYSTIC.map((name) => CALLED[name] ?? name),
} as const;

/** Metrics of some rows of a table in the order given, those that it lacks left out. */
export const presentColumns = (table: FeatureTable, names: readonly string[]): number[][] =>
  columnsOf(
    table,
    names.filter((name) => table.metrics.includes(name)),
  );
