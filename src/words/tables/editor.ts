import type { Table } from '../entry';

/** What src/editor has to say. */
export const editor: Table = {};
