import * as vscode from 'vscode';
import type { WorkspaceResults } from './analysis/results/workspaceResults';
import {
  startColocation,
  startComparison,
  startProgramSharing,
  startSharing,
  startScheduling,
  startSimulation,
  startYieldSearch,
} from './analysis/worker/client';
import { registerCommands } from './editor/commands/commands';
import { TerminalPath } from './editor/commands/terminalPath';
import { importProfiles } from './editor/commands/importProfile';
import { trackState } from './editor/contextKeys';
import { Colocating } from './editor/colocate/colocating';
import { Comparing } from './editor/compare/comparing';
import { Dashboard } from './editor/dashboard/dashboard';
import { dashboardHandler } from './editor/dashboard/handler';
import { Diagnostics } from './editor/fixes/diagnostics';
import { QuickFixes } from './editor/fixes/quickFixes';
import { HoverProvider } from './editor/hover/hoverProvider';
import { speakEditorLanguage } from './editor/language';
import { LensProvider } from './editor/lens/lensProvider';
import { ProfileEditor } from './editor/profile/profileEditor';
import { MarkdownPages, PAGE_SCHEME } from './editor/markdownPages';
import { pageEditor } from './editor/pageEditor';
import { PageFiles } from './editor/pageFiles';
import { NvccCompiler } from './editor/nvcc/nvccCompiler';
import { ChangeWatcher } from './editor/results/changeWatcher';
import { Baseline } from './editor/results/baseline';
import { Pairings } from './editor/results/pairings';
import { ImportedProfiles } from './editor/results/importedProfiles';
import { TrainedModels } from './editor/results/trainedModels';
import { workerFiles } from './editor/workerFiles';
import { WorkspaceAnalysis } from './editor/results/workspaceAnalysis';
import type { QueueReport } from './analysis/results/queueResult';
import type { ScenarioReport } from './analysis/results/scenarioResult';
import { FileRuns } from './editor/fileRuns/fileRuns';
import { runFile } from './editor/fileRuns/runFile';
import { Trials } from './editor/whatIf/trials';
import { WhatIfs } from './editor/whatIf/whatIfs';
import { Sharing } from './editor/share/sharing';
import { YieldSearching } from './editor/share/yieldSearching';
import { StatusItem } from './editor/statusItem';
import { registerLanguageModelTools } from './editor/tools/languageModelTools';
import { ProfileDrop } from './editor/tree/dropProfiles';
import { ResultsTree } from './editor/tree/resultsTree';

/** Sources of any C-family language may hold CUDA, and PTX is compiled from it; providers answer only for files with kernels. */
const SELECTOR: vscode.DocumentSelector = ['cuda-cpp', 'cuda', 'cpp', 'c', 'ptx'].map((language) => ({
  language,
}));

/** What other extensions and tests get. */
export interface CorunApi {
  readonly analysis: {
    /** Resolves when nothing is waiting or running. */
    whenIdle(): Promise<void>;
    /** What the views show; null before the first results. */
    results(): WorkspaceResults | null;
  };
}

export function activate(context: vscode.ExtensionContext): CorunApi {
  speakEditorLanguage();
  const log = vscode.window.createOutputChannel('Corun', { log: true });
  const imported = new ImportedProfiles(context.workspaceState);
  const models = new TrainedModels(workerFiles(context).assets, log);
  const analysis = new WorkspaceAnalysis(
    context,
    log,
    imported,
    models,
    new Baseline(context.workspaceState),
    new Pairings(context.workspaceState),
  );
  const tree = new ResultsTree(analysis, context.workspaceState, imported);
  const sharing = new Sharing(
    new vscode.EventEmitter(),
    analysis.questions,
    (scenario, request, counters) =>
      startSharing(workerFiles(context), scenario, request, { counters, models: models.folders() }),
    (request) => startProgramSharing(workerFiles(context), analysis.workspace(), request, models.folders()),
  );
  const yielding = new YieldSearching(
    new vscode.EventEmitter(),
    analysis.questions,
    (scenario, request, onTrial) =>
      startYieldSearch(workerFiles(context), scenario, request, models.folders(), onTrial),
  );
  const comparing = new Comparing(new vscode.EventEmitter(), (request, onResult) =>
    startComparison(workerFiles(context), analysis.workspace(), request, models.folders(), onResult),
  );
  const colocating = new Colocating(new vscode.EventEmitter(), analysis.questions, (runs, target, onNews) =>
    startColocation(workerFiles(context), runs, target, onNews),
  );
  const files = {
    scenario: new FileRuns<ScenarioReport>(new vscode.EventEmitter(), runFile, (...scenario) =>
      startSimulation(workerFiles(context), ...scenario),
    ),
    queue: new FileRuns<QueueReport>(new vscode.EventEmitter(), runFile, (content, place) =>
      startScheduling(workerFiles(context), content, place, models.folders()),
    ),
  };
  const whatIfs = new WhatIfs(new vscode.EventEmitter(), analysis, new Trials(workerFiles(context)));
  const services = { sharing, yielding, comparing, colocating, files, whatIfs };
  const handler = dashboardHandler(analysis, services);
  const dashboard = new Dashboard(context.extensionUri, analysis, services, handler);
  const lenses = new LensProvider(analysis);
  const pages = new MarkdownPages(pageEditor);
  const nvcc = new NvccCompiler(analysis, log);
  context.subscriptions.push(
    log,
    imported,
    analysis,
    nvcc,
    tree,
    sharing,
    yielding,
    comparing,
    colocating,
    files.scenario,
    files.queue,
    whatIfs,
    dashboard,
    lenses,
    new ChangeWatcher(analysis, log, imported),
    new Diagnostics(analysis),
    new StatusItem(analysis),
    new ProfileEditor(context.extensionUri, analysis).register(),
    trackState(analysis),
    registerCommands({
      context,
      analysis,
      dashboard,
      tree,
      imported,
      nvcc,
      sharing,
      files,
      terminalPath: new TerminalPath(context),
      pages,
      log,
    }),
    registerLanguageModelTools(analysis),
    vscode.workspace.registerFileSystemProvider(PAGE_SCHEME, new PageFiles(pages), { isReadonly: true }),
    vscode.window.createTreeView('corun.results', {
      treeDataProvider: tree,
      showCollapseAll: true,
      dragAndDropController: new ProfileDrop(context.storageUri, (uris) =>
        importProfiles({ analysis, imported }, uris),
      ),
    }),
    vscode.languages.registerCodeLensProvider(SELECTOR, lenses),
    vscode.languages.registerHoverProvider(SELECTOR, new HoverProvider(analysis)),
    vscode.languages.registerCodeActionsProvider(SELECTOR, new QuickFixes(analysis), {
      providedCodeActionKinds: QuickFixes.kinds,
    }),
  );
  void analysis.analyzeWorkspace();
  const whenIdle = async (): Promise<void> => {
    await nvcc.whenIdle();
    await analysis.whenIdle();
  };
  return { analysis: { whenIdle, results: () => analysis.results() } };
}
