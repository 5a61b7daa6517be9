import { InputError, saidOf } from '../../src/kernel/result';
import { createRandom } from '../../src/stats/random';
import { english } from '../../src/words';
import type { FuzzedReader } from './reader';

/** A refusal is a line or some: longer ones hold the input. */
const LONGEST_REFUSAL = 8000;

/** What became of the inputs that one reader was given. */
export interface FuzzRow {
  readonly reader: string;
  inputs: number;
  /** Inputs of which something was read. */
  read: number;
  /** Inputs that were refused with words for the user. */
  refused: number;
  /** Inputs at which the reader failed: an internal error, a number that is none, a refusal that nobody can read. */
  readonly failures: FuzzFailure[];
}

/** One of them: `number` names the input, which `fuzzInput` makes again. */
export interface FuzzFailure {
  readonly number: number;
  readonly what: string;
}

/** Gives readers seeded inputs, each as many as its weight says; `onInput` is told how many are done. */
export async function fuzz(
  readers: readonly FuzzedReader[],
  inputs: number,
  seed: number,
  onInput: (reader: FuzzedReader, number: number) => void = () => undefined,
): Promise<readonly FuzzRow[]> {
  const turns = readers.flatMap((reader) => Array.from({ length: reader.weight }, () => reader));
  const rows = new Map(readers.map((reader) => [reader, emptyRow(reader)]));
  for (let number = 0; number < inputs; number++) {
    const reader = turns[number % turns.length]!;
    onInput(reader, number);
    await take(rows.get(reader)!, reader, number, fuzzInput(reader, seed, number));
  }
  return [...rows.values()];
}

/** The input of that number. */
export function fuzzInput(reader: FuzzedReader, seed: number, number: number): Uint8Array {
  return reader.input(createRandom(seed * 1_000_003 + number));
}

const emptyRow = ({ name }: FuzzedReader): FuzzRow => ({
  reader: name,
  inputs: 0,
  read: 0,
  refused: 0,
  failures: [],
});

async function take(row: FuzzRow, reader: FuzzedReader, number: number, bytes: Uint8Array): Promise<void> {
  row.inputs++;
  const fail = (what: string): void => void row.failures.push({ number, what });
  try {
    const place = notANumber(await reader.read(bytes));
    if (place === null) row.read++;
    else fail(`${place} is no number`);
  } catch (error) {
    const what = english(saidOf(error));
    if (!(error instanceof InputError)) fail(error instanceof Error ? (error.stack ?? what) : what);
    else if (what.length > LONGEST_REFUSAL) fail(`a refusal of ${what.length} characters`);
    else row.refused++;
  }
}

/** Where in an answer a number stands that is none; null where there is none. */
function notANumber(answer: unknown): string | null {
  const seen = new Set<object>();
  const waiting: (readonly [string, unknown])[] = [['answer', answer]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [place, value] = next;
    if (typeof value === 'number' && Number.isNaN(value)) return place;
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value) || seen.has(value)) continue;
    seen.add(value);
    const parts = value instanceof Map ? value.entries() : Object.entries(value);
    for (const [key, part] of parts) waiting.push([`${place}.${String(key)}`, part]);
  }
  return null;
}
