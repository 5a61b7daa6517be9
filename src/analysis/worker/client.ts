import type { YieldingQuestion } from '../stages/yieldingEdit';
import type { ScenarioPlace } from '../scenarios/scenarioPlace';
import * as Comlink from 'comlink';
import { message, type Words } from '../../kernel/message';
import { saidOf } from '../../kernel/result';
import type { Scenario } from '../../kernel/scenario';
import type { SimulatedTimes } from '../applications/launchTimes';
import type { ShareAnswer, ShareRequest } from '../corun/share';
import type { ProgramShareAnswer, ProgramShareRequest } from '../results/programShareResult';
import type { AloneRuns } from '../colocation/aloneRuns';
import type { CompareRequest } from '../protocol';
import type { ColocateNews, ColocateRequest, ColocateResult } from '../results/colocateResult';
import type { QosTarget } from '../../sharing/colocation/qosTarget';
import type { AnyCompareResult } from '../results/compareResult';
import type { ProfilePage } from '../profileProtocol';
import type { QueueReport } from '../results/queueResult';
import type { ScenarioReport } from '../results/scenarioResult';
import type { ApplicationResult } from '../results/timelineResult';
import type { TraceCoRunResult } from '../results/traceCoRunResult';
import type { KernelElsewhere } from '../applications/elsewhere';
import type { KernelFactor, WhatIfRequest, WhatIfResult } from '../results/whatIfResult';
import type { AdviceAsked, AdviceEdit, WorkspaceResults } from '../results/workspaceResults';
import type { SimulationPlan } from '../simulation/simulationSet';
import type { PlanRequest } from '../simulation/workspacePlan';
import { joinChanges, WorkspaceState, type ProfileInput, type WorkspaceChange } from '../workspaceState';
import type { ListedTrial, YieldRequest, YieldSearchAnswer } from '../yielding/yieldAnswer';
import type { AnalysisWorker, ProgressListener, ShareMeans } from './api';
import { CancelledError, WorkerFailure, WorkerHandle, type WorkerFiles } from './workerHandle';

export interface AnalysisClientOptions extends WorkerFiles {
  readonly onProgress: ProgressListener;
  readonly log: (line: Words) => void;
}

/**
 * Runs analyses in a worker that starts at the first use and is started anew after a crash (one
 * retry) or a cancel. Changes that arrive while one is running are joined into the next.
 */
export class AnalysisClient {
  private readonly state = new WorkspaceState();
  private worker: WorkerHandle<AnalysisWorker> | null = null;
  /** What the running worker has not been told yet. */
  private untold: WorkspaceChange | null = null;
  private inFlight: Promise<WorkspaceResults> | null = null;
  private readings = 0;

  constructor(private readonly options: AnalysisClientOptions) {}

  /** Notes a change without analysing: the next `analyze` sends it along. */
  prime(change: WorkspaceChange): void {
    this.state.apply(change);
    if (this.worker) this.untold = this.untold ? joinChanges(this.untold, change) : change;
  }

  /** Applies the change; resolves with the first snapshot that contains it. */
  analyze(change: WorkspaceChange): Promise<WorkspaceResults> {
    return this._analyze(change, null);
  }

  /** Kernels of some files of the workspace as primed, before all are analysed. */
  analyzeOnly(paths: readonly string[]): Promise<WorkspaceResults> {
    return this._analyze({}, paths);
  }

  private async _analyze(change: WorkspaceChange, only: readonly string[] | null): Promise<WorkspaceResults> {
    this.prime(change);
    while (this.inFlight) await this.inFlight.catch(() => undefined);
    this.inFlight = this.attempt(only, true).finally(() => (this.inFlight = null));
    return this.inFlight;
  }

  /** The source edit of an advice; a worker that knows nothing yet analyses first. */
  async adviceEdit({ id, kernelId, block }: AdviceAsked): Promise<AdviceEdit> {
    if (!this.worker || this.untold) await this.analyze({});
    const asked = { id, kernelId, ...(block && { block }) };
    return this.current().call((api) => api.adviceEdit(asked));
  }

  /** The source edit that makes a kernel yield SMs. */
  async yieldingEdit(question: YieldingQuestion): Promise<AdviceEdit> {
    if (!this.worker || this.untold) await this.analyze({});
    return this.current().call((api) => api.yieldingEdit(question));
  }

  /** An application of the workspace as last analysed, with a change. */
  async whatIf(request: WhatIfRequest, factors: readonly KernelFactor[]): Promise<WhatIfResult> {
    if (!this.worker || this.untold) await this.analyze({});
    return this.current().call((api) => api.whatIf(request, factors));
  }

  /** What to simulate of its kernels to tell their times on the machine that is tried. */
  async kernelsElsewhere(request: WhatIfRequest): Promise<readonly KernelElsewhere[]> {
    if (!this.worker || this.untold) await this.analyze({});
    return this.current().call((api) => api.kernelsElsewhere(request));
  }

  /** What applications cost each other whose traces are among the profiles as last analysed. */
  async coRunTraces(paths: readonly string[]): Promise<TraceCoRunResult> {
    if (!this.worker || this.untold) await this.analyze({});
    return this.current().call((api) => api.coRunTraces(paths));
  }

  /** The runs alone of a service and of what may run beside it. */
  async aloneRuns(request: ColocateRequest): Promise<AloneRuns> {
    if (!this.worker || this.untold) await this.analyze({});
    return this.current().call((api) => api.aloneRuns(request));
  }

  /** Kernels of the workspace as last analysed as the applications of a scenario. */
  async scenarioOf(kernelIds: readonly string[]): Promise<Scenario> {
    if (!this.worker || this.untold) await this.analyze({});
    return this.current().call((api) => api.scenarioOf(kernelIds));
  }

  /** What to simulate of the workspace as last analysed. */
  async simulationPlan(request: PlanRequest): Promise<SimulationPlan> {
    if (!this.worker || this.untold) await this.analyze({});
    return this.current().call((api) => api.simulationPlan(request));
  }

  /** The applications of the workspace as last analysed with times that were simulated. */
  async timedApplications(simulated: SimulatedTimes): Promise<readonly ApplicationResult[]> {
    if (!this.worker || this.untold) await this.analyze({});
    return this.current().call((api) => api.timedApplications(simulated));
  }

  /**
   * Reads one profile as a whole; independent of analyses.
   * @throws CancelledError when the signal is aborted, or the worker with it.
   */
  async readProfile(
    path: string,
    input: ProfileInput,
    onProgress: ProgressListener,
    signal: AbortSignal,
  ): Promise<ProfilePage> {
    const reading = ++this.readings;
    const worker = this.current();
    const cancel = (): void => void worker.call((api) => api.cancelReading(reading)).catch(() => undefined);
    signal.addEventListener('abort', cancel, { once: true });
    try {
      return await worker.call((api) => api.readProfile(reading, path, input, Comlink.proxy(onProgress)));
    } catch (error) {
      throw signal.aborted ? new CancelledError() : error;
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  }

  /** Ends the running call at once; what was told and computed before stays. */
  cancel(): void {
    this.worker?.cancel();
  }

  dispose(): void {
    this.cancel();
  }

  private async attempt(only: readonly string[] | null, mayRetry: boolean): Promise<WorkspaceResults> {
    const worker = this.current();
    const change = this.untold ?? {};
    this.untold = null;
    try {
      return await worker.call((api) => api.analyze(change, Comlink.proxy(this.options.onProgress), only));
    } catch (error) {
      if (error instanceof CancelledError || error instanceof WorkerFailure || !mayRetry) throw error;
      this.options.log(message('analysis.onceMore', { reason: saidOf(error) }));
      return this.attempt(only, false);
    }
  }

  /** The running worker, or a new one that is yet to be told everything. */
  private current(): WorkerHandle<AnalysisWorker> {
    if (this.worker?.knowsGpus()) return this.worker;
    this.worker?.cancel();
    const worker = new WorkerHandle<AnalysisWorker>(this.options, () => {
      if (this.worker === worker) this.worker = null;
    });
    this.untold = this.state.asChange();
    this.worker = worker;
    return worker;
  }
}

/** Work in a worker of its own, so that analyses go on beside it. */
export interface SeparateJob<T> {
  readonly result: Promise<T>;
  cancel(): void;
}

/** Starts a simulation of a scenario (as parsed JSON); files that it names lie at `place`. */
export function startSimulation(
  files: WorkerFiles,
  scenario: unknown,
  place: ScenarioPlace,
  onProgress: ProgressListener,
): SeparateJob<ScenarioReport> {
  return separately(files, (api) => api.simulate(scenario, place, Comlink.proxy(onProgress)));
}

/** Plays a queue file (as parsed JSON) under every policy; profiles and sources that it names lie at `place`. */
export function startScheduling(
  files: WorkerFiles,
  queue: unknown,
  place: ScenarioPlace,
  models: readonly string[],
): SeparateJob<QueueReport> {
  return separately(files, (api) => api.schedule(queue, place, models));
}

/** Starts a prediction of how the applications of a scenario share the GPU. */
export function startSharing(
  files: WorkerFiles,
  scenario: Scenario,
  request: ShareRequest,
  means: ShareMeans,
): SeparateJob<ShareAnswer> {
  return separately(files, (api) => api.share(scenario, request, means));
}

/** Starts to split SMs between programs of a workspace, and kernels beside them. */
export function startProgramSharing(
  files: WorkerFiles,
  workspace: WorkspaceChange,
  request: ProgramShareRequest,
  models: readonly string[],
): SeparateJob<ProgramShareAnswer> {
  return separately(files, (api) => api.sharePrograms(workspace, request, models));
}

/** Starts a search for how much the first of two applications is to yield to the second. */
export function startYieldSearch(
  files: WorkerFiles,
  scenario: Scenario,
  request: YieldRequest,
  models: readonly string[],
  onTrial: (trial: ListedTrial) => void,
): SeparateJob<YieldSearchAnswer> {
  return separately(files, (api) => api.searchYield(scenario, request, models, Comlink.proxy(onTrial)));
}

/** Starts to tell how many instances of applications are safe beside a service. */
export function startColocation(
  files: WorkerFiles,
  runs: AloneRuns,
  target: QosTarget,
  onNews: (news: ColocateNews) => void,
): SeparateJob<ColocateResult> {
  return separately(files, (api) => api.colocate(runs, target, Comlink.proxy(onNews)));
}

/** Starts a comparison of the ways in which two kernels or programs of a workspace can have a GPU. */
export function startComparison(
  files: WorkerFiles,
  workspace: WorkspaceChange,
  request: CompareRequest,
  models: readonly string[],
  onResult: (result: AnyCompareResult) => void,
): SeparateJob<AnyCompareResult> {
  return separately(files, (api) => api.compare(workspace, request, models, Comlink.proxy(onResult)));
}

function separately<T>(
  files: WorkerFiles,
  make: (api: Comlink.Remote<AnalysisWorker>) => unknown,
): SeparateJob<T> {
  const worker = new WorkerHandle<AnalysisWorker>(files, () => undefined);
  const result = worker.call<T>(make).finally(() => worker.cancel());
  return { result, cancel: () => worker.cancel() };
}
