import { STALL_COUNTERS, type CounterName, type Counters } from '../../simulator/core/counters';

/** Counters of the simulator that rates keep beside the base rates, in the order in which recorded runs keep them. */
export const COUNTED_RATES = [
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

export type CountedRate = (typeof COUNTED_RATES)[number];

/** Counts per core cycle by counter. */
export type CountedRates = Readonly<Record<CountedRate, number>>;

/** Of the sets of the L2 cache, every one of so many has auxiliary tags (`auxiliaryAccesses`, `auxiliaryHits`). */
export const SAMPLED_SETS = 4;

/** Rates from a function of their names, and of their places in `COUNTED_RATES`. */
export function countedBy(valueOf: (name: CountedRate, place: number) => number): CountedRates {
  return Object.fromEntries(COUNTED_RATES.map((name, place) => [name, valueOf(name, place)])) as CountedRates;
}

/** Nothing counted. */
export const NOTHING_COUNTED: CountedRates = countedBy(() => 0);

/** In the order of `COUNTED_RATES`, as recorded runs keep them. */
export function asList(rates: CountedRates): number[] {
  return COUNTED_RATES.map((name) => rates[name]);
}

export function countedRates(counters: Counters, cycles: number): CountedRates {
  return countedBy((name) => (cycles > 0 ? counters[name] / cycles : 0));
}
