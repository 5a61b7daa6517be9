import type { SamplePoint } from './samplePoints';
import type { Counter } from './tripCount';
import type { Value } from './value';

/** A variable that a loop changes. */
export interface Carried {
  /** What it holds at the start of an iteration. */
  readonly inside: Value;
  /** What it held in front of the loop; null when nothing was assigned to it. */
  readonly start: Value | null;
  /** What it holds at the end of an iteration. */
  end: Value | null;
  /** What it holds behind the loop. */
  behind: Value | null;
}

/** How often a loop runs, and what its iterations hand on. */
export interface LoopCount {
  readonly number: number;
  /** Null when nothing counts the iterations. */
  readonly counter: Counter | null;
  /** Iterations for every thread alike, a mean where data decides; null when threads differ. */
  readonly uniform: number | null;
  readonly mean: number;
  readonly trips: (point: SamplePoint) => number;
  /** Loops whose counters `trips` looks at. */
  readonly outerLoops: readonly number[];
  /** The condition on which it goes on; null when it has none that is understood. */
  readonly test: Value | null;
  /** False for a loop that tests behind its body. */
  readonly tested: boolean;
  /** False when data decides, or when the user gave the number. */
  readonly known: boolean;
}
