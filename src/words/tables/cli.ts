import type { Table } from '../entry';

/** What src/cli has to say. */
export const cli: Table = {};
