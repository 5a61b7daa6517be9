import { message, type Words } from '../../kernel/message';
import type { ProfileFile } from '../../kernel/profile';
import type { Queue, QueueApplication } from '../../kernel/queue';
import { InputError } from '../../kernel/result';
import { featureTable, meanMetrics } from '../../predictors';
import { readOrRefuse } from '../readOrRefuse';
import { openPlaced } from '../scenarios/placedFile';
import type { ScenarioPlace } from '../scenarios/scenarioPlace';

/**
 * A queue whose applications have the metrics of their profiles where the queue gives none.
 *
 * @param place of the queue's file, to which profiles are relative
 * @throws InputError naming the application whose profiles have no metrics
 */
export async function withProfiles(
  queue: Queue,
  place: ScenarioPlace,
  note: (line: Words) => void,
): Promise<Queue> {
  const applications: QueueApplication[] = [];
  for (const application of queue.applications ?? [])
    applications.push(await withMetrics(application, place, note));
  return { ...queue, applications };
}

async function withMetrics(
  application: QueueApplication,
  place: ScenarioPlace,
  note: (line: Words) => void,
): Promise<QueueApplication> {
  const { profiles, metrics, name } = application;
  if (profiles === undefined || profiles.length === 0 || metrics !== undefined) return application;
  return { ...application, metrics: metricsOf(name, await readPlaced(profiles, place, note)) };
}

/** Profiles by the names that a queue has for them; what cannot be read is said, and tells nothing. */
export async function readPlaced(
  names: readonly string[],
  place: ScenarioPlace,
  note: (line: Words) => void,
): Promise<readonly ProfileFile[]> {
  const files: ProfileFile[] = [];
  for (const given of names) {
    const read = await readOrRefuse(given, () => openPlaced(place, given));
    if (read.reason) note(message('kernel.at', { place: given, what: read.reason }));
    files.push(read);
  }
  return files;
}

function metricsOf(name: string, files: readonly ProfileFile[]): NonNullable<QueueApplication['metrics']> {
  try {
    return meanMetrics(featureTable(files, 0));
  } catch (error) {
    if (error instanceof InputError) throw new InputError(error.said, error.code, name);
    throw error;
  }
}
