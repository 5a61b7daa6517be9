import * as v from 'valibot';
import { message } from './message';
import { ORIGINS } from './origin';
import { fieldFault } from './result';
import { checkKernel, scenarioKernelSchema } from './scenario';
import { EMPTY, line, moreThan, NOT_FINITE, numberBetween, validate, wholeNumber } from './validation';

/** Jobs that wait for GPUs, and what is known of them: the input of `corun schedule`. */

/** Jobs that a queue holds at most. */
const MAX_JOBS = 1_000_000;
const MOST_GPUS = 100_000;
const MOST_APPLICATIONS = 5_000;
const MOST_PAIRS = 2_000_000;
const MOST_KERNELS = 1000;
/** Seconds of about thirty years. */
const MOST_SECONDS = 1e9;

const label = line(200);
const positive = numberBetween(1e-9, MOST_SECONDS);
const seconds = v.union([positive, v.record(label, positive)]);
const finite = v.pipe(v.number(), v.finite(NOT_FINITE));

const gpu = v.strictObject({
  /** Kind of GPU, e.g. an id of the catalogue; equal names are equal GPUs. */
  gpu: label,
  /** How many of them. Default 1. */
  count: v.optional(wholeNumber(1, MOST_GPUS)),
  /** Device memory that jobs may fill together. Default: not looked at. */
  memoryGiB: v.optional(numberBetween(0.001, 100_000)),
});

const application = v.strictObject({
  name: label,
  /** How long a job of it takes alone, on any GPU or by kind; it cannot run on a kind that is not named. */
  seconds: v.optional(seconds),
  /** Device memory of a job. Default 0. */
  memoryGiB: v.optional(numberBetween(0, 100_000)),
  /** Size of its device code, which some schedulers take for its length. */
  binaryBytes: v.optional(wholeNumber(0, Number.MAX_SAFE_INTEGER)),
  /** Whether neighbours slow it down much; found from slowdowns where it is not given. */
  sensitive: v.optional(v.boolean()),
  /** Metrics of a run alone by name, by which applications are alike or not. */
  metrics: v.optional(v.record(label, finite)),
  /** Profiles of a run alone, relative to the queue's file, that give the metrics where these are not given. */
  profiles: v.optional(v.pipe(v.array(line(500)), v.maxLength(100, moreThan(100)))),
  /** A trace of a run alone, relative to the queue's file: what predictors of whole applications tell slowdowns from. */
  trace: v.optional(line(500)),
  /** Kernels of a job in their order, in the form that scenarios have: what a predictor tells slowdowns from. */
  kernels: v.optional(
    v.pipe(
      v.array(scenarioKernelSchema),
      v.minLength(1, EMPTY),
      v.maxLength(MOST_KERNELS, moreThan(MOST_KERNELS)),
    ),
  ),
  /** What starts a job, for the commands of the plan. */
  command: v.optional(line(2000)),
});

const slowdown = v.strictObject({
  of: label,
  beside: label,
  /** Time beside it over time alone; null where both cannot run together. */
  slowdown: v.nullable(numberBetween(0.01, 1e6)),
  /** Kind of GPU that it holds for. Default all. */
  gpu: v.optional(label),
});

const job = v.strictObject({
  application: label,
  name: v.optional(label),
  /** When it is submitted, in seconds from the start. Default 0. */
  submit: v.optional(numberBetween(0, MOST_SECONDS)),
  /** How long it takes alone, in place of the application's seconds; other kinds of GPU keep their ratio. */
  seconds: v.optional(positive),
  /** Share of its speed alone that it is to keep while it runs, e.g. 0.8. */
  progressTarget: v.optional(numberBetween(0.001, 1)),
  /** So many jobs alike. Default 1. */
  count: v.optional(wholeNumber(1, MAX_JOBS)),
});

const listOf = <S extends v.GenericSchema>(item: S, most: number) =>
  v.pipe(v.array(item), v.minLength(1, EMPTY), v.maxLength(most, moreThan(most)));

/** Schema of a queue. */
export const queueSchema = v.strictObject({
  gpus: listOf(gpu, 1000),
  /** Jobs that a GPU runs at a time at most. Default 2. */
  maxCoRun: v.optional(wholeNumber(1, 64)),
  /** Average slowdown above which an application counts as sensitive. Default: the median of all. */
  sensitiveAbove: v.optional(numberBetween(1, 1000)),
  applications: v.optional(
    v.pipe(v.array(application), v.maxLength(MOST_APPLICATIONS, moreThan(MOST_APPLICATIONS))),
  ),
  slowdowns: v.optional(v.pipe(v.array(slowdown), v.maxLength(MOST_PAIRS, moreThan(MOST_PAIRS)))),
  /**
   * Id of a predictor that policies are to go by, where applications have kernels or a trace. The queue is played by its own slowdowns
   * where it gives them, and by the predictor's elsewhere.
   */
  predictor: v.optional(label),
  /** Who measured or predicted them, and under which licence. */
  source: v.optional(line(2000)),
  /** Where the slowdowns come from. Default `assumed`: a file alone does not make them measured. */
  origin: v.optional(v.picklist(ORIGINS)),
  jobs: v.optional(v.pipe(v.array(job), v.maxLength(MAX_JOBS, moreThan(MAX_JOBS)))),
});

/** A queue as its file has it. */
export type Queue = v.InferOutput<typeof queueSchema>;
export type QueueApplication = v.InferOutput<typeof application>;
export type QueueJob = v.InferOutput<typeof job>;

/** `value` as a queue; faults are `InputError`s that name the field. */
export function parseQueue(value: unknown): Queue {
  const queue = validate(queueSchema, value);
  requireAtMost(queue.gpus, MOST_GPUS, 'gpus');
  requireAtMost(queue.jobs ?? [], MAX_JOBS, 'jobs');
  const kinds = new Set(queue.gpus.map((each) => each.gpu));
  const names = new Set<string>();
  for (const [at, { name, seconds: own, kernels = [] }] of (queue.applications ?? []).entries()) {
    const place = `applications[${at}]`;
    kernels.forEach((kernel, number) => checkKernel(kernel, `${place}.kernels[${number}]`));
    if (names.has(name)) throw fieldFault(`${place}.name`, message('kernel.twice', { name }));
    names.add(name);
    if (typeof own === 'object')
      Object.keys(own).forEach((kind) => requireOne(kinds, kind, `${place}.seconds`));
  }
  for (const [at, { of, beside, gpu: kind }] of (queue.slowdowns ?? []).entries()) {
    requireOne(names, of, `slowdowns[${at}].of`);
    requireOne(names, beside, `slowdowns[${at}].beside`);
    if (kind !== undefined) requireOne(kinds, kind, `slowdowns[${at}].gpu`);
  }
  (queue.jobs ?? []).forEach((each, at) => requireOne(names, each.application, `jobs[${at}].application`));
  return queue;
}

function requireAtMost(
  entries: readonly { readonly count?: number | undefined }[],
  max: number,
  place: string,
): void {
  const total = entries.reduce((sum, { count = 1 }) => sum + count, 0);
  if (total > max) throw fieldFault(place, message('kernel.moreThan', { max }), 'invalid-field');
}

function requireOne(names: ReadonlySet<string>, name: string, place: string): void {
  if (!names.has(name)) throw fieldFault(place, message('kernel.notNamed', { name }), 'invalid-field');
}
