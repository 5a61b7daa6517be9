import { mean } from '../../stats/means';
import type { GpuSpec } from '../../kernel/gpuSpec';
import { message, type Words } from '../../kernel/message';
import type { ProfileFile } from '../../kernel/profile';
import { InputError } from '../../kernel/result';
import { LATENCY_PREDICTORS } from '../../predictors';
import { errorOfRuns, type LatencyPredictor, type SoloRun } from '../../predictors/latencyPort';
import { profileGpu } from '../../profiles/transfer';
import { INSTANT_LAUNCH } from '../../timeline/models';
import type { TraceCoRunApplication, TraceCoRunResult } from '../results/traceCoRunResult';
import { launchBytes } from '../traces/launchBytes';
import { profiledHost } from './profiledHost';
import { tracedIteration, withoutProfiler, type TracedIteration } from './tracedIteration';

/** How a co-run of traces is asked. */
export interface TraceCoRunOptions {
  readonly gpu: GpuSpec;
  readonly predictor: LatencyPredictor;
  /** Random phases that are tried for each application. */
  readonly phases: number;
  readonly seed: number;
  /** Time of an iteration of each alone without a profiler, ns; null where it is not known. */
  readonly aloneNs?: readonly (number | null)[];
}

/**
 * Iterations that follow each other in one prediction: the first one meets the others at a random moment, the next ones
 * as long runs meet, where each waits for what the others launched meanwhile.
 */
const ROUNDS = 8;

/** What is asked unless somebody asks otherwise. */
export const USUAL_CO_RUN = { predictor: LATENCY_PREDICTORS[0]!, phases: 5, seed: 1 } as const;

/** One traced application: what it runs again and again. */
interface Period extends TracedIteration {
  readonly file: ProfileFile;
}

/**
 * What traced applications cost each other on one GPU under MPS: each runs its typical iteration beside the others,
 * which run theirs again and again from random phases.
 *
 * @param counted files with counters of their kernels, which tell the use of device memory
 * @throws InputError that names the file which is no trace, or holds a kernel that fits no SM
 */
export function traceCoRun(
  files: readonly ProfileFile[],
  counted: readonly ProfileFile[],
  options: TraceCoRunOptions,
): TraceCoRunResult {
  const { gpu, predictor } = options;
  const periods = files.map((file, at) => periodOf(file, counted, options, options.aloneNs?.[at] ?? null));
  const applications = periods.map((period) => besideOthers(period, periods, options));
  const progress = applications.map(({ slowdown }) => (slowdown === null ? null : 1 / slowdown));
  return {
    gpu: gpu.id,
    gpuName: gpu.name,
    predictor: predictor.id,
    applications,
    error: errorOfRuns(
      predictor,
      'slowdowns',
      periods.map(({ run }) => run),
    ),
    throughput: progress.reduce<number | null>(
      (sum, each) => (sum === null || each === null ? null : sum + each),
      0,
    ),
    assumptions: [
      ...periods.flatMap((period) => [...period.assumptions, ...profiledHost(period.run)]),
      ...applications.flatMap((application) => replayFault(application)),
    ],
  };
}

/** A replay this far from its measurement lacks something that the trace does not tell. */
const MOST_REPLAY_FAULT = 0.1;

/** Said of a replay alone that is not near the measured run; of a host that is taken to be faster only where it is longer. */
export function replayFault(
  { name, aloneNs, measuredNs }: Pick<TraceCoRunApplication, 'name' | 'aloneNs' | 'measuredNs'>,
  isHostTaken = false,
): readonly Words[] {
  const off = aloneNs / measuredNs - 1;
  const fault = isHostTaken ? off : Math.abs(off);
  return fault <= MOST_REPLAY_FAULT ? [] : [message('analysis.coRun.replayOff', { name, off })];
}

/**
 * The GPU that traces were recorded on.
 * @throws InputError where no file tells it, or they tell different ones.
 */
export function gpuOfTraces(files: readonly ProfileFile[]): GpuSpec {
  const told = files.map(profileGpu).flatMap((match) => (match.kind === 'found' ? [match.gpu] : []));
  const ids = [...new Set(told.map(({ id }) => id))];
  if (ids.length === 1) return told[0]!;
  if (ids.length > 1) throw new InputError(message('analysis.coRun.severalGpus', { ids }), 'unknown-gpu');
  const devices = [...new Set(files.flatMap(({ device }) => device ?? []))];
  throw new InputError(
    devices.length === 0
      ? message('analysis.coRun.noGpu')
      : message('analysis.coRun.gpuNotListed', { devices }),
    'unknown-gpu',
  );
}

function periodOf(
  file: ProfileFile,
  counted: readonly ProfileFile[],
  options: TraceCoRunOptions,
  aloneNs: number | null,
): Period {
  const { gpu } = options;
  const traced = tracedIteration(file, gpu, { bytesOf: launchBytes(file, counted) });
  if (aloneNs === null) return { ...traced, file };
  return { ...withoutProfiler(traced, aloneNs, (run) => roundNs(run, [], options)), file };
}

/** Mean time of an iteration beside others, ns; Infinity where they let it starve. */
function roundNs(
  run: SoloRun,
  beside: readonly SoloRun[],
  { gpu, predictor, phases, seed }: TraceCoRunOptions,
): number {
  const { measuredGBs, peakGBs } = gpu.dram;
  const latencies = predictor.latencies({
    ...{ gpu, beside, seed, launch: INSTANT_LAUNCH, service: inRow(run, ROUNDS) },
    // Alone all phases are the same.
    queries: beside.length === 0 ? 1 : phases,
    bytesPerNs: measuredGBs ?? peakGBs ?? Infinity,
  });
  return mean(latencies) / ROUNDS;
}

/** So many iterations, one after the other. */
function inRow({ application, ...run }: SoloRun, rounds: number): SoloRun {
  const round = [...application.operations, { kind: 'synchronize', stream: null } as const];
  return {
    ...run,
    application: { ...application, operations: Array.from({ length: rounds }, () => round).flat() },
  };
}

function besideOthers(
  own: Period,
  all: readonly Period[],
  options: TraceCoRunOptions,
): TraceCoRunApplication {
  const others = all.filter((each) => each !== own).map(({ run }) => run);
  const aloneNs = roundNs(own.run, [], options);
  const besideNs = roundNs(own.run, others, options);
  const gets = Number.isFinite(besideNs);
  return {
    name: own.run.application.name,
    path: own.file.path,
    iteration: own.iteration && { count: own.iteration.count, periodNs: own.iteration.periodNs },
    operations: own.run.kernels.size + own.run.copies.size,
    measuredNs: own.measuredNs,
    aloneNs,
    besideNs: gets ? besideNs : null,
    slowdown: gets ? besideNs / aloneNs : null,
  };
}
