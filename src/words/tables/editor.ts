import type { Table } from '../entry';

/** What src/editor has to say. */
export const editor = {} as const satisfies Table;
