import * as v from 'valibot';
import { InputError, saidOf } from '../../../src/kernel/result';
import { numberBetween, validate, wholeNumber } from '../../../src/kernel/validation';
import { WORKLOAD_CLASSES } from '../../../src/kernel/workload';
import { eventsSchema, launchesSchema, othersSchema } from './packedRounds';
import { PRODUCERS } from './pressureProducers';

/**
 * What a collection measured, as lines of JSON: a header, then a row for each round that an application or a
 * producer ran alone and for each co-run, in the order in which they were finished.
 */

const label = v.pipe(v.string(), v.minLength(1, 'empty'), v.maxLength(200, 'longer than 200 characters'));
const amount = numberBetween(0, Number.MAX_SAFE_INTEGER);
const factor = numberBetween(1e-3, 1e6);

const headerSchema = v.strictObject({
  format: v.literal('corun-themis-data'),
  version: v.literal(2),
  gpu: label,
  sms: wholeNumber(2, 1024),
  seed: wholeNumber(0, 4294967295),
  /** The window of each co-run, and where launches of rounds alone are cut; core cycles. */
  window: v.strictObject({
    mostCycles: wholeNumber(1, 1e8),
    launchCycles: wholeNumber(1, 1e8),
  }),
  /** Arithmetic instructions between two accesses of the producers, level by level. */
  pressure: v.array(wholeNumber(0, 1e6)),
  /** Which workloads where they are not table III's training set: the suite but for table III's test set. */
  workloads: v.optional(v.literal('suite')),
  /** Generation of the simulator that all of it was collected on; data of the first one does not say. */
  simulator: v.optional(wholeNumber(2, 1000)),
});

/** One round of an application alone on `sms` SMs; launch latencies are no part of it. */
const soloSchema = v.strictObject({
  kind: v.literal('solo'),
  app: label,
  class: v.picklist(WORKLOAD_CLASSES),
  /** Hash of the application's programs: rows of another hash are out of date. */
  programs: label,
  sms: wholeNumber(1, 1024),
  /** Simulated cycles: of whole launches, or of the beginning of long ones. */
  cycles: amount,
  /** T_n / T_solo of the round. */
  scalability: factor,
  /** Means over the launches. */
  events: eventsSchema,
  /** Each with its curve; without it (older data) further co-runs need the round to be run again. */
  launches: v.optional(launchesSchema),
});

/** A producer alone on `sms` SMs. */
const producerSchema = v.strictObject({
  kind: v.literal('producer'),
  producer: v.picklist(PRODUCERS),
  level: wholeNumber(0, 100),
  sms: wholeNumber(1, 1024),
  events: eventsSchema,
});

/** One launch of a co-run: as `LaunchObservation`, packed. */
const launchSchema = v.strictObject({
  launch: wholeNumber(0, 1000),
  cycles: amount,
  own: eventsSchema,
  coRunner: eventsSchema,
  others: v.optional(othersSchema),
  scalability: factor,
  interference: factor,
});

const coRunSchema = v.strictObject({
  kind: v.literal('corun'),
  app: label,
  producer: v.picklist(PRODUCERS),
  level: wholeNumber(0, 100),
  sms: wholeNumber(1, 1024),
  /** Launch of the round that the run began with. */
  start: wholeNumber(0, 1000),
  launches: v.array(launchSchema),
});

const rowSchema = v.variant('kind', [soloSchema, producerSchema, coRunSchema]);

export type TrainingHeader = v.InferOutput<typeof headerSchema>;
/** Workloads to learn from: table III's training set, or the suite but for table III's test set. */
export const TRAINING_WORKLOADS = ['paper', 'suite'] as const;
export type TrainingWorkloads = (typeof TRAINING_WORKLOADS)[number];

export type SoloRow = v.InferOutput<typeof soloSchema>;
export type CoRunRow = v.InferOutput<typeof coRunSchema>;
export type LaunchRow = v.InferOutput<typeof launchSchema>;
export type TrainingRow = v.InferOutput<typeof rowSchema>;

export interface TrainingData {
  readonly header: TrainingHeader;
  readonly rows: readonly TrainingRow[];
}

/** Two rows of one key tell of the same run; it identifies the row in its file. */
export function rowKey(row: TrainingRow): string {
  switch (row.kind) {
    case 'solo':
      return `solo ${row.app} ${row.sms}`;
    case 'producer':
      return producerKey(row.producer, row.level, row.sms);
    case 'corun':
      return coRunKey(row.app, row.producer, row.level, row.sms);
  }
}

export function coRunKey(app: string, producer: string, level: number, sms: number): string {
  return `corun ${app} ${producer} ${level} ${sms}`;
}

export function producerKey(producer: string, level: number, sms: number): string {
  return `producer ${producer} ${level} ${sms}`;
}

/**
 * Reads training data. A last line without its end was being written when the collection was interrupted: it
 * is left out.
 *
 * @throws InputError naming the file and the line that is at fault
 */
export function parseTrainingData(path: string, text: string): TrainingData {
  const lines = text.split('\n');
  lines.pop();
  const [first, ...rest] = lines;
  if (first === undefined) throw new InputError('no header', 'invalid-data', path, 1);
  const header = parseLine(path, 1, first, (value) => validate(headerSchema, value));
  const rows = rest.map((line, i) => parseLine(path, i + 2, line, (value) => validate(rowSchema, value)));
  return { header, rows };
}

function parseLine<T>(path: string, number: number, line: string, check: (value: unknown) => T): T {
  try {
    return check(JSON.parse(line));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof InputError)
      throw new InputError(saidOf(error), 'invalid-data', path, number);
    throw error;
  }
}
