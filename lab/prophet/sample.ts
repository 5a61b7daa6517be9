import { BATCH, COMPUTE_SERVICES, TRANSFER_SERVICES } from './programs';
import { shuffled } from '../shuffled';

/** A pair of a service and a batch application. */
export type Pair = readonly [service: string, batch: string];

/**
 * All pairs in an order of which every beginning is a sample: in each round every service meets one batch
 * application, and over the rounds each of them once.
 */
function pairsInOrder(services: readonly string[], batch: readonly string[], seed: number): Pair[] {
  const columns = shuffled(batch, seed);
  const rows = shuffled(services, seed + 1);
  return columns.flatMap((_, round) =>
    rows.map((service, at): Pair => [service, columns[(at + round) % columns.length]!]),
  );
}

/** So many of the 77 pairs of the paper. */
export const sampledPairs = (count: number, seed: number): Pair[] =>
  pairsInOrder([...COMPUTE_SERVICES, ...TRANSFER_SERVICES], BATCH, seed).slice(0, count);
