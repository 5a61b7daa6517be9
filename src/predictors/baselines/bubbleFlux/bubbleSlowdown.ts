import { warpInstructions } from '../../../simulator/core/counters';
import { phaseCycles, type Phase } from '../../counting/phaseSeries';

/**
 * Slowdown of an application by its last turn alone on the GPU: its rate of warp instructions then over that of the
 * stage before, which all shared. Null when it has had no turn, or did nothing before it.
 */
export function bubbleSlowdown(phases: readonly Phase[], app: number): number | null {
  const stages = stagesOf(phases);
  const turn = stages.findLastIndex(([first]) => first!.alone === app);
  if (turn < 1) return null;
  const shared = rateOf(stages[turn - 1]!, app);
  return shared > 0 ? rateOf(stages[turn]!, app) / shared : null;
}

function stagesOf(phases: readonly Phase[]): Phase[][] {
  const stages: Phase[][] = [];
  for (const phase of phases)
    if (stages.at(-1)?.[0]!.alone === phase.alone) stages.at(-1)!.push(phase);
    else stages.push([phase]);
  return stages;
}

/** Warp instructions per cycle of an application over some phases. */
function rateOf(phases: readonly Phase[], app: number): number {
  const cycles = phases.reduce((sum, phase) => sum + phaseCycles(phase), 0);
  const work = phases.reduce((sum, phase) => sum + warpInstructions(phase.apps[app]!.counters), 0);
  return cycles > 0 ? work / cycles : 0;
}
