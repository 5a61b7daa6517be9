/**
 * What the commands print with `--json`: these types are the published contract, from which the build makes
 * the JSON Schemas that `corun schema` prints.
 */
import type { ComparedFigure } from '../gpu/calibration/besideModel';
import type { CoRunData } from '../gpu/measuredCoRuns/coRunData';
import type { ComparedCoRun, CoRunScore } from '../analysis/measuredCoRuns/scores';
import type { Words } from '../kernel/message';
import type { Origin } from '../kernel/origin';
import type { Occupancy } from '../gpu/occupancy';
import type { SourceEdit } from '../cuda/edits/outcome';
import type { YieldVariant } from '../predictors/yieldingPort';
import type { ListedSearch } from '../analysis/yielding/yieldAnswer';
import type { GpuSpec } from '../kernel/gpuSpec';
import type { InputWarning, SourceDiagnostic, SourceRange } from '../kernel/source';
import type { AllocationAdvice } from '../sharing/allocate/allocateSms';
import type { TimedSplit } from '../sharing/allocate/timedSplit';
import type { SplitCheck } from '../sharing/allocate/simulatedSplit';
import type { ProgramShareAnswer } from '../analysis/results/programShareResult';
import type { PredictorAnswer } from '../analysis/corun/askPredictors';
import type { CoRunPrediction } from '../analysis/corun/predictCoRun';
import type { FeatureSelection, Similarity } from '../predictors';
import type { CollectCommands } from '../profiles/collectCommands';
import type { ProfilePage } from '../analysis/profileProtocol';
import type { TracedKernelsResult } from '../analysis/results/tracedKernelResult';
import type { TraceCoRunResult } from '../analysis/results/traceCoRunResult';
import type { AnyCompareResult } from '../analysis/results/compareResult';
import type { DoubtfulGain, PlannedJob, QueueApplicationResult } from '../analysis/results/queueResult';
import type { CheckResult } from '../analysis/results/checkResult';
import type { ReportDocument } from '../words/texts/reportDocument';
import type { BlockSizeResult } from '../analysis/results/kernelResult';
import type { CoRunMatrix } from '../analysis/results/coRunResult';
import type { CalibrationResult, FitResult } from '../analysis/results/fitResult';
import type { ApplicationResult } from '../analysis/results/timelineResult';
import type {
  AdviceEdit,
  FileResult,
  GpuResult,
  WorkspaceResults,
} from '../analysis/results/workspaceResults';
import type { FilledCluster } from '../sharing/colocation/fillCluster';
import type { Mixes } from '../sharing/colocation/mix';
import type { QosTarget } from '../sharing/colocation/qosTarget';
import type { GpuNumber } from '../simulator/numbers/gpuNumbers';
import type { SimulationResult } from '../simulator/run/result';
import type {
  ListedKernel,
  ListedLaunch,
  LoweredKernel,
  RankedTraces,
  PublishedSet,
  PairPrediction,
  OwnSmsTable,
  AnalyzedKernel,
  LeftOut,
  PolicyOutcome,
  ColocatedApplication,
} from './answerParts';

export interface GpusAnswer {
  readonly gpus: readonly GpuSpec[];
  /** Of the one GPU that was asked for: every number of it, and how it is known. */
  readonly numbers?: readonly GpuNumber[];
}

/** A card that was measured: the files that were written, its id in the GPU file, figures beside the catalogue's. */
export interface CalibrateAnswer {
  readonly files: readonly string[];
  /** Null where only source and script were written. */
  readonly gpu: string | null;
  readonly figures: readonly ComparedFigure[];
}

/** Co-runs that were measured on a card, and how far the simulator and trivial rules are from them. */
export interface MeasureAnswer {
  readonly files: readonly string[];
  /** Null where only sources and script were written. */
  readonly data: CoRunData | null;
  /** The GPU that was simulated; null where nothing was. */
  readonly gpu: string | null;
  readonly compared: readonly ComparedCoRun[];
  readonly scores: readonly CoRunScore[];
}

export interface OccupancyAnswer extends Occupancy {
  readonly gpu: string;
}

export interface KernelsAnswer {
  readonly files: readonly {
    readonly path: string;
    readonly kernels: readonly ListedKernel[];
    readonly launches: readonly ListedLaunch[];
    readonly diagnostics: readonly SourceDiagnostic[];
    readonly skipped: readonly { readonly range: SourceRange; readonly reason: Words }[];
  }[];
}

export interface LowerAnswer {
  readonly kernels: readonly LoweredKernel[];
}

/** How many places an application is to yield so that another keeps its target. */
export interface SearchAnswer extends ListedSearch {
  /** Assumed time of one look at mapped memory. */
  readonly pollNs: number;
}

/** A kernel that yields SMs, as edits of its source. */
export interface YieldAnswer {
  readonly kernel: string;
  readonly variant: YieldVariant;
  readonly note: Words;
  readonly edits: readonly SourceEdit[];
  /** The edits as a unified diff. */
  readonly diff: string;
}

export interface ProfileAnswer {
  readonly files: readonly ProfilePage[];
  /** With `--join`: each timeline among the files with the counters of the others. */
  readonly joined?: readonly (TracedKernelsResult & { readonly path: string })[];
  /** Where the files are traces of several ranks of one run. */
  readonly ranks?: RankedTraces;
}

/** Traced applications that share a GPU. */
export type TogetherAnswer = TraceCoRunResult;

export interface FeaturesAnswer extends FeatureSelection {
  /** Metrics that some kernels lack, and kernels with few metrics; neither counted. */
  readonly incomplete: readonly string[];
  readonly sparse: readonly string[];
  /** For the selected metrics, or the set that was asked for. */
  readonly commands: CollectCommands;
  /** Sets of metrics of the literature, and how many of them all kernels have. */
  readonly published: readonly PublishedSet[];
  /** Of the applications, by all metrics or those of the set that was asked for; null for a single one. */
  readonly similarity: Similarity | null;
}

export interface AnalyzeAnswer extends Omit<WorkspaceResults, 'matrix' | 'files'> {
  readonly files: readonly (Omit<FileResult, 'kernels'> & { readonly kernels: readonly AnalyzedKernel[] })[];
  readonly matrix: Omit<CoRunMatrix, 'cells' | 'answers'> & {
    readonly cells: readonly (readonly (PairPrediction | null)[])[];
    /** What every predictor says of each pair, in every sharing mode; with `--full`. */
    readonly answers?: CoRunMatrix['answers'];
    readonly predictor: string;
  };
  /** Of the first predictor from runs alone; null where none can answer for the GPU. */
  readonly ownSms: OwnSmsTable | null;
  /** Null where everything is told: the JSON of a large workspace ends at 5 MB. */
  readonly leftOut: LeftOut | null;
}

/** Of two kernels, or of two programs. */
export type CompareAnswer = AnyCompareResult;

export type CheckAnswer = CheckResult;

/** What a command with `--json` prints in the place of its answer where there is none. */
export interface FailureAnswer {
  readonly error: {
    /** Stable, in the words of code: `usage`, `no-such-file`, `unknown-gpu`; `failed` for what is no fault of the input. */
    readonly code: string;
    readonly message: string;
    /** The file at fault; null where it is none, or not known. */
    readonly path: string | null;
    /** From 1; null where no line is known. */
    readonly line: number | null;
    /** 2 for wrong usage, else 1. */
    readonly exitCode: 1 | 2;
  };
}

/** What the report says, and where it was written. */
export interface ReportAnswer extends ReportDocument {
  readonly files: readonly string[];
}

export type SimulateAnswer = SimulationResult;

export interface FitAnswer {
  /** The GPU that the profile was taken on. */
  readonly gpu: string;
  readonly seed: number;
  /** Synthetic programs, of counters alone. */
  readonly kernels: readonly FitResult[];
  /** Programs of the sources given with `--source`, calibrated to the counters. */
  readonly calibrated: readonly CalibrationResult[];
  /** Kernels whose counters no program can be made of. */
  readonly refused: readonly { readonly name: string; readonly reason: Words }[];
}

/** What `simulate --dram` prints. */
export interface DramAnswer {
  /** Share of the time in which the data bus moves data, 0 to 1. */
  readonly utilisation: number;
  /** Share of the requests that found their row open, 0 to 1. */
  readonly rowHitRate: number;
  /** Cycles of the memory's command clock. */
  readonly cycles: number;
}

export interface BlocksizeAnswer {
  readonly gpu: GpuResult;
  readonly kernels: readonly {
    readonly id: string;
    readonly name: string;
    readonly path: string;
    readonly line: number;
    readonly block: BlockSizeResult | null;
    /** The source edit for the advised block; null when nothing is to be changed. */
    readonly edit: AdviceEdit | null;
  }[];
}

export interface OrderAnswer {
  readonly gpu: GpuResult;
  readonly applications: readonly ApplicationResult[];
}

export interface PredictAnswer extends CoRunPrediction {
  /** With `--predictor all`: what each predictor says, or why it says nothing. */
  readonly predictors?: readonly PredictorAnswer[];
}

export interface ScheduleAnswer {
  readonly jobs: number;
  readonly gpus: readonly string[];
  readonly maxCoRun: number;
  /** Where the slowdowns come from; `assumed` where some were not known. */
  readonly origin: Origin;
  readonly assumptions: readonly Words[];
  /** Which applications neighbours slow down much, on each kind of GPU. */
  readonly applications: readonly QueueApplicationResult[];
  /** In the order asked for; `best-found` is what a search found, and no policy. */
  readonly policies: readonly PolicyOutcome[];
  /** The policy whose plan follows: the one with the shortest makespan, or the first where it gains no more than `doubtful`. */
  readonly chosen: string | null;
  /** The policy that would be chosen if gains were known better than they are. */
  readonly doubtful: DoubtfulGain | null;
  /** In the order in which jobs start. */
  readonly plan: readonly PlannedJob[];
}

export interface ColocateAnswer {
  readonly gpu: string;
  readonly predictor: string;
  readonly service: string;
  /** Its run alone as measured, ns. */
  readonly measuredNs: number;
  /** The same as replayed. */
  readonly aloneNs: number;
  readonly target: QosTarget;
  readonly beside: readonly ColocatedApplication[];
  /** What several of them do to it together; null of one application. */
  readonly mixes: Mixes | null;
  /** What would leave room for more, beside what is said of single applications. */
  readonly advice: readonly Words[];
  readonly assumptions: readonly Words[];
  /** What could not be read of the traces. */
  readonly warnings: readonly InputWarning[];
}

export interface ClusterAnswer extends FilledCluster {
  readonly gpu: string;
  readonly predictor: string;
  readonly target: QosTarget;
  readonly assumptions: readonly Words[];
  /** What could not be read of the traces. */
  readonly warnings: readonly InputWarning[];
}

export type AllocateAnswer = AllocationAdvice & SplitCheck;

/** By times that were measured, or of programs of a workspace with what was taken for granted of them. */
export type SplitAnswer = TimedSplit | ProgramShareAnswer;
