import type { Application } from '../kernel/application';
import type { GpuSpec } from '../kernel/gpuSpec';
import type { Words } from '../kernel/message';
import type { Assumption, Origin } from '../kernel/origin';
import type { ErrorBound, Prediction, SharingMode } from '../kernel/prediction';
import type { TransferProfile } from '../kernel/profile';
import type { LoadedSpec } from '../simulator/spec/loadSpec';
import type { Timeline } from '../timeline/timeline';
import type { BlocksOf } from './counting/kernelStretches';
import type { Phase } from './counting/phaseSeries';
import type { CounterRates } from './counting/rates';
import type { OnlinePredictor, SplitForecast } from './forecast';

/**
 * The port of every co-run predictor. The product knows questions and answers; only a predictor's own folder knows
 * the paper behind it. A new one is a folder with a `CoRunPredictor` and an entry in `predictors/index.ts`.
 */

/**
 * Facts that an answer rests on: nothing, resource use from a profile or the source, counters of runs alone,
 * counters of one epoch together, of one in which each in turn goes first in the memory controllers, of one in which
 * each in turn has the GPU alone between stages together, or simulated runs of the very pair.
 */
export type Evidence =
  | 'nothing'
  | 'profile'
  | 'solo'
  | 'shared'
  | 'priority-turns'
  | 'gpu-turns'
  | 'simulation';

/** Where an analysis can take counters from when it is asked for a whole scenario. */
export const COUNTER_SOURCES = ['shared', 'solo'] as const satisfies readonly Evidence[];
export type CounterSource = (typeof COUNTER_SOURCES)[number];

/** What has to be there beside the evidence. */
export type Need = 'trained-model' | 'transfers';

/** How much of each shared resource a kernel uses when it runs alone, 0 to 1, by nvprof metric. */
export interface ResourceUse {
  readonly values: Readonly<Partial<Record<string, number>>>;
  /** Metrics for which nothing was known. */
  readonly missing: readonly string[];
  /** `measured` from a profile, `assumed` from an estimate. */
  readonly origin: Origin;
  readonly assumptions: readonly Assumption[];
}

/** Facts of a kernel's launch; null where unknown. */
export interface LaunchFacts {
  readonly gridBlocks: number | null;
  /** Resident blocks per SM when alone. */
  readonly blocksPerSm: number | null;
}

/** What simulated runs of a pair tell of one of its kernels. */
export interface SimulatedRuns {
  /** Quantity that was compared: time of a launch, or pace in a window. */
  readonly quantity: 'cycles' | 'warp instructions per cycle';
  readonly alone: number;
  readonly together: number;
  /** Of the cycles together, those in which it had no SM; null where that was not counted. */
  readonly waiting: number | null;
  /**
   * What waiting is to be multiplied by where profiled launches are longer or shorter than the simulated ones: the
   * others' ratio of both over its own; null where one of them has no profile.
   */
  readonly waitingScale: number | null;
  /** Alone on the SMs that it has in the co-run; null where SMs are not divided. */
  readonly divided: number | null;
  readonly error: ErrorBound;
  /** How the runs were made, e.g. that both kernels are relaunched without pause. */
  readonly method: Words;
  readonly conditions: readonly Words[];
}

/** One kernel or application of a question; evidence that there is not is null. */
export interface CoRunSubject {
  readonly name: string;
  readonly use: ResourceUse | null;
  readonly launch: LaunchFacts | null;
  /** Counted in a run alone on the whole GPU. */
  readonly solo: CounterRates | null;
  readonly simulated: SimulatedRuns | null;
  /** What was assumed of its program. */
  readonly assumptions: readonly Assumption[];
}

/** An epoch in which all subjects shared the GPU at the question's split. */
export interface SharedEpoch {
  readonly phases: readonly Phase[];
  /** Kernel numbers of each subject, in the order of its launches. */
  readonly kernelsOf: readonly (readonly number[])[];
  /** Names by kernel number. */
  readonly kernelNames: readonly string[];
  /** Blocks of the grids by kernel number; absent where they are not known. */
  readonly kernelBlocks?: readonly number[];
  /** Warps of one of their blocks, in the same way. */
  readonly kernelWarps?: readonly number[];
}

/** How much do these slow each other down? */
export interface CoRunQuestion {
  readonly gpu: LoadedSpec;
  /** One of the predictor's; another only where it has none that fits, e.g. a predictor of `mps` under `mig`. */
  readonly mode: SharingMode;
  /** SMs of each subject; never null where the mode is `spatial`, and null in all others. */
  readonly split: readonly number[] | null;
  /** Everything that shares the GPU: each is a co-runner of all others. */
  readonly subjects: readonly CoRunSubject[];
  readonly epoch: SharedEpoch | null;
}

/** Why a predictor gives no number for one subject. */
export interface Refusal {
  readonly subject: string;
  readonly refused: Words;
}

export type CoRunAnswer = Prediction | Refusal;

export const isRefusal = (answer: CoRunAnswer): answer is Refusal => 'refused' in answer;

/** Trained parameters of one predictor for one GPU, checked by the predictor itself. */
export interface TrainedModel {
  readonly predictor: string;
  readonly gpu: string;
  readonly parameters: unknown;
}

/** How far measured progress falls below predicted, on held-out workloads; guards progress targets. */
export interface ProgressRatios {
  /** Measured over predicted progress that a quarter, and a tenth, of the cases fall below. */
  readonly quarter: number;
  readonly tenth: number;
  readonly evidence: Words;
}

/** What answers for splits that were not tried, with its own error. */
export interface ElsewhereNote {
  readonly label: string;
  readonly error: ErrorBound;
  readonly progressRatios?: ProgressRatios;
}

/** Slowdowns under a split that was not simulated. */
export interface OtherSplit {
  readonly sms: readonly number[];
  readonly slowdowns: readonly number[];
  /** Label of what tells of it, and how far off that is. */
  readonly predictor: string;
  readonly error: ErrorBound;
  readonly warnings: readonly Words[];
}

/** A predictor made ready for one GPU and one kind of evidence. */
export interface ReadyPredictor {
  /** Id of its `CoRunPredictor`. */
  readonly id: string;
  readonly evidence: Evidence;
  /** What it is called beside its numbers, e.g. with the network's name. */
  readonly label: string;
  /** From its own validation on this GPU. */
  readonly error: ErrorBound;
  /**
   * Whether it was the least off of all on the same co-runs of this GPU, which errors of validations apart do not tell;
   * absent where that was not compared.
   */
  readonly isBestCompared?: boolean;
  readonly progressRatios?: ProgressRatios;
  /** Sharing modes that its numbers hold for. */
  readonly modes: readonly SharingMode[];
  /** One answer a subject, in their order. Pure: the same question has the same answers. */
  predict(question: CoRunQuestion): readonly CoRunAnswer[];
  /** Its allocation side, where it can tell of splits that were not tried. */
  readonly splits?: SplitPrediction;
}

/** What-if prediction over splits of the SMs. */
export interface SplitPrediction {
  /** Of each subject under any split, from the question's evidence alone. */
  forecast(question: CoRunQuestion): readonly SplitForecast[];
  /** Slowdowns at splits beside that of the question. */
  others(question: CoRunQuestion, splits: readonly (readonly number[])[]): OtherSplit[];
  /** Follows a co-run epoch by epoch; null where it reads no epochs. */
  online(blocksOf?: BlocksOf): OnlinePredictor | null;
  /** Its own way to goals that it knows, instead of a search over splits. */
  readonly policies?: OwnPolicies;
  /** What tells of splits far from those tried, where that is another model. */
  readonly elsewhere: ElsewhereNote | null;
  /** Why numbers for this share of the SMs are unsure; none where they are not. */
  untrained(smFraction: number): readonly Words[];
  /**
   * Why a subject's numbers over some phases are unsure.
   *
   * @throws InputError naming the subject when what comes out cannot stand
   */
  doubts(name: string, phases: readonly Phase[], app: number, slowdown: number): readonly Words[];
}

/** What a predictor can answer for a GPU: ready once for each kind of evidence, and why not for the others. */
export interface Availability {
  readonly ready: readonly ReadyPredictor[];
  readonly lacking: readonly { readonly evidence: Evidence; readonly reason: Words }[];
}

/** One predictor of co-run slowdown: a published system, a rival, the simulator, or ours. */
export interface CoRunPredictor {
  /** Stable id, e.g. for `corun predict --predictor ID`. */
  readonly id: string;
  readonly modes: readonly SharingMode[];
  readonly evidence: readonly Evidence[];
  readonly needs: readonly Need[];
  /** Reads its trained models; null where it needs none. */
  readonly models: ModelReader | null;
  availability(gpu: LoadedSpec, models: readonly TrainedModel[]): Availability;
}

/** How a predictor's trained models are recognised and checked. */
export interface ModelReader {
  /** Folder below `models/` that ships. */
  readonly folder: string;
  /** Value of the field `format` of its files. */
  readonly format: string;
  /** @throws InputError naming the field at fault, or the version */
  parse(json: unknown): TrainedModel;
}

/** What an allocation of SMs is to achieve: criterion and score of a search over splits. */
export interface AllocationPolicy {
  /** Whether the slowdowns are good enough to stop the search. */
  isSatisfied(slowdowns: readonly number[]): boolean;
  /** Larger is better. */
  score(slowdowns: readonly number[]): number;
  /** The policy once so much was done; absent where it keeps no account. */
  after?(done: readonly ProgressAccount[]): AllocationPolicy;
}

/** Looks for a better split than `start`, at most `maxDistance` SMs of any application away from it. */
export type SplitSearch = (
  start: readonly number[],
  forecasts: readonly SplitForecast[],
  policy: AllocationPolicy,
  maxDistance?: number,
) => number[];

/** A goal, and how a predictor moves SMs towards it. */
export interface GoalWithSearch {
  readonly policy: AllocationPolicy;
  readonly search: SplitSearch;
}

/** Goals for which a predictor has a policy of its own. */
export interface OwnPolicies {
  /** Alike progress of all. */
  fair(): GoalWithSearch;
  /** One application keeps a progress, 0 to 1; the others get what that leaves. */
  target(app: number, progress: number): GoalWithSearch;
}

/** How far one application has come, in core cycles of the co-run and of a run alone. */
export interface ProgressAccount {
  readonly shared: number;
  readonly alone: number;
}

/** The makers of policies behind the goals that users set. */
export interface AllocationPolicies {
  /** By weights: equally slowed down in proportion to them. */
  fair(weights: readonly number[], threshold?: number): AllocationPolicy;
  /** By progress targets, 0 to 1; null for applications without one. */
  targets(targets: readonly (number | null)[]): AllocationPolicy;
  /** How far weighted slowdowns lie apart; 0 is fair. */
  unfairness(slowdowns: readonly number[], weights: readonly number[]): number;
  /** The predicted progress to aim at where measured progress is `ratio` of predicted. */
  guardedTarget(target: number, ratio: number): number;
}

/**
 * Advises the block size of one kernel.
 *
 * @typeParam Facts what is known of the kernel
 * @typeParam References kernels with a known best block
 */
export interface BlockAdviser<Facts, References, Advice> {
  readonly id: string;
  advise(facts: Facts, gpu: GpuSpec, references: References): Advice;
}

/**
 * Advises in which order, and in which streams, the operations of an application are launched.
 *
 * @typeParam Models times of copies, launches and kernels, as `models` makes them
 */
export interface OrderAdviser<Models, Order, Plan> {
  readonly id: string;
  /** For a GPU, with what a trace of the application tells. */
  models(gpu: GpuSpec, trace: TraceFacts | null): Models;
  /** @throws InputError when a kernel's time is not known or a block does not fit */
  order(application: Application, gpu: GpuSpec, models: Models): Order;
  plan(application: Application, gpu: GpuSpec, models: Models): Plan;
}

/** What was measured of an application. */
export interface TraceFacts {
  readonly timeline: Timeline;
  readonly transfers: readonly TransferProfile[];
}
