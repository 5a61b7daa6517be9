import type { SimulatorSpec } from '../../../simulator/spec/simulatorSpec';
import type { SlowdownEstimator } from '../../themis/estimator';
import type { Phase } from '../../counting/phaseSeries';
import type { SlowdownFactors } from '../../forecast';
import { asmLatencies, asmSlowdown, type AsmLatencies } from './asm';

/**
 * Core cycles for which an application keeps priority (ASM's epoch). The original takes 10 000 of a quantum of 5
 * million; shorter ones give a GPU's much shorter kernels enough samples.
 */
export const ASM_ROTATION_CYCLES = 1000;

/** ASM as Themis compares with it: interference only, blind to the number of SMs. */
export class AsmEstimator implements SlowdownEstimator {
  private readonly latencies: AsmLatencies;

  constructor(spec: SimulatorSpec) {
    this.latencies = asmLatencies(spec);
  }

  estimate(phases: readonly Phase[]): readonly SlowdownFactors[] {
    return (phases[0]?.apps ?? []).map((_, app) => ({
      scalability: 1,
      interference: asmSlowdown(phases, app, this.latencies),
    }));
  }
}
