import type { YieldedPlaces, YieldSearch, YieldTrial } from '../../yieldSearchPort';
import { bestOfMap, betterKept, isBetter, withMap } from './mapped';
import { refined } from './neighbours';

/** Steps of γ in proportion to the miss: its power, that "smooths the adjustment"; the text gives no number. */
const SMOOTHING = 0.5;
/** The map's target is moved no further: by then it has no border left. */
const FURTHEST = 64;

/**
 * Scalar refinement search (NN_SRS, section 4.5): a pair and the similar kernels of the map are taken to differ by a
 * factor γ of the target. What the map holds best at γ · qos is tried, γ follows from by how much the target was
 * missed or over-achieved, until the map's best is one that was tried. Neighbour search refines where it ends.
 */
export const scalarRefinementSearch: YieldSearch = {
  id: 'nearest-scalar',
  needsMap: true,
  search: (question) => {
    const { map, most, qos, tried } = withMap(question);
    const path = new Map<string, YieldTrial>();
    let gamma = 1;
    for (;;) {
      const places = bestOfMap(map, most, qos * gamma);
      if (path.has(keyOf(places))) break;
      const trial = tried(places);
      path.set(keyOf(places), trial);
      const miss = Math.min(FURTHEST, trial.latency / qos);
      gamma = Math.min(FURTHEST, Math.max(1 / FURTHEST, gamma * miss ** -SMOOTHING));
    }
    const best = [...path.values()].reduce((one, other) => (isBetter(other, one, qos) ? other : one));
    return betterKept([best, refined(question, best.places)], qos);
  },
};

const keyOf = ({ sms, blocks }: YieldedPlaces): string => `${sms} ${blocks}`;
