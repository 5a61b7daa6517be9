import type { KernelProfile } from '../kernel/profile';
import type { KernelProgram } from '../kernel/program';
import { countDistanceTo, type CountFit } from './countFit';
import type { LoadedSpec } from '../simulator/spec/loadSpec';
import { measureKernel, type KernelMeasurement } from './measure';
import type { LoweredProgram, LowerWith, FreeParameterValues } from './freeParameters';
import { LEAST_GAIN, searchParameters, STEP_SIZES, type SearchPoint } from './parameterSearch';
import { residualsOf, scoreOf, type Residual, type ResidualWeights } from './residuals';

/** Options of a fit by simulation. */
export interface SimulatedFitOptions {
  readonly weights: ResidualWeights;
  /** Core cycles over all simulations; 0 leaves alone what only a simulation can tell. */
  readonly budgetCycles: number;
  readonly windowCycles: number;
  readonly seed: number;
  /** A part of the GPU that is simulated in its place. */
  readonly part?: LoadedSpec;
  readonly shouldContinue?: () => boolean;
}

/** A program in the simulator beside a profile. */
export interface ProgramCheck {
  readonly measurement: KernelMeasurement;
  readonly residuals: readonly Residual[];
  readonly score: number;
}

/** A program whose free parameters were chosen by counts, and those that counts leave open by short simulations. */
export interface SimulatedFit {
  /** Values of all parameters that were decided. */
  readonly values: FreeParameterValues;
  readonly lowered: LoweredProgram;
  /** With what counts decided alone. */
  readonly before: ProgramCheck;
  readonly after: ProgramCheck;
  readonly simulations: number;
}

/**
 * Simulates a program from source beside the profile, and moves what counts leave open as long as the score falls
 * and the budget lasts. What is gained in counts is not given up: values that make them worse are not simulated.
 * Registers are those of the profile.
 */
export function simulateFit(
  counts: CountFit,
  lowerWith: LowerWith,
  profile: KernelProfile,
  gpu: LoadedSpec,
  options: SimulatedFitOptions,
): SimulatedFit {
  const checks = new Map<LoweredProgram, ProgramCheck>();
  let cycles = 0;
  const check = (lowered: LoweredProgram): ProgramCheck => {
    const program = withRegisters(lowered.program, profile);
    const measurement = measureKernel(program, lowered.launch, gpu, {
      budgetCycles: options.windowCycles,
      seed: options.seed,
      ...(options.part && { part: options.part }),
      ...(options.shouldContinue && { shouldContinue: options.shouldContinue }),
    });
    cycles += measurement.simulatedCycles;
    const residuals = residualsOf(profile, measurement);
    const found = { measurement, residuals, score: scoreOf(residuals, options.weights) };
    checks.set(lowered, found);
    return found;
  };
  const before = check(counts.lowered);
  let best: SearchPoint = { values: counts.values, lowered: counts.lowered, cost: before.score };
  const left = counts.assumed.freeParameters.filter(({ name }) => counts.values[name] === undefined);
  const mayGoOn = (): boolean => cycles < options.budgetCycles && options.shouldContinue?.() !== false;
  const distanceOf = countDistanceTo(profile);
  const score = (lowered: LoweredProgram): number => {
    if (distanceOf(lowered) > counts.distance.after + LEAST_GAIN) return Infinity;
    const found = check(lowered);
    // A simulation that was ended early says nothing of its program.
    return found.measurement.cancelled ? Infinity : found.score;
  };
  // The budget may end the search: coarse steps of all parameters come before fine ones of any.
  for (const size of STEP_SIZES) best = searchParameters(best, left, lowerWith, score, mayGoOn, [size]);
  const { values, lowered } = best;
  return { values, lowered, before, after: checks.get(lowered)!, simulations: checks.size };
}

/** The program with the registers of the profile, where it tells. */
export function withRegisters(program: KernelProgram, { registers }: KernelProfile): KernelProgram {
  const isKnown = registers !== null && registers >= 1 && registers <= 255;
  return isKnown ? { ...program, registersPerThread: registers } : program;
}
