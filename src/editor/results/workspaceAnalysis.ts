import * as vscode from 'vscode';
import type { ProfilePage } from '../../analysis/profileProtocol';
import type { ProgressListener } from '../../analysis/worker/api';
import type { ActivityState } from '../../analysis/protocol';
import type { SimulatedTimes } from '../../analysis/applications/launchTimes';
import type { ApplicationResult } from '../../analysis/results/timelineResult';
import type { ApplicationPair } from '../../analysis/results/pairedPrograms';
import type { WorkspaceResults } from '../../analysis/results/workspaceResults';
import type { PlanMaker } from '../../analysis/simulation/runPlan';
import type { WantedPairs } from '../../analysis/simulation/workspacePlan';
import { SourceBudget } from '../../analysis/sourceBudget';
import { AnalysisClient } from '../../analysis/worker/client';
import { CancelledError } from '../../analysis/worker/workerHandle';
import {
  joinChanges,
  WorkspaceState,
  type AnalysisSettings,
  type WorkspaceChange,
} from '../../analysis/workspaceState';
import { Disposables } from '../disposables';
import { readAnalysisSettings, readSimulationSettings, simulationThreads } from '../settings';
import { pathOf, profileInput, type SourceText } from '../workspaceFiles';
import { workerFiles } from '../workerFiles';
import { pinnedState, withChanges } from '../../analysis/check/pinned';
import type { Baseline } from './baseline';
import type { Pairings } from './pairings';
import { useGpuFiles } from './gpuFiles';
import type { ImportedProfiles } from './importedProfiles';
import { productStamp, type CacheOptions } from './cacheOptions';
import { OutcomeStore } from './outcomeStore';
import { ResultCache } from './resultCache';
import { Simulations } from './simulations';
import type { TrainedModels } from './trainedModels';
import { readWorkspace, visiblePaths } from './readWorkspace';
import { WorkspaceQuestions } from './workspaceQuestions';
import { words } from '../../words/words';
import { say } from '../../words/say';
import { saidOf } from '../../kernel/result';

const EDIT_DELAY_MS = 200;
const IDLE: ActivityState = { busy: false, message: '', fraction: null, background: false, error: null };

/**
 * Owns what is current: tells the worker about every change of the workspace, publishes each
 * snapshot of results with one event, and answers views synchronously from the last one.
 */
export class WorkspaceAnalysis extends Disposables {
  private readonly changed = this.register(new vscode.EventEmitter<WorkspaceResults>());
  private readonly activityChanged = this.register(new vscode.EventEmitter<ActivityState>());
  private readonly state = new WorkspaceState();
  private readonly client: AnalysisClient;
  private readonly cache: ResultCache;
  private readonly simulations: Simulations;
  private _results: WorkspaceResults | null = null;
  private _activity: ActivityState = IDLE;
  private waiting: WorkspaceChange | null = null;
  private timer: NodeJS.Timeout | undefined;
  private work: Promise<void> = Promise.resolve();
  private depth = 0;
  /** Whether the results are those of the workspace as last told. */
  private isCurrent = false;
  /** Resolves once the worker knows what the results say; null where those are from the cache and nobody has asked. */
  private inStep: Promise<void> | null = Promise.resolve();
  /** Pairs that never meet are simulated once somebody looks at them. */
  private pairs: WantedPairs = 'meeting';
  /** Files that were in sight when the last simulations were planned. */
  private focus: readonly string[] = [];

  /** What the worker is asked about what is shown. */
  readonly questions: WorkspaceQuestions;
  readonly onDidChangeResults = this.changed.event;
  readonly onDidChangeActivity = this.activityChanged.event;

  constructor(
    context: vscode.ExtensionContext,
    private readonly log: vscode.LogOutputChannel,
    private readonly imported: ImportedProfiles,
    private readonly models: TrainedModels,
    private readonly baseline: Baseline,
    private readonly pairings: Pairings,
  ) {
    super();
    const storage = cacheOptions(context, (line) => log.warn(words(line)));
    this.cache = new ResultCache(storage);
    const store = new OutcomeStore(storage);
    this.simulations = this.register(
      new Simulations(workerFiles(context), simulationThreads(), store, models),
    );
    this.register(vscode.window.onDidChangeVisibleTextEditors(() => this.lookElsewhere()));
    this.client = this.register(
      new AnalysisClient({
        ...workerFiles(context),
        onProgress: ({ phase, fraction }) =>
          this.setActivity({ ...IDLE, busy: true, message: words(phase), fraction }),
        log: (line) => log.warn(words(line)),
      }),
    );
    this.questions = new WorkspaceQuestions(this.client, () => this.caughtUp());
  }

  results(): WorkspaceResults | null {
    return this._results;
  }

  activity(): ActivityState {
    return this._activity;
  }

  /** Resolves when nothing is waiting or running. */
  async whenIdle(): Promise<void> {
    while (this.depth > 0 || this.waiting) {
      if (this.waiting && this.depth === 0) this.flush();
      await this.work;
    }
  }

  /** Resolves when the results are those of the workspace as it is; simulations may still improve them. */
  async whenAnalysed(): Promise<void> {
    if (this.waiting && this.depth === 0) this.flush();
    while (!this.isCurrent)
      await new Promise<void>((resolve) => {
        const listener = this.onDidChangeActivity(() => {
          listener.dispose();
          resolve();
        });
      });
  }

  /** Reads the whole workspace again and analyses it; cached results are shown at once. */
  analyzeWorkspace(): Promise<void> {
    this.isCurrent = false;
    return this.run(say('editor.readingWorkspace'), async () => {
      this.models.forget();
      await useGpuFiles((reason) => this.log.warn(words(reason)));
      const read = await readWorkspace(this.state, this.imported, (line) => this.log.warn(line));
      const change = { ...read, settings: this.settings() };
      this.state.apply(change);
      this.client.prime(change);
      await this.compute();
    });
  }

  /** Notes a change; several within a moment are analysed together. */
  note(change: WorkspaceChange): void {
    this.waiting = this.waiting ? joinChanges(this.waiting, change) : change;
    // What is simulated now may be of no use any more; what is done is kept.
    this.simulations.cancel();
    this.isCurrent = false;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.flush(), EDIT_DELAY_MS);
  }

  /** Takes over what the user has set. */
  noteSettings(): void {
    this.note({ settings: this.settings() });
  }

  /** These programs run at the same time, and no others. */
  async pair(pairs: readonly ApplicationPair[]): Promise<void> {
    await this.pairings.set(pairs);
    this.noteSettings();
  }

  private settings(): AnalysisSettings {
    return { ...readAnalysisSettings(), paired: this.pairings.all() };
  }

  /** True for a source that belongs to the workspace as analysed. */
  knows(path: string): boolean {
    return this.state.sources.has(path);
  }

  /** Whether memory has room for a source beside those of the workspace as analysed. */
  hasRoomFor({ path, text }: SourceText): boolean {
    const budget = new SourceBudget();
    for (const [known, { length }] of this.state.sources) budget.take(known, length);
    return budget.take(path, text.length);
  }

  /** Every source of the workspace as analysed. */
  sourcePaths(): readonly string[] {
    return [...this.state.sources.keys()];
  }

  /** Pins what is shown as the baseline of what comes, or forgets the one there is. */
  async pinBaseline(pinnedAt: string | null): Promise<void> {
    const results = this._results;
    if (results === null) return;
    await this.baseline.set(pinnedAt === null ? null : pinnedState(results, pinnedAt));
    this.show(results);
  }

  /** The workspace as it is analysed. */
  workspace(): WorkspaceChange {
    return this.state.asChange();
  }

  /** Reads one profile file as a whole. */
  async readProfile(
    uri: vscode.Uri,
    onProgress: ProgressListener,
    signal: AbortSignal,
  ): Promise<ProfilePage> {
    return this.client.readProfile(pathOf(uri), await profileInput(uri), onProgress, signal);
  }

  cancel(): void {
    this.client.cancel();
    this.simulations.cancel();
  }

  private flush(): void {
    clearTimeout(this.timer);
    const change = this.waiting;
    this.waiting = null;
    if (!change) return;
    void this.run(say('editor.analyzingChange'), async () => {
      this.state.apply(change);
      this.client.prime(change);
      await this.compute();
    });
  }

  private run(message: string, task: () => Promise<void>, background = false): Promise<void> {
    this.depth++;
    this.setActivity({ ...IDLE, busy: true, message, background });
    this.work = this.work.then(task).then(
      () => this.finish(null),
      (error: unknown) => this.finish(error),
    );
    return this.work;
  }

  private finish(error: unknown): void {
    this.depth--;
    if (error instanceof CancelledError) this.log.info('analysis cancelled');
    else if (error) this.log.error(error instanceof Error ? error : String(error));
    const failure = error && !(error instanceof CancelledError) ? words(saidOf(error)) : null;
    this.isCurrent ||= this.waiting === null && this.depth === 0;
    if (this.depth === 0) this.setActivity({ ...IDLE, error: failure });
  }

  private async compute(): Promise<void> {
    const models = await this.models.stamp();
    const simulation = { ...readSimulationSettings(), pairs: this.pairs };
    const key = this.cache.key(this.state.asChange(), simulation, models);
    const cached = await this.cache.load(key);
    this.inStep = cached ? null : Promise.resolve();
    if (cached) {
      this.publish(cached);
      return;
    }
    const started = performance.now();
    await this.showFirst();
    const results = await this.client.analyze({});
    this.log.info(`analysed ${results.files.length} files in ${(performance.now() - started).toFixed(0)} ms`);
    this.publish(results);
    const complete = await this.simulate(results);
    if (complete && !this.simulations.hasPassing) await this.cache.store(key, this._results!);
  }

  /** Where nothing is shown yet, files in sight do not wait until all are read. */
  private async showFirst(): Promise<void> {
    const inSight = visiblePaths().filter((path) => this.knows(path));
    if (this._results !== null || inSight.length === 0 || inSight.length === this.state.sources.size) return;
    const started = performance.now();
    const first = await this.client.analyzeOnly(inSight);
    this.log.info(`first answers in ${(performance.now() - started).toFixed(0)} ms`);
    this.show(first);
  }

  /** Simulates what the snapshot asks for; false when that was ended early. */
  private async simulate(results: WorkspaceResults): Promise<boolean> {
    const { enabled, maxKernels } = readSimulationSettings();
    if (!enabled) return true;
    const started = performance.now();
    const complete = await this.runSimulations(results, maxKernels, (merged) => {
      this.publish(merged);
      const { done, total } = merged.simulations!;
      const message = say('editor.simulating', { done, total });
      if (done < total)
        this.setActivity({ ...IDLE, busy: true, message, fraction: done / total, background: true });
    });
    const took = ((performance.now() - started) / 1000).toFixed(1);
    this.log.info(`${complete ? 'simulations took' : 'simulations ended early after'} ${took} s`);
    return complete;
  }

  private runSimulations(
    results: WorkspaceResults,
    maxKernels: number,
    publish: (merged: WorkspaceResults) => void,
  ): Promise<boolean> {
    const focus = (this.focus = visiblePaths());
    const planFor: PlanMaker = (wishes) =>
      this.client.simulationPlan({ focus, maxKernels, ...wishes, pairs: this.pairs });
    const timed = (times: SimulatedTimes): Promise<readonly ApplicationResult[]> =>
      this.client.timedApplications(times);
    return this.simulations.run(results, planFor, timed, publish);
  }

  /**
   * Results of the cache are shown without the worker, which then has analysed nothing and knows no simulated time:
   * before it is asked about them it does both, with the outcomes that are kept.
   */
  private caughtUp(): Promise<void> {
    this.inStep ??= this.run(say('editor.analyzingChange'), async () => {
      const { enabled, maxKernels } = readSimulationSettings();
      const results = await this.client.analyze({});
      if (enabled) await this.runSimulations(results, maxKernels, () => undefined);
    });
    return this.inStep;
  }

  /** Simulates pairs that never meet, too, now and from now on. */
  simulateAllPairs(): void {
    if (this.pairs === 'all') return;
    this.pairs = 'all';
    if (this._results !== null) void this.run(say('editor.simulatingMore'), () => this.compute(), true);
  }

  /** Kernels in sight come first: another file in front may ask for others. */
  private lookElsewhere(): void {
    const chosen = new Set(this._results?.simulations?.leftOut.map(({ kernelId }) => kernelId));
    const missing = this._results?.files.some(
      ({ path, kernels }) => visiblePaths().includes(path) && kernels.some(({ id }) => chosen.has(id)),
    );
    if (!missing || visiblePaths().join('\n') === this.focus.join('\n')) return;
    this.simulations.cancel();
    void this.run(say('editor.simulatingMore'), async () => void (await this.simulate(this._results!)), true);
  }

  private publish(results: WorkspaceResults): void {
    this.isCurrent = this.waiting === null;
    this.show(results);
  }

  private show(results: WorkspaceResults): void {
    this._results = withChanges(results, this.baseline.pinned());
    this.changed.fire(this._results);
    this.activityChanged.fire(this._activity);
  }

  private setActivity(activity: ActivityState): void {
    this._activity = activity;
    this.activityChanged.fire(activity);
  }
}

function cacheOptions(
  { storageUri, extensionUri }: vscode.ExtensionContext,
  note: CacheOptions['note'],
): CacheOptions {
  const bundles = ['extension.js', 'worker-main.js'].map(
    (name) => vscode.Uri.joinPath(extensionUri, 'dist', name).fsPath,
  );
  const folder = storageUri?.scheme === 'file' ? storageUri.fsPath : null;
  return { folder, stamp: productStamp(bundles), note };
}
