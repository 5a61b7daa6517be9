import { nameOfSymbol } from './symbolNames';
import { message } from '../kernel/message';
import { createCudaParser } from '../cuda/syntax/parser';
import { CudaWorkspace, type CudaFileIndex } from '../cuda/workspace';
import type { ProfileFile } from '../kernel/profile';
import { InputError } from '../kernel/result';
import type { Scenario } from '../kernel/scenario';
import type { ByteSource } from '../profiles/source';
import { setText } from './compileCommands';
import type { ParserFiles } from './nodeFiles';
import { refused } from '../cuda/edits/outcome';
import { reorderCalls } from '../cuda/edits/reorder';
import { KeptAnswers } from './corun/keptAnswers';
import { kernelFinder, pairsThatMeet } from './corun/kernelPairs';
import { applicationKey } from './protocol';
import { WorkspaceFits } from './fitting/workspaceFits';
import type { SimulationPlan } from './simulation/simulationSet';
import { TriedBlocks } from './simulation/triedBlocks';
import { workspacePlan, type PlanRequest, type PlanSources } from './simulation/workspacePlan';
import { workspaceScenario } from './simulation/workspaceScenario';
import type { ApplicationResult } from './results/timelineResult';
import type { KernelFactor, WhatIfRequest, WhatIfResult } from './results/whatIfResult';
import type { AdviceAsked, AdviceEdit, WorkspaceResults } from './results/workspaceResults';
import { blockEdit } from './stages/blockEdit';
import { yieldingEdit, type YieldingQuestion } from './stages/yieldingEdit';
import { Applications } from './applications/applications';
import type { KnownApplication } from './applications/applicationResult';
import { machineOf } from './applications/whatIf';
import { kernelsElsewhere, type KernelElsewhere } from './applications/elsewhere';
import { aloneRuns, type AloneRuns } from './colocation/aloneRuns';
import type { ColocateRequest } from './results/colocateResult';
import { traceCoRun, USUAL_CO_RUN } from './applications/traceCoRun';
import type { TraceCoRunResult } from './results/traceCoRunResult';
import { isCounted } from '../profiles/counterJoin';
import type { SimulatedTimes } from './applications/launchTimes';
import { withApplications } from './applications/withApplications';
import { inHundredths, readingProgress, readOrRefuse } from './readOrRefuse';
import { BoundBlocks } from './stages/boundBlocks';
import { listing, type ListedFile } from './stages/listing';
import { snapshot, type Snapshot } from './stages/snapshot';
import { keptProfile } from './traces/keptProfile';
import { isListed, MOST_LISTED } from './traces/listed';
import {
  DEFAULT_SETTINGS,
  type AnalysisSettings,
  type ProfileInput,
  type WorkspaceChange,
} from './workspaceState';
import type { ProgressListener } from './worker/api';

const ANALYZING = message('analysis.analyzing');

export interface SessionResources {
  readonly parser: ParserFiles;
  readonly openProfile: (input: ProfileInput) => Promise<ByteSource>;
  /** Of how many kernels what was read is kept; of all when left out. */
  readonly mostKernelsRead?: number | undefined;
}

interface ReadFile {
  readonly stamp: string;
  readonly file: ProfileFile;
  /** Whether all of it was kept. */
  readonly isListed: boolean;
}

/** A workspace under settings that are not those of its last snapshot. */
export interface OtherSettings {
  readonly results: WorkspaceResults;
  simulationPlan(request: PlanRequest): SimulationPlan;
  /** @throws InputError that says which kernel cannot be simulated, and why. */
  scenarioOf(kernelIds: readonly string[]): Scenario;
  /**
   * Applications by `applicationKey`, with times that were simulated.
   * @throws InputError where one is not there
   */
  applications(keys: readonly string[], simulated: SimulatedTimes): readonly KnownApplication[];
}

/** One workspace under analysis: takes changes, keeps what it has parsed, gives snapshots. */
export class AnalysisSession {
  private readonly profiles = new Map<string, ReadFile>();
  private readonly _applications = new Applications();
  private readonly _boundBlocks = new BoundBlocks();
  private readonly answers = new KeptAnswers();
  private readonly fits: WorkspaceFits;
  private readonly tried = new TriedBlocks();
  private _settings: AnalysisSettings = DEFAULT_SETTINGS;
  private _revision = 0;
  private snapshot: Snapshot | null = null;

  private constructor(
    private readonly cuda: CudaWorkspace,
    private readonly resources: SessionResources,
  ) {
    this.fits = new WorkspaceFits(cuda);
  }

  static async create(resources: SessionResources): Promise<AnalysisSession> {
    const { mostKernelsRead = Infinity } = resources;
    const parser = await createCudaParser(resources.parser);
    return new AnalysisSession(new CudaWorkspace({ parser, nameOfSymbol, mostKernelsRead }), resources);
  }

  /**
   * Applies a change and gives the snapshot that contains it.
   *
   * @param only of these files, as a first answer before all are read; null for all
   */
  async analyze(
    change: WorkspaceChange,
    onProgress: ProgressListener = () => undefined,
    only: readonly string[] | null = null,
  ): Promise<WorkspaceResults> {
    await this.take(change, onProgress);
    this.snapshot = snapshot({
      cuda: this.cuda,
      profiles: this.sortedProfiles(),
      settings: this._settings,
      revision: ++this._revision,
      applications: this._applications,
      boundBlocks: this._boundBlocks,
      answers: this.answers,
      only,
      onKernel: inHundredths((fraction) => onProgress({ phase: ANALYZING, fraction })),
    });
    return this.snapshot.results;
  }

  /**
   * Applies a change; kernels and launches of the sources with what is wrong with them, and no snapshot.
   *
   * @param informs whether what is only information is wanted, for which all function bodies are parsed
   */
  async list(
    change: WorkspaceChange,
    onProgress: ProgressListener = () => undefined,
    informs = true,
  ): Promise<readonly ListedFile[]> {
    await this.take(change, onProgress);
    const inputs = { cuda: this.cuda, profiles: this.sortedProfiles(), settings: this._settings };
    return listing(inputs, informs);
  }

  private async take(change: WorkspaceChange, onProgress: ProgressListener): Promise<void> {
    if (change.settings) this._settings = change.settings;
    if (change.sources?.size) this.tried.forget();
    if (change.unread) this.cuda.setUnread(change.unread);
    for (const [path, text] of change.sources ?? []) {
      setText(this.cuda, path, text);
    }
    await this.readProfiles(change.profiles ?? new Map(), onProgress);
    onProgress({ phase: ANALYZING, fraction: null });
  }

  private get planSources(): PlanSources {
    return { cuda: this.cuda, fits: this.fits, tried: this.tried };
  }

  private sortedProfiles(): ProfileFile[] {
    const files = [...this.profiles.values()].map(({ file }) => file);
    return files.sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  /**
   * The source edit of an advice, proven safe, or the reason why there is none: calls are those of the last snapshot, which
   * knows their lines; a block may have been advised by simulations since, of which the snapshot knows nothing.
   */
  adviceEdit({ id, kernelId, block }: AdviceAsked): AdviceEdit {
    const calls = this.snapshot?.results.advice.find((candidate) => candidate.id === id)?.calls;
    if (calls) return reorderCalls(this.cuda, calls);
    if (!block || kernelId === null) return refused(message('analysis.noEdit'));
    return blockEdit(this.cuda, kernelId, block.current, block.advised);
  }

  /** The edit that puts a yielding kernel beside a kernel, or the reason why there is none. */
  yieldingEdit(question: YieldingQuestion): AdviceEdit {
    return yieldingEdit(this.cuda, question);
  }

  /** The applications of the last snapshot with times that were simulated; advice on them is given edits for. */
  timedApplications(simulated: SimulatedTimes): readonly ApplicationResult[] {
    if (this.snapshot === null) return [];
    const applications = this.snapshot.timedApplications(simulated);
    this.snapshot = { ...this.snapshot, results: withApplications(this.snapshot.results, applications) };
    return applications;
  }

  /**
   * An application of the last snapshot with a change.
   * @throws InputError where it cannot be replayed so.
   */
  whatIf(request: WhatIfRequest, factors: readonly KernelFactor[] = []): WhatIfResult {
    if (this.snapshot === null) throw new InputError(message('analysis.nothingYet'));
    return this._applications.whatIf(request, this.snapshot.gpu, factors);
  }

  /**
   * What to simulate of the kernels of an application to tell their times on the machine that is tried.
   * @throws InputError naming a kernel that cannot be simulated, and why.
   */
  kernelsElsewhere({ application: key, machine }: WhatIfRequest): readonly KernelElsewhere[] {
    const last = this.snapshot;
    const application = last?.results.applications.find((one) => applicationKey(one) === key);
    if (!last || !application) throw new InputError(message('analysis.whatIf.noProgram'));
    const find = kernelFinder(last.results);
    const kernels = application.kernels.map((launched) => {
      const found = find(launched, application);
      if (found === null)
        throw new InputError(message('analysis.whatIf.noSource', { name: launched.kernel }));
      return { kernel: launched.kernel, id: found.kernel.id };
    });
    const wanted: PlanRequest = {
      focus: [],
      maxKernels: Infinity,
      only: kernels.map(({ id }) => id),
      blocks: false,
    };
    const here = this.simulationPlan(wanted);
    // What the GPU cannot do is told before anything is simulated for it.
    machineOf(last.gpu, machine);
    const isOther = machine.gpu !== null && machine.gpu !== last.gpu.id;
    const there = isOther ? this.under({ gpu: machine.gpu! }).simulationPlan(wanted) : here;
    return kernelsElsewhere(kernels, here, there, machine.mpsPercentage);
  }

  /**
   * What applications whose traces are among the profiles cost each other; counters of other profiles count.
   * @throws InputError where one is no trace.
   */
  coRunTraces(paths: readonly string[]): TraceCoRunResult {
    if (this.snapshot === null) throw new InputError(message('analysis.nothingYet'));
    const all = [...this.profiles.values()].map(({ file }) => file);
    const traces = paths.flatMap((path) => all.filter((file) => file.path === path));
    return traceCoRun(traces, all.filter(isCounted), { ...USUAL_CO_RUN, gpu: this.snapshot.gpu });
  }

  /**
   * The runs alone of a service and of what may run beside it, applications of the last snapshot.
   * @throws InputError that says what is not known of the service
   */
  aloneRuns(request: ColocateRequest): AloneRuns {
    if (this.snapshot === null) throw new InputError(message('analysis.nothingYet'));
    return aloneRuns(request, {
      known: (key) => this._applications.known(key),
      profiles: this.sortedProfiles(),
      gpu: this.snapshot.gpu,
    });
  }

  /** The same workspace under other settings; the last snapshot stays. */
  under(change: Partial<AnalysisSettings>): OtherSettings {
    const settings = { ...this._settings, ...change };
    // The programs of the last snapshot, with the times that were simulated for them, are asked about further.
    const applications = new Applications();
    const other = snapshot({
      cuda: this.cuda,
      profiles: [...this.profiles.values()].map(({ file }) => file),
      settings,
      revision: this._revision,
      applications,
      boundBlocks: this._boundBlocks,
      answers: new KeptAnswers(),
      only: null,
      onKernel: () => undefined,
    });
    const { facts, gpu, results } = other;
    return {
      results,
      simulationPlan: (request) => {
        this.fits.learn(request.fitted ?? {});
        return workspacePlan(this.planSources, facts, gpu, settings, request);
      },
      scenarioOf: (kernelIds) => workspaceScenario(this.cuda, this.fits, facts, gpu, settings, kernelIds),
      applications: (keys, simulated) => {
        other.timedApplications(simulated);
        return keys.map((key) => applications.known(key));
      },
    };
  }

  /** What to simulate of the last snapshot. */
  simulationPlan(request: PlanRequest): SimulationPlan {
    const last = this.snapshot;
    this.fits.learn(request.fitted ?? {});
    if (last === null) return { inputs: null, assumptions: {}, fits: {}, leftOut: [], openSizes: {} };
    const first = pairsThatMeet(last.results).map(([a, b]) => [a.kernel.id, b.kernel.id] as const);
    return workspacePlan(this.planSources, last.facts, last.gpu, this._settings, request, first);
  }

  /**
   * Kernels of the last snapshot as the applications of one scenario.
   * @throws InputError that says which kernel cannot be simulated, and why.
   */
  scenarioOf(kernelIds: readonly string[]): Scenario {
    const last = this.snapshot;
    if (last === null) throw new InputError(message('analysis.nothingYet'));
    return workspaceScenario(this.cuda, this.fits, last.facts, last.gpu, this._settings, kernelIds);
  }

  /** A profile of the analysis as it was read, if it still is the file with this stamp and all of it was kept. */
  readFile(path: string, stamp: string): ProfileFile | undefined {
    const known = this.profiles.get(path);
    return known?.stamp === stamp && known.isListed ? known.file : undefined;
  }

  /** What the parser found, file by file. */
  sources(): readonly CudaFileIndex[] {
    return this.cuda.index().files;
  }

  private async readProfiles(
    changed: ReadonlyMap<string, ProfileInput | null>,
    onProgress: ProgressListener,
  ): Promise<void> {
    for (const [path, input] of changed) {
      if (input === null) this.profiles.delete(path);
      else if (this.profiles.get(path)?.stamp !== input.stamp)
        await this.readProfile(path, input, onProgress);
    }
  }

  private async readProfile(path: string, input: ProfileInput, onProgress: ProgressListener): Promise<void> {
    const options = { onProgress: readingProgress(path, onProgress), maxEvents: MOST_LISTED };
    const file = await readOrRefuse(path, () => this.resources.openProfile(input), options);
    this.profiles.set(path, { stamp: input.stamp, file: keptProfile(file), isListed: isListed(file) });
  }
}
