import * as vscode from 'vscode';
import type { ApplicationResult } from '../../analysis/results/timelineResult';
import type { KernelResult, LaunchResult } from '../../analysis/results/kernelResult';
import type { WorkspaceResults } from '../../analysis/results/workspaceResults';
import {
  blockSummary,
  classSummary,
  coRunSummary,
  launchSummary,
  measuredSummary,
  orderSummary,
  ownSmsParts,
  ownSmsSummary,
} from '../../analysis/text/summaries';
import { errorLine } from '../../analysis/text/format';
import { Disposables } from '../disposables';
import type { WorkspaceAnalysis } from '../results/workspaceAnalysis';
import { enabledLenses, type LensKind } from '../settings';
import { pathOf } from '../workspaceFiles';

interface LensText {
  readonly title: string;
  readonly tooltip: string;
  readonly command: string;
  readonly arguments: readonly unknown[];
}

/** Lenses over kernels and launches, answered synchronously from the last results. */
export class LensProvider extends Disposables implements vscode.CodeLensProvider {
  readonly #changed = this.register(new vscode.EventEmitter<void>());
  readonly onDidChangeCodeLenses = this.#changed.event;

  constructor(private readonly analysis: WorkspaceAnalysis) {
    super();
    this.register(analysis.onDidChangeResults(() => this.#changed.fire()));
    this.register(
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('corun.codeLens')) this.#changed.fire();
      }),
    );
  }

  provideCodeLenses(document: vscode.TextDocument): vscode.CodeLens[] {
    const results = this.analysis.results();
    const kinds = enabledLenses();
    const path = pathOf(document.uri);
    const file = results?.files.find((candidate) => candidate.path === path);
    if (!results || !file || kinds.size === 0) return [];
    return [
      ...file.kernels.flatMap((kernel) =>
        place(document, kernel.range.startLine, kernelLenses(kernel, results, kinds)),
      ),
      ...file.launches.flatMap((launch) =>
        place(document, launch.line, launchLenses(launch, results, kinds)),
      ),
    ];
  }
}

function place(document: vscode.TextDocument, line: number, texts: readonly LensText[]): vscode.CodeLens[] {
  const row = Math.min(line - 1, document.lineCount - 1);
  const range = new vscode.Range(row, 0, row, 0);
  return texts.map(
    ({ title, tooltip, command, arguments: args }) =>
      new vscode.CodeLens(range, { title, tooltip, command, arguments: [...args] }),
  );
}

function kernelLenses(
  kernel: KernelResult,
  results: WorkspaceResults,
  kinds: ReadonlySet<LensKind>,
): LensText[] {
  const lenses: LensText[] = [];
  const add = (kind: LensKind, title: string | null, tooltip: string, view: string): void => {
    if (kinds.has(kind) && title)
      lenses.push({ title, tooltip, command: 'corun.openDashboard', arguments: [view, kernel.id] });
  };
  add('measured', measuredSummary(kernel), 'Measured by a profile', 'overview');
  add(
    'kernelClass',
    classSummary(kernel),
    kernel.refused ?? 'Class and occupancy: show in the dashboard',
    'overview',
  );
  add('blockSize', blockSummary(kernel), kernel.block?.evidence ?? '', 'block');
  add('coRun', coRunSummary(kernel), 'Slowdown beside each other kernel: open the co-run view', 'corun');
  const own = kinds.has('ownSms') ? ownSmsLens(kernel, results) : null;
  return own ? [...lenses, own] : lenses;
}

/** What Themis says of SMs of one's own; leads to how they are best split. */
function ownSmsLens(kernel: KernelResult, { ownSms: pairs }: WorkspaceResults): LensText | null {
  const title = ownSmsSummary(kernel);
  if (title === null || kernel.ownSms === null || pairs === null) return null;
  return {
    title,
    tooltip: `${ownSmsParts(kernel.ownSms)}\n${pairs.predictor}; ${errorLine(pairs.error)}`,
    command: 'corun.allocateSms',
    arguments: [kernel.id],
  };
}

function launchLenses(
  launch: LaunchResult,
  results: WorkspaceResults,
  kinds: ReadonlySet<LensKind>,
): LensText[] {
  if (!kinds.has('launch')) return [];
  const lens: LensText = {
    title: launch.waves ? `${launchSummary(launch)} on ${results.gpu.name}` : launchSummary(launch),
    tooltip: 'Blocks of the grid over the blocks that the GPU holds at once',
    command: 'corun.openDashboard',
    arguments: ['overview', launch.kernelIds[0] ?? null],
  };
  const application = results.applications.find((candidate) => isFirstLaunch(candidate, launch));
  if (!application?.order) return [lens];
  return [
    lens,
    {
      title: orderSummary(application.order),
      tooltip: `Launch order of ${application.name}`,
      command: 'corun.suggestStreamOrder',
      arguments: [application.name],
    },
  ];
}

/** The order lens stands once, over the first launch of the sequence. */
function isFirstLaunch(application: ApplicationResult, launch: LaunchResult): boolean {
  const first = application.predicted?.bars
    .filter((bar) => bar.kind === 'kernel' && bar.path === launch.path && bar.line !== undefined)
    .reduce((least, bar) => Math.min(least, bar.line!), Infinity);
  return first === launch.line;
}
