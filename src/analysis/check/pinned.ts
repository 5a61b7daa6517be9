import type { Origin } from '../../kernel/origin';
import { programKey, type Change, type ChangesSince } from '../results/changeResult';
import type { WorkspaceResults } from '../results/workspaceResults';

/** A time and what it rests on. */
interface PinnedTime {
  readonly ns: number;
  readonly origin: Origin;
}

type Times = Readonly<Record<string, PinnedTime>>;

/** A state of a workspace that later ones are held against. */
export interface PinnedState {
  readonly gpu: string;
  readonly mode: string;
  readonly pinnedAt: string;
  readonly kernels: Times;
  readonly programs: Times;
}

/** The state of a workspace now. */
export function pinnedState(results: WorkspaceResults, pinnedAt: string): PinnedState {
  const { gpu, mode } = results;
  return { gpu: gpu.id, mode, pinnedAt, ...timesOf(results) };
}

/**
 * The results with what has changed since a state was pinned: only times of one kind are compared, since a simulation
 * that comes in the place of an estimate is no change of the program.
 */
export function withChanges(results: WorkspaceResults, pinned: PinnedState | null): WorkspaceResults {
  if (pinned === null) return results.changes === undefined ? results : { ...results, changes: undefined };
  const isOther = pinned.gpu !== results.gpu.id || pinned.mode !== results.mode;
  const now = timesOf(results);
  const changes: ChangesSince = {
    pinnedAt: pinned.pinnedAt,
    isOther,
    kernels: isOther ? {} : changesOf(pinned.kernels, now.kernels),
    programs: isOther ? {} : changesOf(pinned.programs, now.programs),
  };
  return { ...results, changes };
}

function timesOf({ files, applications }: WorkspaceResults): Pick<PinnedState, 'kernels' | 'programs'> {
  const kernels = files.flatMap((file) => file.kernels);
  return {
    kernels: Object.fromEntries(
      kernels.flatMap(({ id, time }) =>
        time === null ? [] : [[id, { ns: time.value, origin: time.origin }]],
      ),
    ),
    programs: Object.fromEntries(
      applications.flatMap((application) => {
        const timeline = application.predicted ?? application.measured;
        return timeline === null
          ? []
          : [[programKey(application), { ns: timeline.makespanNs, origin: timeline.origin }]];
      }),
    ),
  };
}

function changesOf(before: Times, now: Times): Record<string, Change> {
  return Object.fromEntries(
    Object.entries(now).flatMap(([key, { ns, origin }]) => {
      const was = before[key];
      return was?.origin === origin ? [[key, { beforeNs: was.ns, afterNs: ns }]] : [];
    }),
  );
}
