import { english } from '../../src/words';
import type { KernelProfile } from '../../src/kernel/profile';
import { programFromProfile, type FittedProgram } from '../../src/fitting/fromProfile';
import { measureKernel } from '../../src/fitting/measure';
import { evaluateFit, refineFit, type Evaluation, type RefinementStep } from '../../src/fitting/refine';
import { DURATION_WEIGHTS, PREDICTIVE_WEIGHTS, type ResidualWeights } from '../../src/fitting/residuals';
import { InputError } from '../../src/kernel/result';
import type { LoadedSpec } from '../../src/simulator/spec/loadSpec';

/** Core cycles of the simulation that residuals are told of. */
export const CHECK_CYCLES = 60_000;
/** Core cycles of one simulation of the search, and of all of them. */
export const WINDOW_CYCLES = 24_000;
export const SEARCH_CYCLES = 8 * WINDOW_CYCLES;
export const SEED = 1;

export interface FittedKernel {
  readonly table: string;
  readonly profile: KernelProfile;
  /** Programs from counters: at once, refined without and with the duration as a target. */
  readonly first: Evaluation;
  /** Null where only the first fit was asked for. */
  readonly refined: Evaluation | null;
  readonly matched: Evaluation | null;
  readonly steps: readonly RefinementStep[];
  readonly assumed: readonly string[];
  /** Why the row tells nothing about durations; null when it does. */
  readonly leftOut: string | null;
}

export type FittedRow =
  | FittedKernel
  | { readonly table: string; readonly profile: KernelProfile; readonly refused: string };

/** Fits one row, at once or in all three ways, and checks every program with the same longer simulation. */
export function fitRow(
  profile: KernelProfile,
  loaded: LoadedSpec,
  table: string,
  refines: boolean,
): FittedRow {
  try {
    const fitted = programFromProfile(profile, loaded.gpu);
    const search = { windowCycles: WINDOW_CYCLES, budgetCycles: SEARCH_CYCLES, seed: SEED };
    const refined = (weights: ResidualWeights) =>
      refines ? refineFit(fitted, profile, loaded, { ...search, weights }) : null;
    const predictive = refined(PREDICTIVE_WEIGHTS);
    const matching = refined(DURATION_WEIGHTS);
    const check = (program: FittedProgram) =>
      evaluateFit(program, profile, loaded, {
        weights: PREDICTIVE_WEIGHTS,
        windowCycles: CHECK_CYCLES,
        seed: SEED + 1,
      });
    return {
      table,
      profile,
      first: check(fitted),
      refined: predictive && check(predictive.after.fitted),
      matched: matching && check(matching.after.fitted),
      steps: predictive?.steps ?? [],
      assumed: fitted.assumptions.map(({ metric }) => metric),
      leftOut: fitted.assumptions.some(({ metric }) => metric === 'inst_executed')
        ? 'its counters are means over launches of different grids'
        : null,
    };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { table, profile, refused: english(error.said) };
  }
}

/** Long enough that a window is not the whole kernel, short enough to be run in full. */
export function isSteady({ durationNs }: KernelProfile): boolean {
  return durationNs !== null && durationNs > 150_000 && durationNs < 900_000;
}

export interface WindowError {
  readonly name: string;
  readonly block: string;
  readonly basis: string;
  readonly windowCycles: number;
  readonly fullCycles: number;
  readonly error: number | null;
}

/** The extrapolated time of a kernel beside that of its full simulation. */
export function compareWindows(profile: KernelProfile, loaded: LoadedSpec): WindowError {
  const { program, launch } = programFromProfile(profile, loaded.gpu);
  const window = measureKernel(program, launch, loaded, { budgetCycles: CHECK_CYCLES, seed: SEED });
  const full = measureKernel(program, launch, loaded, { budgetCycles: 2 ** 28, seed: SEED });
  return {
    name: profile.name,
    block: profile.block!.join('×'),
    basis: window.basis,
    windowCycles: window.simulatedCycles,
    fullCycles: full.cycles!,
    error: window.cycles === null ? null : (window.cycles - full.cycles!) / full.cycles!,
  };
}
