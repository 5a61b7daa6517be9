import type { Origin } from '../../kernel/origin';
import type { KeptTimeline } from './keptTimeline';

/** A time before and now, in nanoseconds, from evidence of one kind. */
export interface Change {
  readonly beforeNs: number;
  readonly afterNs: number;
}

/** What has changed since a state was pinned as baseline. */
export interface ChangesSince {
  /** When it was pinned, as an ISO 8601 date. */
  readonly pinnedAt: string;
  /** True where it is of another GPU or sharing mode, and says nothing of this one. */
  readonly isOther: boolean;
  /** Times of one launch, by kernel id. */
  readonly kernels: Readonly<Record<string, Change>>;
  /** Makespans, by `programKey`. */
  readonly programs: Readonly<Record<string, Change>>;
  /** Programs as they were pinned, by `programKey`. */
  readonly pinned: Readonly<Record<string, PinnedProgram>>;
}

/** A program as it was pinned. */
export interface PinnedProgram {
  readonly timeNs: number;
  readonly origin: Origin;
  /** Null where it had too many lanes to keep; absent in pins of earlier versions, which kept times alone. */
  readonly timeline?: KeptTimeline | null | undefined;
}

/** Key of a program that holds while lines above it are edited. */
export const programKey = ({ path, name }: { readonly path: string; readonly name: string }): string =>
  `${path}#${name}`;

/** Less than this is no change. */
const LEAST = 0.01;

/** Relative change, −0.1 for a tenth less; null where it is none worth telling. */
export function relativeChange(change: Change | undefined): number | null {
  if (change === undefined || change.beforeNs === 0) return null;
  const relative = change.afterNs / change.beforeNs - 1;
  return Math.abs(relative) < LEAST ? null : relative;
}
