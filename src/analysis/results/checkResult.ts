import type { Origin } from '../../kernel/origin';
import type { PairLack } from '../corun/pairLacks';
import type { KeptTimeline } from './keptTimeline';
import type { RacePlace } from './races';
import type { UnreadCode } from '../../kernel/source';
import type { SharingMode } from '../../kernel/prediction';

/** A place in a source. */
export interface CheckedPlace {
  readonly name: string;
  readonly path: string;
  /** From 1. */
  readonly line: number;
}

/** One launch of a kernel alone. */
export interface CheckedKernel extends CheckedPlace {
  readonly id: string;
  /** Null where it is not known. */
  readonly timeNs: number | null;
  /** What the time rests on; null where there is none. */
  readonly origin: Origin | null;
}

/** A program from its first call to the GPU to the end of the last, as its timeline is predicted. */
export interface CheckedProgram extends CheckedPlace {
  /** Null where it is not known. */
  readonly timeNs: number | null;
  /** What the time rests on; null where there is none. */
  readonly origin: Origin | null;
  /** Its bars, to be drawn beside those of later; null where no time is known, or where it has too many lanes. */
  readonly timeline: KeptTimeline | null;
}

/** A kernel or program whose time a baseline has and which could not be held against it. */
export interface NotCompared {
  readonly name: string;
  /** There no longer; or without a time that is known now; or with one of another kind, which tells of no change. */
  readonly now: 'gone' | 'unknown' | 'otherEvidence';
}

/** A kernel beside another one that can run at the same time. */
export interface CheckedSlowdown extends CheckedPlace {
  readonly id: string;
  readonly beside: CheckedPlace & { readonly id: string };
  /** Waiting for what the other one holds included, as a latency has it; null where there is no answer. */
  readonly slowdown: number | null;
  /**
   * How much slower it runs once it has its SMs, while both are launched again and again; null where no simulation
   * tells that apart from waiting.
   */
  readonly running: number | null;
  readonly origin: Origin | null;
  /** Typical error of the slowdown as a share; null where it is not known. */
  readonly error: number | null;
}

/** Two kernels that can run together and of which nothing can be held against a limit, launched at the first of both. */
export interface UnjudgedPair extends CheckedPlace {
  readonly beside: CheckedPlace;
  /** What their slowdowns wait for. */
  readonly lacks: readonly PairLack[];
}

/** Something that a check objects to. */
export interface CheckFinding extends CheckedPlace {
  /** More than is allowed; more than in the baseline; a launch, or a program, that takes longer than in the baseline. */
  readonly kind: 'slowdown' | 'worse' | 'longer' | 'program';
  /** `warning` for an estimate whose error is not known, or by which it may be within the limit: it fails no check. */
  readonly level: 'error' | 'warning';
  readonly beside: CheckedPlace | null;
  /** A slowdown, or nanoseconds. */
  readonly value: number;
  /** What is allowed, or the value of the baseline. */
  readonly limit: number;
  /** Of a slowdown how much slower the kernel runs, where that is known. */
  readonly running: number | null;
  /** Typical error of a slowdown or a program's time as a share; null where it is not known. */
  readonly error: number | null;
}

/** What fails as written. */
export interface CheckedFault extends RacePlace {
  readonly code: string;
  /** Whether it was not in the baseline, which is an error; without a baseline it is warned of. */
  readonly isNew: boolean;
}

/** What a check has found; one that is kept is the baseline of a later one. */
export interface CheckResult {
  readonly gpu: string;
  readonly mode: SharingMode;
  readonly maxSlowdown: number | null;
  /** What is held against the limit: slowdowns with waiting in them, or how much slower kernels run. */
  readonly judged: 'slowdown' | 'running';
  readonly kernels: readonly CheckedKernel[];
  readonly programs: readonly CheckedProgram[];
  /** Both ways of every pair that can meet. */
  readonly slowdowns: readonly CheckedSlowdown[];
  /** Pairs of which a slowdown is not known. */
  readonly unjudged: readonly UnjudgedPair[];
  /** Host code that was not followed: what it launches is in none of the pairs. */
  readonly unread: readonly UnreadCode[];
  /** What runs at the same time as something that it needs an order with: no slowdown is told of that. */
  readonly races: readonly RacePlace[];
  /** What fails as written, whatever runs beside it. */
  readonly faults: readonly CheckedFault[];
  /** Whether all pairs are to be judged, so that one that is not counts. */
  readonly complete: boolean;
  /** Slowdowns and times that were held against the limit or the baseline; null where neither is given. */
  readonly held: number | null;
  readonly findings: readonly CheckFinding[];
  /** What the baseline has a time of and nothing was held against; empty without a baseline. */
  readonly notCompared: readonly NotCompared[];
}

/**
 * Whether a check that has a limit or a baseline could hold nothing against it. Where no two kernels can run together,
 * and all host code was followed, a limit is kept: not where kernels race.
 */
export function judgedNothing({
  held,
  kernels,
  slowdowns,
  races,
  unread,
  maxSlowdown,
}: CheckResult): boolean {
  if (held !== 0) return false;
  const isKept = [slowdowns, races, unread].every(({ length }) => length === 0) && maxSlowdown !== null;
  return kernels.length === 0 || !isKept;
}

/** Whether all was to be judged and was not: pairs, host code that was not followed, or what only the baseline has. */
export function isIncomplete({ complete, held, unjudged, unread, notCompared }: CheckResult): boolean {
  return complete && held !== null && unjudged.length + unread.length + notCompared.length > 0;
}
