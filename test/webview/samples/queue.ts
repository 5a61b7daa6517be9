import type { QueueState } from '../../../src/analysis/protocol';
import { scheduleQueue } from '../../../src/analysis/queues/nodeQueue';
import training from '../../../workloads/samples/queues/training.queue.json';

const PLACE = { folder: 'workloads/samples/queues', within: null };

/** The sample queue, really played. */
export async function sampleQueue(): Promise<QueueState> {
  const report = await scheduleQueue(training, PLACE);
  return { path: 'queues/training.queue.json', busy: false, phase: '', fraction: null, report, error: null };
}
