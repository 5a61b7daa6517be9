import { message } from '../../../kernel/message';
import type { KernelProfile, ProfileFile } from '../../../kernel/profile';
import { InputError } from '../../../kernel/result';
import { before } from '../../../kernel/texts';

/** One kernel of an application. */
interface Kernel {
  /** The program that was profiled; the file's name where it does not tell. */
  readonly application: string;
  readonly kernel: string;
  /** Launches that the metrics are the mean of. */
  readonly calls: number;
  /** Time of all its launches, from a trace of the same program; null where there is none. */
  readonly timeNs: number | null;
}

/** A kernel with the metrics that a profile has of it, in base units. */
export interface DescribedKernel extends Kernel {
  readonly metrics: Readonly<Record<string, number>>;
}

/** A kernel described by the metrics of a table. */
export interface FeatureRow extends Kernel {
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
  /** Kernels that are left out: they lack more than half of the metrics that others have, or what nearly all have. */
  readonly sparse: readonly string[];
}

/** Share of the kernels that may be left out for the sake of metrics that all others have. */
const MOST_LEFT_OUT = 0.1;

/**
 * The table of all kernels of profiles that have metrics. Times come from traces of the same program.
 *
 * @param mostLeftOut share of the kernels that may go, so that a metric which they lack stays; 0 where each counts
 * @throws InputError without a kernel that has metrics, or where the kernels have none in common
 */
export function featureTable(files: readonly ProfileFile[], mostLeftOut = MOST_LEFT_OUT): FeatureTable {
  const times = kernelTimes(files);
  const described = files.flatMap((file) =>
    file.kernels.map((kernel): DescribedKernel => {
      const application = applicationOf(file, kernel);
      const { name, calls, metrics } = kernel;
      return { application, kernel: name, calls, timeNs: times.get(application)?.get(name) ?? null, metrics };
    }),
  );
  return tableOfKernels(described, mostLeftOut);
}

/** The same of kernels, however they were described. */
export function tableOfKernels(
  kernels: readonly DescribedKernel[],
  mostLeftOut = MOST_LEFT_OUT,
): FeatureTable {
  const described = kernels.filter((each) => counted(each) > 0);
  if (described.length === 0) throw new InputError(message('predictors.magic.noMetrics'), 'no-metrics');
  const most = described.reduce((count, each) => Math.max(count, counted(each)), 0);
  const found = described.filter((each) => 2 * counted(each) >= most);
  const all = [...new Set(found.flatMap((each) => Object.keys(each.metrics)))].sort();
  const { metrics, kept } = largestTable(all, found, mostLeftOut);
  if (metrics.length === 0)
    throw new InputError(message('predictors.magic.noCommonMetric', { kernels: found.length }), 'no-metrics');
  return {
    metrics,
    incomplete: all.filter((name) => !metrics.includes(name)),
    sparse: described.filter((each) => !kept.includes(each)).map(({ kernel }) => kernel),
    rows: kept.map(({ metrics: own, ...kernel }) => ({
      ...kernel,
      values: metrics.map((name) => own[name]!),
    })),
  };
}

/**
 * The metrics and kernels without a gap that keep most values: nvprof has values that cannot be, and one kernel's must not
 * cost all others a metric.
 */
function largestTable(all: readonly string[], found: readonly DescribedKernel[], mostLeftOut: number) {
  const lacking = all.map((name) => found.filter((each) => each.metrics[name] === undefined).length);
  const least = found.length * (1 - mostLeftOut);
  return [...new Set([0, ...lacking])]
    .sort((a, b) => a - b)
    .map((allowed) => {
      const metrics = all.filter((_, at) => lacking[at]! <= allowed);
      const kept = found.filter((each) => metrics.every((name) => each.metrics[name] !== undefined));
      return { metrics, kept };
    })
    .filter(({ kept }) => kept.length >= least)
    .reduce((best, next) =>
      next.kept.length * next.metrics.length > best.kept.length * best.metrics.length ? next : best,
    );
}

const counted = ({ metrics }: DescribedKernel): number => Object.keys(metrics).length;

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
