import type { Table } from '../entry';

/** What src/sharing has to say. */
export const sharing: Table = {};
