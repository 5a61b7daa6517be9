import { createHash } from 'node:crypto';
import path from 'node:path';
import { readJson } from '../files/json';
import { namesIn } from '../files/folders';
import type { Words } from '../kernel/message';
import { InputError } from '../kernel/result';
import { CO_RUN_PREDICTORS, YIELD_MAPPERS } from '../predictors';
import type { ModelReader, TrainedModel } from '../predictors/port';

/** Far beyond what a model of this product weighs. */
const MAX_MODEL_BYTES = 64_000_000;

const READERS: readonly ModelReader[] = [
  ...new Set([...CO_RUN_PREDICTORS, ...YIELD_MAPPERS].flatMap(({ models }) => models ?? [])),
];

/**
 * Trained models of all predictors in several folders; where two are of one predictor for one GPU, that of the
 * earlier folder counts.
 *
 * @param onFault is told of each file that is no model of this version; it is left out
 */
export async function availableModels(
  folders: readonly string[],
  onFault: (fault: InputError) => void,
): Promise<TrainedModel[]> {
  const found = await Promise.all(folders.map((folder) => modelsIn(folder, onFault)));
  const known = new Map<string, TrainedModel>();
  for (const model of found.flat()) {
    const key = JSON.stringify([model.predictor, model.gpu]);
    if (!known.has(key)) known.set(key, model);
  }
  return [...known.values()];
}

/** What tells models from others: a hash of all that is in them, for two may be trained from the same data. */
export function stampOf(models: readonly TrainedModel[]): string {
  return createHash('sha256').update(JSON.stringify(models)).digest('hex');
}

async function modelsIn(folder: string, onFault: (fault: InputError) => void): Promise<TrainedModel[]> {
  const names = await namesIn(folder);
  const files = names.filter((name) => name.endsWith('.json')).sort();
  const read = await Promise.all(
    files.map((name) =>
      readModel(path.join(folder, name)).catch((error: unknown) => {
        if (!(error instanceof InputError)) throw error;
        onFault(error);
        return null;
      }),
    ),
  );
  return read.filter((model) => model !== null);
}

/** The folders of the models that come with the product, seen from that of its bundles. */
export function shippedModels(dist: string): string[] {
  return READERS.map(({ folder }) => path.join(dist, '../models', folder));
}

/** @throws InputError naming the file, whether it cannot be read or is no model of this version */
export async function readModel(file: string): Promise<TrainedModel> {
  const json = await readJson(file, { maxBytes: MAX_MODEL_BYTES });
  try {
    return readerOf(json).parse(json);
  } catch (error) {
    if (error instanceof InputError) throw fault(file, error.said);
    throw error;
  }
}

/** The predictor that a document names; the first tells what is wrong with one that names none. */
function readerOf(json: unknown): ModelReader {
  return (
    READERS.find(({ format }) => (json as { format?: unknown } | null)?.format === format) ?? READERS[0]!
  );
}

function fault(file: string, said: Words): InputError {
  return new InputError(said, 'invalid-model', file);
}
