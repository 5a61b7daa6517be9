import type { Table } from '../entry';

/** What src/gpu has to say. */
export const gpu: Table = {};
