import {
  NO_FILE_RUN,
  NOT_COLOCATED,
  NOT_COMPARED,
  NOT_SHARED,
  NOT_YIELDED,
  NO_WHAT_IF,
  type ActivityState,
  type ColocateState,
  type CompareState,
  type DashboardFocus,
  type DashboardMessage,
  type GpuChoice,
  type HostMessage,
  type QueueState,
  type ScenarioState,
  type ShareState,
  type WhatIfState,
  type YieldState,
} from '../../src/analysis/protocol';
import { unpackResults } from '../../src/analysis/results/packedResults';
import type { WorkspaceResults } from '../../src/analysis/results/workspaceResults';
import type { ShareRequest } from '../../src/analysis/results/shareResult';
import type { SharingMode } from '../../src/kernel/prediction';
import { isMessage, type Message } from '../../src/kernel/message';
import { worded, words } from '../../src/words';
import { allKernels } from '../model/kernels';
import { matrixOfMeetings } from '../model/matrix';
import { draftOfRequest } from '../model/share';
import type { ViewState } from './viewState';

/** Everything that the dashboard draws from. */
export interface AppState {
  /** Null until the first snapshot arrives. */
  readonly results: WorkspaceResults | null;
  readonly gpus: readonly GpuChoice[];
  readonly modes: readonly SharingMode[];
  readonly activity: ActivityState;
  readonly share: ShareState;
  readonly yields: YieldState;
  readonly compare: CompareState;
  readonly colocate: ColocateState;
  readonly scenario: ScenarioState;
  readonly queue: QueueState;
  readonly whatIf: WhatIfState;
  /** The file that is being edited; null before that is known. */
  readonly editorPath: string | null;
  readonly view: ViewState;
  /** Launch order under the pointer, compared on the timeline; not persisted. */
  readonly hoveredOrder: string | null;
}

/** What a view needs: the state to draw, and the two ways to change something. */
export interface ViewContext {
  readonly state: AppState;
  post(message: DashboardMessage): void;
  update(patch: Partial<ViewState>): void;
  hoverOrder(order: string | null): void;
}

/** A context of which the results are known to be there. */
export interface ResultsContext extends ViewContext {
  readonly results: WorkspaceResults;
}

const WAITING: ActivityState = {
  busy: true,
  message: 'waiting for the analysis',
  fraction: null,
  background: false,
  error: null,
};

export function initialState(view: ViewState): AppState {
  return {
    results: null,
    gpus: [],
    modes: [],
    activity: WAITING,
    share: NOT_SHARED,
    yields: NOT_YIELDED,
    compare: NOT_COMPARED,
    colocate: NOT_COLOCATED,
    scenario: NO_FILE_RUN,
    queue: NO_FILE_RUN,
    whatIf: NO_WHAT_IF,
    editorPath: null,
    view,
    hoveredOrder: null,
  };
}

/** The state after a message of the extension host. */
export function receive(state: AppState, message: HostMessage): AppState {
  switch (message.type) {
    case 'results':
      // The last told ones are shown, also those of an earlier revision: kept ones come back when a change is taken back.
      return { ...state, results: unpackResults(message.results, inWords) };
    case 'choices':
      return { ...state, gpus: message.gpus, modes: message.modes };
    case 'activity':
      return { ...state, activity: worded(message.activity) };
    case 'share':
      return shared(state, worded(message.share));
    case 'yields':
      return { ...state, yields: worded(message.yields) };
    case 'compare':
      return { ...state, compare: worded(message.compare) };
    case 'colocate':
      return { ...state, colocate: worded(message.colocate) };
    case 'scenario':
      return { ...state, scenario: worded(message.scenario) };
    case 'queue':
      return { ...state, queue: worded(message.queue) };
    case 'whatIf':
      return { ...state, whatIf: worded(message.whatIf) };
    case 'editor':
      return { ...state, editorPath: message.path };
    case 'focus':
      return { ...state, view: focusOn(state, message) };
  }
}

/** The state after a message that was not taken: what was shown stays, and may be asked for again. */
export function refused(state: AppState, why: Message): AppState {
  return { ...state, activity: { ...state.activity, busy: false, error: words(why) } };
}

/** Messages in the results are worded once, where they enter the page. */
const inWords = (part: unknown): unknown => (isMessage(part) ? words(part) : part);

/** An empty form takes over what was asked for before the page began. */
function shared(state: AppState, share: ShareState): AppState {
  const isFirst = state.share.request === null && state.view.share.kernelIds.length === 0;
  const view = isFirst && share.request !== null ? withQuestion(state, share.request) : state.view;
  return { ...state, share, view };
}

function focusOn(state: AppState, focus: DashboardFocus): ViewState {
  const { view: target, kernelId, application, question } = focus;
  const view = question === undefined ? state.view : withQuestion(state, question);
  const other = application !== undefined && application !== view.application;
  const chosen = { ...view, view: target, ...(other ? { application, pinnedOrder: null } : {}) };
  if (kernelId === null) return chosen;
  const matrixAll = view.matrixAll || (target === 'corun' && !canMeet(state, kernelId));
  return { ...chosen, matrixAll, kernelId, cell: view.cell?.victim === kernelId ? view.cell : null };
}

/** Whether a kernel is in the matrix of what can run together. */
function canMeet({ results }: AppState, kernelId: string): boolean {
  return results !== null && matrixOfMeetings(results).kernelIds.includes(kernelId);
}

function withQuestion({ view, results }: AppState, question: ShareRequest): ViewState {
  return { ...view, share: draftOfRequest(question, view.share, results?.mode) };
}

/** True while the numbers on screen are about to be replaced. */
export function isStale(state: AppState): boolean {
  return state.results !== null && state.activity.busy && !state.activity.background;
}

/** True until there is something to show or to miss: a file that is read before the others may have no kernel. */
export function awaitsFirst(state: AppState): boolean {
  const { results } = state;
  return (
    results === null || (isStale(state) && allKernels(results).length === 0 && results.profiles.length === 0)
  );
}
