import { COMPUTE_CLASSES } from '../../../kernel/instructionClasses';
import { warpInstructions, type Counters } from '../../../simulator/core/counters';
import { resourceShares } from '../../../simulator/run/utilisation';
import type { SimulatorSpec } from '../../../simulator/spec/simulatorSpec';
import { YIELD_FEATURES, type YieldFeatures } from '../../yieldSearchPort';

/**
 * The seven features (section 4.4) of an application that ran alone, from the counters of its run.
 *
 * @param cycles core cycles that were counted
 */
export function yieldFeatures(c: Counters, cycles: number, spec: SimulatorSpec): YieldFeatures {
  const instructions = warpInstructions(c);
  const arithmetic = COMPUTE_CLASSES.reduce((sum, name) => sum + c[name], 0);
  const l2Sectors = c.l2ReadSectors + c.l2WriteSectors;
  const l1Sectors = c.l1Sectors + c.l1StoreSectors;
  const [l1, l2] = [spec.sm.l1.sectorsPerCycle * spec.sms, spec.l2.sectorsPerCycle * spec.l2.slices];
  return {
    l1HitRate: share(c.l1Sectors - c.l1SectorMisses - c.l1SectorsPending, c.l1Sectors),
    l2HitRate: share(l2Sectors - c.l2ReadSectorMisses - c.l2WriteSectorMisses, l2Sectors),
    l1Utilisation: share(l1Sectors, cycles * l1),
    l2Utilisation: share(l2Sectors, cycles * l2),
    dramUtilisation: resourceShares(c, cycles, spec).dram,
    arithmeticIntensity: share(arithmetic, instructions),
    instructions: instructions / spec.sms,
  };
}

/** Features as numbers, in the order of their names. */
export const featureVector = (features: YieldFeatures): number[] =>
  YIELD_FEATURES.map((name) => features[name]);

const share = (part: number, whole: number): number => (whole > 0 ? part / whole : 0);
