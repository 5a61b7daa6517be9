/** Parts of what the commands print with `--json`. */
import type { Words } from '../kernel/message';
import type { LoweringAssumption } from '../cuda/lowering/assumption';
import type {
  InstructionMix,
  KernelParameter,
  LaunchKind,
  SharedDeclaration,
  TemplateParameter,
} from '../kernel/kernel';
import type { SourceRange } from '../kernel/source';
import type { QueueMetrics } from '../sharing/queue/queueMetrics';
import type { RankComparison, RankTrace } from '../analysis/traces/rankComparison';
import type { KernelResult } from '../analysis/results/kernelResult';
import type { ErrorBound, FairSplit, Prediction, SlowdownCause } from '../kernel/prediction';
import type { BesideService } from '../sharing/colocation/besideService';

/** Instructions per thread; assumptions as sentences. */
export interface ListedMix extends Omit<InstructionMix, 'assumptions'> {
  readonly assumptions: readonly Words[];
}

export interface ListedKernel {
  readonly id: string;
  readonly name: string;
  readonly qualifiedName: string;
  /** Line of the name, 1-based. */
  readonly line: number;
  readonly parameters: readonly KernelParameter[];
  readonly template: readonly TemplateParameter[];
  readonly launchBounds: {
    readonly maxThreadsPerBlock: number | string;
    readonly minBlocksPerSm?: number | string;
  } | null;
  readonly shared: readonly SharedDeclaration[];
  /** Instructions per thread by class, estimated from the source; null where the body could not be read. */
  readonly mix: ListedMix | null;
  /** Why the code that holds it is not compiled; absent when it is. */
  readonly inactive?: Words;
}

/** Extents and sizes are numbers where they are known, else the expression as written. */
export interface ListedLaunch {
  /** Callee as written. */
  readonly kernel: string;
  readonly kernelIds: readonly string[];
  readonly kind: LaunchKind;
  readonly line: number;
  readonly grid: readonly (number | string)[];
  readonly block: readonly (number | string)[];
  readonly sharedBytes: number | string;
  readonly stream: number | string;
  /** Names that are not known in grid, block, shared bytes and stream. */
  readonly unknowns: readonly string[];
  /** What grid, block and shared memory rest on. */
  readonly assumptions: readonly Words[];
  readonly arguments: readonly (number | string)[];
  readonly inactive?: Words;
}

/** Something that lowering took for granted, as a sentence. */
export type ListedAssumption = Omit<LoweringAssumption, 'line'>;

/** A kernel as the simulator runs it, or why it cannot be lowered. */
export interface LoweredKernel {
  readonly id: string;
  readonly path: string;
  readonly line: number;
  readonly name: string;
  /** The launch in the source that was taken, by path and line; null where there is none. */
  readonly launchedAt: { readonly path: string; readonly line: number } | null;
  readonly lowering:
    | {
        readonly kind: 'lowered';
        /** Of the schema `program`. */
        readonly program: object;
        readonly launch: {
          readonly grid: readonly number[];
          readonly block: readonly number[];
          readonly sharedBytes: number;
        };
        readonly assumptions: readonly ListedAssumption[];
        /** Names of the numbers that a user may set. */
        readonly settable: readonly string[];
      }
    | { readonly kind: 'refused'; readonly reason: Words; readonly range: SourceRange };
  /** Numbers that are set for the kernel and that it has no use for; the line is null for those of `--arguments`. */
  readonly unused: readonly {
    readonly name: string;
    readonly text: Words;
    readonly path: string;
    readonly line: number | null;
  }[];
}

/** Ranks of one run beside each other; their devices are those of `files`. */
export interface RankedTraces extends Omit<RankComparison, 'ranks'> {
  readonly ranks: readonly Omit<RankTrace, 'device'>[];
}

export interface PublishedSet {
  readonly id: string;
  readonly metrics: readonly string[];
  readonly found: number;
}

/** What a prediction for a pair rests on; of thousands of pairs it is printed when everything is asked for. */
export type PairGrounds = Pick<Prediction, 'inputs' | 'assumptions' | 'validOnly' | 'general' | 'kernels'>;

/** A prediction in the table of pairs. */
export type TablePrediction = Omit<Prediction, keyof PairGrounds> & Partial<PairGrounds>;

/** The best answer for a pair, and beside it what other predictors say of the same pair in the same sharing mode. */
export type PairPrediction = TablePrediction & { readonly others?: readonly TablePrediction[] };

/** What a kernel loses to one partner when each has half of the SMs. */
export interface OwnSmsPartner {
  readonly kernelId: string;
  readonly name: string;
  readonly slowdown: number;
  /** SD = scalability (fewer SMs) · interference (shared cache and memory). */
  readonly scalability: number;
  readonly interference: number;
  readonly cause: SlowdownCause;
  /** Inputs outside of what the model was trained on, with the numbers. */
  readonly warnings: readonly Words[];
  /** A better split of the pair; null beside itself, or where the partner has no number. */
  readonly fair: FairSplit | null;
}

/** Pairs of kernels on half of the SMs each: `cells[victim][aggressor]`. */
export interface OwnSmsTable {
  readonly kernelIds: readonly string[];
  readonly names: readonly string[];
  /** Null where the predictor gives no number; `refusals` then says why. */
  readonly cells: readonly (readonly (Omit<OwnSmsPartner, 'kernelId' | 'name'> | null)[])[];
  readonly refusals: readonly { readonly kernelId: string; readonly reason: Words }[];
  /** SMs of each kernel. */
  readonly sms: number;
  readonly predictor: string;
  readonly error: ErrorBound;
}

export interface AnalyzedKernel extends KernelResult {
  readonly ownSms: { readonly best: OwnSmsPartner; readonly worst: OwnSmsPartner } | null;
}

/** How much of a large workspace is not told without `--full`, by list. */
export interface LeftOut {
  readonly files: number;
  /** In those files. */
  readonly kernels: number;
  readonly advice: number;
  readonly profiles: number;
  readonly applications: number;
  readonly assumptions: number;
  /** Kernels that are missing in the table of pairs, beyond those of `matrix.leftOut`. */
  readonly notPaired: number;
  /** Names of the kernels, by file, as far as there is room. */
  readonly named: readonly { readonly path: string; readonly kernels: readonly string[] }[];
}

/** How a queue runs under a policy, or why that cannot work on it. */
export type PolicyOutcome =
  | (QueueMetrics & {
      readonly id: string;
      /** Its makespan over that of the first policy. */
      readonly relative: number;
    })
  | { readonly id: string; readonly refused: Words };

/** What may share the GPU with a service: one application beside it. */
export interface ColocatedApplication extends BesideService {
  /** Its own run alone as measured, ns. */
  readonly measuredNs: number;
}
