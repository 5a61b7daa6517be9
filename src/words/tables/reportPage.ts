import type { Table } from '../entry';

/** What a report for a colleague says. */
export const reportPage = {
  'reportPage.title': 'Sharing {gpu}',
  'reportPage.intro': {
    plural: 'kernels',
    one: 'One kernel on {gpu} ({sms}), sharing: {mode}. Made by Corun {version}, without running anything on a GPU.',
    other:
      '{kernels:count} kernels on {gpu} ({sms}), sharing: {mode}. Made by Corun {version}, without running anything on a GPU.',
  },
  'reportPage.marks': '● measured, ◐ simulated, ○ predicted, △ assumed',
  'reportPage.saves': 'saves up to',
  'reportPage.advice': 'advice',
  'reportPage.race': 'what races',
  'reportPage.where': 'where',
  'reportPage.verdicts': 'Kernels that can run together',
  'reportPage.serial': 'one after the other',
  'reportPage.together': 'together',
  'reportPage.programs': 'Programs',
  'reportPage.morePrograms': {
    plural: 'programs',
    one: 'One more program, whose time is not known:',
    other: '{programs:count} more programs, whose times are not known:',
  },
  'reportPage.untimed': '{name} ({where}): {needs}',
  'reportPage.needs': 'what is not known',
  'reportPage.program': 'program',
  'reportPage.time': 'time',
  'reportPage.order': 'order of launches',
  'reportPage.kernels': 'Kernels',
  'reportPage.kernel': 'kernel',
  'reportPage.class': 'limited by',
  'reportPage.block': 'block size',
  'reportPage.worst': 'worst neighbour',
  'reportPage.trust': 'What this rests on',
  'reportPage.assumed': 'assumed',
  'reportPage.value': 'value',
  'reportPage.written': 'written to {files}',
} as const satisfies Table;
