import type { Table } from '../entry';

/** What src/cuda has to say. */
export const cuda: Table = {};
