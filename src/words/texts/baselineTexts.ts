import {
  programKey,
  relativeChange,
  type Change,
  type ChangesSince,
  type PinnedProgram,
} from '../../analysis/results/changeResult';
import type { TimelineResult } from '../../analysis/results/timelineResult';
import type { WorkspaceResults } from '../../analysis/results/workspaceResults';
import { ORIGIN_MARK } from '../../kernel/origin';
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

const dateOf = ({ pinnedAt }: ChangesSince): string => new Date(pinnedAt).toLocaleString();

/** What a program took when it was pinned and takes now, and what of its timeline is of then. */
export function pinnedProgramText(
  changes: ChangesSince,
  was: PinnedProgram | undefined,
  now: Pick<TimelineResult, 'origin' | 'makespanNs'> | null,
): string {
  const date = dateOf(changes);
  if (changes.isOther) return say('baseline.other', { date });
  if (was === undefined) return say('baseline.noProgram', { date });
  if (now === null || was.origin !== now.origin)
    return say('baseline.otherEvidence', {
      date,
      before: was.timeNs,
      mark: ORIGIN_MARK[was.origin],
    });
  const change = { beforeNs: was.timeNs, afterNs: now.makespanNs };
  const times = changeText(change) ?? say('baseline.asThen', { before: was.timeNs });
  return say('baseline.ghost', { date, times, drawn: drawnText(was) });
}

/** What is drawn of a pinned program, or why nothing is. */
function drawnText({ timeline }: PinnedProgram): string {
  if (timeline === undefined) return say('baseline.timesOnly');
  if (timeline === null) return say('baseline.tooManyLanes');
  const { closedNs, omitted } = timeline;
  return [
    say('baseline.boxes'),
    ...(closedNs === 0 ? [] : [say('baseline.closed', { closedNs })]),
    ...(omitted === 0 ? [] : [say('baseline.omitted', { omitted })]),
  ].join(', ');
}

/** Changes that are named; the others follow in the table of kernels. */
const MOST_NAMED = 6;

/** All that has changed since the baseline, largest first, in one sentence. */
export function changesText(results: WorkspaceResults, changes: ChangesSince): string {
  const date = dateOf(changes);
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
