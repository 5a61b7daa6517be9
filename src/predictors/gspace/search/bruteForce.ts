import type { YieldSearch } from '../../yieldSearchPort';

/** Tries everything: what other searches are measured against. */
export const bruteForce: YieldSearch = {
  id: 'all',
  search: ({ most, qos, tried }) => {
    const [best] = Array.from({ length: most.sms * most.blocks }, (_, place) =>
      tried({ sms: 1 + (place % most.sms), blocks: 1 + Math.floor(place / most.sms) }),
    )
      .filter(({ latency }) => latency <= qos)
      .sort((a, b) => b.throughput - a.throughput);
    return best ?? null;
  },
};
