import type { Table } from '../entry';

/** What src/predictors has to say. */
export const predictors: Table = {};
