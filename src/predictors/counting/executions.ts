import { warpInstructions } from '../../simulator/core/counters';
import { groupBy } from '../../stats/grouping';
import { phaseCycles, type Phase } from './phaseSeries';
import { FILLING_CYCLES } from './workCurve';

/** Executions of one kernel in a co-run: all that ended, or where none did the beginning of one without its first cycles. */
export interface Executions {
  readonly kernel: number;
  readonly phases: readonly Phase[];
  /** How many ended; 0 where the beginning of one is all there is. */
  readonly ended: number;
}

/** So much of a launch must have been seen to tell of it where its end was not. */
const LEAST_CYCLES = 12_000;

/** What an application ran in some phases, kernel by kernel; a launch of which too little was seen is left out. */
export function executionsOf(phases: readonly Phase[], app: number): Executions[] {
  const stretches: Phase[][] = [];
  phases.forEach((phase, at) => {
    const { active, kernel } = phase.apps[app]!;
    const before = phases[at - 1]?.apps[app];
    if (!active) return;
    if (before?.active === true && before.kernel === kernel) stretches.at(-1)!.push(phase);
    else stretches.push([phase]);
  });
  const cut = phases.at(-1)!.apps[app]!.active ? stretches.pop() : undefined;
  const ended = groupBy(stretches, ([first]) => first!.apps[app]!.kernel);
  const whole = [...ended].map(([kernel, list]) => ({
    kernel,
    phases: list.flat(),
    ended: list.length,
  }));
  return [...whole, ...cutExecution(cut ?? [], app, ended)];
}

function cutExecution(
  phases: readonly Phase[],
  app: number,
  ended: ReadonlyMap<number, unknown>,
): Executions[] {
  if (phases.length === 0 || cyclesIn(phases) < LEAST_CYCLES) return [];
  const { fromCycle, apps } = phases[0]!;
  const { kernel } = apps[app]!;
  if (ended.has(kernel)) return [];
  const isFilling = (phase: Phase): boolean => phase.toCycle - fromCycle <= FILLING_CYCLES;
  return [{ kernel, phases: phases.filter((phase) => !isFilling(phase)), ended: 0 }];
}

/** Core cycles of some phases. */
export const cyclesIn = (phases: readonly Phase[]): number =>
  phases.reduce((sum, phase) => sum + phaseCycles(phase), 0);

/** Warp instructions that an application did in some phases. */
export const workIn = (phases: readonly Phase[], app: number): number =>
  phases.reduce((sum, phase) => sum + warpInstructions(phase.apps[app]!.counters), 0);
