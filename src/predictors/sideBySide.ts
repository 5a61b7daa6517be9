import type { Application, CopyOperation, KernelOperation, Operation } from '../kernel/application';
import { message } from '../kernel/message';
import { InputError } from '../kernel/result';
import { createRandom } from '../stats/random';
import { deviceMemoryModel } from '../timeline/deviceMemory';
import type { LaunchModel, ReplayModels, TaskModel } from '../timeline/models';
import { firstEndNs } from '../timeline/replay';
import type {
  CopyTask,
  KernelTask,
  LatencyErrors,
  LatencyPredictor,
  LatencyQuestion,
  SoloRun,
} from './latencyPort';

/** Rounds of an application that are laid out at first beyond those it can run while a query takes four times its time. */
const SPARE_ROUNDS = 2;
const FIRST_SLOWDOWN = 4;
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

class SideBySide {
  private readonly models: ReplayModels;

  constructor(
    private readonly question: LatencyQuestion,
    { kernels, copies }: DeviceModels,
  ) {
    const { gpu, launch, service, beside } = question;
    const runs = [...new Set([service, ...beside])];
    this.models = {
      launch: withDelays(launch, runs),
      copies: copies(lookUp(runs.flatMap((run) => [...run.copies]))),
      kernels: kernels(lookUp(runs.flatMap((run) => [...run.kernels])), question),
      memory: deviceMemoryModel(gpu),
    };
  }

  latencies(): readonly number[] {
    const { service, beside, queries, seed } = this.question;
    const aloneNs = this.aloneNs(service);
    if (beside.length === 0) return Array.from({ length: queries }, () => aloneNs);
    const rounds = new Map([...new Set(beside)].map((run) => [run, this.aloneNs(run)]));
    const longest = Math.max(...rounds.values());
    return Array.from({ length: queries }, (_, query) => {
      const random = createRandom(seed + query);
      const offsets = beside.map((run) => random.next() * rounds.get(run)!);
      // By then as many rounds are queued as the others will have in the long run.
      const startNs = (beside.length + random.next()) * longest;
      return this.latencyAt(startNs, aloneNs, offsets, rounds);
    });
  }

  private latencyAt(
    startNs: number,
    aloneNs: number,
    offsets: readonly number[],
    rounds: ReadonlyMap<SoloRun, number>,
  ): number {
    const { service, beside, gpu } = this.question;
    const roundsNs = beside.reduce((sum, run) => sum + rounds.get(run)!, 0);
    const hopelessNs = HOPELESS * (aloneNs + roundsNs);
    for (let slowdown = FIRST_SLOWDOWN; ; slowdown *= 4) {
      const untilNs = startNs + Math.min(hopelessNs, slowdown * aloneNs);
      const others = beside.map((run, at) =>
        repeated(run.application, offsets[at]!, Math.ceil(untilNs / rounds.get(run)!) + SPARE_ROUNDS),
      );
      const query = repeated(service.application, startNs, 1);
      const { endNs, othersEnded } = firstEndNs([query, ...others], gpu, this.models, startNs + hopelessNs);
      if (!othersEnded || untilNs === startNs + hopelessNs) return endNs - startNs;
    }
  }

  private aloneNs({ application }: SoloRun): number {
    return firstEndNs([application], this.question.gpu, this.models).endNs;
  }
}

/** An application that begins at a time, and begins again as soon as it has ended. */
function repeated(
  { name, operations, footprintBytes }: Application,
  startNs: number,
  rounds: number,
): Application {
  const end: Operation = { kind: 'synchronize', stream: null };
  const all: Operation[] = [{ kind: 'host', ns: startNs }];
  for (let round = 0; round < rounds; round++) {
    for (const operation of operations) all.push(operation);
    all.push(end);
  }
  return { name, footprintBytes, operations: all };
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
