import type { ProfilePage } from '../../../src/analysis/profileProtocol';
import type { ApiProfile } from '../../../src/kernel/profile';
import type { Column } from '../../model/columns';
import { groupBy } from '../../../src/stats/grouping';
import { rangeColumns, startColumn, timeColumns } from './timeColumns';
import { TimeSum, type Times } from './timeSum';
import { say } from '../../../src/words';

/** An API function as the table lists it: one call, or all calls of it. */
export interface ApiRow extends Times {
  readonly id: string;
  readonly name: string;
  readonly calls: number;
  readonly startNs: number | null;
  /** Line of the (first) call in the file. */
  readonly line: number | null;
}

/** The API calls of a file, one by one or summed by function. */
export function apiRows({ api }: ProfilePage, summed: boolean): readonly ApiRow[] {
  if (!summed) return api.map((call, index) => rowOf([call], String(index)));
  return [...groupBy(api, ({ name }) => name)].map(([name, calls]) => rowOf(calls, name));
}

function rowOf(group: readonly ApiProfile[], id: string): ApiRow {
  const first = group[0]!;
  const time = new TimeSum();
  let calls = 0;
  for (const call of group) {
    time.add(call);
    calls += call.calls;
  }
  return {
    id,
    name: first.name,
    calls,
    ...time.result(),
    startNs: group.length === 1 ? first.startNs : null,
    line: first.location?.line ?? null,
  };
}

/** Columns on screen: of sums, of rows of the file, or of rows that are `single` calls. */
export function apiColumns(summed: boolean, single: boolean): readonly Column<ApiRow>[] {
  return [
    {
      id: 'name',
      title: say('webview.profile.function'),
      csvTitle: 'function',
      value: ({ name }) => name,
      width: 26,
    },
    ...(summed ? [] : [startColumn<ApiRow>(({ startNs }) => startNs)]),
    ...timeColumns<ApiRow>(single),
    ...(single ? [] : rangeColumns<ApiRow>()),
  ];
}
