import { message, type Words } from '../../kernel/message';
import type { Queue } from '../../kernel/queue';
import { InputError } from '../../kernel/result';
import type { ScenarioApp } from '../../kernel/scenario';
import { CO_RUN_PREDICTORS, LATENCY_PREDICTORS } from '../../predictors';
import type { Evidence, ReadyPredictor, TrainedModel } from '../../predictors/port';
import { queueModel, type GroupSlowdowns } from '../../sharing/queue/queueModel';
import { playsTold, withTold, type ToldSlowdown } from '../../sharing/queue/toldSlowdowns';
import { loadSpec, type LoadedSpec } from '../../simulator/spec/loadSpec';
import { comparePredictors } from '../corun/choosePredictor';
import { resolveScenario, type ProgramMakers } from '../scenarios/resolve';
import { GroupPredictor } from './groupPredictor';
import { queuePairs } from './queuePairs';
import type { PredictedQueue } from './toldQueue';
import { tracedQueue, type ReadProfiles } from './tracedQueue';

/** Ids of the predictors that can tell slowdowns of a queue's kernels, and of those that tell them from traces. */
export const QUEUE_PREDICTORS: readonly string[] = [
  ...CO_RUN_PREDICTORS.filter(
    ({ modes, evidence }) => modes.includes('spatial') && evidence.some((one) => one !== 'profile'),
  ),
  ...LATENCY_PREDICTORS,
].map(({ id }) => id);

/** What a predictor is asked with. */
export interface QueuePredictorOptions {
  /** What it is to go by; absent: runs alone where it can, which takes the fewest simulations. */
  readonly evidence?: Evidence;
  readonly models: readonly TrainedModel[];
  readonly makers: ProgramMakers;
  /** Reads profiles that the queue names. */
  readonly read: ReadProfiles;
  readonly note: (line: Words) => void;
}

/**
 * A queue whose schedulers go by the slowdowns that its `predictor` tells of the kernels of its applications, each with an
 * equal part of the SMs. It is played by its own slowdowns where it gives some, and by predicted ones elsewhere. Of more than
 * two together a predictor that goes by runs alone tells as well.
 *
 * @throws InputError where the predictor is not known, cannot answer for a kind of GPU, or gives no number at all
 */
export async function predictedQueue(queue: Queue, options: QueuePredictorOptions): Promise<PredictedQueue> {
  const id = queue.predictor;
  if (id === undefined) {
    const model = queueModel(queue);
    return { played: model, expected: model, notes: [], gainError: null };
  }
  if (!QUEUE_PREDICTORS.includes(id))
    throw new InputError(message('analysis.queue.noPredictor', { id, known: QUEUE_PREDICTORS }));
  const ofTraces = LATENCY_PREDICTORS.find((each) => each.id === id);
  if (ofTraces !== undefined) return tracedQueue(queue, ofTraces, options);
  const kinds = [...new Set(queue.gpus.map(({ gpu }) => gpu))];
  const told: ToldSlowdown[] = [];
  const notes: Words[] = [];
  const predictors: GroupPredictor[] = [];
  let error = 0;
  for (const kind of kinds) {
    const gpu = loadSpec(kind);
    const apps = await applicationsOf(queue, kind, options);
    const ready = readyFor(id, gpu, options);
    const predictor = new GroupPredictor(gpu, apps, ready);
    const pairs = queuePairs(queue, (application) => predictor.has(application));
    options.note(
      message('analysis.queue.predicting', { pairs: pairs.length, predictor: ready.label, gpu: kind }),
    );
    const own = pairs.flatMap((pair) => slowdownsOf(pair, apps, predictor, kind));
    if (own.length === 0 && predictor.refused !== null)
      throw new InputError(predictor.refused, 'no-prediction');
    notes.push(noteOf(own.length, ready, kind, apps.size));
    if (ready.error.metric !== null) error = Math.max(error, ready.error.mean);
    if (predictor.refused !== null)
      notes.push(message('analysis.queue.partly', { gpu: kind, reason: predictor.refused }));
    told.push(...own);
    predictors.push(predictor);
  }
  const groups = predictors.every(({ needsNoRun }) => needsNoRun) ? groupsOf(predictors) : null;
  const givesOwn = (queue.slowdowns ?? []).length > 0;
  return {
    played: queueModel(withTold(queue, told, 'own'), givesOwn ? null : groups),
    expected: queueModel(withTold(queue, told, 'told'), groups),
    notes,
    // No plan was held against one that ran: a gain is taken to be no better known than slowdowns are.
    gainError: error > 0 && playsTold(queue, told) ? error : null,
  };
}

function readyFor(id: string, gpu: LoadedSpec, { evidence, models }: QueuePredictorOptions): ReadyPredictor {
  const predictor = CO_RUN_PREDICTORS.find((each) => each.id === id)!;
  const { ready, lacking } = predictor.availability(gpu, models);
  const isMeant = (one: Evidence): boolean => evidence === undefined || evidence === one;
  const [first] = ready
    .filter((one) => isMeant(one.evidence))
    .sort((a, b) => placeOf(a) - placeOf(b) || comparePredictors(a, b));
  if (first !== undefined) return first;
  const lack = lacking.find((one) => isMeant(one.evidence));
  throw new InputError(lack?.reason ?? message('analysis.queue.noEvidence', { id }), 'no-model');
}

const placeOf = ({ evidence }: ReadyPredictor): number => (evidence === 'solo' ? 0 : 1);

/** Applications with kernels, by their numbers, with programs. */
async function applicationsOf(
  queue: Queue,
  gpu: string,
  { makers, note }: QueuePredictorOptions,
): Promise<ReadonlyMap<number, ScenarioApp>> {
  const all = (queue.applications ?? []).flatMap(({ name, kernels }, at) =>
    kernels === undefined ? [] : [{ at, app: { name, kernels } }],
  );
  if (all.length === 0) throw new InputError(message('analysis.queue.noKernels'), 'no-kernels');
  const placeOf = (app: number): string => `applications[${all[app]!.at}]`;
  const { scenario, assumptions } = await resolveScenario(
    { gpu, apps: all.map(({ app }) => app) },
    makers,
    placeOf,
  );
  for (const what of assumptions) note(message('analysis.queue.assumed', { gpu, what }));
  return new Map(scenario.apps.map((app, number) => [all[number]!.at, app]));
}

function slowdownsOf(
  [a, b]: readonly [number, number],
  apps: ReadonlyMap<number, ScenarioApp>,
  predictor: GroupPredictor,
  gpu: string,
): ToldSlowdown[] {
  const answers = predictor.predict([a, b]);
  if (answers === null) return [];
  const [first, second] = [apps.get(a)!.name, apps.get(b)!.name];
  const told = (of: string, beside: string, { slowdown, origin }: (typeof answers)[number]) => ({
    of,
    beside,
    gpu,
    slowdown,
    origin,
  });
  const own = told(first, second, answers[0]!);
  return a === b ? [own] : [own, told(second, first, answers[1]!)];
}

function groupsOf(predictors: readonly GroupPredictor[]): GroupSlowdowns {
  return (kind, application, others) => {
    const predictor = predictors[kind]!;
    const members = [application, ...others].sort((a, b) => a - b);
    if (!members.every((member) => predictor.has(member))) return null;
    return predictor.predict(members)?.[members.indexOf(application)]?.slowdown ?? null;
  };
}

function noteOf(
  slowdowns: number,
  { label, error }: ReadyPredictor,
  gpu: string,
  applications: number,
): Words {
  const facts = { slowdowns, predictor: label, gpu, applications };
  return error.metric === null
    ? message('analysis.queue.told', { ...facts, evidence: error.evidence })
    : message('analysis.queue.toldWithin', { ...facts, ...error });
}
