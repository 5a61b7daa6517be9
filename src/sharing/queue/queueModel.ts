import { message, type Words } from '../../kernel/message';
import type { Origin } from '../../kernel/origin';
import type { Queue, QueueApplication } from '../../kernel/queue';
import { fieldFault, InputError } from '../../kernel/result';

/** A job, its application by number. */
export interface ModelJob {
  readonly name: string;
  readonly application: number;
  readonly submit: number;
  /** Its length over that of its application's usual job. */
  readonly length: number;
  readonly progressTarget: number | null;
}

/** A queue with names replaced by numbers, and everything that was left out decided. */
export interface QueueModel {
  readonly kinds: readonly string[];
  /** Kind and memory of each GPU; infinite where it is not looked at. */
  readonly gpus: readonly { readonly name: string; readonly kind: number; readonly memoryGiB: number }[];
  readonly applications: readonly (QueueApplication & { readonly memoryGiB: number })[];
  readonly jobs: readonly ModelJob[];
  readonly maxCoRun: number;
  /** `seconds[application][kind]`; null where it does not run. */
  readonly seconds: readonly (readonly (number | null)[])[];
  /** `pairs[kind][of]`: its slowdown beside others. */
  readonly pairs: readonly (readonly PairRow[])[];
  /** Of more than two together; null where pairs are added up. */
  readonly groups: GroupSlowdowns | null;
  /** Where slowdowns come from; `assumed` where one that the jobs need was filled in. */
  readonly origin: Origin;
  readonly assumptions: readonly Words[];
}

/** Slowdowns of an application beside others, by number: null where they cannot run together, absent where not known. */
export type PairRow = ReadonlyMap<number, number | null>;

/**
 * Slowdown of an application beside several others on a kind of GPU, by number, ascending; null where only pairs tell of them.
 */
export type GroupSlowdowns = (kind: number, application: number, others: readonly number[]) => number | null;

/** What a slowdown that nothing tells is taken for: two jobs that take turns, nothing gained and nothing lost. */
const TURNS = 2;

/**
 * A queue made ready to run.
 *
 * @param groups tells of more than two together
 * @throws InputError naming the job that can run on no GPU, or an application without a length
 */
export function queueModel(queue: Queue, groups: GroupSlowdowns | null = null): QueueModel {
  const kinds = [...new Set(queue.gpus.map(({ gpu }) => gpu))];
  const applications = (queue.applications ?? []).map((each) => ({
    ...each,
    memoryGiB: each.memoryGiB ?? 0,
  }));
  const gpus = gpusOf(queue, kinds);
  const seconds = applications.map((each) => kinds.map((kind) => secondsOn(each, kind)));
  const numbers = new Map(applications.map(({ name }, at) => [name, at]));
  const jobs = jobsOf(queue, seconds, numbers);
  for (const [at, { application }] of jobs.entries())
    if (!gpus.some((gpu) => runsOn({ applications, seconds }, application, gpu)))
      throw fieldFault(`jobs[${at}]`, message('sharing.queue.noGpu', { name: jobs[at]!.name }));
  const pairs = pairsOf(queue, kinds, numbers);
  const missing = missingPairs(pairs, jobs);
  const given = queue.origin ?? 'assumed';
  return {
    kinds,
    gpus,
    applications,
    jobs,
    maxCoRun: queue.maxCoRun ?? 2,
    seconds,
    pairs,
    groups,
    origin: missing > 0 ? 'assumed' : given,
    assumptions: assumptionsOf(queue, missing, groups),
  };
}

/** Whether an empty GPU runs an application. */
export function runsOn(
  { applications, seconds }: Pick<QueueModel, 'applications' | 'seconds'>,
  application: number,
  gpu: QueueModel['gpus'][number],
): boolean {
  return gpu.memoryGiB >= applications[application]!.memoryGiB && seconds[application]![gpu.kind] !== null;
}

function secondsOn({ seconds }: QueueApplication, kind: string): number | null {
  return typeof seconds === 'object' ? (seconds[kind] ?? null) : (seconds ?? null);
}

function jobsOf(
  queue: Queue,
  seconds: readonly (readonly (number | null)[])[],
  numbers: ReadonlyMap<string, number>,
): ModelJob[] {
  const taken = new Map<string, number>();
  const jobs = (queue.jobs ?? []).flatMap((job, at) => {
    const application = numbers.get(job.application)!;
    const usual = seconds[application]!.find((value) => value !== null);
    if (usual === undefined || usual === null)
      throw fieldFault(`jobs[${at}]`, message('sharing.queue.noLength', { application: job.application }));
    return Array.from({ length: job.count ?? 1 }, () => {
      const name = job.name ?? job.application;
      const number = (taken.get(name) ?? 0) + 1;
      taken.set(name, number);
      return {
        name: number === 1 ? name : `${name} ${number}`,
        application,
        submit: job.submit ?? 0,
        length: job.seconds === undefined ? 1 : job.seconds / usual,
        progressTarget: job.progressTarget ?? null,
      };
    });
  });
  if (jobs.length === 0) throw new InputError(message('sharing.queue.noJobs'), 'no-jobs');
  return jobs;
}

function pairsOf(
  queue: Queue,
  kinds: readonly string[],
  numbers: ReadonlyMap<string, number>,
): readonly (readonly PairRow[])[] {
  const pairs = kinds.map(() => Array.from(numbers, () => new Map<number, number | null>()));
  for (const { of, beside, slowdown, gpu } of queue.slowdowns ?? [])
    for (const [kind, rows] of pairs.entries())
      if (gpu === undefined || gpu === kinds[kind])
        rows[numbers.get(of)!]!.set(numbers.get(beside)!, slowdown);
  return pairs;
}

/** Pairs of applications with jobs whose slowdown is not known on some kind of GPU. */
function missingPairs(pairs: readonly (readonly PairRow[])[], jobs: readonly ModelJob[]): number {
  const counts = new Map<number, number>();
  for (const { application } of jobs) counts.set(application, (counts.get(application) ?? 0) + 1);
  const twice = [...counts.values()].filter((count) => count > 1).length;
  const needed = counts.size * (counts.size - 1) + twice;
  let known = 0;
  for (const rows of pairs)
    for (const [of, count] of counts)
      for (const beside of rows[of]!.keys()) if (counts.has(beside) && (beside !== of || count > 1)) known++;
  return needed * pairs.length - known;
}

function gpusOf(queue: Queue, kinds: readonly string[]): QueueModel['gpus'] {
  const counts = new Map<string, number>();
  return queue.gpus.flatMap(({ gpu, count = 1, memoryGiB = Infinity }) =>
    Array.from({ length: count }, () => {
      const number = counts.get(gpu) ?? 0;
      counts.set(gpu, number + 1);
      return { name: `${gpu}:${number}`, kind: kinds.indexOf(gpu), memoryGiB };
    }),
  );
}

function assumptionsOf(
  { maxCoRun = 2, gpus, applications, slowdowns = [] }: Queue,
  missing: number,
  groups: GroupSlowdowns | null,
): Words[] {
  return [
    ...(missing > 0 ? [message('sharing.queue.pairsAssumed', { missing, turns: TURNS })] : []),
    ...(slowdowns.length === 0 && (applications ?? []).some(({ trace }) => trace !== undefined)
      ? [message('sharing.queue.tracesWouldTell')]
      : []),
    ...(maxCoRun > 2 && groups === null ? [message('sharing.queue.manyTogether')] : []),
    ...((applications ?? []).some(({ binaryBytes }) => binaryBytes === undefined)
      ? [message('sharing.queue.sizesAssumed')]
      : []),
    ...(gpus.some(({ memoryGiB }) => memoryGiB === undefined) ? [message('sharing.queue.memoryOpen')] : []),
  ];
}

/**
 * Slowdown of an application beside others on a kind of GPU: as somebody tells it of all of them together, else what each of
 * them costs it alone, added up. Three that each need the whole GPU (a slowdown of 2 in pairs) so take three times as long,
 * as they do. Null where two of them cannot run together.
 */
export function slowdownBeside(
  { pairs, groups }: Pick<QueueModel, 'pairs' | 'groups'>,
  kind: number,
  application: number,
  others: readonly number[],
): number | null {
  const told = others.length > 1 ? (groups?.(kind, application, others) ?? null) : null;
  return told ?? addedUp(pairs[kind]![application]!, others);
}

function addedUp(row: PairRow, others: readonly number[]): number | null {
  let slowdown = 1;
  for (const other of others) {
    const pair = row.get(other);
    if (pair === null) return null;
    slowdown += (pair ?? TURNS) - 1;
  }
  // Neighbours that speed each other up cannot do so without end.
  return Math.max(slowdown, LEAST_SLOWDOWN);
}

const LEAST_SLOWDOWN = 0.1;
