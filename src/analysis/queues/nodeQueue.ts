import type { Words } from '../../kernel/message';
import { parseQueue } from '../../kernel/queue';
import { schedulers } from '../../sharing/queue/schedulers';
import type { QueueReport } from '../results/queueResult';
import { availableModels } from '../models';
import { nodeProgramMakers } from '../scenarios/nodeMakers';
import type { ScenarioPlace } from '../scenarios/scenarioPlace';
import { predictedQueue } from './predictedQueue';
import { playQueue, QUEUE_BOUND, usualTries } from './playQueue';
import { readPlaced, withProfiles } from './queueProfiles';
import { queueReport } from './queueReport';

const SEED = 1;

/** Where a queue's predictor finds what it needs. */
export interface QueueMeans {
  /** The folder with the parser's files. */
  readonly assets: string;
  /** Folders with trained models; those of earlier ones go first. */
  readonly models: readonly string[];
}

/**
 * Plays a queue file under every policy.
 *
 * @param content the file as parsed JSON; profiles that it names lie at `place`
 * @throws InputError naming the field that is at fault
 */
export async function scheduleQueue(
  content: unknown,
  place: ScenarioPlace,
  { assets, models: folders }: QueueMeans,
): Promise<QueueReport> {
  const notes: Words[] = [];
  const note = (line: Words): void => {
    notes.push(line);
  };
  const queue = await withProfiles(parseQueue(content), place, note);
  const models =
    queue.predictor === undefined ? [] : await availableModels(folders, ({ said }) => note(said));
  const makers = nodeProgramMakers(place, assets);
  const {
    played: model,
    expected,
    notes: told,
    gainError,
  } = await predictedQueue(queue, {
    ...{ models, makers, note },
    read: (names) => readPlaced(names, place, note),
  });
  const played = playQueue(model, schedulers(QUEUE_BOUND), {
    sensitiveAbove: queue.sensitiveAbove,
    expected,
    gainError,
    tries: usualTries(model),
    seed: SEED,
  });
  const report = queueReport(model, expected, played, queue.sensitiveAbove);
  return { ...report, assumptions: [...told, ...notes, ...report.assumptions] };
}
