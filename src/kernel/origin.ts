import type { Words } from './message';

/**
 * Where a number comes from. Every number a user sees carries one of these, so that it can be
 * believed, checked or replaced.
 */
export type Origin = 'measured' | 'simulated' | 'predicted' | 'assumed';

/** From what is known best to what is known least. */
export const ORIGINS = ['measured', 'simulated', 'predicted', 'assumed'] as const satisfies readonly Origin[];

/** The mark shown beside a number, the same everywhere. */
export const ORIGIN_MARK: Readonly<Record<Origin, string>> = {
  measured: '●',
  simulated: '◐',
  predicted: '○',
  assumed: '△',
};

/** A number with its unit and its provenance. */
export interface Sourced {
  readonly value: number;
  /** Unit as shown to the user, e.g. `ms`, `%`, `clocks`; empty for a ratio or count. */
  readonly unit: string;
  readonly origin: Origin;
  /** One line: which file and line, which model, or which assumption the value rests on. */
  readonly from: Words;
  /** Numbers that data decide and nobody has told, on which the value rests: with others it is another. Absent for none. */
  readonly guesses?: readonly Guess[];
}

/** A number that was made up in the place of one that data decide: turns of a loop, the share that takes a branch. */
export interface Guess {
  /** The key of its assumption, by which it is set. */
  readonly key: string;
  /** Its name within the kernel, e.g. `trips_edge`. */
  readonly name: string;
  readonly value: number;
}

/** A number that the first of several launches of a kernel has, and later ones have another of. */
export interface FirstNumber {
  readonly name: string;
  readonly value: number;
}

/** Something that was taken for granted because no source of truth was at hand. */
export interface Assumption {
  /** Stable key, e.g. `transform.cu:saxpy:n`, under which a user can replace the value. */
  readonly key: string;
  /** Empty where no single value can be set. */
  readonly value: number | string;
  /** The assumption and its reason, in one sentence. */
  readonly text: Words;
  readonly location?: SourceLocation;
  /**
   * Value before the user gave `value`, empty where that is not known any more; absent while nothing was
   * replaced.
   */
  readonly original?: number | string;
  /** Set where what was simulated has a number that later launches of the kernel change. */
  readonly ofFirst?: FirstNumber;
  /** Set where a function's instructions are left out, so that what is counted and timed is the least. */
  readonly omits?: string;
  /** Set where nothing tells how large objects of a type are that lie in memory. */
  readonly undeclared?: string;
  /** Set where something of the code counts as what it is not, since it is not modelled: what counts as what, in short. */
  readonly countedAs?: Words;
  /** Set where data decide how often a loop runs or a branch is taken, and nobody has told: the number is a guess. */
  readonly isGuess?: true;
}

/** A place in a text file; lines are 1-based, columns 0-based UTF-16 units. */
export interface SourceLocation {
  readonly path: string;
  readonly line: number;
  readonly column?: number;
}
