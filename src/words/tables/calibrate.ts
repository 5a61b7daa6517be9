import type { Table } from '../entry';

/** What is said of a card that was measured. */
export const calibrate = {
  'calibrate.of': '{name}',
  'calibrate.figure': 'figure',
  'calibrate.measured': 'measured',
  'calibrate.catalogue': 'catalogue, {gpu}',
  'calibrate.difference': 'difference',
  'calibrate.written':
    'Written to {file}. Use it with --gpu {file}, or in the editor: list it in corun.gpuFiles and set corun.gpu to {id}.',
} as const satisfies Table;
