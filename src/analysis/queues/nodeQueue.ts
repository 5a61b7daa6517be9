import type { Words } from '../../kernel/message';
import { parseQueue } from '../../kernel/queue';
import { queueModel } from '../../sharing/queue/queueModel';
import { schedulers } from '../../sharing/queue/schedulers';
import type { QueueReport } from '../results/queueResult';
import type { ScenarioPlace } from '../scenarios/scenarioPlace';
import { playQueue, QUEUE_BOUND, usualTries } from './playQueue';
import { withProfiles } from './queueProfiles';
import { queueReport } from './queueReport';

const SEED = 1;

/**
 * Plays a queue file under every policy.
 *
 * @param content the file as parsed JSON; profiles that it names lie at `place`
 * @throws InputError naming the field that is at fault
 */
export async function scheduleQueue(content: unknown, place: ScenarioPlace): Promise<QueueReport> {
  const notes: Words[] = [];
  const queue = await withProfiles(parseQueue(content), place, (line) => notes.push(line));
  const model = queueModel(queue);
  const played = playQueue(model, schedulers(QUEUE_BOUND), {
    sensitiveAbove: queue.sensitiveAbove,
    tries: usualTries(model),
    seed: SEED,
  });
  const report = queueReport(model, played, queue.sensitiveAbove);
  return { ...report, assumptions: [...notes, ...report.assumptions] };
}
