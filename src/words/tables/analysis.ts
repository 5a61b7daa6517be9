import type { Table } from '../entry';

/** What src/analysis has to say. */
export const analysis: Table = {};
