import { STALL_COUNTERS, type CounterName, type Counters } from '../../simulator/core/counters';

/**
 * What is collected beside table I's events: for the event analysis, to see whether the paper's choice holds
 * here, and for networks that read more than the paper's. Of the simulator's counters those that table I has not, in
 * the order in which training data and recorded runs keep them.
 */
export const OTHER_EVENTS = [
  'warpCycles',
  'smCycles',
  ...STALL_COUNTERS,
  'branches',
  'divergentBranches',
  'fp32',
  'fp64',
  'integer',
  'special',
  'control',
  'conversion',
  'globalLoad',
  'globalStore',
  'globalAtomic',
  'localLoad',
  'localStore',
  'textureLoad',
  'constantLoad',
  'barrier',
  'sharedAccesses',
  'sharedPasses',
  'blocksDone',
  'l1Requests',
  'l1Sectors',
  'l1SectorsPending',
  'l1Retries',
  'l1StoreSectors',
  'l2ReadRequests',
  'l2ReadSectors',
  'l2ReadSectorMisses',
  'l2WriteSectors',
  'l2WriteSectorMisses',
  'l2AtomicRequests',
  'auxiliaryAccesses',
  'auxiliaryHits',
  'dramReads',
  'dramWrites',
  'dramRowHits',
  'dramReadBytes',
  'dramWriteBytes',
  'requestFlits',
  'replyFlits',
  'instructionAccesses',
  'instructionMisses',
] as const satisfies readonly CounterName[];

export type OtherEvent = (typeof OTHER_EVENTS)[number];

/** Per core cycle, in the order of `OTHER_EVENTS`. */
export type OtherRates = readonly number[];

/** Of the sets of the L2 cache, every one of so many has auxiliary tags (`auxiliaryAccesses`, `auxiliaryHits`). */
export const SAMPLED_SETS = 4;

/** Nothing counted. */
export const NO_RATES: OtherRates = OTHER_EVENTS.map(() => 0);

export function otherRates(counters: Counters, cycles: number): OtherRates {
  return OTHER_EVENTS.map((name) => (cycles > 0 ? counters[name] / cycles : 0));
}
