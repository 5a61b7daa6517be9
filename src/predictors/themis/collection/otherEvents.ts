import type { CounterName, Counters } from '../../../simulator/core/counters';

/** Events beside table I's that the event analysis looks at, to see whether the paper's choice holds here. */
export const OTHER_EVENTS = [
  'warpCycles',
  'stallDependency',
  'stallMemory',
  'stallBarrier',
  'stallPipe',
  'stallThrottle',
  'branches',
  'divergentBranches',
  'fp32',
  'integer',
  'special',
  'control',
  'sharedAccesses',
  'sharedPasses',
  'globalAtomic',
  'l1StoreSectors',
  'l2WriteSectors',
  'dramRowHits',
  'dramReadBytes',
  'dramWriteBytes',
  'requestFlits',
  'replyFlits',
  'instructionMisses',
] as const satisfies readonly CounterName[];

/** Per core cycle, in the order of `OTHER_EVENTS`. */
export type OtherRates = readonly number[];

export function otherRates(counters: Counters, cycles: number): OtherRates {
  return OTHER_EVENTS.map((name) => (cycles > 0 ? counters[name] / cycles : 0));
}
