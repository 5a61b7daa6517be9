import type { YieldedPlaces, YieldSearch, YieldSearchQuestion, YieldTrial } from '../../yieldSearchPort';
import { isBetter } from './mapped';

/**
 * Neighbour search (section 4.5): the eight configurations around an anchor are tried, and the best becomes the next
 * anchor, until none is better. Outside of the target the best has the least latency, inside the most throughput. It
 * begins with the whole GPU for the latency-critical application (section 5.2).
 */
export const neighbourSearch: YieldSearch = {
  id: 'neighbours',
  needsMap: false,
  search: (question) => refined(question, question.most),
};

/** Neighbour search from an anchor; null where it ends outside of the target. */
export function refined(question: YieldSearchQuestion, from: YieldedPlaces): YieldTrial | null {
  let anchor = question.tried(from);
  for (;;) {
    const better = betterNeighbour(question, anchor);
    if (better === null) return anchor.latency <= question.qos ? anchor : null;
    anchor = better;
  }
}

function betterNeighbour({ qos, most, tried }: YieldSearchQuestion, anchor: YieldTrial): YieldTrial | null {
  const around = neighboursOf(anchor.places, most)
    .map(tried)
    .filter((one) => isBetter(one, anchor, qos));
  const [best] = around.sort((a, b) =>
    anchor.latency > qos ? a.latency - b.latency : b.throughput - a.throughput,
  );
  return best ?? null;
}

/** Up to eight configurations that differ by one SM, one block or both. */
export function neighboursOf({ sms, blocks }: YieldedPlaces, most: YieldedPlaces): readonly YieldedPlaces[] {
  const steps = [-1, 0, 1];
  return steps
    .flatMap((x) => steps.map((y) => ({ sms: sms + x, blocks: blocks + y })))
    .filter((one) => one.sms !== sms || one.blocks !== blocks)
    .filter((one) => one.sms >= 1 && one.blocks >= 1 && one.sms <= most.sms && one.blocks <= most.blocks);
}
