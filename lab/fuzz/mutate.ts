import type { RandomStream } from '../../src/stats/random';

/** Longest input that is made, in bytes: enough for what repeats, little enough for thousands of them. */
const MOST_BYTES = 200_000;
const MOST_CHANGES = 6;
const MOST_REPEATS = 500;

/** Pieces that readers stumble over: numbers at their limits, marks of encodings, what opens and never ends. */
const PIECES = [
  ...['0', '-1', '1e999', '-1e-999', '9007199254740993', '4294967296', 'NaN', '0x', '1..2', '%', '1,234.5'],
  ...['"', "'", '`', '\\', '\n', '\r', '\r\n', '\t', ';', ',', '<<<', '>>>', '/*', '*/', '//', '#', '@', '$'],
  ...['\0', '\u001B[2J', '\uFEFF', '\uFFFD', '\u2028', '\u{1F600}', 'ä', '__proto__', 'constructor', '{0}'],
  ...['(', '{', '[', '<'].map((open) => open.repeat(2000)),
  ...['a', ' ', '-', 'a.', 'x::', '/'].map((part) => part.repeat(3000)),
].map((text) => new TextEncoder().encode(text));

/** Bytes like one of the seeds, with up to six changes; the same random numbers give the same bytes. */
export function mutatedBytes(seeds: readonly Uint8Array[], random: RandomStream): Uint8Array {
  const some = (): Uint8Array => seeds[random.below(seeds.length)]!;
  let bytes = some();
  for (let left = 1 + random.below(MOST_CHANGES); left > 0; left--)
    bytes = changed(bytes, some(), random).subarray(0, MOST_BYTES);
  return bytes;
}

function changed(bytes: Uint8Array, other: Uint8Array, random: RandomStream): Uint8Array {
  const from = random.below(bytes.length + 1);
  const to = Math.min(bytes.length, from + random.below(2 + random.below(bytes.length + 1)));
  const [before, within, after] = [bytes.subarray(0, from), bytes.subarray(from, to), bytes.subarray(to)];
  switch (random.below(7)) {
    case 0:
      return flipped(bytes, random);
    case 1:
      return before;
    case 2:
      return joined(before, after);
    case 3: {
      const times = Math.min(1 + random.below(MOST_REPEATS), Math.ceil(MOST_BYTES / (within.length + 1)));
      return joined(before, ...Array.from({ length: times }, () => within), after);
    }
    case 4: {
      const start = random.below(other.length + 1);
      return joined(before, other.subarray(start, start + random.below(other.length + 1)), after);
    }
    case 5:
      return joined(before, PIECES[random.below(PIECES.length)]!, after);
    default:
      return joined(before, PIECES[random.below(PIECES.length)]!, within, after);
  }
}

function flipped(bytes: Uint8Array, random: RandomStream): Uint8Array {
  const copy = bytes.slice();
  if (copy.length > 0) copy[random.below(copy.length)] = random.below(256);
  return copy;
}

function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
