import type { QueueState } from '../../../src/analysis/protocol';
import { scheduleQueue } from '../../../src/analysis/queues/nodeQueue';
import training from '../../../workloads/samples/queues/training.queue.json';

const PLACE = { folder: 'workloads/samples/queues', within: null };
const MEANS = { assets: 'dist', models: [] };

/** Metrics of the sample's applications, as profiles would give them. */
const METRICS: Readonly<Record<string, readonly [number, number]>> = {
  resnet18: [0.9, 0.4],
  resnet50: [0.95, 0.5],
  transformer: [0.5, 0.8],
  recommendation: [0.1, 0.9],
  lm: [0.6, 0.6],
  a3c: [0.2, 0.1],
  cyclegan: [0.8, 0.5],
};

/** The sample queue, really played, with metrics by which its applications are more or less alike. */
export async function sampleQueue(): Promise<QueueState> {
  const applications = training.applications.map((application) => {
    const [ipc, dram_utilization] = METRICS[application.name]!;
    return { ...application, metrics: { ipc, dram_utilization } };
  });
  const report = await scheduleQueue({ ...training, applications }, PLACE, MEANS);
  return { path: 'queues/training.queue.json', busy: false, phase: '', fraction: null, report, error: null };
}
