import * as v from 'valibot';
import { InputError, saidOf } from '../../../src/kernel/result';
import { numberBetween, validate, wholeNumber } from '../../../src/kernel/validation';
import { launchesSchema } from '../collection/packedRounds';
import { THEMIS_EVENTS } from '../../../src/predictors/themis/events';
import { COUNTED_RATES } from '../../../src/predictors/counting/countedRates';

/** What the reproduction measured, as lines of JSON: one for each run, in the order in which they were done. */

const label = v.pipe(v.string(), v.minLength(1, 'empty'), v.maxLength(200, 'longer than 200 characters'));
const amount = numberBetween(0, Number.MAX_SAFE_INTEGER);
const names = v.pipe(v.array(label), v.minLength(1, 'empty'), v.maxLength(16, 'more than 16'));
const counts = v.array(wholeNumber(0, 1024));
const amounts = v.array(amount);
/** Hash of the programs of the applications: rows of other programs are out of date. */
const programs = label;

/** Kernel number, active, counts, then table I's events and the others. */
const SHARE_LENGTH = 3 + THEMIS_EVENTS.length + COUNTED_RATES.length;
const share = v.pipe(v.array(amount), v.length(SHARE_LENGTH, `expected ${SHARE_LENGTH} numbers`));

/** One round alone, launch by launch; launch latencies are no part of it. */
const soloRow = v.strictObject({
  kind: v.literal('solo'),
  programs,
  app: label,
  sms: wholeNumber(1, 1024),
  launches: launchesSchema,
});

const coRunRow = v.strictObject({
  kind: v.literal('corun'),
  programs,
  apps: names,
  sms: counts,
  cycles: amount,
  slowdowns: amounts,
  /** `[cycles, share of each application]` by merged phase. */
  phases: v.array(v.tuple([amount, v.array(share)])),
});

/** ASM's interference slowdowns, read in a run of the same co-location with rotating priority. */
const asmRow = v.strictObject({
  kind: v.literal('asm'),
  programs,
  apps: names,
  sms: counts,
  slowdowns: amounts,
  predicted: amounts,
});

const bubbleRow = v.strictObject({
  kind: v.literal('bubble'),
  programs,
  apps: names,
  sms: counts,
  cycles: amount,
  /** By Bubble-Flux; −1 for an application that was not profiled. */
  predicted: v.array(v.number()),
  /** Progress of each application over the whole run, profiling included. */
  progress: amounts,
});

/** A run with the allocation engine, or with a static split. */
const engineRow = v.strictObject({
  kind: v.literal('engine'),
  programs,
  apps: names,
  /** e.g. `fair 0.2 0.8` or `qos 0.75 batch`, with what differs from the defaults. */
  policy: label,
  /** e.g. `Themis`, `ASM`, `HP`. */
  method: label,
  /** Hash of the trained model that a method used. */
  model: v.optional(label),
  cycles: amount,
  slowdowns: amounts,
  /** Slowdowns over the second half of the run, when the way to the final split is behind. */
  settled: amounts,
  /** SMs at the end of each epoch. */
  allocations: v.array(counts),
  repartitions: wholeNumber(0, 1e6),
  contextBytes: amount,
});

/** A co-run by periods of several lengths, its phases cut at their ends too (figure 7b). */
const periodsRow = v.strictObject({
  kind: v.literal('periods'),
  programs,
  apps: names,
  sms: counts,
  slowdowns: amounts,
  /** `[cycles of a period, its phases as in a co-run's row]`. */
  periods: v.array(v.tuple([amount, v.array(v.tuple([amount, v.array(share)]))])),
});

const rowSchema = v.variant('kind', [soloRow, coRunRow, asmRow, bubbleRow, engineRow, periodsRow]);

export type SoloRow = v.InferOutput<typeof soloRow>;
export type CoRunRow = v.InferOutput<typeof coRunRow>;
export type AsmRow = v.InferOutput<typeof asmRow>;
export type BubbleRow = v.InferOutput<typeof bubbleRow>;
export type EngineRow = v.InferOutput<typeof engineRow>;
export type PeriodsRow = v.InferOutput<typeof periodsRow>;
export type ResultRow = v.InferOutput<typeof rowSchema>;

/** Two rows of one key tell of the same run. */
export function rowKey(row: ResultRow): string {
  switch (row.kind) {
    case 'solo':
      return `solo ${row.app} ${row.sms}`;
    case 'engine':
      return `engine ${row.method} ${row.policy} ${row.apps.join(' ')}`;
    default:
      return coLocationKey(row.kind, row.apps, row.sms);
  }
}

export function coLocationKey(kind: string, apps: readonly string[], sms: readonly number[]): string {
  return `${kind} ${apps.join(' ')} ${sms.join(':')}`;
}

/** Rows of a result file; a later row replaces an earlier one of its key. A torn last line is left out. */
export function parseRows(path: string, text: string): ResultRow[] {
  const lines = text.split('\n');
  lines.pop();
  const rows = new Map<string, ResultRow>();
  lines.forEach((line, at) => {
    try {
      const row = validate(rowSchema, JSON.parse(line));
      rows.set(rowKey(row), row);
    } catch (error) {
      if (error instanceof SyntaxError || error instanceof InputError)
        throw new InputError(saidOf(error), 'invalid-data', path, at + 1);
      throw error;
    }
  });
  return [...rows.values()];
}

/** Numbers of a row with five digits, which is more than a simulated slowdown is worth. */
export function compact(row: ResultRow): string {
  return JSON.stringify(row, (_, value: unknown) =>
    typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(5)) : value,
  );
}
