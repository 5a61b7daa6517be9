import { applicationKey } from '../../src/analysis/protocol';
import type { ApplicationResult } from '../../src/analysis/results/timelineResult';
import type { ViewState } from '../state/viewState';
import { formatDuration } from './format';
import type { GanttSection } from './ganttLayout';
import { orderKey } from './orders';
import { say } from '../../src/words';

/** What the timeline chart shows of an application. */
export interface ShownTimelines {
  readonly sections: readonly GanttSection[];
  readonly marker: { readonly ns: number; readonly text: string } | null;
}

/**
 * Measured above predicted above planned. A compared launch order takes the place of the predicted
 * timeline; when only its makespan is known, that is marked on the axis.
 */
export function shownTimelines(
  application: ApplicationResult,
  compared: string | null,
  { showPlan }: Pick<ViewState, 'showPlan'>,
): ShownTimelines {
  const { measured, predicted, plan } = application;
  const candidate = comparedOrder(application, compared);
  const other = candidate?.timeline ?? null;
  const sections: GanttSection[] = [];
  if (measured !== null) sections.push({ title: say('webview.timeline.measured'), timeline: measured });
  if (other !== null && compared !== null)
    sections.push({ title: say('webview.timeline.comparedOrder', { compared }), timeline: other });
  else if (predicted !== null)
    sections.push({ title: say('webview.timeline.predicted'), timeline: predicted });
  if (showPlan && plan !== null)
    sections.push({ title: say('webview.timeline.plannedStreams'), timeline: plan.timeline });
  const marker =
    candidate !== null && other === null
      ? { ns: candidate.makespanNs, text: `${compared}: ${formatDuration(candidate.makespanNs)}` }
      : null;
  return { sections, marker };
}

function comparedOrder({ order }: ApplicationResult, compared: string | null) {
  if (order === null || compared === null) return null;
  const all = [order.bestOrder, order.writtenOrder, ...order.candidates];
  const same = all.filter((candidate) => orderKey(candidate) === compared);
  return same.find((candidate) => candidate.timeline !== undefined) ?? same[0] ?? null;
}

/** The chosen application, or the first one. */
export function chosenApplication(
  applications: readonly ApplicationResult[],
  key: string | null,
): ApplicationResult | null {
  return applications.find((application) => applicationKey(application) === key) ?? applications[0] ?? null;
}
