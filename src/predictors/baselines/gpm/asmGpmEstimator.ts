import type { SimulatorSpec } from '../../../simulator/spec/simulatorSpec';
import { meanRates } from '../../counting/meanRates';
import { phaseCycles, type Phase } from '../../counting/phaseSeries';
import type { ProgressCurve } from '../../splits/progressCurve';
import type { SlowdownEstimator, SlowdownFactors } from '../../forecast';
import { AsmEstimator } from '../asm/asmEstimator';
import { gpmCurve, type GpmModel } from './gpm';

/**
 * ASM-GPM: GPM's scalability times ASM's interference. GPM expects events of a run alone on the whole GPU; at
 * co-location only the shared-mode events exist, and these are what it gets, as in the paper's comparison.
 */
export class AsmGpmEstimator implements SlowdownEstimator {
  private readonly asm: AsmEstimator;

  constructor(
    private readonly model: GpmModel,
    private readonly spec: SimulatorSpec,
  ) {
    this.asm = new AsmEstimator(spec);
  }

  estimate(phases: readonly Phase[]): readonly SlowdownFactors[] {
    return this.asm.estimate(phases).map(({ interference }, app) => ({
      scalability: this.scalability(phases, app),
      interference,
    }));
  }

  /** The whole curve of what an application runs in a phase, for the allocation engine. */
  curveOf(phase: Phase, app: number): ProgressCurve {
    return gpmCurve(this.model, phase.apps[app]!.events, this.spec.sms);
  }

  /** Mean over the phases in which the application was active, each weighted with its length alone. */
  private scalability(phases: readonly Phase[], app: number): number {
    let [shared, alone] = [0, 0];
    for (const group of byKernel(phases, app)) {
      const cycles = group.reduce((sum, phase) => sum + phaseCycles(phase), 0);
      const curve = gpmCurve(this.model, meanRates(group, app), this.spec.sms);
      shared += cycles;
      alone += cycles * curve.at(group[0]!.apps[app]!.sms);
    }
    return alone > 0 ? shared / alone : 1;
  }
}

/** Phases in which the application was active, by its kernel and its SMs. */
function byKernel(phases: readonly Phase[], app: number): Phase[][] {
  const groups = new Map<string, Phase[]>();
  for (const phase of phases) {
    const { active, kernel, sms } = phase.apps[app]!;
    if (!active) continue;
    const key = `${kernel}/${sms}`;
    groups.set(key, [...(groups.get(key) ?? []), phase]);
  }
  return [...groups.values()];
}
