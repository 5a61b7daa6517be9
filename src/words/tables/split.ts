import type { Table } from '../entry';

/** What `corun split` prints. */
export const split = {
  'cli.split.bareNumbers': 'the bare numbers',
  'cli.split.error': 'off, on average',
  'cli.split.even': 'Even SMs ({sms}) would give {slowdowns}, {stp:fixed2} GPUs of throughput.',
  'cli.split.head':
    '{gpu}, {sms} SMs: split by times that were measured alone on parts of them; nothing is simulated',
  'cli.split.oneFile': 'name one file of measured times',
  'cli.split.summary':
    'Splits the SMs of a GPU between applications that were timed alone on parts of them: nothing is simulated.',
  'cli.split.throughput': 'Together {stp:fixed2} GPUs of throughput.',
  'cli.split.time': 'time of a run',
} as const satisfies Table;
