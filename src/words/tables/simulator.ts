import type { Table } from '../entry';

/** What src/simulator has to say. */
export const simulator: Table = {};
