import type { Table } from '../entry';

/** What src/kernel has to say. */
export const kernel: Table = {
  'kernel.at': '{place}: {what}',
  'kernel.of': '{name}: {what}',
  'kernel.atLine': 'line {line}: {what}',
  'kernel.sentences': '{first} {next}',
};
