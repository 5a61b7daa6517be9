import { message } from './message';
import * as v from 'valibot';
import { kernelProgramSchema } from './program';
import { fieldFault } from './result';
import type { Dim3 } from './symbolic';
import {
  EMPTY,
  line,
  moreThan,
  NOT_FINITE,
  numberBetween,
  schemaFault,
  validate,
  wholeNumber,
} from './validation';

/** A GPU, the applications that share it, and how: the input of `corun simulate`. */

/** Simulated time is kept in 32-bit cycles; a run never goes beyond this. */
export const MAX_CYCLES = 2 ** 29;

const label = line(500);
const perApp = <S extends v.GenericSchema>(item: S) =>
  v.pipe(
    v.array(item),
    v.minLength(1, EMPTY),
    v.maxLength(64, schemaFault(message('kernel.moreEntries', { max: 64 }))),
  );

const EXTENTS = schemaFault(message('kernel.extents'));

/** An extent of a grid or block as `[x, y, z]`; a plain number is `[n, 1, 1]`, missing components are 1. */
const extent = v.union([
  wholeNumber(1, 2147483647),
  v.pipe(v.array(wholeNumber(1, 2147483647)), v.minLength(1, EXTENTS), v.maxLength(3, EXTENTS)),
]);

/** An extent with its three components. */
export function extentOf(value: number | readonly number[]): Dim3 {
  const [x = 1, y = 1, z = 1] = typeof value === 'number' ? [value] : value;
  return [x, y, z];
}

const launch = v.strictObject({
  grid: extent,
  block: extent,
  /** Dynamic shared memory of a block, in bytes. */
  sharedBytes: v.optional(wholeNumber(0, 262144)),
  /** Runs only so many blocks, the first of the grid; expressions still see the whole grid. Default all. */
  firstBlocks: v.optional(wholeNumber(1, 2147483647)),
});

const kernelArguments = v.optional(v.record(v.string(), v.pipe(v.number(), v.finite(NOT_FINITE))));

/** Kernel of an application: a program, or its source (a kernel of a source file, a profile). */
const kernelFields = {
  program: v.optional(kernelProgramSchema),
  source: v.optional(label),
  kernel: v.optional(label),
  profile: v.optional(label),
  launch: v.optional(launch),
  arguments: kernelArguments,
};

/** Schema of one kernel of an application. */
export const scenarioKernelSchema = v.strictObject({ name: v.optional(label), ...kernelFields });

/** Kernel of an application in a scenario. */
export type ScenarioKernel = v.InferOutput<typeof scenarioKernelSchema>;

/**
 * A copy between host and device memory, in order with the kernels of its application. Copies of all
 * applications share the GPU's host link and copy engines.
 */
const copy = v.strictObject({
  direction: v.picklist(['HtoD', 'DtoH']),
  bytes: wholeNumber(0, 2 ** 40),
  /** Page-locked host memory; else a host thread moves the data through staging buffers. Default true. */
  pinned: v.optional(v.boolean()),
  /**
   * Place in the sequence: the copy runs before kernel number `before`, and after the last one with the number of
   * kernels. Default: before the first to the device, after the last to the host.
   */
  before: v.optional(wholeNumber(0, 1000)),
});

/** Copy between host and device in a scenario. */
export type ScenarioCopy = v.InferOutput<typeof copy>;

/** Work of the host in a sequence, during which the application asks the GPU for nothing. */
const gap = v.strictObject({
  ns: numberBetween(0, 1e9),
  /** Before which kernel, as of a copy. */
  before: wholeNumber(0, 1000),
  /** Behind so many copies of that place. Default 0: before them. */
  afterCopies: v.optional(wholeNumber(0, 1000)),
});

/** Work of the host in a scenario. */
export type ScenarioGap = v.InferOutput<typeof gap>;

const app = v.strictObject({
  name: label,
  ...kernelFields,
  /** A sequence of kernels in place of the single one above. */
  kernels: v.optional(
    v.pipe(v.array(scenarioKernelSchema), v.minLength(1, EMPTY), v.maxLength(1000, moreThan(1000))),
  ),
  /** Copies of the sequence; those of one place run in the order given. */
  copies: v.optional(v.pipe(v.array(copy), v.maxLength(1000, moreThan(1000)))),
  /** Work of the host between them; gaps of one place pass in the order given. */
  gaps: v.optional(v.pipe(v.array(gap), v.maxLength(1000, moreThan(1000)))),
  /** Repetitions of the whole sequence; `always` relaunches until the run's limit. Default 1. */
  repeat: v.optional(v.union([wholeNumber(1, 1000000), v.literal('always')])),
  /** Core cycle at which the application arrives. Default 0. */
  startCycle: v.optional(wholeNumber(0, MAX_CYCLES)),
});

/** Application of a scenario. */
export type ScenarioApp = v.InferOutput<typeof app>;

/**
 * Sharing mode of the applications.
 * - `streams`: one process; blocks of later kernels take what earlier kernels leave
 * - `spatial`: `sms[i]` SMs belong to application i (default an even split)
 * - `intra-sm`: every SM in `sms` (default all) hosts up to `blocksPerSm[i]` blocks of application i; with `yields`,
 *   application `app` is a kernel that yields: alone it has all SMs, beside others `blocks` fewer blocks on each of the
 *   first `sms` SMs, and each of its blocks takes `pollNs` (default 0) for a look at what the host asks for
 * - `mps`: application i may occupy at most `percentages[i]` % of the SMs; a cap, not a reservation
 * - `time-slice`: the whole GPU in turn, `sliceCycles` each, with the cost of a context switch
 * - `mig`: instance i owns `sms` SMs and `memoryChannels` DRAM channels with their L2 slices
 */
const mode = v.variant('kind', [
  v.strictObject({ kind: v.literal('streams') }),
  v.strictObject({ kind: v.literal('spatial'), sms: v.optional(perApp(wholeNumber(1, 1024))) }),
  v.strictObject({
    kind: v.literal('intra-sm'),
    blocksPerSm: v.optional(perApp(wholeNumber(1, 64))),
    sms: v.optional(wholeNumber(1, 1024)),
    yields: v.optional(
      v.strictObject({
        app: wholeNumber(0, 63),
        sms: wholeNumber(0, 1024),
        blocks: wholeNumber(0, 64),
        pollNs: v.optional(numberBetween(0, 100000)),
      }),
    ),
  }),
  v.strictObject({ kind: v.literal('mps'), percentages: v.optional(perApp(numberBetween(0.01, 100))) }),
  v.strictObject({ kind: v.literal('time-slice'), sliceCycles: v.optional(wholeNumber(1000, MAX_CYCLES)) }),
  v.strictObject({
    kind: v.literal('mig'),
    instances: perApp(v.strictObject({ sms: wholeNumber(1, 1024), memoryChannels: wholeNumber(1, 1024) })),
  }),
]);

/** The run ends at the first limit that is reached. */
const limits = v.strictObject({
  cycles: v.optional(wholeNumber(1, MAX_CYCLES)),
  untilEachFinishedOnce: v.optional(v.boolean()),
  /** Number of an application with whose first round the run ends; `cycles` bounds it. */
  untilFinished: v.optional(wholeNumber(0, 63)),
  /** Warp instructions over all applications. */
  instructions: v.optional(wholeNumber(1, Number.MAX_SAFE_INTEGER)),
});

/** What the memory controllers do otherwise than those of the GPU. */
const controllers = v.strictObject({
  /** Row hits that may pass an older request of the same bank; 0 for any number. */
  rowHitCap: v.optional(wholeNumber(0, 1000)),
  /** Reads, and writes, that a channel has room for. */
  queue: v.optional(wholeNumber(1, 1024)),
});

/** Schema of a scenario. */
export const scenarioSchema = v.strictObject({
  gpu: label,
  mode: v.optional(mode),
  memory: v.optional(controllers),
  apps: perApp(app),
  limits: v.optional(limits),
  /** Counters are reset after this many cycles; what is reported is the window after it. */
  warmupCycles: v.optional(wholeNumber(0, MAX_CYCLES)),
  seed: v.optional(wholeNumber(0, 4294967295)),
});

/** Scenario: a GPU, the applications that share it, and how. */
export type Scenario = v.InferOutput<typeof scenarioSchema>;

/** `value` as a scenario; faults are `InputError`s that name the field. */
export function parseScenario(value: unknown): Scenario {
  const scenario = validate(scenarioSchema, value);
  scenario.apps.forEach((item, i) => checkKernels(item, `apps[${i}]`));
  const { mode: sharing, limits: limit } = scenario;
  if (limit && !limit.cycles && !limit.instructions && !limit.untilEachFinishedOnce)
    throw fieldFault('limits', message('kernel.giveLimit'));
  if (limit?.untilFinished !== undefined && limit.cycles === undefined)
    throw fieldFault('limits.cycles', message('kernel.cyclesToo'));
  for (const [field, list] of Object.entries(sharing ?? {}))
    if (Array.isArray(list) && list.length !== scenario.apps.length)
      throw fieldFault(
        `mode.${field}`,
        message('kernel.entriesForApps', { entries: list.length, apps: scenario.apps.length }),
      );
  if (scenario.apps.some((a) => a.repeat === 'always') && !limit)
    throw fieldFault('limits', message('kernel.neverEnds'));
  return scenario;
}

function checkKernels(item: ScenarioApp, field: string): void {
  const own = describesKernel(item);
  if (own && item.kernels) throw fieldFault(`${field}.kernels`, message('kernel.besideOwnKernel'));
  if (!own && !item.kernels) throw fieldFault(field, message('kernel.giveKernel'));
  if (!item.kernels) checkKernel(item, field);
  item.kernels?.forEach((kernel, i) => checkKernel(kernel, `${field}.kernels[${i}]`));
  const kernels = item.kernels?.length ?? 1;
  for (const list of ['copies', 'gaps'] as const)
    item[list]?.forEach(({ before = 0 }, i) => {
      if (before > kernels)
        throw fieldFault(
          `${field}.${list}[${i}].before`,
          message('kernel.beforeBeyond', { before, kernels }),
        );
    });
}

const describesKernel = (item: ScenarioKernel): boolean =>
  item.program !== undefined || item.source !== undefined || item.profile !== undefined;

/**
 * Checks that a kernel names exactly one source of its program.
 * @throws InputError whose message starts with `field`.
 */
export function checkKernel(item: ScenarioKernel, field: string): void {
  const ways = [item.program, item.source, item.profile].filter((way) => way !== undefined).length;
  if (ways !== 1) throw fieldFault(field, message('kernel.giveOneWay'));
  if (item.source !== undefined && item.kernel === undefined)
    throw fieldFault(`${field}.kernel`, message('kernel.missingBesideSource'));
  if (item.program !== undefined && item.launch === undefined)
    throw fieldFault(`${field}.launch`, message('kernel.missing'));
}
