import { message } from '../../../kernel/message';
import type { KernelProfile, ProfileFile } from '../../../kernel/profile';
import { InputError } from '../../../kernel/result';
import { before } from '../../../kernel/texts';

/** One kernel of an application, described by its metrics. */
export interface FeatureRow {
  /** The program that was profiled; the file's name where it does not tell. */
  readonly application: string;
  readonly kernel: string;
  /** Launches that the metrics are the mean of. */
  readonly calls: number;
  /** Time of all its launches, from a trace of the same program; null where there is none. */
  readonly timeNs: number | null;
  /** In the order of the table's metrics, in base units. */
  readonly values: readonly number[];
}

/** Kernels × metrics (dissertation section 5.2.1: 287 × 120). */
export interface FeatureTable {
  /** nvprof names, in alphabetical order: the set FeatAll. */
  readonly metrics: readonly string[];
  readonly rows: readonly FeatureRow[];
  /** Metrics that some kernels have and others lack; they are left out. */
  readonly incomplete: readonly string[];
  /** Kernels with fewer than half of the metrics that others have; they are left out before anything else. */
  readonly sparse: readonly string[];
}

/**
 * The table of all kernels of profiles that have metrics. Times come from traces of the same program.
 *
 * @throws InputError without a kernel that has metrics, or where the kernels have none in common
 */
export function featureTable(files: readonly ProfileFile[]): FeatureTable {
  const times = kernelTimes(files);
  const described = files.flatMap((file) =>
    file.kernels
      .filter((kernel) => counted(kernel) > 0)
      .map((kernel) => ({ application: applicationOf(file, kernel), kernel })),
  );
  if (described.length === 0) throw new InputError(message('predictors.magic.noMetrics'), 'no-metrics');
  const most = described.reduce((count, { kernel }) => Math.max(count, counted(kernel)), 0);
  const found = described.filter(({ kernel }) => 2 * counted(kernel) >= most);
  const all = [...new Set(found.flatMap(({ kernel }) => Object.keys(kernel.metrics)))].sort();
  const metrics = all.filter((name) => found.every(({ kernel }) => kernel.metrics[name] !== undefined));
  if (metrics.length === 0)
    throw new InputError(message('predictors.magic.noCommonMetric', { kernels: found.length }), 'no-metrics');
  return {
    metrics,
    incomplete: all.filter((name) => !metrics.includes(name)),
    sparse: described.filter((each) => !found.includes(each)).map(({ kernel }) => kernel.name),
    rows: found.map(({ application, kernel }) => ({
      application,
      kernel: kernel.name,
      calls: kernel.calls,
      timeNs: times.get(application)?.get(kernel.name) ?? null,
      values: metrics.map((name) => kernel.metrics[name]!),
    })),
  };
}

const counted = ({ metrics }: KernelProfile): number => Object.keys(metrics).length;

/** Values of some metrics of a table, in the order given. @throws RangeError for one that the table lacks */
export function columnsOf({ metrics, rows }: FeatureTable, names: readonly string[]): number[][] {
  const columns = names.map((name) => metrics.indexOf(name));
  if (columns.includes(-1)) throw new RangeError(`no metric ${names[columns.indexOf(-1)]}`);
  return rows.map(({ values }) => columns.map((column) => values[column]!));
}

function applicationOf(file: ProfileFile, kernel: KernelProfile): string {
  const command = file.runs?.[kernel.run ?? 0]?.command ?? null;
  // Arguments begin behind the last folder: folders may have blanks in their names.
  const name = (command ?? file.path).trim().split(/[\\/]/).at(-1)!;
  return command === null ? before(before(name, ' '), '.') : name.split(/\s/)[0]!.replace(/\.exe$/i, '');
}

/** Time of all launches by application and kernel; kernels that a file does not time are left out. */
function kernelTimes(files: readonly ProfileFile[]): ReadonlyMap<string, ReadonlyMap<string, number>> {
  const times = new Map<string, Map<string, number>>();
  for (const file of files)
    for (const kernel of file.kernels) {
      if (kernel.durationNs === null) continue;
      const application = applicationOf(file, kernel);
      const own = times.get(application) ?? new Map<string, number>();
      times.set(application, own);
      own.set(kernel.name, (own.get(kernel.name) ?? 0) + kernel.durationNs * kernel.calls);
    }
  return times;
}
