import type { QueueMetrics } from '../../src/sharing/queue/queueMetrics';
import { mean } from '../../src/stats/means';

/** Jobs that may run together, and random sequences, of section 5.6.3. */
export const MAX_CO_RUN = [2, 4, 6, 8] as const;
const SEQUENCES = [1, 2, 3] as const;
/** Plans that the search for the best one tries. */
export const TRIES = 100;

/** A policy over the sequences of a setting. */
export interface PolicyResult {
  readonly policy: string;
  readonly maxCoRun: number;
  /** Means over the sequences; `worst` is of all jobs. */
  readonly makespan: number;
  readonly stp: number;
  readonly antt: number;
  readonly worst: number;
}

/** Plays every sequence with every number of jobs together. */
export function overSequences(
  playOne: (maxCoRun: number, seed: number) => ReadonlyMap<string, QueueMetrics>,
): PolicyResult[] {
  return MAX_CO_RUN.flatMap((maxCoRun) => {
    const played = SEQUENCES.map((seed) => playOne(maxCoRun, seed));
    return [...played[0]!.keys()].map((policy) => {
      const all = played.map((each) => each.get(policy)!);
      return {
        policy,
        maxCoRun,
        makespan: mean(all.map(({ makespan }) => makespan)),
        stp: mean(all.map(({ stp }) => stp)),
        antt: mean(all.map(({ antt }) => antt)),
        worst: Math.max(...all.map(({ worstSlowdown }) => worstSlowdown)),
      };
    });
  });
}
