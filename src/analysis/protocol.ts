import type { SharingMode } from '../kernel/prediction';
import type { ShareAnswer, ShareRequest } from './corun/share';
import type { ProgramShareAnswer } from './results/programShareResult';
import type { WhatIfRequest, WhatIfResult } from './results/whatIfResult';
import type { ColocateRequest, ColocateResult } from './results/colocateResult';
import type { AnyCompareResult } from './results/compareResult';
import type { QueueReport } from './results/queueResult';
import type { ScenarioReport } from './results/scenarioResult';
import type { ApplicationResult } from './results/timelineResult';
import type { PackedResults } from './results/packedResults';
import type { ApplicationPair } from './results/pairedPrograms';
import type { Words } from '../kernel/message';
import type { ListedTrial, YieldRequest, YieldSearchAnswer } from './results/yieldResult';

export const DASHBOARD_VIEWS = [
  'overlap',
  'kernels',
  'corun',
  'compare',
  'share',
  'service',
  'timeline',
  'block',
  'assumptions',
  'scenario',
  'queue',
] as const;
export type DashboardView = (typeof DASHBOARD_VIEWS)[number];

/** Key of an application, stable over snapshots. */
export function applicationKey({ path, name, line }: ApplicationResult): string {
  return `${path}#${name}:${line}`;
}

/** What the dashboard is to show; what is null or absent stays as the user left it. */
export interface DashboardFocus {
  readonly view: DashboardView;
  readonly kernelId: string | null;
  /** An `applicationKey`. */
  readonly application?: string;
  /** A question for the form of the share view. */
  readonly question?: ShareRequest;
}

export interface GpuChoice {
  readonly id: string;
  readonly name: string;
}

/** What the analysis is doing, for the bar on top of the dashboard. */
export interface ActivityState {
  readonly busy: boolean;
  readonly message: string;
  /** 0–1, null when it cannot be told. */
  readonly fraction: number | null;
  /** True while answers are only added (simulations): what is shown holds. */
  readonly background: boolean;
  /** Set after a failure: one line for the user. */
  readonly error: string | null;
}

/** How far the answer is to who shares the GPU how. */
export interface ShareState {
  /** What was asked for last; null before anything was. */
  readonly request: ShareRequest | null;
  readonly busy: boolean;
  /** Of kernels. */
  readonly answer: ShareAnswer | null;
  /** Where programs are among those that were asked for. */
  readonly ofPrograms: ProgramShareAnswer | null;
  /** Why there is no answer. */
  readonly error: string | null;
}

export const NOT_SHARED: ShareState = {
  request: null,
  busy: false,
  answer: null,
  ofPrograms: null,
  error: null,
};

/** How far a search is for how much a kernel is to yield to another. */
export interface YieldState {
  /** What was asked for last; null before anything was. */
  readonly request: YieldRequest | null;
  readonly busy: boolean;
  /** Configurations tried so far, in order, while it is busy. */
  readonly trials: readonly ListedTrial[];
  readonly answer: YieldSearchAnswer | null;
  /** Why there is no answer. */
  readonly error: string | null;
}

export const NOT_YIELDED: YieldState = { request: null, busy: false, trials: [], answer: null, error: null };

/** Kernels and programs that can share the SMs of a GPU at once. */
export const MOST_SHARING = 8;

/** As many kernels or programs are compared at most: instances of MIG end at seven. */
export const MOST_CONTENDERS = 7;

/** Which kernels or programs (by `applicationKey`), two or more, are to be compared, on which GPUs. */
export type CompareRequest = { readonly gpus: readonly string[] } & (
  | { readonly kernelIds: readonly string[] }
  | { readonly programs: readonly string[] }
);

/** How far the answer is to which sharing mode suits kernels or programs. */
export interface CompareState {
  /** What was asked for last; null before anything was. */
  readonly request: CompareRequest | null;
  readonly busy: boolean;
  readonly result: AnyCompareResult | null;
  /** Why there is no answer. */
  readonly error: string | null;
}

export const NOT_COMPARED: CompareState = { request: null, busy: false, result: null, error: null };

/** How far the answer is to what can share the GPU with a service. */
export interface ColocateState {
  /** What was asked for last; null before anything was. */
  readonly request: ColocateRequest | null;
  readonly busy: boolean;
  /** In words, while it is busy. */
  readonly phase: Words;
  /** 0–1, null when it cannot be told. */
  readonly fraction: number | null;
  /** With the applications that are answered so far. */
  readonly result: ColocateResult | null;
  /** Why there is no answer. */
  readonly error: string | null;
}

export const NOT_COLOCATED: ColocateState = {
  request: null,
  busy: false,
  phase: '',
  fraction: null,
  result: null,
  error: null,
};

/** An application with the change that the user tries. */
export interface WhatIfState {
  /** What was asked for last; null while nothing is tried. */
  readonly request: WhatIfRequest | null;
  readonly busy: boolean;
  /** Of an earlier request until the answer to this one is there. */
  readonly result: WhatIfResult | null;
  /** Why there is no answer. */
  readonly error: string | null;
}

export const NO_WHAT_IF: WhatIfState = { request: null, busy: false, result: null, error: null };

/** How far the run of a file is: the simulation of a scenario, the plan of a queue. */
export interface FileRunState<Report> {
  /** The file as it is shown to people; null before one was run. */
  readonly path: string | null;
  readonly busy: boolean;
  /** In words, while it is busy. */
  readonly phase: Words;
  /** 0–1, null when it cannot be told. */
  readonly fraction: number | null;
  readonly report: Report | null;
  /** Why there is no result. */
  readonly error: string | null;
}

export type ScenarioState = FileRunState<ScenarioReport>;
export type QueueState = FileRunState<QueueReport>;

export const NO_FILE_RUN: FileRunState<never> = {
  path: null,
  busy: false,
  phase: '',
  fraction: null,
  report: null,
  error: null,
};

/** Views of files that are run; each has a tab once there is one. */
export const FILE_VIEWS = ['scenario', 'queue'] as const satisfies readonly DashboardView[];
export type FileView = (typeof FILE_VIEWS)[number];

/** Extension host → dashboard. */
export type HostMessage =
  | { readonly type: 'results'; readonly results: PackedResults }
  | { readonly type: 'choices'; readonly gpus: readonly GpuChoice[]; readonly modes: readonly SharingMode[] }
  | { readonly type: 'activity'; readonly activity: ActivityState }
  | { readonly type: 'share'; readonly share: ShareState }
  | { readonly type: 'yields'; readonly yields: YieldState }
  | { readonly type: 'compare'; readonly compare: CompareState }
  | { readonly type: 'colocate'; readonly colocate: ColocateState }
  | { readonly type: 'scenario'; readonly scenario: ScenarioState }
  | { readonly type: 'queue'; readonly queue: QueueState }
  | { readonly type: 'whatIf'; readonly whatIf: WhatIfState }
  /** The file that is being edited. */
  | { readonly type: 'editor'; readonly path: string }
  | ({ readonly type: 'focus' } & DashboardFocus);

/** Dashboard → extension host. `ready` asks for a full snapshot. */
export type DashboardMessage =
  | { readonly type: 'ready' }
  | { readonly type: 'analyze' }
  | { readonly type: 'cancel' }
  /** Ask how these kernels share the GPU, and for a better split. */
  | { readonly type: 'share'; readonly request: ShareRequest }
  /** Stop working out the split; what is known of it stays. */
  | { readonly type: 'cancelShare' }
  /** Look for how much a kernel is to yield to another. */
  | { readonly type: 'searchYield'; readonly request: YieldRequest }
  /** Stop looking. */
  | { readonly type: 'cancelYield' }
  /** Show the source of a kernel, made to yield, as a preview of edits. */
  | { readonly type: 'previewYielding'; readonly kernelId: string }
  /** Compare the ways of having a GPU. */
  | { readonly type: 'compare'; readonly request: CompareRequest }
  /** Stop comparing; what is known stays. */
  | { readonly type: 'cancelCompare' }
  /** Ask how many instances of applications are safe beside a service. */
  | { readonly type: 'colocate'; readonly request: ColocateRequest }
  /** Stop asking; what is answered stays. */
  | { readonly type: 'cancelColocate' }
  /** Replay an application with a change; null goes back to the program as written. */
  | { readonly type: 'whatIf'; readonly request: WhatIfRequest | null }
  /** These programs run at the same time, and no others. */
  | { readonly type: 'pair'; readonly pairs: readonly ApplicationPair[] }
  /** Pairs that never meet are looked at, too. */
  | { readonly type: 'allPairs' }
  /** Pin what is shown as the baseline of what comes, or forget the one there is. */
  | { readonly type: 'pinBaseline' }
  | { readonly type: 'writeReport' }
  | { readonly type: 'clearBaseline' }
  /** Run the file of a view: the last one again, or one that the user picks. */
  | { readonly type: 'runFile'; readonly view: FileView; readonly again: boolean }
  | { readonly type: 'cancelFile'; readonly view: FileView }
  /** Show the whole result of the last run as JSON, or the file that it was made from. */
  | { readonly type: 'openFile'; readonly view: FileView; readonly what: 'json' | 'file' }
  | { readonly type: 'selectGpu'; readonly id: string }
  | { readonly type: 'selectMode'; readonly mode: SharingMode }
  | { readonly type: 'reveal'; readonly path: string; readonly line: number }
  | { readonly type: 'applyAdvice'; readonly id: string }
  | { readonly type: 'setAssumption'; readonly key: string; readonly value: number | string | null }
  /** Ask the user for the value of an assumption. */
  | { readonly type: 'askAssumption'; readonly key: string }
  | { readonly type: 'copy'; readonly text: string; readonly what: string }
  /** Ask where to store `text` and write it there. */
  | { readonly type: 'save'; readonly suggestedName: string; readonly text: string }
  /** Show a profile file in its own editor. */
  | { readonly type: 'openProfile'; readonly path: string }
  /** Ask for a profile file and read it. */
  | { readonly type: 'importProfile' }
  /** Open the bundled sample programs. */
  | { readonly type: 'openSamples' }
  | { readonly type: 'showLog' };
