import type { YieldSearch } from '../../yieldSearchPort';
import { bestOfMap, betterKept, withMap } from './mapped';
import { refined } from './neighbours';

/** What the map of similar kernels holds best, tried once (NN, section 5.2). */
export const nearestSearch: YieldSearch = {
  id: 'nearest',
  needsMap: true,
  search: (question) => {
    const { map, most, qos, tried } = withMap(question);
    return betterKept([tried(bestOfMap(map, most, qos))], qos);
  },
};

/** Neighbour search from what the map holds best (NN_NS). */
export const nearestNeighbourSearch: YieldSearch = {
  id: 'nearest-neighbours',
  needsMap: true,
  search: (question) => {
    const { map, most, qos } = withMap(question);
    return refined(question, bestOfMap(map, most, qos));
  },
};
