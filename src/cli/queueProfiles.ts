import path from 'node:path';
import { readOrRefuse } from '../analysis/readOrRefuse';
import { openByteSource } from '../files/byteSource';
import { message, type Words } from '../kernel/message';
import type { ProfileFile } from '../kernel/profile';
import type { Queue, QueueApplication } from '../kernel/queue';
import { featureTable, meanMetrics } from '../predictors';
import { readFrom } from './scenarioFile';

/**
 * A queue whose applications have the metrics of their profiles where the queue gives none.
 *
 * @param file the queue's file, to which profiles are relative
 * @throws InputError naming a profile without metrics
 */
export async function withProfiles(queue: Queue, file: string, note: (line: Words) => void): Promise<Queue> {
  const applications: QueueApplication[] = [];
  for (const application of queue.applications ?? [])
    applications.push(await withMetrics(application, path.dirname(file), note));
  return { ...queue, applications };
}

async function withMetrics(
  application: QueueApplication,
  folder: string,
  note: (line: Words) => void,
): Promise<QueueApplication> {
  const { profiles, metrics, name } = application;
  if (profiles === undefined || profiles.length === 0 || metrics !== undefined) return application;
  const files: ProfileFile[] = [];
  for (const given of profiles) {
    const place = path.resolve(folder, given);
    const read = await readOrRefuse(place, () => openByteSource(place));
    if (read.reason) note(message('kernel.at', { place: given, what: read.reason }));
    files.push(read);
  }
  return { ...application, metrics: await readFrom(name, () => meanMetrics(featureTable(files))) };
}
