import type { Table } from '../entry';

/** What src/profiles has to say. */
export const profiles: Table = {};
