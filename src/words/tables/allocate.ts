import type { Table } from '../entry';

/** What `corun allocate` prints. */
export const allocate = {
  'allocate.epochs': '{gpu}, {predictor}: {steps} epochs, {cycles} simulated cycles',
  'allocate.met': '{target:percent}, met',
  'allocate.missed': '{target:percent}, missed',
  'allocate.moves':
    'SMs: {way}; {sms} changed hands, {blocks} blocks switched out, {megabytes:fixed1} MiB of contexts moved.',
  'allocate.notApplicable': 'Not applicable: {reason}.',
  'allocate.notSimulated': 'Not simulated: {reason}.',
  'allocate.shared': 'Still shared: {shared}.',
  'allocate.stay': 'SMs stay at {way}.',
  'allocate.steps': '{gpu}, {predictor}: {steps} steps of the search, {cycles} simulated cycles',
  'allocate.unused': { plural: 'sms', one: 'One SM stays unused.', other: '{sms} SMs stay unused.' },
  'allocate.way': 'SMs: {way}.',
} as const satisfies Table;
