import measured from './measuredPairs.json';
import type { Queue } from '../../src/kernel/queue';

/** A GPU on which pairs were measured. */
export type MeasuredGpu = keyof typeof measured.gpus;

/** Names of the jobs that were measured. */
export const MEASURED_JOBS: readonly string[] = measured.jobs;

export const MEASURED_GPUS: readonly MeasuredGpu[] = ['k80', 'p100', 'v100'];

/** Slowdown of a job beside another; null where both did not fit, or were not measured. */
export function measuredSlowdown(gpu: MeasuredGpu, of: string, beside: string): number | null {
  const [row, column] = [measured.jobs.indexOf(of), measured.jobs.indexOf(beside)];
  return measured.gpus[gpu].slowdowns[row]![column]!;
}

/** Iterations a second of a job alone. */
export function measuredRate(gpu: MeasuredGpu, job: string): number {
  return measured.gpus[gpu].rates[measured.jobs.indexOf(job)]!;
}

/** Jobs of which pairs were measured, and the queues that can be made of them. */
export interface PairSource<G extends string> {
  readonly jobs: readonly string[];
  readonly queueOf: (options: MeasuredQueueOptions<G>) => Queue;
}

export interface MeasuredQueueOptions<G extends string> {
  /** Kinds of GPU and how many of each; the first is the one that lengths are of. */
  readonly gpus: readonly { readonly gpu: G; readonly count: number }[];
  readonly maxCoRun: number;
  /** In the order in which they come; seconds are those alone on the first kind. */
  readonly jobs: readonly {
    readonly application: string;
    readonly seconds: number;
    readonly submit?: number;
  }[];
}

/** A queue of measured jobs. What is alike is told from family, batch and speed: there are no counters. */
export function measuredQueue({ gpus, maxCoRun, jobs }: MeasuredQueueOptions<MeasuredGpu>): Queue {
  const names = [...new Set(jobs.map(({ application }) => application))];
  const kinds = [...new Set(gpus.map(({ gpu }) => gpu))];
  const reference = kinds[0]!;
  return {
    gpus: [...gpus],
    maxCoRun,
    origin: 'measured',
    applications: names.map((name) => ({
      name,
      seconds: Object.fromEntries(
        kinds.map((gpu) => [gpu, (UNIT * measuredRate(reference, name)) / measuredRate(gpu, name)]),
      ),
      metrics: featuresOf(name, measuredRate(reference, name)),
    })),
    slowdowns: kinds.flatMap((gpu) =>
      names.flatMap((of) =>
        names.map((beside) => ({ of, beside, gpu, slowdown: measuredSlowdown(gpu, of, beside) })),
      ),
    ),
    jobs: [...jobs],
  };
}

/** Training jobs, on three GPUs. */
export const TRAINING_JOBS: PairSource<MeasuredGpu> = { jobs: MEASURED_JOBS, queueOf: measuredQueue };

/** Length of an application's usual job; every job has its own. */
const UNIT = 600;

/** What is known of a job alone as a row of numbers: one for each family, its batch, its rate there. */
export const measuredFeatures = (gpu: MeasuredGpu, job: string): readonly number[] =>
  Object.values(featuresOf(job, measuredRate(gpu, job)));

function featuresOf(name: string, rate: number): Record<string, number> {
  const batch = /batch size (\d+)/.exec(name)?.[1];
  const families = [...new Set(MEASURED_JOBS.map(familyOf))];
  return {
    ...Object.fromEntries(families.map((family) => [family, family === familyOf(name) ? 1 : 0])),
    batch: Math.log2(Number(batch ?? 1)),
    rate: Math.log2(rate),
  };
}

const familyOf = (name: string): string => name.replace(/ \(.*/, '');
