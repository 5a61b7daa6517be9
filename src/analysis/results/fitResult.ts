import type { Words } from '../../kernel/message';
import type { FitAssumption, FitInput } from '../../fitting/assumption';
import type { CalibratedParameter } from '../../fitting/calibrate';
import type { ProgramLaunch } from '../../kernel/totals/programLaunch';
import type { FitParameters } from '../../fitting/parameters';
import type { RefinementStep } from '../../fitting/refine';
import type { Residual } from '../../fitting/residuals';
import type { SourceLocation } from '../../kernel/origin';

/** One simulation of a fitted program on the GPU of the profile, beside what was measured. */
export interface FitCheck {
  /** What the figures are: of the whole run, or extrapolated from waves of blocks or from instructions. */
  readonly basis: 'run' | 'waves' | 'instructions';
  readonly simulatedCycles: number;
  /** Null when the simulated stretch was too short to tell. */
  readonly durationNs: number | null;
  readonly residuals: readonly Residual[];
  /** Weighted mean of the absolute residuals, each at most 1. */
  readonly score: number;
}

/** What refinement changed. */
export interface FitRefinement {
  readonly before: FitCheck;
  readonly steps: readonly RefinementStep[];
  readonly simulations: number;
  readonly simulatedCycles: number;
  readonly end: 'converged' | 'budget' | 'cancelled';
  /** What the search aimed at: counters only, or the measured duration, too. */
  readonly target: 'counters' | 'duration';
}

/** A program made from a profile. */
export interface FitResult {
  readonly name: string;
  readonly location: SourceLocation;
  /** A kernel program, as the schema `program` has it. */
  readonly program: object;
  readonly registersPerThread: number;
  readonly launch: ProgramLaunch;
  readonly parameters: FitParameters;
  readonly inputs: readonly FitInput[];
  readonly assumptions: readonly FitAssumption[];
  readonly notes: readonly Words[];
  readonly measuredDurationNs: number | null;
  readonly check: FitCheck;
  /** Null when no refinement was asked for. */
  readonly refinement: FitRefinement | null;
}

/** A program from source whose open numbers were chosen by a profile. */
export interface CalibrationResult {
  readonly name: string;
  readonly location: SourceLocation;
  /** The kernel in the sources. */
  readonly source: SourceLocation;
  /** A kernel program, as the schema `program` has it. */
  readonly program: object;
  readonly registersPerThread: number;
  readonly launch: ProgramLaunch;
  readonly parameters: readonly CalibratedParameter[];
  /** Mean distance of instruction and request counts, as a logarithm of ratios. */
  readonly distance: { readonly before: number; readonly after: number };
  readonly notes: readonly Words[];
  readonly measuredDurationNs: number | null;
  readonly check: FitCheck;
}
