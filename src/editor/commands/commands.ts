import { words } from '../../words';
import * as vscode from 'vscode';
import { chromeTrace } from '../../words/texts/chromeTrace';
import { applicationKey, type DashboardView, type ShareState } from '../../analysis/protocol';
import { mechanismOfMode } from '../../sharing/applied/appliedSplit';
import type { Dashboard } from '../dashboard/dashboard';
import { applyAdvice } from '../fixes/applyEdit';
import { yieldKernel } from '../fixes/yieldKernel';
import type { NvccCompiler } from '../nvcc/nvccCompiler';
import type { WorkspaceAnalysis } from '../results/workspaceAnalysis';
import type { TreeNode } from '../tree/treeNode';
import type { ResultsTree } from '../tree/resultsTree';
import { activeProfile, openAsText, openProfile } from '../profile/openProfile';
import type { ImportedProfiles } from '../results/importedProfiles';
import { uriOf } from '../workspaceFiles';
import type { ViewedRuns } from '../fileRuns/viewedRuns';
import type { TerminalPath } from './terminalPath';
import type { Sharing } from '../share/sharing';
import type { ShareRequest } from '../../analysis/results/shareResult';
import type { MarkdownPages } from '../markdownPages';
import { coRunTraces } from './coRunTraces';
import { compareRanks } from './compareRanks';
import { importProfiles, removeProfile } from './importProfile';
import { pickGpu, pickKernel, pickKernels, pickSharingMode } from './pickers';
import { openSamples, saveText } from './files';
import { measureGpu } from './measureGpu';
import { setAssumption } from './setAssumption';
import { runChosen } from './runChosen';
import { writeReport } from './writeReport';
import { pathOf } from '../workspaceFiles';
import { say } from '../../words/say';

export interface CommandServices {
  readonly context: vscode.ExtensionContext;
  readonly analysis: WorkspaceAnalysis;
  readonly dashboard: Dashboard;
  readonly tree: ResultsTree;
  readonly nvcc: NvccCompiler;
  readonly imported: ImportedProfiles;
  readonly sharing: Sharing;
  readonly files: ViewedRuns;
  readonly terminalPath: TerminalPath;
  readonly pages: MarkdownPages;
  readonly log: vscode.LogOutputChannel;
}

type Handler = (argument?: unknown, second?: unknown) => unknown;

/** Registers every command of the extension. */
export function registerCommands(services: CommandServices): vscode.Disposable {
  const handlers = commandTable(services);
  return vscode.Disposable.from(
    ...Object.entries(handlers).map(([id, handler]) =>
      vscode.commands.registerCommand(`corun.${id}`, handler),
    ),
  );
}

function commandTable(services: CommandServices): Record<string, Handler> {
  const { context, analysis, dashboard, tree, nvcc, files, terminalPath, pages, log } = services;
  return {
    analyzeWorkspace: async () => {
      await withProgress(analysis, say('editor.analyzing'));
      nvcc.compileAll();
    },
    openDashboard: (view, kernelId) => dashboard.show(view, kernelId),
    selectGpu: pickGpu,
    selectSharingMode: pickSharingMode,
    importProfile: (uri, selected) => importProfiles(services, chosenFiles(uri, selected)),
    removeProfile: (node) => removeProfile(services, targetOf(node)),
    openProfile: (target) => openProfile(profileOf(target)),
    openProfileAsText: (target) => openAsText(profileOf(target)),
    predictCoRun: (target) => showKernel(analysis, dashboard, 'corun', target),
    allocateSms: (target) => allocateSms(services, targetOf(target)),
    suggestBlockSize: (target) => showKernel(analysis, dashboard, 'block', target),
    suggestStreamOrder: (target) => showApplication(analysis, dashboard, target),
    simulate: (uri) => runChosen(dashboard, files, 'scenario', uri),
    scheduleQueue: (uri) => runChosen(dashboard, files, 'queue', uri),
    pinBaseline: async () => {
      if (!(await ready(analysis))) return;
      await analysis.pinBaseline(new Date().toISOString());
      vscode.window.setStatusBarMessage(say('baseline.pinned'), 6000);
    },
    writeReport: async () => {
      const results = await ready(analysis);
      if (results) await writeReport(results, versionOf(context));
    },
    clearBaseline: () => analysis.pinBaseline(null),
    askCompiler: () => nvcc.ask(),
    measureGpu: () => measureGpu(context.extensionUri),
    addToTerminal: () => terminalPath.add(),
    showLog: () => log.show(),
    cancel: () => {
      nvcc.cancel();
      analysis.cancel();
    },
    openSamples: () => openSamples(context.extensionUri),
    setAssumption: (key) => setAssumption(analysis, key),
    coRunTraces: (target) => coRunTraces(analysis, pages, targetOf(target)),
    compareRanks: (target) => compareRanks(analysis, pages, targetOf(target)),
    exportTimeline: (target) => exportTimeline(analysis, target),
    yieldKernel: async (target, line) => {
      const results = await ready(analysis);
      const kernel = results && (await pickKernel(results, targetOf(target)));
      if (kernel) await yieldKernel(analysis, kernel, typeof line === 'number' ? line : null);
    },
    applyAdvice: (target) => withAdvice(analysis, target, (advice) => applyAdvice(analysis, advice)),
    explainAdvice: (target) =>
      withAdvice(analysis, target, ({ title, explanation }) =>
        vscode.window.showInformationMessage(words(title), { modal: true, detail: words(explanation) }),
      ),
    dismissAdvice: (target) => tree.dismiss(targetOf(target) ?? ''),
    restoreAdvice: () => tree.restore(),
  };
}

const versionOf = ({ extension }: vscode.ExtensionContext): string =>
  (extension.packageJSON as { readonly version: string }).version;

/** Tree items pass their node, lenses and links pass an id. */
function targetOf(argument: unknown): string | undefined {
  if (typeof argument === 'string') return argument;
  return (argument as TreeNode | undefined)?.target;
}

/** The explorer passes the file that was clicked and all that are selected with it. */
function chosenFiles(clicked: unknown, selected: unknown): readonly vscode.Uri[] | null {
  const files = Array.isArray(selected) && selected.includes(clicked) ? selected : [clicked];
  const uris = files.filter((file) => file instanceof vscode.Uri);
  return uris.length > 0 ? uris : null;
}

/** The profile that a command is about: of a tree item, a URI, or the editor in front. */
function profileOf(argument: unknown): vscode.Uri | undefined {
  if (argument instanceof vscode.Uri) return argument;
  const path = (argument as TreeNode | undefined)?.profile;
  return path === undefined ? (activeProfile() ?? vscode.window.activeTextEditor?.document.uri) : uriOf(path);
}

async function withProgress(analysis: WorkspaceAnalysis, title: string): Promise<void> {
  await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Window, title, cancellable: true },
    async (progress, token) => {
      token.onCancellationRequested(() => analysis.cancel());
      const listener = analysis.onDidChangeActivity(({ message }) => progress.report({ message }));
      await analysis.analyzeWorkspace().finally(() => listener.dispose());
    },
  );
}

/** The results, computed first when there are none. */
async function ready(analysis: WorkspaceAnalysis): Promise<ReturnType<WorkspaceAnalysis['results']>> {
  if (!analysis.results()) void analysis.analyzeWorkspace();
  await analysis.whenAnalysed();
  const results = analysis.results();
  if (results?.files.some((file) => file.kernels.length > 0)) return results;
  void vscode.window.showInformationMessage(say('editor.noKernels'));
  return null;
}

/**
 * Asks which kernels are to share the GPU, and shows how they do and how its SMs are best split; returns what is
 * shown, null when nothing was asked.
 */
async function allocateSms(
  { analysis, dashboard, sharing }: CommandServices,
  target: string | undefined,
): Promise<ShareState | null> {
  const results = await ready(analysis);
  const kernels = results && (await pickKernels(results, target));
  if (!results || !kernels) return null;
  const question: ShareRequest = {
    kernelIds: kernels.map(({ id }) => id),
    goal: { kind: 'fair', weights: kernels.map(() => 1 / kernels.length) },
    mechanism: mechanismOfMode(results.mode),
  };
  dashboard.open({ view: 'share', kernelId: null, question });
  await sharing.ask(question);
  return sharing.state();
}

async function showKernel(
  analysis: WorkspaceAnalysis,
  dashboard: Dashboard,
  view: DashboardView,
  target: unknown,
): Promise<void> {
  const results = await ready(analysis);
  const kernel = results && (await pickKernel(results, targetOf(target)));
  if (kernel) dashboard.show(view, kernel.id);
}

/** The timeline of the named application, of the active editor's, or of the one with the largest gain. */
async function showApplication(
  analysis: WorkspaceAnalysis,
  dashboard: Dashboard,
  target: unknown,
): Promise<void> {
  const results = await ready(analysis);
  if (!results) return;
  const { applications, advice } = results;
  const active = vscode.window.activeTextEditor?.document.uri;
  const gaining = advice.find(({ kind }) => kind === 'stream-order' || kind === 'streams');
  const application =
    applications.find((candidate) => applicationKey(candidate) === targetOf(target)) ??
    applications.find(({ path }) => active && path === pathOf(active)) ??
    applications.find(({ path, line }) => path === gaining?.path && line === gaining.line);
  dashboard.open({
    view: 'timeline',
    kernelId: null,
    ...(application ? { application: applicationKey(application) } : {}),
  });
}

async function withAdvice(
  analysis: WorkspaceAnalysis,
  target: unknown,
  act: (advice: NonNullable<ReturnType<WorkspaceAnalysis['results']>>['advice'][number]) => unknown,
): Promise<void> {
  const id = targetOf(target);
  const advice = analysis.results()?.advice.find((candidate) => candidate.id === id);
  if (advice) await act(advice);
}

async function exportTimeline(analysis: WorkspaceAnalysis, target: unknown): Promise<void> {
  const applications = analysis.results()?.applications.filter((application) => application.predicted) ?? [];
  const id = targetOf(target);
  const application =
    applications.find((candidate) => applicationKey(candidate) === id) ??
    (applications.length <= 1
      ? applications[0]
      : (
          await vscode.window.showQuickPick(
            applications.map((candidate) => ({
              label: candidate.name,
              description: `${candidate.path}:${candidate.line}`,
              candidate,
            })),
          )
        )?.candidate);
  if (!application) {
    void vscode.window.showInformationMessage(say('editor.noTimeline'));
    return;
  }
  await saveText(`${application.name}.trace.json`, chromeTrace(application));
}
