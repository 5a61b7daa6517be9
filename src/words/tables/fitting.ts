import type { Table } from '../entry';

/** What src/fitting has to say. */
export const fitting: Table = {
  'fitting.kernelFault': 'kernel {name}: {reason}',
};
