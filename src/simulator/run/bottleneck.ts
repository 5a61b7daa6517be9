import { STALL_COUNTERS, warpInstructions, type Counters } from '../core/counters';
import type { SimulatorSpec } from '../spec/simulatorSpec';
import { busCyclesPerCycle } from './utilisation';

/** Limits of an application's speed, as shares from 0 to 1. */
export interface Bottleneck {
  /**
   * Of the cycles that its warps were on an SM: those in which a warp issued, and those in which it waited, by what
   * for. They add up to 1 where warps were there at all.
   */
  readonly warpCycles: Readonly<Record<'issued' | (typeof STALL_COUNTERS)[number], number>>;
  /** Issue slots used, of the SMs and the cycles in which the application had a block there. */
  readonly issueUtilisation: number;
  /** Of the cycles of all DRAM data buses of the GPU, those that moved its data. */
  readonly dramUtilisation: number;
  readonly rowHitRate: number;
  readonly l1HitRate: number;
  readonly l2HitRate: number;
}

const share = (part: number, whole: number): number => (whole > 0 ? part / whole : 0);

/**
 * @param c counters of one application
 * @param cycles measured core cycles
 */
export function bottleneckOf(c: Counters, cycles: number, spec: SimulatorSpec): Bottleneck {
  const issued = warpInstructions(c);
  const waited = STALL_COUNTERS.reduce((sum, name) => sum + c[name], 0);
  const l2Sectors = c.l2ReadSectors + c.l2WriteSectors;
  const l2Misses = c.l2ReadSectorMisses + c.l2WriteSectorMisses;
  return {
    warpCycles: {
      issued: share(issued, issued + waited),
      ...(Object.fromEntries(STALL_COUNTERS.map((name) => [name, share(c[name], issued + waited)])) as Record<
        (typeof STALL_COUNTERS)[number],
        number
      >),
    },
    issueUtilisation: share(issued, c.smCycles * spec.sm.schedulers),
    dramUtilisation: share(c.dramBusCycles, cycles * busCyclesPerCycle(spec)),
    rowHitRate: share(c.dramRowHits, c.dramReads + c.dramWrites),
    l1HitRate: share(c.l1Sectors - c.l1SectorMisses - c.l1SectorsPending, c.l1Sectors),
    l2HitRate: share(l2Sectors - l2Misses, l2Sectors),
  };
}
