import type { Table } from '../entry';

/** What is said in the place of advice. */
export const advice = {
  'advice.none': 'no change is known that would save time',
  'advice.noneOfTimed':
    'no change is known that would save time, of the {timed:count} kernels of {kernels:count} that have a time',
  'advice.noKernel': 'there is no kernel here to advise on',
  'advice.noTime': 'no kernel here has a time yet, so that nothing is known to save any',
  'advice.openNumbers': {
    plural: 'kernels',
    one: 'one kernel has no time, since the sources leave numbers open; to time it: {how}',
    other: '{kernels:count} kernels have no time, since the sources leave numbers open; to time them: {how}',
  },
  'advice.nothing': 'Nothing to advise: {why}.',
  'advice.setNumbers': 'set {names}',
} as const satisfies Table;
