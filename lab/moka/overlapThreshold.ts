import type { Timeline, TimelineOperation } from '../../src/timeline/timeline';

/** What measured timelines tell of copies in the same direction in different streams. */
export interface OverlapEvidence {
  /** Largest copy behind which the next one waited for its end; null when none did. */
  readonly largestApartBytes: number | null;
  /** Smallest copy beside which the next one ran; null when none did. */
  readonly smallestOverlappingBytes: number | null;
  /**
   * H2D_Ovlp_Threshold: the geometric mean of the two where they bracket it, the smallest overlapping copy
   * where no copy was kept apart; null where none overlapped.
   */
  readonly thresholdBytes: number | null;
}

/** Finds from which size on copies to the device overlap (figure 4.6). */
export function overlapThreshold(timelines: readonly Timeline[]): OverlapEvidence {
  let apart: number | null = null;
  let overlapping: number | null = null;
  for (const { operations } of timelines) {
    const copies = operations
      .filter(({ direction }) => direction === 'HtoD')
      .sort((a, b) => a.startNs - b.startNs);
    for (const [index, next] of copies.slice(1).entries()) {
      const before = copies[index]!;
      if (before.stream === next.stream) continue;
      const bytes = Math.min(before.bytes, next.bytes);
      if (next.startNs < before.endNs) overlapping = Math.min(overlapping ?? Infinity, bytes);
      else if (waitedFor(before, next)) apart = Math.max(apart ?? 0, bytes);
    }
  }
  return {
    largestApartBytes: apart,
    smallestOverlappingBytes: overlapping,
    thresholdBytes:
      overlapping === null || apart === null || apart > overlapping
        ? overlapping
        : Math.sqrt(apart * overlapping),
  };
}

/** Longer idle times of the engine tell nothing: the next copy was not there yet. */
const BACK_TO_BACK_NS = 5000;

function waitedFor(before: TimelineOperation, next: TimelineOperation): boolean {
  return next.startNs - before.endNs < BACK_TO_BACK_NS;
}
