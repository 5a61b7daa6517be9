import { applicationKey } from '../../src/analysis/protocol';
import type { ApplicationSplit } from '../../src/analysis/results/shareResult';
import type { ApplicationResult } from '../../src/analysis/results/timelineResult';
import type { WorkspaceResults } from '../../src/analysis/results/workspaceResults';
import { say, words } from '../../src/words';
import { formatDuration, formatPercent, formatSlowdown } from './format';
import type { TableModel } from './table';

/** A program to choose, and why no split can be told of it. */
export interface ProgramChoice {
  readonly key: string;
  readonly name: string;
  readonly path: string;
  /** Null where nothing is known to be in the way. */
  readonly lack: string | null;
}

/** All programs that launch kernels, those first of which a split can be told. */
export function programChoices({ applications }: WorkspaceResults): readonly ProgramChoice[] {
  return applications
    .filter(({ kernels }) => kernels.length > 0)
    .map((application) => {
      const { name, path } = application;
      return { key: applicationKey(application), name, path, lack: lackOfProgram(application) };
    })
    .toSorted((a, b) => Number(a.lack !== null) - Number(b.lack !== null));
}

function lackOfProgram({ from, meetings, unknowns, lacksTimes }: ApplicationResult): string | null {
  if (from !== 'source') return say('webview.share.programTraced');
  const [meeting] = meetings;
  if (meeting !== undefined)
    return say('webview.share.programMeets', { one: meeting[0].kernel, other: meeting[1].kernel });
  const [open] = unknowns;
  return open === undefined || lacksTimes ? null : say('webview.share.programLacks', { what: words(open) });
}

/** Who gets what: the even split beside the advised one. */
export function programSplitTable({ apps, even }: ApplicationSplit): TableModel {
  return {
    columns: [
      { title: say('webview.share.program') },
      { title: say('webview.share.smsEven') },
      { title: say('webview.share.slowdownEven'), format: formatSlowdown },
      { title: say('webview.share.smsAdvised') },
      { title: say('webview.share.slowdownAdvised'), format: formatSlowdown },
      { title: say('webview.share.timeOfRun'), format: (us) => formatDuration(us * 1e3) },
      { title: say('webview.share.scalability') },
      { title: say('webview.share.interference') },
      { title: say('webview.share.progress'), format: formatPercent },
    ],
    rows: apps.map(({ name, sms, slowdown, us, scalability, interference, progress }, at) => [
      name,
      even.sms[at]!,
      even.slowdowns[at]!,
      sms,
      slowdown,
      us,
      scalability,
      interference,
      progress,
    ]),
  };
}
