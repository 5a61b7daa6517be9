import type { Queue } from '../../src/kernel/queue';
import { InputError } from '../../src/kernel/result';

/** A measured pair of training jobs on one GPU: how much the first is slowed down beside the second. */
export interface MeasuredPair {
  readonly gpu: string;
  readonly job: string;
  readonly partner: string;
  /** Iterations a second alone. */
  readonly soloRate: number;
  /** Null where both do not fit the GPU's memory. */
  readonly slowdown: number | null;
}

const COLUMNS = ['gpu', 'job', 'partner', 'solo_it_s', 'slowdown'] as const;

/**
 * Rows of `gavel_pairs.tsv` (Narayanan et al., "Heterogeneity-Aware Cluster Scheduling Policies for Deep Learning
 * Workloads", OSDI 2020; MIT).
 *
 * @throws InputError for a column that is missing
 */
export function readPairs(text: string): readonly MeasuredPair[] {
  const [head = '', ...lines] = text.trim().split('\n');
  const names = head.split('\t');
  const columns = COLUMNS.map((name) => names.indexOf(name));
  if (columns.includes(-1))
    throw new InputError(`the pairs lack ${COLUMNS[columns.indexOf(-1)]!}`, 'no-column');
  return lines.map((line) => {
    const cells = line.split('\t');
    const [gpu, job, partner, rate, slowdown] = columns.map((column) => cells[column] ?? '');
    const factor = Number(slowdown);
    return {
      gpu: gpu!,
      job: job!,
      partner: partner!,
      soloRate: Number(rate),
      slowdown: factor > 0 ? factor : null,
    };
  });
}

/** How long each job of a batch takes alone on the reference GPU. */
export type Lengths = (job: string) => number;

export interface PairQueueOptions {
  /** Kinds of GPU and how many of each; the first is the one that lengths are of. */
  readonly gpus: readonly { readonly gpu: string; readonly count: number }[];
  readonly maxCoRun: number;
  /** Names of the jobs, one a job; those of one name are one application. */
  readonly jobs: readonly string[];
  readonly lengths: Lengths;
}

/** A queue of measured jobs, all submitted at once, whose slowdowns are those of the pairs. */
export function queueOfPairs(pairs: readonly MeasuredPair[], options: PairQueueOptions): Queue {
  const { gpus, jobs, lengths, maxCoRun } = options;
  const kinds = new Set(gpus.map(({ gpu }) => gpu));
  const names = [...new Set(jobs)];
  const used = pairs.filter(
    ({ gpu, job, partner }) => kinds.has(gpu) && names.includes(job) && names.includes(partner),
  );
  const rate = new Map(used.map(({ gpu, job, soloRate }) => [`${gpu}\t${job}`, soloRate]));
  const reference = gpus[0]!.gpu;
  const applications = names.map((name) => {
    const own = rate.get(`${reference}\t${name}`)!;
    const seconds = Object.fromEntries(
      [...kinds].flatMap((kind) => {
        const there = rate.get(`${kind}\t${name}`) ?? 0;
        return there > 0 ? [[kind, (lengths(name) * own) / there]] : [];
      }),
    );
    return { name, seconds, metrics: featuresOf(name, own) };
  });
  return {
    gpus: [...gpus],
    maxCoRun,
    applications,
    origin: 'measured',
    slowdowns: used.map(({ gpu, job, partner, slowdown }) => ({ of: job, beside: partner, slowdown, gpu })),
    jobs: names.map((name) => ({ application: name, count: jobs.filter((job) => job === name).length })),
  };
}

/** What is known of a job without counters: its family, its batch and its speed alone, sizes as powers of two. */
function featuresOf(name: string, soloRate: number): Record<string, number> {
  const batch = /batch size (\d+)/.exec(name)?.[1];
  const family = name.replace(/ \(.*/, '');
  return {
    ...Object.fromEntries(FAMILIES.map((known) => [`family ${known}`, known === family ? 1 : 0])),
    batch: Math.log2(Number(batch ?? 1)),
    speed: Math.log2(soloRate),
  };
}

const FAMILIES = ['ResNet-18', 'ResNet-50', 'Transformer', 'Recommendation', 'LM', 'A3C', 'CycleGAN'];
