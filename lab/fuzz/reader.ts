import { parseJson } from '../../src/files/json';
import { textOf } from '../../src/files/readText';
import type { RandomStream } from '../../src/stats/random';
import { mutatedBytes } from './mutate';
import { mutatedJson } from './mutateJson';

/** Something that reads what others wrote: it returns what it made of it, or refuses with an InputError. */
export interface FuzzedReader {
  readonly name: string;
  /** Parts of all inputs that it is given. */
  readonly weight: number;
  /** Good inputs, in bytes. */
  readonly seeds: readonly Uint8Array[];
  /** An input like a good one, in bytes. */
  readonly input: (random: RandomStream) => Uint8Array;
  readonly read: (bytes: Uint8Array) => unknown;
}

export function bytesReader(
  name: string,
  weight: number,
  seeds: readonly Uint8Array[],
  read: (bytes: Uint8Array) => unknown,
): FuzzedReader {
  return { name, weight, seeds, input: (random) => mutatedBytes(seeds, random), read };
}

/** @param seeds one text, or several in bytes */
export function textReader(
  name: string,
  weight: number,
  seeds: string | readonly Uint8Array[],
  read: (text: string) => unknown,
): FuzzedReader {
  const good = typeof seeds === 'string' ? [bytesOf(seeds)] : seeds;
  return bytesReader(name, weight, good, (bytes) => read(textOf('fuzz', bytes)));
}

export function documentReader(
  name: string,
  weight: number,
  seeds: readonly unknown[],
  read: (value: unknown) => unknown,
): FuzzedReader {
  return {
    name,
    weight,
    seeds: seeds.map(bytesOf),
    input: (random) => bytesOf(mutatedJson(seeds[random.below(seeds.length)], random)),
    read: (bytes) => read(parseJson('fuzz.json', textOf('fuzz.json', bytes))),
  };
}

export function bytesOf(value: unknown): Uint8Array {
  return new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value));
}
