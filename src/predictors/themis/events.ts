import { warpInstructions, type Counters } from '../../simulator/core/counters';
import type { SimulatorSpec } from '../../simulator/spec/simulatorSpec';
import { busCyclesPerCycle } from '../../simulator/run/utilisation';
import { otherRates, type OtherRates } from './otherEvents';
import { smBusy } from './smBusy';

/**
 * The eight events of Themis, table I, in its order. All are sums over the SMs allocated to a kernel, per
 * core cycle of the epoch in which they were counted.
 */
export const THEMIS_EVENTS = [
  /** Warp instructions. */
  'ipc',
  /** Sectors of 32 bytes that loads and stores touch at the L1 data cache. */
  'l1DataAccesses',
  /** Sectors that loads had to request. */
  'l1DataMisses',
  /** Accesses of the constant cache; see `STAND_INS`. */
  'l1ConstantAccesses',
  'l1ConstantMisses',
  /** Sectors read and written at the L2 cache. */
  'l2Accesses',
  'l2Misses',
  /** Share of the DRAM data bus over all channels, 0 to 1 (table I's MemBW is a percentage; this is not). */
  'memoryBandwidth',
] as const;

export type ThemisEvent = (typeof THEMIS_EVENTS)[number];

/** What stands in for events for which nvprof has no metric. */
export const STAND_INS: Partial<Readonly<Record<ThemisEvent, string>>> = {
  l1ConstantAccesses: 'reads of constant memory that the simulator counts',
  l1ConstantMisses: 'those of them that the simulated constant cache misses',
};

/**
 * Table I's events of one kernel (or application) over one epoch. Where they come from the simulator's counters,
 * what it counts beside them comes with them, for networks that read more than the paper's.
 */
export type ThemisEvents = Readonly<Record<ThemisEvent, number>> & {
  readonly others?: OtherRates;
  /** How busy the busiest part of an SM is on the mean over all SMs of the GPU (`smBusy`); known where `others` is. */
  readonly smBusy?: number;
};

/** The starred events of table I: what a kernel asks of the resources that all SMs share. */
export const PRESSURE_EVENTS = ['l2Accesses', 'l2Misses', 'memoryBandwidth'] as const;

export type PressureEvent = (typeof PRESSURE_EVENTS)[number];

/** Starred events, of one kernel or summed over the co-runners of a kernel (equation 7). */
export type Pressure = Readonly<Record<PressureEvent, number>>;

/** Table I's events from a function of their names. */
export function eventsBy(valueOf: (name: ThemisEvent, place: number) => number): Record<ThemisEvent, number> {
  return Object.fromEntries(THEMIS_EVENTS.map((name, place) => [name, valueOf(name, place)])) as Record<
    ThemisEvent,
    number
  >;
}

export const NO_PRESSURE: Pressure = { l2Accesses: 0, l2Misses: 0, memoryBandwidth: 0 };

/**
 * Events of a stretch of `cycles` core cycles in which a kernel counted `counters` (the difference of two
 * readings; `EpochSeries` and `simulate`'s results give such differences). All zero for an empty stretch.
 */
export function eventsOf(counters: Counters, cycles: number, spec: SimulatorSpec): ThemisEvents {
  const rate = (count: number): number => (cycles > 0 ? count / cycles : 0);
  const ipc = rate(warpInstructions(counters));
  const others = otherRates(counters, cycles);
  return {
    ipc,
    l1DataAccesses: rate(counters.l1Sectors + counters.l1StoreSectors),
    l1DataMisses: rate(counters.l1SectorMisses),
    l1ConstantAccesses: rate(counters.constantAccesses),
    l1ConstantMisses: rate(counters.constantMisses),
    l2Accesses: rate(counters.l2ReadSectors + counters.l2WriteSectors),
    l2Misses: rate(counters.l2ReadSectorMisses + counters.l2WriteSectorMisses),
    memoryBandwidth: rate(counters.dramBusCycles) / busCyclesPerCycle(spec),
    others,
    smBusy: smBusy(ipc, others, spec),
  };
}

export function pressureOf(events: ThemisEvents): Pressure {
  const { l2Accesses, l2Misses, memoryBandwidth } = events;
  return { l2Accesses, l2Misses, memoryBandwidth };
}

/** A pressure times a factor. */
export function scaledPressure(
  { l2Accesses, l2Misses, memoryBandwidth }: Pressure,
  factor: number,
): Pressure {
  return {
    l2Accesses: l2Accesses * factor,
    l2Misses: l2Misses * factor,
    memoryBandwidth: memoryBandwidth * factor,
  };
}

/** Pressures added up event by event. */
function sumPressures(pressures: readonly Pressure[]): Pressure {
  return pressures.reduce(
    (sum, { l2Accesses, l2Misses, memoryBandwidth }) => ({
      l2Accesses: sum.l2Accesses + l2Accesses,
      l2Misses: sum.l2Misses + l2Misses,
      memoryBandwidth: sum.memoryBandwidth + memoryBandwidth,
    }),
    NO_PRESSURE,
  );
}

/** For each kernel of an epoch the summed pressure of all the others. */
export function coRunnerPressures(all: readonly ThemisEvents[]): Pressure[] {
  const pressures = all.map(pressureOf);
  return pressures.map((_, self) => sumPressures(pressures.filter((__, other) => other !== self)));
}
