import { message, type Message, type Words } from '../../../kernel/message';
import type { Application } from '../../../kernel/application';
import type { GpuSpec } from '../../../kernel/gpuSpec';
import type { Assumption } from '../../../kernel/origin';
import { InputError } from '../../../kernel/result';
import { limitsOf, type Limits } from '../../../timeline/criticalPath';
import { makespanNs, replay } from '../../../timeline/replay';
import type { Timeline } from '../../../timeline/timeline';
import { mokaModels, type MokaModels } from '../mokaModels';
import type { LowerBound } from '../order/lowerBound';
import { pinAll, serialize, type DispatchStyle } from '../order/reorder';
import { ceiling } from './ceiling';
import { findDependencies } from './jobs';
import { withSoloTimes } from './knownTimes';
import { PlanSearch, type JobAssignment, type PlanVariant } from './planSearch';
import type { Splittable } from './split';

/** Predicted gains below this are within the error of predicted makespans (docs/reproduction/moka.md, 90th percentile). */
export const WORTH_IT = 0.05;

/** Gains below this show as 0 %. */
const NO_GAIN = 0.005;

/** Every variant replays all operations: larger programs repeat what a part of them shows. */
const MOST_OPERATIONS = 50_000;

export interface PlanOptions {
  /**
   * Kernels that may be launched in parts; when left out those that the source proves, and every kernel between its own
   * copies where there is no source.
   */
  readonly splittable?: Splittable;
  /** Most streams to use; 32 when left out. */
  readonly maxStreams?: number;
  /** Whether the curve is wanted: variants that cannot be chosen are then replayed to their ends, too. */
  readonly withCurve?: boolean;
}

export interface StreamPlan {
  /** True for several streams whose predicted gain over one exceeds `WORTH_IT`; what one stream gains is waits of the host. */
  readonly useStreams: boolean;
  /** True when the program as written launches kernels in several streams. */
  readonly usesStreams: boolean;
  /** True when the program as written gains from its streams, and is slower than planned by no more than `WORTH_IT`. */
  readonly asWritten: boolean;
  readonly streams: number;
  /** Most pieces that a job is cut into. */
  readonly pieces: number;
  readonly style: DispatchStyle | null;
  readonly assignment: readonly JobAssignment[];
  /** Makespan as written, and in one stream with the host memory as written and pinned. */
  readonly writtenNs: number;
  readonly serialNs: number;
  readonly pinnedSerialNs: number;
  readonly plannedNs: number;
  /** No plan gets below this. */
  readonly ceiling: LowerBound;
  readonly limits: Limits;
  readonly application: Application;
  readonly timeline: Timeline;
  /** Makespan of the best plan for each number of streams and pieces tried (figure 1.3); empty unless asked for. */
  readonly curve: readonly {
    readonly streams: number;
    readonly pieces: number;
    readonly makespanNs: number;
  }[];
  /** False when the program is too large for everything worth trying to be tried. */
  readonly complete: boolean;
  readonly whatIf: readonly { readonly change: string; readonly makespanNs: number }[];
  /** What nobody has proved, and without which the plan may not compute the same. */
  readonly conditions: readonly Words[];
  readonly assumptions: readonly Assumption[];
  /** The advice in one sentence. */
  readonly text: Message;
}

/**
 * Should this program use streams, how many, what goes where, and in how many pieces? Jobs that depend on
 * nothing of each other are spread over streams, jobs of copies, one kernel and copies are cut into pieces,
 * and every combination worth trying is replayed. Host memory is taken to be pinned, because pageable
 * copies hold the host (section 2.2.3); `whatIf` says what that alone does.
 *
 * @throws InputError when a kernel's time is not known, a block does not fit, or there are too many operations.
 */
export function planStreams(
  application: Application,
  gpu: GpuSpec,
  models: MokaModels = mokaModels(gpu),
  options: PlanOptions = {},
): StreamPlan {
  requireSmall(application);
  const { maxStreams = 32, withCurve = false } = options;
  const known = withSoloTimes(application, models);
  const pinned = pinAll(known.application);
  const dependencies = findDependencies(pinned);
  const splittable =
    options.splittable ?? (dependencies.isFromSource ? ({ byElement }) => byElement === true : () => true);
  const search = new PlanSearch(pinned, dependencies, known.models, splittable, maxStreams, withCurve);
  const best = search.run();
  const planned = search.applicationOf(best);
  const timeline = replay([planned], gpu, known.models);
  const pinnedSerialNs = makespanNs(serialize(pinned), gpu, known.models);
  const writtenNs = makespanNs(known.application, gpu, known.models);
  const useStreams = best.streams > 1 && timeline.makespanNs < (1 - WORTH_IT) * pinnedSerialNs;
  const inParts = dependencies.isFromSource ? [] : splitAssumption(best, options, application.name);
  const plan = {
    useStreams,
    usesStreams: kernelStreams(application) > 1,
    asWritten: useStreams && timeline.makespanNs > (1 - WORTH_IT) * writtenNs,
    streams: best.streams,
    pieces: best.pieces.reduce((most, count) => Math.max(most, count), 1),
    style: best.style,
    assignment: search.assignment(best),
    writtenNs,
    serialNs: makespanNs(serialize(known.application), gpu, known.models),
    pinnedSerialNs,
    plannedNs: timeline.makespanNs,
    ceiling: ceiling(dependencies, known.models, splittable),
    limits: limitsOf(timeline),
    application: planned,
    timeline,
    curve: withCurve ? search.curve() : [],
    complete: search.isComplete,
    whatIf: whatIf(planned, known.application !== pinned, gpu, known.models),
    conditions: [...dependencies.assumptions, ...inParts].map(({ text }) => text),
    assumptions: [
      ...dependencies.assumptions,
      ...pinAssumption(known.application !== pinned, application.name),
      ...inParts,
    ],
  };
  return { ...plan, text: adviceText(plan) };
}

function requireSmall({ name, operations }: Application): void {
  if (operations.length <= MOST_OPERATIONS) return;
  throw new InputError(
    message('predictors.plan.tooLong', { name, operations: operations.length, most: MOST_OPERATIONS }),
    'too-many-operations',
  );
}

function whatIf(
  planned: Application,
  wasPageable: boolean,
  gpu: GpuSpec,
  models: MokaModels,
): StreamPlan['whatIf'] {
  const engines = gpu.copyEngines === 1 ? 2 : 1;
  const otherEngines = makespanNs(planned, { ...gpu, copyEngines: engines }, models);
  const cases = [
    { change: engines === 2 ? 'two copy engines' : 'one copy engine', makespanNs: otherEngines },
  ];
  if (wasPageable)
    cases.push({
      change: 'pageable host memory',
      makespanNs: makespanNs(withPageableMemory(planned), gpu, models),
    });
  return cases;
}

function withPageableMemory(application: Application): Application {
  const operations = application.operations.map((operation) =>
    operation.kind === 'copy' ? { ...operation, pinned: false } : operation,
  );
  return { ...application, operations };
}

function pinAssumption(wasPageable: boolean, name: string): readonly Assumption[] {
  return wasPageable ? [{ key: `${name}:pinned`, value: '', text: message('predictors.plan.pinned') }] : [];
}

function splitAssumption(best: PlanVariant, options: PlanOptions, name: string): readonly Assumption[] {
  if (options.splittable !== undefined || best.pieces.every((pieces) => pieces === 1)) return [];
  return [{ key: `${name}:splittable`, value: '', text: message('predictors.plan.partOfGrid') }];
}

/** In how many streams a program launches kernels. */
function kernelStreams({ operations }: Application): number {
  return new Set(operations.flatMap((one) => (one.kind === 'kernel' ? [one.stream] : []))).size;
}

function adviceText(plan: Omit<StreamPlan, 'text'>): Message {
  const { streams, pieces, plannedNs, pinnedSerialNs, serialNs } = plan;
  // Where nothing can be gained, the events of a plan may cost a little: one stream is the better plan then.
  const bestNs = Math.min(plannedNs, pinnedSerialNs);
  const gain = 1 - bestNs / pinnedSerialNs;
  const limit = plan.limits.text;
  const pins = 1 - pinnedSerialNs / serialNs >= NO_GAIN;
  if (!plan.useStreams && plan.usesStreams)
    return message('predictors.plan.kept', { planned: bestNs, serial: pinnedSerialNs, limit });
  if (gain < NO_GAIN && pins)
    return message('predictors.plan.nothingPinned', { serial: pinnedSerialNs, pageable: serialNs, limit });
  if (gain < NO_GAIN) return message('predictors.plan.nothing', { serial: pinnedSerialNs, limit });
  if (plan.asWritten)
    return message('predictors.plan.asWritten', { written: plan.writtenNs, serial: plan.serialNs, limit });
  const values = { planned: bestNs, serial: pinnedSerialNs, gain };
  const times = pins
    ? message('predictors.plan.timesPinned', values)
    : message('predictors.plan.times', values);
  if (!plan.useStreams) return message('predictors.plan.notWorth', { times, limit });
  return pieces > 1
    ? message('predictors.plan.useCut', { streams, pieces, times, limit })
    : message('predictors.plan.use', { streams, times, limit });
}
