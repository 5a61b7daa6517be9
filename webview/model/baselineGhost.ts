import { programKey } from '../../src/analysis/results/changeResult';
import type { KeptTimeline } from '../../src/analysis/results/keptTimeline';
import type { ApplicationResult } from '../../src/analysis/results/timelineResult';
import type { WorkspaceResults } from '../../src/analysis/results/workspaceResults';
import { pinnedProgramText } from '../../src/words/texts/baselineTexts';

/** What the baseline says of a program: its bars where there are any to draw, and a sentence. */
export interface BaselineGhost {
  /** Null where nothing is drawn, which the sentence gives the reason of. */
  readonly timeline: KeptTimeline | null;
  readonly text: string;
}

/** A program as it was pinned; null where nothing is. */
export function baselineGhost(
  { changes }: Pick<WorkspaceResults, 'changes'>,
  application: ApplicationResult,
): BaselineGhost | null {
  if (changes === undefined) return null;
  const now = application.predicted ?? application.measured;
  const was = changes.pinned[programKey(application)];
  const text = pinnedProgramText(changes, was, now);
  const isDrawn = was !== undefined && was.origin === now?.origin;
  return { text, timeline: isDrawn ? (was.timeline ?? null) : null };
}
