import type { CountedKernelResult } from './tracedKernelResult';
import type { Words } from '../../kernel/message';
import type { Assumption } from '../../kernel/origin';
import type { SharingMode } from '../../kernel/prediction';
import type { InputWarning, SourceDiagnostic, SourceRange } from '../../kernel/source';
import type { NumberCounts } from '../../simulator/numbers/gpuNumbers';
import type { ChangesSince } from './changeResult';
import type { CoRunMatrix, PredictorStatus, UnavailablePredictor } from './coRunResult';
import type { KernelResult, LaunchResult } from './kernelResult';
import type { PairedPrograms } from './pairedPrograms';
import type { PairStarted, SimulationProgress } from './simulationResult';
import type { ApplicationResult } from './timelineResult';

export interface GpuResult {
  readonly id: string;
  readonly name: string;
  readonly computeCapability: string;
  readonly sms: number;
  /** How many of its numbers are published, measured, derived and assumed; `corun gpus ID` lists them. */
  readonly known: NumberCounts;
  /** Set when the wanted GPU is not in the catalogue and this one stands in. */
  readonly note: Words | null;
}

/** Whether a finding is that work runs at the same time which needs an order. */
export const isRace = ({ code }: SourceDiagnostic): boolean => code === 'race';

export interface FileResult {
  readonly path: string;
  readonly kernels: readonly KernelResult[];
  readonly launches: readonly LaunchResult[];
  readonly diagnostics: readonly SourceDiagnostic[];
  readonly skipped: readonly { readonly range: SourceRange; readonly reason: Words }[];
}

export interface ProfileResult {
  readonly path: string;
  readonly format: string;
  readonly status: 'full' | 'partial' | 'refused' | 'empty';
  readonly reason: Words | null;
  readonly device: string | null;
  /** True when the file names a GPU that is not the chosen one. */
  readonly otherGpu: boolean;
  /** Whether it has launches in time, one by one or grouped. */
  readonly isTrace: boolean;
  readonly kernelRows: number;
  readonly transferRows: number;
  readonly joined: readonly { readonly name: string; readonly kernelIds: readonly string[] }[];
  readonly ambiguous: readonly { readonly name: string; readonly kernelIds: readonly string[] }[];
  readonly notJoined: readonly string[];
  /** Kernels that counters of other profiles belong to, by name, launch shape and GPU; absent where none do. */
  readonly counted?: readonly CountedKernelResult[];
  readonly warnings: readonly InputWarning[];
}

/** A quick fix as text edits, or the reason why there is none. */
export type AdviceEdit =
  | {
      readonly kind: 'edit';
      readonly edits: readonly {
        readonly path: string;
        readonly range: SourceRange;
        readonly newText: string;
      }[];
      readonly note: Words;
    }
  | {
      readonly kind: 'refused';
      readonly reason: Words;
      /** True where too much is unknown for a proof; false where the code speaks against the edit. */
      readonly unknown: boolean;
    };

export interface Advice {
  /** Stable across refreshes, so that a dismissal lasts. */
  readonly id: string;
  readonly kind: 'block-size' | 'stream-order' | 'streams' | 'co-run' | 'launch';
  readonly title: Words;
  readonly explanation: Words;
  /** Upper bound of the saved share of time (0–1); null where no evidence gives one. */
  readonly gain: number | null;
  /** Nanoseconds saved against the program as written, of one launch for a kernel; null while no time is known. */
  readonly savedNs: number | null;
  readonly path: string;
  readonly line: number;
  readonly kernelId: string | null;
  /** True where a source edit was proved safe; where it was not tried yet, it is worked out when it is asked for. */
  readonly editable: boolean;
  /** Threads per block as written and as advised, for advice on block sizes. */
  readonly block?: { readonly current: number; readonly advised: number };
  /** Calls that the edit puts into this order. */
  readonly calls?: readonly { readonly path: string; readonly line: number }[];
}

/** What tells the source edit of an advice. */
export type AdviceAsked = Pick<Advice, 'id' | 'kernelId' | 'block'>;

/** Everything the views show; a snapshot, replaced as a whole. */
export interface WorkspaceResults {
  /** Grows by one with every snapshot of one worker; results that were kept come back with theirs. */
  readonly revision: number;
  readonly gpu: GpuResult;
  readonly mode: SharingMode;
  /** Programs that run at the same time. */
  readonly paired: PairedPrograms;
  readonly files: readonly FileResult[];
  readonly applications: readonly ApplicationResult[];
  readonly matrix: CoRunMatrix;
  /** Predictors of pairs from runs alone; none while nothing is simulated. */
  readonly predictors: readonly PredictorStatus[];
  /** Predictors that cannot answer for the GPU. */
  readonly unavailable: readonly UnavailablePredictor[];
  /** Null while nothing is simulated. */
  readonly simulations: SimulationProgress | null;
  /** Pairs that were started together, as far as that was simulated. */
  readonly together: readonly PairStarted[];
  readonly profiles: readonly ProfileResult[];
  readonly advice: readonly Advice[];
  readonly assumptions: readonly Assumption[];
  /** Absent where no baseline is pinned. */
  readonly changes?: ChangesSince | undefined;
}
