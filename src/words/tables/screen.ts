import type { Table } from '../entry';

/** The first screen of an analysis. */
export const screen = {
  'screen.gpuKnown':
    'Of the numbers of {name}, {published} are published, {measured} measured, {derived} derived from these and {assumed} assumed; "corun gpus {id}" lists them with their sources',
  'screen.files': { plural: 'files', one: 'one file', other: '{files:count} files' },
  'screen.heading': '{kernels} and {launches} in {files}, on {gpu} ({sms}), sharing: {mode}',
  'screen.sms': { plural: 'sms', one: 'one SM', other: '{sms} SMs' },
  'screen.kernels': { plural: 'kernels', one: 'one kernel', other: '{kernels:count} kernels' },
  'screen.launches': { plural: 'launches', one: 'one launch', other: '{launches:count} launches' },
  'screen.noKernels': 'No kernels were found.',
  'screen.faults': 'Will fail',
  'screen.races': 'Races',
  'screen.moreFaults': '… and {more:count} more',
  'screen.advice': 'Advice',
  'screen.moreAdvice': '… and {more:count} more below',
  'screen.gain': 'up to {gain:change}:',
  'screen.verdict': 'Verdict',
  'screen.noPair':
    'no two kernels of one program can run together: each program uses one stream, or waits in between; corun compare --programs A,B tells how two programs would share the GPU',
  'screen.noPairOfTraces':
    'there are traces alone: corun together TRACE TRACE tells what two traced programs cost each other on one GPU, corun colocate how many of one may run beside a service',
  'screen.noPairKnown':
    'no two kernels of one program are known to run together, but not all host code could be followed. {unread}',
  'screen.unread': 'Not followed: {places}. What is launched there may run beside the rest.',
  'screen.unreadPlace': '{what} ({place})',
  'screen.unreadOpen': '{what} ({place}; --arguments {names} tells how many)',
  'screen.unreadMore': '{places}; and {more:count} more',
  'screen.noPairButRaces':
    'no two kernels of one program may run together: where they do, they race, which is said above',
  'screen.morePairs': {
    plural: 'more',
    one: 'one more pair that can run together: corun check lists it',
    other: '{more:count} more pairs that can run together: corun check lists them',
  },
  'screen.times':
    '{together:duration} together, {serial:duration} one after the other ({change:change}, typical error {error:percent1})',
  'screen.timesUnsure':
    '{together:duration} together, {serial:duration} one after the other: {change:change} is less than its typical error of {error:percent1}, so only a measurement of both tells',
  'screen.timesRun': '{together:duration} together, {serial:duration} one after the other ({change:change})',
  'screen.timesNoError':
    '{together:duration} together, {serial:duration} one after the other ({change:change}), an estimate whose error is not known: needs a simulation of both (--simulate, corun.simulation.maxKernels)',
  'screen.unknown': 'unknown: {needs}',
  'screen.toType': 'to tell it: {how}',
  'screen.howSimulated': 'more simulated kernels (--simulate, corun.simulation.maxKernels)',
  'report.moreAdvice': 'More advice',
  'report.andMore': '… and {more:count} more',
} as const satisfies Table;
