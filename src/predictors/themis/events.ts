import { BASE_RATES, type BaseRate, type CounterRates } from '../counting/rates';

/** The eight events of Themis, table I, in its order: the base rates that predictors read. */
export const THEMIS_EVENTS = BASE_RATES;

/** What stands in for events for which nvprof has no metric. */
export const STAND_INS: Partial<Readonly<Record<BaseRate, string>>> = {
  l1ConstantAccesses: 'reads of constant memory that the simulator counts',
  l1ConstantMisses: 'those of them that the simulated constant cache misses',
};

/** The starred events of table I: what a kernel asks of the resources that all SMs share. */
export const PRESSURE_EVENTS = ['l2Accesses', 'l2Misses', 'memoryBandwidth'] as const;

export type PressureEvent = (typeof PRESSURE_EVENTS)[number];

/** Starred events, of one kernel or summed over the co-runners of a kernel (equation 7). */
export type Pressure = Readonly<Record<PressureEvent, number>>;

export const NO_PRESSURE: Pressure = { l2Accesses: 0, l2Misses: 0, memoryBandwidth: 0 };

export function pressureOf(events: CounterRates): Pressure {
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
export function coRunnerPressures(all: readonly CounterRates[]): Pressure[] {
  const pressures = all.map(pressureOf);
  return pressures.map((_, self) => sumPressures(pressures.filter((__, other) => other !== self)));
}
