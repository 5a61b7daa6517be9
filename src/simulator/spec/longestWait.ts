import { WARP_SIZE } from '../../kernel/warp';
import { MOST_JUMPS } from '../core/sizes';
import type { SimulatorSpec } from './simulatorSpec';

/** The longest time in cycles for which a warp's wake-up is known beforehand; specs keep it below 1024. */
export function longestWait({ sm, launch }: SimulatorSpec): number {
  return Math.max(
    ...Object.values(sm.classes).map((timing) => timing.latencyCycles),
    sm.l1.latencyCycles,
    constantWait(sm.constantCache),
    sm.instructionCache.latencyCycles,
    sm.sharedLatencyCycles + 64 * 4,
    Math.max(1, sm.barrierCycles) + MOST_JUMPS * sm.branchCycles,
    launch.blockCycles,
    launch.storeDrainCycles,
    62,
  );
}

/** Of a constant load that is the last that its SM, and all that share the larger cache, take on. */
function constantWait({
  latencyCycles,
  cyclesPerWord = 0,
  larger,
}: SimulatorSpec['sm']['constantCache']): number {
  const words = WARP_SIZE * cyclesPerWord;
  if (larger === undefined) return latencyCycles + words;
  const queue =
    larger.queueCycles + larger.cyclesPerLine + Math.ceil(larger.sms * larger.sharedCyclesPerLine);
  return Math.max(latencyCycles, queue + larger.latencyCycles) + words;
}
