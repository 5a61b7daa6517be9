import type { TimelineResult } from '../../src/analysis/results/timelineResult';
import type { TimeDomain } from './timeDomain';

type Step = TimelineResult['smBusy'][number];

/**
 * The steps that are visible in `domain` (ns from `startNs`), the one in force at its left edge
 * included. More than two steps a pixel become the mean of their pixel, weighted by time.
 */
export function visibleSteps(
  steps: readonly Step[],
  startNs: number,
  domain: TimeDomain,
  pixels: number,
): readonly Step[] {
  const last = indexAt(steps, domain.to + startNs);
  const first = Math.max(indexAt(steps, domain.from + startNs), 0);
  if (last < 0) return [];
  const visible = steps.slice(first, last + 1).map(({ ns, busy }) => ({ ns: ns - startNs, busy }));
  return visible.length <= 2 * pixels ? visible : pixelMeans(visible, domain, pixels);
}

function pixelMeans(steps: readonly Step[], domain: TimeDomain, pixels: number): readonly Step[] {
  const width = (domain.to - domain.from) / pixels;
  const sums = new Float64Array(pixels);
  for (const [index, { ns, busy }] of steps.entries()) {
    const from = Math.max(ns, domain.from);
    const to = Math.min(steps[index + 1]?.ns ?? domain.to, domain.to);
    for (let pixel = Math.floor((from - domain.from) / width); pixel < pixels; pixel++) {
      const left = domain.from + pixel * width;
      if (left >= to) break;
      sums[pixel]! += busy * (Math.min(to, left + width) - Math.max(from, left));
    }
  }
  return Array.from(sums, (sum, pixel) => ({ ns: domain.from + pixel * width, busy: sum / width }));
}

/** Index of the last step at or before `ns`, or −1. */
function indexAt(steps: readonly Step[], ns: number): number {
  let [low, high] = [0, steps.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (steps[middle]!.ns <= ns) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
