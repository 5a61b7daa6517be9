import { applicationKey, type WhatIfState } from '../../src/analysis/protocol';
import type {
  BlockChange,
  IssueMove,
  StreamMove,
  TriedMachine,
  WhatIfRequest,
} from '../../src/analysis/results/whatIfResult';
import type { ApplicationResult, TimelineResult } from '../../src/analysis/results/timelineResult';
import type { KeptTimeline } from '../../src/analysis/results/keptTimeline';
import type { ViewState } from '../state/viewState';
import { formatDuration } from './format';
import { laneOfStream, type GanttSection } from './ganttLayout';
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
 *
 * A change that is tried has the program as written as its ghost, since its makespan is told against that. The baseline
 * that the user has pinned is drawn beside it, whatever is tried: both have a place of their own.
 */
export function shownTimelines(
  application: ApplicationResult,
  compared: string | null,
  { showPlan }: Pick<ViewState, 'showPlan'>,
  whatIf: WhatIfState,
  baseline: KeptTimeline | null = null,
): ShownTimelines {
  const { measured, predicted, plan } = application;
  const candidate = comparedOrder(application, compared);
  const other = candidate?.timeline ?? null;
  const sections: GanttSection[] = [];
  if (measured !== null)
    sections.push({
      title: measuredTitle(measured),
      timeline: measured,
      baseline: predicted === null ? baseline : null,
    });
  if (other !== null && compared !== null)
    sections.push({ title: say('webview.timeline.comparedOrder', { compared }), timeline: other, baseline });
  else if (predicted !== null) sections.push({ ...changeable(application, predicted, whatIf), baseline });
  if (showPlan && plan !== null)
    sections.push({ title: say('webview.timeline.plannedStreams'), timeline: plan.timeline });
  const marker =
    candidate !== null && other === null
      ? { ns: candidate.makespanNs, text: `${compared}: ${formatDuration(candidate.makespanNs)}` }
      : null;
  return { sections, marker };
}

const measuredTitle = ({ origin }: TimelineResult): string =>
  origin === 'measured' ? say('webview.timeline.measured') : say('webview.timeline.madeUp');

/** The predicted timeline, of which bars can be moved; with a change that is tried, as one with the written one as ghost. */
function changeable(
  application: ApplicationResult,
  predicted: TimelineResult,
  whatIf: WhatIfState,
): GanttSection {
  const request = requestOf(application, whatIf);
  const lanes = streamChoices(application, request).map(laneOfStream);
  const result = request === null ? null : whatIf.result;
  return result === null
    ? { title: say('webview.timeline.predicted'), timeline: predicted, lanes }
    : { title: say('webview.timeline.whatIf'), timeline: result.timeline, lanes, ghost: predicted };
}

/** What is tried with this application; null for the program as written. */
export function requestOf(application: ApplicationResult, { request }: WhatIfState): WhatIfRequest | null {
  return request?.application === applicationKey(application) ? request : null;
}

/** The streams that operations can be put into: those there are, and one more. */
function streamChoices({ streams }: ApplicationResult, request: WhatIfRequest | null): readonly string[] {
  const used = [...new Set([...streams, ...(request?.moves ?? []).map(({ stream }) => stream)])];
  let number = 1;
  while (used.includes(newStream(number))) number++;
  return [...used, newStream(number)];
}

const newStream = (number: number): string => say('webview.timeline.newStream', { number });

/** What is tried, with one operation in another stream. */
export function withMove(
  application: ApplicationResult,
  request: WhatIfRequest | null,
  move: StreamMove,
): WhatIfRequest {
  const moves = (request?.moves ?? []).filter(({ operation }) => operation !== move.operation);
  const lane = laneOfStream(move.stream);
  const isBack = application.predicted?.bars.some(
    (bar) => bar.operation === move.operation && bar.lane === lane,
  );
  return { ...tried(application, request), moves: isBack === true ? moves : [...moves, move] };
}

/** What is tried, with one operation issued earlier or later; a step back undoes the last one. */
export function withIssue(
  application: ApplicationResult,
  request: WhatIfRequest | null,
  step: IssueMove,
): WhatIfRequest {
  const { issued, ...others } = tried(application, request);
  const last = issued.at(-1);
  const undoes = last?.operation === step.operation && last.by !== step.by;
  return { ...others, issued: undoes ? issued.slice(0, -1) : [...issued, step] };
}

/** What is tried, with one kernel at another block size; its present one undoes that. */
export function withBlock(
  application: ApplicationResult,
  request: WhatIfRequest | null,
  change: BlockChange,
): WhatIfRequest {
  const { blocks, ...others } = tried(application, request);
  const rest = blocks.filter(({ kernel }) => kernel !== change.kernel);
  return { ...others, blocks: change.threadsPerBlock === change.current ? rest : [...rest, change] };
}

/** What is tried, on another GPU or with another share; block sizes were timed on the chosen GPU alone. */
export function withMachine(
  application: ApplicationResult,
  request: WhatIfRequest | null,
  change: Partial<TriedMachine>,
): WhatIfRequest {
  const { machine, blocks, ...others } = tried(application, request);
  const next = { ...machine, ...change };
  return { ...others, machine: next, blocks: next.gpu === null ? blocks : [] };
}

/** What is tried so far. */
export function tried(application: ApplicationResult, request: WhatIfRequest | null): WhatIfRequest {
  return (
    request ?? {
      application: applicationKey(application),
      moves: [],
      issued: [],
      pinned: false,
      blocks: [],
      machine: { gpu: null, mpsPercentage: null },
    }
  );
}

/** What is tried, or null where that is the program as written. */
export function orNothing(request: WhatIfRequest): WhatIfRequest | null {
  const { moves, issued, blocks, pinned, machine } = request;
  const isWritten = [...moves, ...issued, ...blocks].length === 0 && !pinned;
  return isWritten && machine.gpu === null && machine.mpsPercentage === null ? null : request;
}

function comparedOrder({ order }: ApplicationResult, compared: string | null) {
  if (order === null || compared === null) return null;
  const all = [order.bestOrder, order.writtenOrder, ...order.candidates];
  const same = all.filter((candidate) => orderKey(candidate) === compared);
  return same.find((candidate) => candidate.timeline !== undefined) ?? same[0] ?? null;
}

/** The chosen application, or one that is written in the file being edited, or launches a kernel there; else the first with a timeline. */
export function chosenApplication(
  applications: readonly ApplicationResult[],
  key: string | null,
  editorPath: string | null,
): ApplicationResult | null {
  return (
    applications.find((application) => applicationKey(application) === key) ??
    applications.find(({ path }) => path === editorPath) ??
    applications.find(({ kernels }) => kernels.some(({ path }) => path === editorPath)) ??
    applications.find(({ predicted, measured }) => predicted !== null || measured !== null) ??
    applications[0] ??
    null
  );
}
