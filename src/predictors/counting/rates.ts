import { warpInstructions, type Counters } from '../../simulator/core/counters';
import type { SimulatorSpec } from '../../simulator/spec/simulatorSpec';
import { busCyclesPerCycle } from '../../simulator/run/utilisation';
import { countedRates, type CountedRates } from './countedRates';
import { smBusy } from './smBusy';

/** Rates that every predictor may read of a kernel: sums over its SMs, per core cycle of the stretch counted. */
export const BASE_RATES = [
  /** Warp instructions. */
  'ipc',
  /** Sectors of 32 bytes that loads and stores touch at the L1 data cache. */
  'l1DataAccesses',
  /** Sectors that loads had to request. */
  'l1DataMisses',
  /** Accesses of the constant cache. */
  'l1ConstantAccesses',
  'l1ConstantMisses',
  /** Sectors read and written at the L2 cache. */
  'l2Accesses',
  'l2Misses',
  /** Share of the DRAM data bus over all channels, 0 to 1. */
  'memoryBandwidth',
] as const;

export type BaseRate = (typeof BASE_RATES)[number];

/**
 * What one kernel (or application) counted over one stretch, by name. Where it comes from the simulator, all of its
 * counters come along; a profile has the base rates alone.
 */
export type CounterRates = Readonly<Record<BaseRate, number>> & {
  readonly counted?: CountedRates;
  /** How busy the busiest part of an SM is on the mean over all SMs of the GPU (`smBusy`); known where `counted` is. */
  readonly smBusy?: number;
};

/** Base rates from a function of their names. */
export function ratesBy(valueOf: (name: BaseRate, place: number) => number): Record<BaseRate, number> {
  return Object.fromEntries(BASE_RATES.map((name, place) => [name, valueOf(name, place)])) as Record<
    BaseRate,
    number
  >;
}

/**
 * Rates of a stretch of `cycles` core cycles in which a kernel counted `counters` (the difference of two
 * readings; `EpochSeries` and `simulate`'s results give such differences). All zero for an empty stretch.
 */
export function ratesOf(counters: Counters, cycles: number, spec: SimulatorSpec): CounterRates {
  const rate = (count: number): number => (cycles > 0 ? count / cycles : 0);
  const ipc = rate(warpInstructions(counters));
  const counted = countedRates(counters, cycles);
  return {
    ipc,
    l1DataAccesses: rate(counters.l1Sectors + counters.l1StoreSectors),
    l1DataMisses: rate(counters.l1SectorMisses),
    l1ConstantAccesses: rate(counters.constantAccesses),
    l1ConstantMisses: rate(counters.constantMisses),
    l2Accesses: rate(counters.l2ReadSectors + counters.l2WriteSectors),
    l2Misses: rate(counters.l2ReadSectorMisses + counters.l2WriteSectorMisses),
    memoryBandwidth: rate(counters.dramBusCycles) / busCyclesPerCycle(spec),
    counted,
    smBusy: smBusy(ipc, counted, spec),
  };
}
