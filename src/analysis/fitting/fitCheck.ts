import type { ProgramCheck } from '../../fitting/simulatedFit';
import type { FitCheck } from '../results/fitResult';

/** What is shown of a simulation beside a profile. */
export function checkOf({ measurement, residuals, score }: ProgramCheck): FitCheck {
  const { basis, simulatedCycles, durationNs } = measurement;
  return { basis, simulatedCycles, durationNs, residuals, score };
}
