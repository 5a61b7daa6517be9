/** How much longer memory is waited for under load, and who waits; fitted by `npm run study -- measured-times --fit`. */
export interface LoadLaw {
  /** Of the peak of DRAM, the rate at which the memory system counts as loaded once. */
  readonly capacity: number;
  /** What a byte between SMs and L2 cache weighs against one between L2 cache and DRAM. */
  readonly l2Weight: number;
  /** Latency under a load u is 1 + rise · u^power of that without any. */
  readonly rise: number;
  readonly power: number;
  /** Of its time an application waits for memory: waits · load^waitsPower, at most all of it. */
  readonly waits: number;
  readonly waitsPower: number;
}

/** Bytes a second that an application moves while it runs alone on its SMs. */
export interface MemoryRates {
  readonly dram: number;
  readonly l2: number;
}

const ROUNDS = 60;

/**
 * How much each loads the memory system alone; at 1 it counts as loaded once.
 *
 * @param peak bytes a second of the GPU's DRAM
 */
export function memoryLoads(
  rates: readonly MemoryRates[],
  peak: number,
  { l2Weight, capacity }: Pick<LoadLaw, 'l2Weight' | 'capacity'>,
): readonly number[] {
  return rates.map(({ dram, l2 }) => (dram + l2Weight * l2) / (capacity * peak));
}

/**
 * Slowdowns of applications by each other's load on memory, each on SMs of its own: who is slowed down asks for less, so
 * that loads and slowdowns are those that agree.
 *
 * @param rates of each alone on its SMs
 * @param peak bytes a second of the GPU's DRAM
 */
export function loadSlowdowns(rates: readonly MemoryRates[], peak: number, law: LoadLaw): number[] {
  const loads = memoryLoads(rates, peak, law);
  const latency = (load: number): number => 1 + law.rise * load ** law.power;
  const waits = loads.map((load) => Math.min(1, law.waits * load ** law.waitsPower));
  let slowdowns = loads.map(() => 1);
  for (let round = 0; round < ROUNDS; round++) {
    const all = loads.reduce((sum, load, at) => sum + load / slowdowns[at]!, 0);
    // Half a step at a time: a whole one overshoots where all wait for memory.
    slowdowns = loads.map((own, at) => {
      const next = 1 + waits[at]! * (latency(all) / latency(own) - 1);
      return (slowdowns[at]! + Math.max(1, next)) / 2;
    });
  }
  return slowdowns;
}
