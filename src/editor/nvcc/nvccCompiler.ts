import { createHash } from 'node:crypto';
import path from 'node:path';
import * as vscode from 'vscode';
import { compiledSource, compilerOutputPath } from '../../analysis/compilerOutput';
import type { ProfileInput } from '../../analysis/workspaceState';
import { Disposables } from '../disposables';
import type { WorkspaceAnalysis } from '../results/workspaceAnalysis';
import { readCompilerSettings } from '../settings';
import { pathOf, uriOf } from '../workspaceFiles';
import { compile, queryArchitectures, type CompileOutcome, type CompileProblem } from './compile';
import { targetArchitecture, type CompilerSettings, type TargetArchitecture } from './invocation';
import { say } from '../../words/say';
import type { Words } from '../../kernel/message';
import { english } from '../../words/words';

/**
 * Asks the user's nvcc what each kernel really takes, when the user has turned that on: after a save, with
 * Analyze Workspace, when it is turned on, and for another GPU. One file at a time; what ptxas says becomes a
 * profile of the workspace.
 */
export class NvccCompiler extends Disposables implements vscode.TextDocumentContentProvider {
  private readonly waiting = new Set<string>();
  /** What ptxas said, by source path. */
  private readonly logs = new Map<string, string>();
  private readonly told = new Set<CompileProblem>();
  private readonly offered = new Map<string, string[]>();
  private _capability: string | null = null;
  private note: string | null = null;
  private abort: AbortController | null = null;
  private work: Promise<void> = Promise.resolve();

  constructor(
    private readonly analysis: WorkspaceAnalysis,
    private readonly log: vscode.LogOutputChannel,
  ) {
    super();
    this.register(vscode.workspace.registerTextDocumentContentProvider('nvcc', this));
    this.register(vscode.workspace.onDidSaveTextDocument(({ uri }) => this.saved(uri)));
    this.register(analysis.onDidChangeResults(() => this.resultsChanged()));
    this.register(
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('corun.nvcc')) this.settingsChanged();
      }),
    );
  }

  /** What ptxas said, for the profile `uri`. */
  provideTextDocumentContent(uri: vscode.Uri): string {
    const source = compiledSource(`nvcc:${uri.path}`);
    return this.logs.get(source ?? '') ?? '';
  }

  /** Compiles every `.cu` file of the workspace; does nothing while it is turned off. */
  compileAll(): void {
    this.compile(this.analysis.sourcePaths().filter(isCudaUnit));
  }

  /** Compiles every `.cu` file, after asking whether that may be done where it is turned off. */
  async ask(): Promise<void> {
    if (!vscode.workspace.isTrusted)
      return void vscode.window.showWarningMessage(say('editor.nvcc.untrusted'));
    if (readCompilerSettings().enabled) return this.compileAll();
    const yes = say('editor.nvcc.askYes');
    const answer = await vscode.window.showInformationMessage(say('editor.nvcc.ask'), { modal: true }, yes);
    // Turning it on compiles.
    if (answer === yes)
      await vscode.workspace
        .getConfiguration('corun')
        .update('nvcc.enabled', true, vscode.ConfigurationTarget.Global);
  }

  /** Ends the running compiler and forgets the files that wait. */
  cancel(): void {
    this.waiting.clear();
    this.abort?.abort();
  }

  /** Resolves when no compilation is waiting or running. */
  async whenIdle(): Promise<void> {
    while (this.abort !== null) await this.work;
  }

  override dispose(): void {
    this.cancel();
    super.dispose();
  }

  private saved(uri: vscode.Uri): void {
    const source = pathOf(uri);
    if (uri.scheme === 'file' && isCudaUnit(source)) this.compile([source]);
  }

  private settingsChanged(): void {
    this.told.clear();
    this.offered.clear();
    if (isAllowed(readCompilerSettings())) this.compileAll();
    else {
      this.cancel();
      this.forget([...this.logs.keys()]);
    }
  }

  /** Another GPU needs another architecture; a source that went takes its registers along. */
  private resultsChanged(): void {
    const capability = this.analysis.results()?.gpu.computeCapability ?? null;
    const changed = this._capability !== null && capability !== this._capability;
    this._capability = capability;
    this.forget([...this.logs.keys()].filter((source) => !this.analysis.knows(source)));
    if (changed) this.compile([...this.logs.keys()]);
  }

  private compile(sources: readonly string[]): void {
    if (sources.length === 0 || !isAllowed(readCompilerSettings())) return;
    for (const source of sources) this.waiting.add(source);
    if (this.abort !== null) return;
    this.abort = new AbortController();
    const { signal } = this.abort;
    this.work = this.drain(signal)
      .catch((error: unknown) => this.log.error(`nvcc: ${(error as Error).message}`))
      .finally(() => {
        this.abort = null;
        // Saved after a cancel but before the end: those are wanted.
        this.compile([...this.waiting]);
      });
  }

  private drain(signal: AbortSignal): Promise<void> {
    const location =
      this.waiting.size > 1 ? vscode.ProgressLocation.Notification : vscode.ProgressLocation.Window;
    const title = say('editor.compiling');
    return Promise.resolve(
      vscode.window.withProgress({ location, title, cancellable: true }, async (progress, token) => {
        token.onCancellationRequested(() => this.cancel());
        for (const source of this.waiting) {
          if (signal.aborted) return;
          this.waiting.delete(source);
          progress.report({ message: source });
          await this.compileOne(source, signal);
        }
      }),
    );
  }

  private async compileOne(source: string, signal: AbortSignal): Promise<void> {
    // Read again for each file: the user may turn it off in the middle.
    const settings = readCompilerSettings();
    const capability = this.analysis.results()?.gpu.computeCapability;
    const uri = uriOf(source);
    if (!isAllowed(settings) || capability === undefined || uri.scheme !== 'file') return;
    const cwd = vscode.workspace.getWorkspaceFolder(uri)?.uri.fsPath ?? path.dirname(uri.fsPath);
    const target = await this.target(capability, settings, cwd, signal);
    const started = performance.now();
    const outcome = await compile({
      source: uri.fsPath,
      architecture: target.name,
      settings,
      cwd,
      signal,
    });
    this.finish(source, outcome, `${target.name}, ${(performance.now() - started).toFixed(0)} ms`);
  }

  private async target(
    capability: string,
    settings: CompilerSettings,
    cwd: string,
    signal: AbortSignal,
  ): Promise<TargetArchitecture> {
    const offered = this.offered.get(settings.path) ?? (await queryArchitectures(settings, cwd, signal));
    if (!signal.aborted) this.offered.set(settings.path, offered);
    const target = targetArchitecture(capability, offered);
    const note = target.note && english(target.note);
    if (note !== null && note !== this.note) this.log.warn(`nvcc: ${note}`);
    this.note = note;
    return target;
  }

  private finish(source: string, outcome: CompileOutcome, what: string): void {
    if (outcome.kind === 'cancelled') this.log.info(`nvcc ${source}: cancelled`);
    else if (outcome.kind === 'failed') this.failed(source, outcome.problem, outcome.reason);
    else if (outcome.log === null) {
      this.log.info(`nvcc ${source}: no kernels (${what})`);
      this.forget([source]);
    } else {
      this.log.info(`nvcc ${source}: compiled (${what})`);
      this.logs.set(source, outcome.log);
      this.analysis.note({ profiles: new Map([[compilerOutputPath(source), profileOf(outcome.log)]]) });
    }
  }

  /** What was learned before stays: it is of the last text that compiled. */
  private failed(source: string, problem: CompileProblem, reason: Words): void {
    this.log.warn(`nvcc ${source}: ${english(reason)}`);
    // Without a compiler the other files would only repeat it.
    if (problem === 'not-started') this.waiting.clear();
    if (this.told.has(problem)) return;
    this.told.add(problem);
    void tell(source, reason);
  }

  private forget(sources: readonly string[]): void {
    const known = sources.filter((source) => this.logs.delete(source));
    if (known.length === 0) return;
    this.analysis.note({ profiles: new Map(known.map((source) => [compilerOutputPath(source), null])) });
  }
}

function isCudaUnit(source: string): boolean {
  return /\.cu$/i.test(source);
}

/** Never without the user's own word, and never for a workspace that is not trusted. */
function isAllowed(settings: CompilerSettings): boolean {
  return settings.enabled && vscode.workspace.isTrusted;
}

function profileOf(log: string): ProfileInput {
  const bytes = new TextEncoder().encode(log);
  return { kind: 'bytes', bytes, stamp: createHash('sha256').update(bytes).digest('hex') };
}

/** Once a session for each sort of problem; every occurrence is in the log. */
async function tell(source: string, reason: Words): Promise<void> {
  const [showLog, settings] = [say('editor.showLog'), say('editor.openSettings')];
  const text = say('editor.nvcc.failed', { source, reason });
  const answer = await vscode.window.showWarningMessage(text, showLog, settings);
  if (answer === showLog) await vscode.commands.executeCommand('corun.showLog');
  if (answer === settings)
    await vscode.commands.executeCommand('workbench.action.openSettings', 'corun.nvcc');
}
