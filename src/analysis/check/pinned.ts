import { programKey, type Change, type ChangesSince, type PinnedProgram } from '../results/changeResult';
import type { WorkspaceResults } from '../results/workspaceResults';
import type { PinnedState, PinnedTime } from './baseline';
import { checkedPrograms } from './checkedPrograms';
import { checkedKernels } from './checkWorkspace';

/** The state of a workspace now. */
export function pinnedState(results: WorkspaceResults, pinnedAt: string): PinnedState {
  const { gpu, mode, applications } = results;
  return {
    gpu: gpu.id,
    mode,
    pinnedAt,
    kernels: checkedKernels(results).map(({ id, timeNs, origin }) => ({ id, timeNs, origin })),
    programs: checkedPrograms(applications).map(({ name, path, timeNs, origin, timeline }) => ({
      name,
      path,
      timeNs,
      origin,
      timeline,
    })),
  };
}

/**
 * The results with what has changed since a state was pinned: only times of one kind are compared, since a simulation
 * that comes in the place of an estimate is no change of the program.
 */
export function withChanges(results: WorkspaceResults, pinned: PinnedState | null): WorkspaceResults {
  if (pinned === null) return results.changes === undefined ? results : { ...results, changes: undefined };
  const isOther = pinned.gpu !== results.gpu.id || pinned.mode !== results.mode;
  const { pinnedAt } = pinned;
  const changes: ChangesSince = isOther
    ? { pinnedAt, isOther, kernels: {}, programs: {}, pinned: {} }
    : { pinnedAt, isOther, ...changesOf(results, pinned) };
  return { ...results, changes };
}

function changesOf(
  results: WorkspaceResults,
  pinned: PinnedState,
): Pick<ChangesSince, 'kernels' | 'programs' | 'pinned'> {
  const before = new Map(pinned.programs.map((one) => [programKey(one), one]));
  const programs = results.applications.map((one) => {
    const timeline = one.predicted ?? one.measured;
    const now: PinnedTime = { timeNs: timeline?.makespanNs ?? null, origin: timeline?.origin };
    return { key: programKey(one), was: before.get(programKey(one)), now };
  });
  const times = new Map(pinned.kernels.map((one) => [one.id, one]));
  return {
    kernels: byKey(
      checkedKernels(results),
      ({ id }) => id,
      (now) => changeOf(times.get(now.id), now),
    ),
    programs: byKey(
      programs,
      ({ key }) => key,
      ({ was, now }) => changeOf(was, now),
    ),
    pinned: byKey(
      programs,
      ({ key }) => key,
      ({ was }) => pinnedProgram(was),
    ),
  };
}

function changeOf(was: PinnedTime | undefined, now: PinnedTime): Change | null {
  if (was === undefined || was.timeNs === null || now.timeNs === null || was.origin !== now.origin)
    return null;
  return { beforeNs: was.timeNs, afterNs: now.timeNs };
}

function pinnedProgram(was: PinnedState['programs'][number] | undefined): PinnedProgram | null {
  if (was === undefined || was.timeNs === null || !was.origin) return null;
  const { timeNs, origin, timeline } = was;
  return { timeNs, origin, timeline };
}

/** What there is of some things, by their keys. */
function byKey<T, V>(
  items: readonly T[],
  keyOf: (item: T) => string,
  valueOf: (item: T) => V | null,
): Record<string, V> {
  const pairs = items.map((item) => [keyOf(item), valueOf(item)] as const);
  return Object.fromEntries(pairs.flatMap(([key, value]) => (value === null ? [] : [[key, value]])));
}
