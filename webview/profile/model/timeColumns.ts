import type { Column } from '../../model/columns';
import { formatCount, formatDuration } from '../../model/format';
import type { Times } from './timeSum';
import { say } from '../../../src/words';

/** A start on the file's clock; more digits than a duration, for rows lie close together. */
const START_DIGITS = 8;

/** When a row of a trace began. */
export function startColumn<R>(startNs: (row: R) => number | null): Column<R> {
  return {
    id: 'start',
    title: say('webview.profile.start'),
    csvTitle: 'start (ns)',
    value: startNs,
    format: (ns) => formatDuration(ns, START_DIGITS),
    width: 13,
  };
}

/** How often, and how long on average and in sum; rows of `single` calls have just their time. */
export function timeColumns<R extends Times & { readonly calls: number }>(
  single: boolean,
): readonly Column<R>[] {
  const format = (ns: number): string => formatDuration(ns, 4);
  const total: Column<R> = {
    id: 'total',
    title: single ? say('webview.profile.time') : say('webview.profile.totalTime'),
    csvTitle: 'total time (ns)',
    value: ({ totalNs }) => totalNs,
    format,
    bar: true,
    width: 15,
    hint: ({ totalNs }) => (totalNs === null ? '' : `${formatCount(totalNs)} ns`),
  };
  if (single) return [total];
  return [
    {
      id: 'calls',
      title: say('webview.profile.calls'),
      csvTitle: 'calls',
      value: ({ calls }) => calls,
      format: formatCount,
      width: 7,
    },
    {
      id: 'mean',
      title: say('webview.profile.meanTime'),
      csvTitle: 'mean time (ns)',
      value: ({ meanNs }) => meanNs,
      format,
      width: 10,
      hint: rangeHint,
    },
    total,
  ];
}

/** Shortest and longest call, for the clipboard. */
export function rangeColumns<R extends Times>(): readonly Column<R>[] {
  const format = (ns: number): string => formatDuration(ns, 4);
  return [
    {
      id: 'min',
      title: say('webview.profile.shortest'),
      csvTitle: 'shortest (ns)',
      value: ({ minNs }) => minNs,
      format,
      width: 12,
    },
    {
      id: 'max',
      title: say('webview.profile.longest'),
      csvTitle: 'longest (ns)',
      value: ({ maxNs }) => maxNs,
      format,
      width: 12,
    },
  ];
}

function rangeHint({ minNs, maxNs, meanNs }: Times): string {
  if (minNs === null || maxNs === null || meanNs === null) return '';
  const exact = `${formatCount(meanNs)} ns`;
  return minNs === maxNs
    ? exact
    : say('webview.profile.meanWithRange', {
        exact,
        minNs: formatDuration(minNs, 4),
        maxNs: formatDuration(maxNs, 4),
      });
}
