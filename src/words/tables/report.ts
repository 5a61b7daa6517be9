import type { Table } from '../entry';

/** The report of an analysis on a terminal. */
export const report = {
  'report.application': {
    plural: 'streams',
    one: '{name} ({place}): {work} in one stream',
    other: '{name} ({place}): {work} in {streams} streams',
  },
  'report.operations': {
    plural: 'operations',
    one: 'one operation',
    other: '{operations} operations',
  },
  'report.morePrograms': {
    plural: 'programs',
    one: 'One more program whose times are not known: {names}',
    other: '{programs} more programs whose times are not known: {names}',
  },
  'report.giveNumbers': 'its sizes can be given: --arguments {how}',
  'report.numbersUnknown': 'the numbers {names}, for which the sources tell no one value',
  'report.timesUnknown': 'the time of {names}: {reason}',
  'report.andMoreNames': '{names} and {more} more',
  'report.blockSize': 'block size',
  'report.classAndOccupancy': 'class and occupancy',
  'report.coRun': "Co-run slowdown of the row's kernel beside the column's ({predictors})",
  'report.coRunMore':
    "Co-run slowdown of the row's kernel beside the column's ({predictors}); {more} more kernels in the JSON output",
  'report.deviceNotNamed': 'device not named',
  'report.else': '{first}, else {next}',
  'report.faults': 'Errors in the sources',
  'report.file': 'file',
  'report.profileReport': 'report',
  'report.profileText': ', text',
  'report.joined': '{joined} joined, {not} not',
  'report.kernel': 'kernel',
  'report.kernels': 'kernels',
  'report.legend': '● measured  ◐ simulated  ○ predicted  △ assumed',
  'report.limitedBy': '{order}; limited by {what}',
  'report.noMeeting':
    'No two of these kernels can run at the same time; --all-pairs tells what they would do beside each other.',
  'report.noMeetingButRaces':
    'No two of these kernels may run at the same time: where they do, they race; --all-pairs tells what they would do beside each other.',
  'report.noMeetingKnown':
    'No two of these kernels are known to run at the same time; --all-pairs tells what they would do beside each other.',
  'report.notKnown': 'not known: {unknowns}',
  'report.arguments':
    'One number for the whole project: --arguments {example}; corun.assumptions in the editor',
  'report.notSimulated': 'Not simulated, or not timed',
  'report.traced': 'traced {time:duration} {mark}',
  'report.makespanOfCopies': 'predicted makespan {time:duration} {mark}',
  'report.ownSms': 'Kernels on SMs of their own ({predictors})',
  'report.predictedMakespan': 'predicted makespan {time:duration} {mark}, {kernelTimes}',
  'report.profiles': 'Profiles',
  'report.programs': 'Simulated programs beside their profiles',
  'report.time': 'time',
  'report.what': 'what',
  'report.where': 'where',
  'report.status': 'status',
} as const satisfies Table;
