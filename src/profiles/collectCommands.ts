import { nsightMetrics } from './ncu/mapping';

/** Time of a launch, by which kernels of an application are weighted. */
const TIME = 'gpu__time_duration.sum';

/** Command lines that collect some metrics of a program, and what they cannot collect. */
export interface CollectCommands {
  /** For GPUs before compute capability 7.5. */
  readonly nvprof: string;
  /** Times of its kernels, which nvprof does not tell beside metrics. */
  readonly nvprofTrace: string;
  /** For compute capability 7.0 and newer; times are among the metrics. */
  readonly ncu: string;
  /** Metrics that Nsight Compute has no counterpart of, by nvprof's names. */
  readonly nvprofOnly: readonly string[];
}

/**
 * What to type to collect metrics, given by nvprof's names.
 *
 * @param program the command that is profiled, as it is typed
 */
export function collectCommands(metrics: readonly string[], program: string): CollectCommands {
  const raw = metrics.map((name) => nsightMetrics(name));
  const names = [...new Set([TIME, ...raw.flatMap((own) => own ?? [])])];
  return {
    nvprof: `nvprof --csv --log-file metrics.csv --metrics ${metrics.join(',')} ${program}`,
    nvprofTrace: `nvprof --csv --print-gpu-trace --log-file trace.csv ${program}`,
    ncu: `ncu --csv --page raw --print-units base --log-file metrics.csv --metrics ${names.join(',')} ${program}`,
    nvprofOnly: metrics.filter((_, at) => raw[at] === null),
  };
}
