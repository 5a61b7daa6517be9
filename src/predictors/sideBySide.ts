import type { Application, CopyOperation, KernelOperation } from '../kernel/application';
import { message } from '../kernel/message';
import { InputError } from '../kernel/result';
import { createRandom } from '../stats/random';
import { deviceMemoryModel } from '../timeline/deviceMemory';
import type { LaunchModel, ReplayModels, TaskModel } from '../timeline/models';
import { endBesideNs, firstEndNs, replay, type Endless } from '../timeline/replay';
import { after, ROUND_END } from '../timeline/rounds';
import type {
  CopyTask,
  KernelTask,
  LatencyErrors,
  LatencyPredictor,
  LatencyQuestion,
  SoloRun,
} from './latencyPort';

/**
 * A query that takes so many times its time alone and a round of each neighbour has no end that is worth following:
 * neighbours may hold the link for ever.
 */
const HOPELESS = 8;

/** What is known of a kernel's run alone. */
export type KernelTasks = (kernel: KernelOperation) => KernelTask;

/** What is known of a copy's run alone. */
export type CopyTasks = (copy: CopyOperation) => CopyTask;

/** How kernels and copies of several applications go on beside each other. */
export interface DeviceModels {
  readonly kernels: (tasks: KernelTasks, question: LatencyQuestion) => TaskModel;
  readonly copies: (tasks: CopyTasks) => TaskModel;
}

/**
 * A predictor that replays runs alone side by side: the replay's events say what is ready, the models how fast it goes;
 * whenever a task starts or ends, the ends of all that are under way are worked out anew.
 */
export function sideBySide(id: string, errors: LatencyErrors, models: DeviceModels): LatencyPredictor {
  return { id, errors, latencies: (question) => new SideBySide(question, models).latencies() };
}

/** Everything that runs alone are replayed with but their kernels. */
export function modelsOfRuns(
  runs: readonly SoloRun[],
  { gpu, launch }: Pick<LatencyQuestion, 'gpu' | 'launch'>,
  copies: DeviceModels['copies'],
): Omit<ReplayModels, 'kernels'> {
  return {
    launch: withDelays(launch, runs),
    copies: copies(lookUp(runs.flatMap((run) => [...run.copies]))),
    memory: deviceMemoryModel(gpu),
  };
}

class SideBySide {
  private readonly models: ReplayModels;

  constructor(
    private readonly question: LatencyQuestion,
    { kernels, copies }: DeviceModels,
  ) {
    const { service, beside } = question;
    const runs = [...new Set([service, ...beside])];
    this.models = {
      ...modelsOfRuns(runs, question, copies),
      kernels: kernels(lookUp(runs.flatMap((run) => [...run.kernels])), question),
    };
  }

  latencies(): readonly number[] {
    const { service, beside, queries, seed } = this.question;
    const aloneNs = this.aloneNs(service);
    if (beside.length === 0) return Array.from({ length: queries }, () => aloneNs);
    const rounds = new Map([...new Set(beside)].map((run) => [run, this.round(run)]));
    const others = beside.map((run) => rounds.get(run)!);
    const together = others.reduce((sum, { ns }) => sum + ns, 0);
    const longest = Math.max(...[...rounds.values()].map((round) => this.besideNs(round, others, together)));
    return Array.from({ length: queries }, (_, query) => {
      const random = createRandom(seed + query);
      const endless = others.map((round) => underWay(round, random.next() * round.ns));
      // By then everybody has gone through a round beside the others.
      const startNs = (1 + random.next()) * longest;
      return this.latencyAt(startNs, endless, HOPELESS * (aloneNs + together));
    });
  }

  /**
   * A round of an application beside the others: longer than alone where they wait for each other. One that has no end
   * is taken for all rounds one after the other.
   */
  private besideNs(round: Round, all: readonly Round[], together: number): number {
    const others = all.toSpliced(all.indexOf(round), 1);
    const random = createRandom(this.question.seed);
    const endless = others.map((other) => underWay(other, random.next() * other.ns));
    const { application } = round;
    const once = after(0, application, application.operations);
    const { gpu } = this.question;
    const ns = endBesideNs(once, endless, { gpu, models: this.models, cutoffNs: HOPELESS * together });
    return Number.isFinite(ns) ? ns : together;
  }

  private latencyAt(startNs: number, others: readonly Endless[], hopelessNs: number): number {
    const { service, gpu } = this.question;
    const query = after(startNs, service.application, service.application.operations);
    return endBesideNs(query, others, { gpu, models: this.models, cutoffNs: startNs + hopelessNs }) - startNs;
  }

  private aloneNs({ application }: SoloRun): number {
    return firstEndNs([application], this.question.gpu, this.models).endNs;
  }

  private round(run: SoloRun): Round {
    const { application } = run;
    const { operations } = replay([application], this.question.gpu, this.models);
    return { application, ns: this.aloneNs(run), startsNs: operations.map(({ startNs }) => startNs) };
  }
}

/** What an application runs again and again, and when each of its operations starts alone. */
interface Round {
  readonly application: Application;
  readonly ns: number;
  readonly startsNs: readonly number[];
}

/** An application whose next round begins at a time if nobody holds it up: of the one before it the rest is left. */
function underWay({ application, ns, startsNs }: Round, nextNs: number): Endless {
  const doneNs = ns - nextNs;
  const { operations } = application;
  const first = startsNs.findIndex((startNs) => startNs >= doneNs);
  if (first < 0) return { application: after(nextNs, application, operations), from: 1 };
  const rest = [...operations.slice(first), ROUND_END];
  return {
    application: after(startsNs[first]! - doneNs, application, [...rest, ...operations]),
    from: 1 + rest.length,
  };
}

/** Launches that take what runs tell of them, and the others what they cost otherwise. */
function withDelays(launch: LaunchModel, runs: readonly SoloRun[]): LaunchModel {
  const delays = new Map(runs.flatMap((run) => [...(run.delays ?? [])]));
  if (delays.size === 0) return launch;
  return {
    ...launch,
    latencyNs: (operation, cause) => {
      const known = delays.get(operation);
      if (known === undefined) return launch.latencyNs(operation, cause);
      return cause === 'host' ? known.afterCallNs : known.afterStreamNs;
    },
  };
}

function lookUp<O extends KernelOperation | CopyOperation, T>(
  known: readonly (readonly [O, T])[],
): (operation: O) => T {
  const tasks = new Map(known);
  return (operation) => {
    const task = tasks.get(operation);
    if (task !== undefined) return task;
    const name = operation.kind === 'kernel' ? operation.kernel : operation.kind;
    throw new InputError(message('predictors.runs.unknown', { name }), 'unknown-operation');
  };
}
