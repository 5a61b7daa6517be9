import { shuffled } from '../shuffled';

/** A best-effort program and a latency-critical one. */
export type Pair = readonly [yielding: string, critical: string];

/** All pairs in an order of which every beginning is a sample. */
export function pairsInOrder(yielding: readonly string[], critical: readonly string[], seed: number): Pair[] {
  return shuffled(
    yielding.flatMap((first) => critical.map((second): Pair => [first, second])),
    seed,
  );
}
