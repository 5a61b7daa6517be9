import * as vscode from 'vscode';
import { pairVerdicts, type PairVerdict } from '../../analysis/corun/pairVerdicts';
import { applicationKey, type DashboardView } from '../../analysis/protocol';
import type { ApplicationResult } from '../../analysis/results/timelineResult';
import type { KernelResult, LaunchResult } from '../../analysis/results/kernelResult';
import type { WorkspaceResults } from '../../analysis/results/workspaceResults';
import {
  kernelLenses,
  launchLensText,
  orderLensText,
  overlapLensText,
  raceLensText,
  type KernelLensKind,
  type LensText,
} from '../../words/texts/lensTexts';
import { Disposables } from '../disposables';
import type { WorkspaceAnalysis } from '../results/workspaceAnalysis';
import { enabledLenses, type LensKind } from '../settings';
import { pathOf, uriOf } from '../workspaceFiles';

interface Lens extends LensText {
  readonly command: string;
  readonly arguments: readonly unknown[];
}

/** Lenses over kernels and launches, answered synchronously from the last results. */
export class LensProvider extends Disposables implements vscode.CodeLensProvider {
  private readonly changed = this.register(new vscode.EventEmitter<void>());
  readonly onDidChangeCodeLenses = this.changed.event;

  constructor(private readonly analysis: WorkspaceAnalysis) {
    super();
    this.register(analysis.onDidChangeResults(() => this.changed.fire()));
    this.register(
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('corun.codeLens')) this.changed.fire();
      }),
    );
  }

  provideCodeLenses(document: vscode.TextDocument): vscode.CodeLens[] {
    const results = this.analysis.results();
    const kinds = enabledLenses();
    const path = pathOf(document.uri);
    const file = results?.files.find((candidate) => candidate.path === path);
    if (!results || !file || kinds.size === 0) return [];
    const verdicts = pairVerdicts(results);
    return [
      ...file.kernels.flatMap((kernel) =>
        place(document, kernel.range.startLine, lensesOf(kernel, results, kinds)),
      ),
      ...file.launches.flatMap((launch) =>
        place(document, launch.line, launchLenses(launch, results, verdicts, kinds)),
      ),
    ];
  }
}

function place(document: vscode.TextDocument, line: number, texts: readonly Lens[]): vscode.CodeLens[] {
  const row = Math.min(line - 1, document.lineCount - 1);
  const range = new vscode.Range(row, 0, row, 0);
  return texts.map(
    ({ title, tooltip, command, arguments: args }) =>
      new vscode.CodeLens(range, { title, tooltip, command, arguments: [...args] }),
  );
}

/** The lenses of a kernel from left to right, and which view of the dashboard each leads to. */
const VIEWS: Readonly<Record<KernelLensKind, DashboardView>> = {
  measured: 'kernels',
  kernelClass: 'kernels',
  blockSize: 'block',
  coRun: 'corun',
  ownSms: 'share',
};

function lensesOf(kernel: KernelResult, { changes }: WorkspaceResults, kinds: ReadonlySet<LensKind>): Lens[] {
  return kernelLenses(kernel, changes?.kernels[kernel.id])
    .filter(({ kind }) => kinds.has(kind))
    .map(({ kind, sets, ...text }) => {
      if (sets !== undefined) return { ...text, command: 'corun.setAssumption', arguments: [sets] };
      const split = { command: 'corun.allocateSms', arguments: [kernel.id] };
      const show = { command: 'corun.openDashboard', arguments: [VIEWS[kind], kernel.id] };
      return { ...text, ...(kind === 'ownSms' ? split : show) };
    });
}

function launchLenses(
  launch: LaunchResult,
  results: WorkspaceResults,
  verdicts: readonly PairVerdict[],
  kinds: ReadonlySet<LensKind>,
): Lens[] {
  if (!kinds.has('launch')) return [];
  const show = (text: LensText, view: DashboardView): Lens => ({
    ...text,
    command: 'corun.openDashboard',
    arguments: [view, launch.kernelIds[0] ?? null],
  });
  const overlap = overlapLensText(launch, verdicts);
  const lenses = [
    ...raceLens(launch),
    ...(overlap === null ? [] : [show(overlap, 'overlap')]),
    show(launchLensText(launch, results), 'kernels'),
  ];
  const application = results.applications.find((candidate) => isFirstLaunch(candidate, launch));
  const order = application && orderLensText(application);
  if (!order) return lenses;
  return [
    ...lenses,
    { ...order, command: 'corun.suggestStreamOrder', arguments: [applicationKey(application)] },
  ];
}

/** Leads to what the launch races with. */
function raceLens(launch: LaunchResult): Lens[] {
  const text = raceLensText(launch);
  const [first] = launch.races ?? [];
  if (text === null || first === undefined) return [];
  return [
    { ...text, command: 'vscode.open', arguments: [uriOf(first.path), { selection: lineRange(first.line) }] },
  ];
}

const lineRange = (line: number): vscode.Range => new vscode.Range(line - 1, 0, line - 1, 0);

/** The order lens stands once, over the first launch of the sequence. */
function isFirstLaunch(application: ApplicationResult, launch: LaunchResult): boolean {
  const first = application.predicted?.bars
    .filter((bar) => bar.kind === 'kernel' && bar.path === launch.path && bar.line !== undefined)
    .reduce((least, bar) => Math.min(least, bar.line!), Infinity);
  return first === launch.line;
}
