import type { Table } from '../../entry';

/** What the view says that compares the ways of having a GPU. */
export const compareView = {
  'webview.compare.question': 'Which sharing mode suits these kernels or programs?',
  'webview.compare.what': 'Compare',
  'webview.compare.kernels': 'kernels',
  'webview.compare.programs': 'programs',
  'webview.compare.first': 'First',
  'webview.compare.second': 'beside',
  'webview.compare.third': 'and',
  'webview.compare.more': 'nothing more',
  'webview.compare.addGpu': 'Also on',
  'webview.compare.chooseGpu': 'another GPU…',
  'webview.compare.dropGpu': 'Leave out {gpu}',
  'webview.compare.compare': 'Compare',
  'webview.compare.cancel': 'Cancel',
  'webview.compare.invitation':
    'One after the other, streams, MPS with and without caps, green contexts, MIG and time slices side by side: when all are done, how much later each is, what they still compete for, and what to type. Predictions come at once, simulations follow.',
  'webview.compare.working': 'predictions are there, simulating the kernels',
  'webview.compare.alone': 'alone: {alone}',
  'webview.compare.title': '{gpu}: {names}',
  'webview.compare.type': 'What to type for {way}',
  'webview.compare.tooFew': 'Two kernels or a program are needed',
} as const satisfies Table;
