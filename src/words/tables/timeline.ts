import type { Table } from '../entry';

/** What src/timeline has to say. */
export const timeline: Table = {};
