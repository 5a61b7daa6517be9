import { programFromProfile } from '../../fitting/fromProfile';
import { evaluateFit, refineFit } from '../../fitting/refine';
import { DURATION_WEIGHTS, PREDICTIVE_WEIGHTS } from '../../fitting/residuals';
import { requireGpu } from '../../gpu/findGpu';
import type { GpuSpec } from '../../kernel/gpuSpec';
import { InputError } from '../../kernel/result';
import { loadSpec } from '../../simulator/spec/loadSpec';
import type { FitResult } from '../results/fitResult';
import type { FitCandidate } from './candidates';
import { checkOf } from './fitCheck';
import { message } from '../../kernel/message';

export interface FitOptions {
  /** GPU that the profile was taken on, when the file does not tell or tells wrongly. */
  readonly gpu?: string;
  /** Core cycles that refinement may simulate per kernel; 0 for none. */
  readonly refineCycles: number;
  /** Whether refinement aims at the measured duration, too. */
  readonly matchDuration: boolean;
  readonly seed: number;
  readonly shouldContinue?: () => boolean;
}

/** Core cycles of one simulation: a few waves of blocks of most kernels, and less than a second. */
export const WINDOW_CYCLES = 60_000;

/** The GPU that a profile was taken on. */
export function gpuOf({ profile }: FitCandidate, given: string | undefined): GpuSpec {
  const name = given ?? profile.device;
  if (name !== null) return requireGpu(name);
  const { path, line } = profile.location;
  throw new InputError(message('analysis.gpuNotTold'), 'unknown-gpu', path, line);
}

/**
 * Fits a kernel, simulates the program on the profiled GPU, and refines it where that is asked for.
 * @throws InputError naming file, line and metric.
 */
export function fitKernel(candidate: FitCandidate, options: FitOptions): FitResult {
  const { profile, notes } = candidate;
  const loaded = loadSpec(gpuOf(candidate, options.gpu).id);
  const first = programFromProfile(profile, loaded.gpu);
  const search = {
    weights: options.matchDuration ? DURATION_WEIGHTS : PREDICTIVE_WEIGHTS,
    windowCycles: WINDOW_CYCLES,
    budgetCycles: options.refineCycles,
    seed: options.seed,
    ...(options.shouldContinue && { shouldContinue: options.shouldContinue }),
  };
  const refined = options.refineCycles > 0 ? refineFit(first, profile, loaded, search) : null;
  const best = refined?.after ?? evaluateFit(first, profile, loaded, search);
  const { program, launch, parameters, inputs, assumptions } = best.fitted;
  return {
    name: profile.name,
    location: profile.location,
    program,
    registersPerThread: program.registersPerThread,
    launch,
    parameters,
    inputs,
    assumptions,
    notes,
    measuredDurationNs: profile.durationNs,
    check: checkOf(best),
    refinement:
      refined === null
        ? null
        : {
            before: checkOf(refined.before),
            steps: refined.steps,
            simulations: refined.simulations,
            simulatedCycles: refined.simulatedCycles,
            end: refined.end,
            target: options.matchDuration ? 'duration' : 'counters',
          },
  };
}
