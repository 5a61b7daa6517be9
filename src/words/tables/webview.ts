import type { Table } from '../entry';

/** What webview/ has to say. */
export const webview: Table = {};
