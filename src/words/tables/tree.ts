import type { Table } from '../entry';

/** The results tree. */
export const tree = {
  'tree.advice': 'Advice',
  'tree.ambiguous': 'ambiguous: {kernels} kernels fit',
  'tree.ambiguousHelp':
    'Several kernels of the sources fit this name; its numbers are used for none of them.',
  'tree.application': '{operations}, {streams}, {makespan}',
  'tree.applicationTimes': '{operations}, {streams}, {makespan} ({times})',
  'tree.operations': { plural: 'operations', one: 'one operation', other: '{operations} operations' },
  'tree.streams': { plural: 'streams', one: 'one stream', other: '{streams} streams' },
  'tree.applications': 'Applications',
  'tree.kernels': 'Kernels',
  'tree.launchAt': 'launch in {place}',
  'tree.launchIn': 'launch in line {line}',
  'tree.notInSources': 'Not in the sources',
  'tree.notFollowed': 'not followed: {what}',
  'tree.notPredicted': 'not predicted',
  'tree.notUnderstood': 'Not Understood',
  'tree.otherGpu': '{device}, not {gpu}',
  'tree.profiles': 'Profiles',
  'tree.rows': '{rows} kernel rows, {transfers} transfers',
  'tree.upTo': 'up to −{gain:percent}',
} as const satisfies Table;
