import type { Table } from '../../entry';

/** Numbers of things in the dashboard; `shown` is the number as it is written, `n` decides the form. */
export const count = {
  'webview.count.call': { plural: 'n', one: '{shown} call', other: '{shown} calls' },
  'webview.count.coRunPrediction': {
    plural: 'n',
    one: '{shown} co-run prediction',
    other: '{shown} co-run predictions',
  },
  'webview.count.file': { plural: 'n', one: '{shown} file', other: '{shown} files' },
  'webview.count.function': { plural: 'n', one: '{shown} function', other: '{shown} functions' },
  'webview.count.kernel': { plural: 'n', one: '{shown} kernel', other: '{shown} kernels' },
  'webview.count.kernelRow': { plural: 'n', one: '{shown} kernel row', other: '{shown} kernel rows' },
  'webview.count.launch': { plural: 'n', one: '{shown} launch', other: '{shown} launches' },
  'webview.count.operation': { plural: 'n', one: '{shown} operation', other: '{shown} operations' },
  'webview.count.range': { plural: 'n', one: '{shown} range', other: '{shown} ranges' },
  'webview.count.row': { plural: 'n', one: '{shown} row', other: '{shown} rows' },
  'webview.count.sm': { plural: 'n', one: '{shown} SM', other: '{shown} SMs' },
  'webview.count.statement': { plural: 'n', one: '{shown} statement', other: '{shown} statements' },
  'webview.count.stream': { plural: 'n', one: '{shown} stream', other: '{shown} streams' },
  'webview.count.transferRow': {
    plural: 'n',
    one: '{shown} transfer row',
    other: '{shown} transfer rows',
  },
  'webview.count.value': { plural: 'n', one: '{shown} value', other: '{shown} values' },
  'webview.count.warning': { plural: 'n', one: '{shown} warning', other: '{shown} warnings' },
  'webview.none.function': 'No function.',
  'webview.none.kernel': 'No kernel.',
  'webview.none.row': 'No row.',
  'webview.none.value': 'No value.',
  'webview.none.warning': 'No warning.',
  'webview.noMatch.function': 'No function matches “{filter}”.',
  'webview.noMatch.kernel': 'No kernel matches “{filter}”.',
  'webview.noMatch.row': 'No row matches “{filter}”.',
  'webview.noMatch.value': 'No value matches “{filter}”.',
  'webview.noMatch.warning': 'No warning matches “{filter}”.',
} as const satisfies Table;
