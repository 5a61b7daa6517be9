import type { YieldedPlaces, YieldSearch, YieldTrial } from '../../yieldSearchPort';
import { bestOfMap, betterKept, isBetter, withMap, type QuestionWithMap } from './mapped';
import { neighboursOf, refined } from './neighbours';

/**
 * Guided neighbour search (section 4.5): of the eight neighbours only that is tried which the map of similar kernels
 * holds best; it becomes the next anchor, until the map knows none better or leads back. Neighbour search refines
 * where it ends. Begins with the whole GPU for the latency-critical application.
 */
export const guidedSearch: YieldSearch = {
  id: 'guided',
  needsMap: true,
  search: (question) => guidedFrom(withMap(question), question.most),
};

/** The same from what the map holds best (NN_GNS). */
export const nearestGuidedSearch: YieldSearch = {
  id: 'nearest-guided',
  needsMap: true,
  search: (question) => {
    const asked = withMap(question);
    return guidedFrom(asked, bestOfMap(asked.map, asked.most, asked.qos));
  },
};

function guidedFrom(question: QuestionWithMap, from: YieldedPlaces): YieldTrial | null {
  const path = [question.tried(from)];
  for (;;) {
    const next = guess(question, path);
    if (next === null) break;
    path.push(question.tried(next));
  }
  const best = path.reduce((one, other) => (isBetter(other, one, question.qos) ? other : one));
  return betterKept([best, refined(question, best.places)], question.qos);
}

/**
 * The neighbour of the path's end that the map holds best, where it holds it better than the end itself. Whether the
 * target is kept is known of the end and is taken to be so of its neighbours: the map's own border may lie elsewhere.
 */
function guess({ map, most, qos }: QuestionWithMap, path: readonly YieldTrial[]): YieldedPlaces | null {
  const { places, latency } = path.at(-1)!;
  const isKept = latency <= qos;
  const worth = (one: YieldedPlaces): number => (isKept ? map(one).throughput : -map(one).latency);
  const [best] = neighboursOf(places, most)
    .map((one) => ({ one, worth: worth(one) }))
    .sort((a, b) => b.worth - a.worth);
  if (best === undefined || best.worth <= worth(places)) return null;
  const isKnown = path.some(
    ({ places: { sms, blocks } }) => sms === best.one.sms && blocks === best.one.blocks,
  );
  return isKnown ? null : best.one;
}
