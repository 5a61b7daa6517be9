import type { RecordedRows } from '../../recordedRows';
import {
  FAMILIES,
  validateFamilies,
  type FamilyScore,
  type GroupedExamples,
} from '../classifiers/crossValidation';
import type { Family } from '../classifiers/family';
import { shortHash } from '../../shortHash';

/** Counts up when classifiers, networks or folds come out otherwise: what was trained before is then trained again. */
const VERSION = 1;

/** What training gave, by a hash of everything that it was given. */
export interface TrainedRow {
  readonly key: string;
  readonly value: unknown;
}

/**
 * What training gives, from the record where it is known.
 *
 * @param inputs everything that the result depends on beside the code
 */
export type Training = <T>(task: string, inputs: unknown, train: () => T) => T;

/** A family of classifiers with what of it is tried. */
export const settingsOf = ({ id, settings }: Family): readonly string[] => [
  id,
  ...settings.map(({ label }) => label),
];

/** Every family of classifiers by cross validation, each a task of its own. */
export const familyScores = (
  training: Training,
  examples: GroupedExamples,
  folds: number,
  seed: number,
): FamilyScore[] =>
  FAMILIES.map((family) =>
    training(
      'scores',
      [examples, folds, seed, settingsOf(family)],
      () => validateFamilies(examples, { folds, seed }, [family])[0]!,
    ),
  );

/** Answers of yes and no as they are recorded. */
export const toBits = (said: readonly boolean[]): string => said.map((yes) => (yes ? '1' : '0')).join('');
export const fromBits = (bits: string): boolean[] => [...bits].map((bit) => bit === '1');

const keyOf = (task: string, inputs: unknown): string => `${task} ${shortHash([VERSION, inputs], 12)}`;

/** Trains what is not on record, and leaves the record as it is. */
export function trainedBefore(rows: readonly TrainedRow[]): Training {
  const known = new Map(rows.map(({ key, value }) => [key, value]));
  return <T>(task: string, inputs: unknown, train: () => T): T => {
    const key = keyOf(task, inputs);
    return known.has(key) ? (known.get(key) as T) : train();
  };
}

/** Trains what is not on record, and adds it there. */
export const recordedTraining =
  (rows: RecordedRows<TrainedRow>): Training =>
  <T>(task: string, inputs: unknown, train: () => T): T => {
    const key = keyOf(task, inputs);
    return rows.row(key, () => ({ key, value: train() })).value as T;
  };
