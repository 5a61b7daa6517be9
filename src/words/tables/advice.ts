import type { Table } from '../entry';

/** What is said in the place of advice. */
export const advice = {
  'advice.none': 'no change is known that would save time',
  'advice.noneOfTimed':
    'no change is known that would save time, of the {timed:count} kernels of {kernels:count} that have a time',
  'advice.noTime': 'no kernel here has a time that a change could save',
  'advice.openNumbers': {
    plural: 'kernels',
    one: '1 kernel more can be timed with numbers that the sources leave open: {how}',
    other: '{kernels:count} kernels more can be timed with numbers that the sources leave open: {how}',
  },
  'advice.nothing': 'Nothing to advise: {why}.',
  'advice.setNumbers': 'set {names}',
} as const satisfies Table;
