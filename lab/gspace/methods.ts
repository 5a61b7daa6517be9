/** Names of the searches in the paper, and what they keep of the best there. */
export const METHODS: Readonly<Record<string, { readonly name: string; readonly ofBest?: string }>> = {
  nearest: { name: 'NN', ofBest: '59.3 %' },
  neighbours: { name: 'NS', ofBest: '75.1 %' },
  guided: { name: 'GNS' },
  'nearest-neighbours': { name: 'NN_NS' },
  'nearest-guided': { name: 'NN_GNS' },
  'nearest-scalar': { name: 'NN_SRS', ofBest: '83.6 %' },
  corrected: { name: 'ours' },
  border: { name: 'ours, without a map' },
  all: { name: 'brute force', ofBest: '100 %' },
};
