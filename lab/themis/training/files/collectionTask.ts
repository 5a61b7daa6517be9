import {
  collectApp,
  collectProducers,
  type CollectionPlan,
  type TrainingApp,
} from '../../collection/collect';
import type { SoloRow, TrainingHeader, TrainingRow } from '../../collection/trainingData';

/** Told of every row of training data with its key; of null when a run gives none. */
export type RowListener = (row: TrainingRow, key: string) => void;

/** One share of a collection, as plain data for a worker. */
export interface CollectionTask {
  readonly header: TrainingHeader;
  readonly plan: CollectionPlan;
  /** Null for the producers alone. */
  readonly training: TrainingApp | null;
  /** Keys of rows that are there already. */
  readonly done: readonly string[];
  /** The application's rounds alone that are there already. */
  readonly rounds: readonly SoloRow[];
}

export function runCollectionTask(
  { header, plan, training, done, rounds }: CollectionTask,
  onRow: RowListener,
): void {
  if (training === null) collectProducers(header, plan, new Set(done), onRow);
  else collectApp(header, training, plan, { keys: new Set(done), rounds }, onRow);
}
