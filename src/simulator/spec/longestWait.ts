import type { SimulatorSpec } from './simulatorSpec';

/** Taken branches in a row, without an instruction between them, that cost time: more than compiled code has. */
export const MOST_JUMPS = 4;

/** The longest time in cycles for which a warp's wake-up is known beforehand; specs keep it below 1024. */
export function longestWait({ sm, launch }: SimulatorSpec): number {
  return Math.max(
    ...Object.values(sm.classes).map((timing) => timing.latencyCycles),
    sm.l1.latencyCycles,
    sm.constantCache.latencyCycles,
    sm.instructionCache.latencyCycles,
    sm.sharedLatencyCycles + 64 * 4,
    Math.max(1, sm.barrierCycles) + MOST_JUMPS * sm.branchCycles,
    launch.blockCycles,
    launch.storeDrainCycles,
    62,
  );
}
