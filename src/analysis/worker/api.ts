import type { ScenarioPlace } from '../scenarios/scenarioPlace';
import type { Result } from '../../kernel/result';
import type { Scenario } from '../../kernel/scenario';
import type { CounterSource } from '../../predictors/port';
import type { SimulatedTimes } from '../applications/launchTimes';
import type { ShareAnswer, ShareRequest } from '../corun/share';
import type { ProgramShareAnswer, ProgramShareRequest } from '../results/programShareResult';
import type { AloneRuns } from '../colocation/aloneRuns';
import type { CompareRequest } from '../protocol';
import type { ColocateNews, ColocateRequest, ColocateResult } from '../results/colocateResult';
import type { QosTarget } from '../../sharing/colocation/qosTarget';
import type { AnyCompareResult } from '../results/compareResult';
import type { ProfilePage } from '../profileProtocol';
import type { TraceCoRunResult } from '../results/traceCoRunResult';
import type { QueueReport } from '../results/queueResult';
import type { ScenarioReport } from '../results/scenarioResult';
import type { YieldingQuestion } from '../stages/yieldingEdit';
import type { ApplicationResult } from '../results/timelineResult';
import type { KernelElsewhere } from '../applications/elsewhere';
import type { KernelFactor, WhatIfRequest, WhatIfResult } from '../results/whatIfResult';
import type { AdviceAsked, AdviceEdit, WorkspaceResults } from '../results/workspaceResults';
import type { SimulationPlan } from '../simulation/simulationSet';
import type { KeyedWindows } from '../simulation/replay/keptWindows';
import type { SimulationTask, TaskOutcome } from '../simulation/task';
import type { PlanRequest } from '../simulation/workspacePlan';
import type { ProfileInput, WorkspaceChange } from '../workspaceState';
import type { Words } from '../../kernel/message';
import type { ListedTrial, YieldRequest, YieldSearchAnswer } from '../yielding/yieldAnswer';

/** How far an analysis is: a phase in words, and its share done (0–1) where that is known. */
export interface Progress {
  readonly phase: Words;
  readonly fraction: number | null;
}

export type ProgressListener = (progress: Progress) => void;

/** What a simulation has given, and windows that it had to simulate which others may ask for, too. */
export interface TaskRun {
  readonly outcome: TaskOutcome;
  readonly windows: KeyedWindows;
}

/** What the worker offers; plain data in and out, failures as values. */
export interface AnalysisWorker {
  /** Applies the change and returns the new snapshot, of the files in `only` or of all. Calls must not overlap. */
  analyze(
    change: WorkspaceChange,
    onProgress: ProgressListener,
    only: readonly string[] | null,
  ): Promise<Result<WorkspaceResults>>;
  /** The source edit of an advice. */
  adviceEdit(asked: AdviceAsked): Promise<Result<AdviceEdit>>;
  /** The source edit that makes a kernel of the last snapshot yield SMs. */
  yieldingEdit(question: YieldingQuestion): Promise<Result<AdviceEdit>>;
  /** An application of the last snapshot with a change. */
  whatIf(request: WhatIfRequest, factors: readonly KernelFactor[]): Promise<Result<WhatIfResult>>;
  /** What to simulate of its kernels to tell their times on the machine that is tried. */
  kernelsElsewhere(request: WhatIfRequest): Promise<Result<readonly KernelElsewhere[]>>;
  /** What applications cost each other whose traces are among the profiles of the last snapshot. */
  coRunTraces(paths: readonly string[]): Promise<Result<TraceCoRunResult>>;
  /** The runs alone of a service and of what may run beside it, applications of the last snapshot. */
  aloneRuns(request: ColocateRequest): Promise<Result<AloneRuns>>;
  /** How many instances of applications are safe beside a service. Blocks the worker. */
  colocate(
    runs: AloneRuns,
    target: QosTarget,
    onNews: (news: ColocateNews) => void,
  ): Promise<Result<ColocateResult>>;
  /** Reads one profile as a whole, for its editor; may run beside an analysis. */
  readProfile(
    /** Number by which `cancelReading` knows it. */
    reading: number,
    path: string,
    input: ProfileInput,
    onProgress: ProgressListener,
  ): Promise<Result<ProfilePage>>;
  /** Ends a reading early, which then fails. */
  cancelReading(reading: number): Promise<Result<void>>;
  /**
   * Simulates a scenario (parsed JSON, checked here); files that it names are relative to `folder`. Blocks the
   * worker until it ends.
   */
  simulate(
    scenario: unknown,
    place: ScenarioPlace,
    onProgress: ProgressListener,
  ): Promise<Result<ScenarioReport>>;
  /** Plays a queue (parsed JSON, checked here) under every policy. Blocks the worker. */
  schedule(queue: unknown, place: ScenarioPlace, models: readonly string[]): Promise<Result<QueueReport>>;
  /** What to simulate of the last snapshot. */
  simulationPlan(request: PlanRequest): Promise<Result<SimulationPlan>>;
  /** The applications of the last snapshot with times that were simulated. */
  timedApplications(simulated: SimulatedTimes): Promise<Result<readonly ApplicationResult[]>>;
  /**
   * Runs one simulation of a plan. Blocks the worker until it ends.
   *
   * @param windows that other threads have simulated since the last call
   */
  runTask(task: SimulationTask, windows: KeyedWindows): Promise<Result<TaskRun>>;
  /** Kernels of the last snapshot as a scenario. */
  scenarioOf(kernelIds: readonly string[]): Promise<Result<Scenario>>;
  /** Predicts how the applications of a scenario share the GPU, and looks for a better split. Blocks the worker. */
  share(scenario: Scenario, request: ShareRequest, means: ShareMeans): Promise<Result<ShareAnswer>>;
  /** Splits SMs between programs of a workspace, and kernels beside them, in a session of its own. Blocks the worker. */
  sharePrograms(
    workspace: WorkspaceChange,
    request: ProgramShareRequest,
    models: readonly string[],
  ): Promise<Result<ProgramShareAnswer>>;
  /** Looks for how much the first application of a scenario is to yield to the second. Blocks the worker. */
  searchYield(
    scenario: Scenario,
    request: YieldRequest,
    models: readonly string[],
    onTrial: (trial: ListedTrial) => void,
  ): Promise<Result<YieldSearchAnswer>>;
  /** Compares ways of having a GPU, in a session of its own. Blocks the worker. */
  compare(
    workspace: WorkspaceChange,
    request: CompareRequest,
    models: readonly string[],
    onResult: (result: AnyCompareResult) => void,
  ): Promise<Result<AnyCompareResult>>;
}

/** What a split is worked out from. */
export interface ShareMeans {
  readonly counters: CounterSource;
  /** Folders with trained models; those of earlier ones go first. */
  readonly models: readonly string[];
}
