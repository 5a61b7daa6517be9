import { message, type Words } from '../kernel/message';
import type { KernelProfile } from '../kernel/profile';
import type { KernelProgram } from '../kernel/program';
import { fitCounts, type CountFit } from './countFit';
import type { ProgramLaunch } from '../kernel/totals/programLaunch';
import type { LoadedSpec } from '../simulator/spec/loadSpec';
import type { LowerWith, FreeParameter, FreeParameterValues } from './freeParameters';
import { simulateFit, withRegisters, type ProgramCheck, type SimulatedFitOptions } from './simulatedFit';

/**
 * Evidence that decided the value of a free parameter: instruction and request counts, short simulations, or
 * nothing.
 */
export type DecidedBy = 'counts' | 'simulation' | 'kept';

/** Calibrated value of a free parameter. */
export interface CalibratedParameter {
  readonly name: string;
  readonly assumed: number;
  readonly value: number;
  readonly by: DecidedBy;
  readonly why: Words;
}

/** Program calibrated to a profile, with its check by simulation. */
export interface Calibration extends ProgramCheck {
  readonly program: KernelProgram;
  readonly launch: ProgramLaunch;
  readonly parameters: readonly CalibratedParameter[];
  readonly distance: CountFit['distance'];
}

/**
 * Calibrates a program from source to a profile: free parameters move until the counts of the program come
 * nearest to the measured ones; what these do not depend on is then decided by short simulations. The structure
 * stays as it is in the source. Registers are those of the profile. The duration is looked at only if `weights`
 * says so.
 *
 * @throws InputError naming file, line and metric for counters that cannot be.
 */
export function calibrate(
  lowerWith: LowerWith,
  profile: KernelProfile,
  gpu: LoadedSpec,
  options: SimulatedFitOptions,
): Calibration {
  const counts = fitCounts(lowerWith, profile, options.shouldContinue);
  const { values, lowered, after } = simulateFit(counts, lowerWith, profile, gpu, options);
  return {
    program: withRegisters(lowered.program, profile),
    launch: lowered.launch,
    parameters: calibratedParameters(counts.assumed.freeParameters, counts.values, values),
    distance: counts.distance,
    ...after,
  };
}

/**
 * Calibrated values of all free parameters.
 * @param byCounts values of those that counts decided
 * @param values of those that counts and simulations decided
 */
export function calibratedParameters(
  open: readonly FreeParameter[],
  byCounts: FreeParameterValues,
  values: FreeParameterValues,
): readonly CalibratedParameter[] {
  return open.map(({ name, value, text }) => {
    const by = name in byCounts ? 'counts' : name in values ? 'simulation' : 'kept';
    const why = message(WHY[by], { assumption: text });
    return { name, assumed: value, value: values[name] ?? value, by, why };
  });
}

const WHY: Readonly<Record<DecidedBy, string>> = {
  counts: 'fitting.decidedByCounts',
  simulation: 'fitting.decidedBySimulation',
  kept: 'fitting.kept',
};
