import {
  programKey,
  relativeChange,
  type Change,
  type ChangesSince,
} from '../../analysis/results/changeResult';
import type { WorkspaceResults } from '../../analysis/results/workspaceResults';
import { say } from '../say';

/** A change as an aside to a time; empty where there is none worth telling. */
export function changeAside(change: Change | undefined): string {
  const relative = relativeChange(change);
  return relative === null ? '' : say('baseline.lens', { change: relative });
}

/** A change with both times; null where there is none worth telling. */
export function changeText(change: Change | undefined): string | null {
  const relative = relativeChange(change);
  if (relative === null) return null;
  return say('baseline.change', { before: change!.beforeNs, after: change!.afterNs, change: relative });
}

/** Changes that are named; the others follow in the table of kernels. */
const MOST_NAMED = 6;

/** All that has changed since the baseline, largest first, in one sentence. */
export function changesText(results: WorkspaceResults, changes: ChangesSince): string {
  const date = new Date(changes.pinnedAt).toLocaleString();
  if (changes.isOther) return say('baseline.other', { date });
  const named = [
    ...results.files
      .flatMap((file) => file.kernels)
      .map(({ id, name }) => ({ name, change: relativeChange(changes.kernels[id]) })),
    ...results.applications.map((application) => ({
      name: application.name,
      change: relativeChange(changes.programs[programKey(application)]),
    })),
  ].flatMap(({ name, change }) => (change === null ? [] : [{ name, change }]));
  if (named.length === 0) return say('baseline.same', { date });
  const largest = named.toSorted((a, b) => Math.abs(b.change) - Math.abs(a.change)).slice(0, MOST_NAMED);
  const list = largest.map((one) => say('baseline.item', one));
  return say('baseline.changed', { date, list });
}
