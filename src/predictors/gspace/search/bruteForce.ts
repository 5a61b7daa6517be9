import type { YieldSearch } from '../../yieldSearchPort';
import { betterKept, configurations } from './mapped';

/** Tries everything: what other searches are measured against. */
export const bruteForce: YieldSearch = {
  id: 'all',
  needsMap: false,
  search: ({ most, qos, tried }) => betterKept(configurations(most).map(tried), qos),
};
