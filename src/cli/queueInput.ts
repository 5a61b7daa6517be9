import path from 'node:path';
import { predictedQueue, QUEUE_PREDICTORS } from '../analysis/queues/predictedQueue';
import { readPlaced, withProfiles } from '../analysis/queues/queueProfiles';
import type { PredictedQueue } from '../analysis/queues/toldQueue';
import { nodeProgramMakers } from '../analysis/scenarios/nodeMakers';
import type { ScenarioPlace } from '../analysis/scenarios/scenarioPlace';
import { readJson } from '../files/json';
import { readText } from '../files/readText';
import { message, type Words } from '../kernel/message';
import { parseQueue, type Queue } from '../kernel/queue';
import type { Evidence } from '../predictors/port';
import { withMatrix } from '../sharing/queue/matrixSlowdowns';
import { readSacct, withAccountedJobs } from '../sharing/queue/sacct';
import { say } from '../words/say';
import { text, UsageError, whole, type Command, type OptionValues } from './command';
import { distFolder } from './distFolder';
import { readFrom } from '../files/readFrom';
import { readModels } from './trainedModels';

/** What predictors of kernels go by. */
const EVIDENCE: readonly Evidence[] = ['solo', 'shared', 'priority-turns', 'gpu-turns', 'simulation'];

/** Options that say what a queue holds. */
export const QUEUE_OPTIONS = {
  sacct: { type: 'string', value: 'FILE', help: message('cli.schedule.sacct') },
  matrix: { type: 'string', value: 'FILE', help: message('cli.schedule.matrix') },
  slowdowns: {
    type: 'string',
    value: 'ID',
    help: message('cli.schedule.slowdowns', { known: QUEUE_PREDICTORS }),
    otherwise: message('cli.schedule.slowdownsOfQueue'),
  },
  counters: {
    type: 'string',
    value: 'SOURCE',
    help: message('cli.schedule.counters', { known: EVIDENCE }),
    otherwise: message('cli.schedule.countersUsual'),
  },
  models: { type: 'string', value: 'DIR', help: message('cli.option.models') },
  'max-corun': {
    type: 'string',
    value: 'N',
    help: message('cli.schedule.maxCoRun'),
    otherwise: message('cli.schedule.maxCoRunOfQueue'),
  },
} as const satisfies Command['options'];

export const QUEUE_USAGE =
  '[--sacct FILE] [--matrix FILE] [--slowdowns ID] [--counters SOURCE] [--models DIR] [--max-corun N]';

type Note = (line: Words) => void;

/** A queue file with what options and predictors put beside its own. */
export async function readQueue(
  file: string,
  options: OptionValues,
  note: Note,
): Promise<{ readonly sensitiveAbove: number | undefined; readonly predicted: PredictedQueue }> {
  const content = await readJson(file);
  const place = { folder: path.dirname(file), within: null };
  return readFrom(file, async () => {
    const queue = await filled(await withProfiles(parseQueue(content), place, note), options, note);
    return { sensitiveAbove: queue.sensitiveAbove, predicted: await predicted(queue, place, options, note) };
  });
}

/** The queue with what a predictor tells, where one is asked. */
async function predicted(
  queue: Queue,
  place: ScenarioPlace,
  options: OptionValues,
  note: Note,
): Promise<PredictedQueue> {
  const predictor = text(options, 'slowdowns') ?? queue.predictor;
  const read = (names: readonly string[]) => readPlaced(names, place, note);
  if (predictor === undefined) return predictedQueue(queue, { models: [], makers: {}, read, note });
  if (!QUEUE_PREDICTORS.includes(predictor))
    throw new UsageError(say('cli.fault.oneOf', { option: '--slowdowns', known: QUEUE_PREDICTORS }));
  const evidence = evidenceOf(options);
  return predictedQueue(
    { ...queue, predictor },
    {
      ...(evidence === undefined ? {} : { evidence }),
      models: await readModels(text(options, 'models'), note),
      makers: nodeProgramMakers(place, distFolder()),
      read,
      note,
    },
  );
}

function evidenceOf(options: OptionValues): Evidence | undefined {
  const given = text(options, 'counters');
  const found = EVIDENCE.find((one) => one === given);
  if (given !== undefined && found === undefined)
    throw new UsageError(say('cli.fault.oneOf', { option: '--counters', known: EVIDENCE }));
  return found;
}

/** The queue with what options put in place of its own. */
async function filled(queue: Queue, options: OptionValues, note: Note): Promise<Queue> {
  const given = text(options, 'max-corun');
  const limited = given === undefined ? queue : { ...queue, maxCoRun: whole(options, 'max-corun', 1) };
  return withSlowdowns(await withJobs(limited, options, note), options, note);
}

async function withJobs(queue: Queue, options: OptionValues, note: Note): Promise<Queue> {
  const file = text(options, 'sacct');
  if (file === undefined) return queue;
  const known = new Set((queue.applications ?? []).map(({ name }) => name));
  const accounted = readSacct(file, await readText(file), known);
  note(message('cli.schedule.accounted', { jobs: accounted.jobs.length, ...accounted.skipped }));
  if (accounted.together > 0) note(message('cli.schedule.together', { names: accounted.together }));
  return withAccountedJobs(queue, accounted);
}

async function withSlowdowns(queue: Queue, options: OptionValues, note: Note): Promise<Queue> {
  const file = text(options, 'matrix');
  if (file === undefined) return queue;
  const content = await readJson(file);
  const { queue: known, pairs, unknown } = await readFrom(file, () => withMatrix(queue, content));
  note(message('cli.schedule.pairs', { pairs }));
  if (unknown.length > 0) note(message('cli.schedule.unknown', { names: unknown }));
  return known;
}
