import type { Table } from '../entry';

/** What src/predictors has to say. */
export const predictors: Table = {
  'predictors.plan.notWorth': 'Streams are not worth it: at best {times}. Limited by {limit}.',
  'predictors.plan.times':
    '{planned:fixed1} µs instead of {serial:fixed1} µs in one stream, {gain:percent} less',
  'predictors.plan.use': {
    plural: 'streams',
    one: 'Use one stream: {times}. Limited by {limit}.',
    other: 'Use {streams} streams: {times}. Limited by {limit}.',
  },
  'predictors.plan.useCut': {
    plural: 'streams',
    one: 'Use one stream, and cut copies and kernels into as many as {pieces} pieces: {times}. Limited by {limit}.',
    other:
      'Use {streams} streams, and cut copies and kernels into as many as {pieces} pieces: {times}. Limited by {limit}.',
  },
  'predictors.doesNotRun': 'kernel {kernel} does not run on {gpu}: {reason}',
  'predictors.noBlockFits': 'no block fits',
  'predictors.title.moka-contention': 'contention model (Moka)',
  'predictors.noResourceUse': 'what {name} uses of the GPU is not known',
};
