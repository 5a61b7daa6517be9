import type { Table } from '../entry';

/** What src/predictors has to say. */
export const predictors: Table = {
  'predictors.title.moka-contention': 'contention model (Moka)',
  'predictors.noResourceUse': 'what {name} uses of the GPU is not known',
};
