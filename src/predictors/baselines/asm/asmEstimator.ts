import type { SimulatorSpec } from '../../../simulator/spec/simulatorSpec';
import type { Phase } from '../../counting/phaseSeries';
import type { SlowdownEstimator, SlowdownFactors } from '../../forecast';
import { asmLatencies, asmSlowdown, type AsmLatencies } from './asm';

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
