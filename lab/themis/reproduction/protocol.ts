import { evenSplit } from '../../../src/simulator/dispatch/partition';
import { loadSpec } from '../../../src/simulator/spec/loadSpec';
import { createRandom } from '../../../src/stats/random';

export { shuffled } from '../../shuffled';

/** The paper's co-locations of test applications on 60 SMs. */
export interface CoLocation {
  readonly apps: readonly string[];
  readonly sms: readonly number[];
}

/** Seed of all draws: random data of kernels, samples of co-locations, starts of clusters. */
export const REPRODUCTION_SEED = 7;

/** How long co-runs and the launches of rounds alone are run, core cycles. */
export const REPRODUCTION_OPTIONS = { seed: REPRODUCTION_SEED, limitCycles: 80_000, launchCycles: 160_000 };

/** The simulated GPU of table II. */
export const PROTOCOL_SPEC = loadSpec('themis-60sm').spec;

/** SMs of the whole GPU, and what the first of two applications gets (section VI-A). */
export const TOTAL_SMS = 60;
const PAIR_ALLOCATIONS = [30, 20, 10] as const;

/** 7 × 7 ordered pairs at each allocation; mirror images at even SMs are one run. Most even first. */
export function pairCoLocations(names: readonly string[]): CoLocation[] {
  return PAIR_ALLOCATIONS.flatMap((first) =>
    names.flatMap((a, i) =>
      names
        .filter((_, j) => first * 2 !== TOTAL_SMS || j >= i)
        .map((b) => ({ apps: [a, b], sms: [first, TOTAL_SMS - first] })),
    ),
  );
}

/** All 7³ triples at even SMs, each set of three once with the number of ordered triples it stands for. */
export function tripleCoLocations(names: readonly string[]): (CoLocation & { readonly weight: number })[] {
  return names.flatMap((a, i) =>
    names.slice(i).flatMap((b, j) =>
      names.slice(i + j).map((c) => ({
        apps: [a, b, c],
        sms: evenSplit(TOTAL_SMS, 3),
        weight: { 1: 1, 2: 3, 3: 6 }[new Set([a, b, c]).size]!,
      })),
    ),
  );
}

/** How many co-locations of four applications are drawn; some come up more than once. */
export const QUADS = 150;

/** Co-locations of four applications drawn with a seed, at even SMs. */
export function quadCoLocations(names: readonly string[], count: number, seed: number): CoLocation[] {
  const random = createRandom(seed);
  return Array.from({ length: count }, () => ({
    apps: Array.from({ length: 4 }, () => names[random.below(names.length)]!).sort(),
    sms: evenSplit(TOTAL_SMS, 4),
  }));
}
