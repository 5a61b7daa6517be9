/** Bytes that JSON's grammar is made of. */
export const QUOTE = 0x22;
export const BACKSLASH = 0x5c;
export const NEWLINE = 0x0a;
export const COMMA = 0x2c;
export const COLON = 0x3a;
export const OPEN_BRACE = 0x7b;
export const CLOSE_BRACE = 0x7d;
export const OPEN_BRACKET = 0x5b;
export const CLOSE_BRACKET = 0x5d;

const SPACE = 0x20;

const isBlank = (byte: number | undefined): boolean =>
  byte === SPACE || byte === NEWLINE || byte === 0x0d || byte === 0x09;

/** Where the next byte stands that is no blank; `end` when there is none. */
export function afterBlanks(bytes: Uint8Array, at: number, end: number): number {
  let i = at;
  while (i < end && bytes[i]! <= SPACE && isBlank(bytes[i])) i++;
  return i;
}

/**
 * Where a string ends whose first quote stands at `at`: after its last quote; -1 when it does not end before `end`.
 * JSON has no line end in a string: one that lost its quote ends there, so that the rest of the file is not lost.
 */
export function afterString(bytes: Uint8Array, at: number, end: number): number {
  for (let i = at + 1; i < end; i++) {
    const byte = bytes[i]!;
    // Nearly all bytes of a string: two comparisons do for them.
    if (byte > QUOTE && byte !== BACKSLASH) continue;
    if (byte === QUOTE) return i + 1;
    if (byte === BACKSLASH) i++;
    else if (byte === NEWLINE) return i;
  }
  return -1;
}

/** Braces and brackets differ by this bit; whichever is closed, one of either kind was open. */
const BRACE_BIT = OPEN_BRACE ^ OPEN_BRACKET;

/**
 * Where objects and arrays end that are open `depth` times at `at`, after the last of them; -1 when they do not end
 * before `end`.
 */
export function afterDepth(bytes: Uint8Array, at: number, end: number, depth: number): number {
  let open = depth;
  for (let i = at; i < end; i++) {
    const byte = bytes[i]!;
    if (byte < OPEN_BRACKET && byte !== QUOTE) continue;
    if (byte === QUOTE) {
      i = afterString(bytes, i, end) - 1;
      if (i < 0) return -1;
    } else if ((byte | BRACE_BIT) === OPEN_BRACE) open++;
    else if ((byte | BRACE_BIT) === CLOSE_BRACE && --open === 0) return i + 1;
  }
  return -1;
}

/** Where a value ends that begins at `at`, whatever it is; -1 when it does not end before `end`. */
export function afterValue(bytes: Uint8Array, at: number, end: number): number {
  const first = bytes[at];
  if (first === QUOTE) return afterString(bytes, at, end);
  if (first === OPEN_BRACE || first === OPEN_BRACKET) return afterDepth(bytes, at + 1, end, 1);
  let i = at;
  while (i < end && !isBlank(bytes[i]) && !isDelimiter(bytes[i])) i++;
  return i === end ? -1 : i;
}

/** Where the value of a member ends as `afterValue` tells it; at most `at` where it is damaged. */
export function afterMember(bytes: Uint8Array, at: number, end: number): number {
  const first = bytes[at];
  if (first === QUOTE) {
    const after = afterString(bytes, at, end);
    return bytes[after - 1] === QUOTE ? after : -1;
  }
  if (first === OPEN_BRACE || first === OPEN_BRACKET) return afterDepth(bytes, at + 1, end, 1);
  for (let i = at; i < end; i++) {
    const byte = bytes[i]!;
    if (byte > COMMA && byte < OPEN_BRACKET) continue;
    if (isBlank(byte) || isDelimiter(byte)) return i;
    if (byte === QUOTE || byte === OPEN_BRACE || byte === OPEN_BRACKET) return -1;
  }
  return -1;
}

const isDelimiter = (byte: number | undefined): boolean =>
  byte === COMMA || byte === CLOSE_BRACE || byte === CLOSE_BRACKET;

const decoder = new TextDecoder('utf-8');

/** The text of a string between its quotes; one that JSON does not allow is taken as it is written. */
export function textOf(bytes: Uint8Array, from: number, to: number): string {
  const raw = decoder.decode(bytes.subarray(from, to));
  if (!raw.includes('\\')) return raw;
  try {
    const text: unknown = JSON.parse(`"${raw}"`);
    return typeof text === 'string' ? text : raw;
  } catch {
    return raw;
  }
}

/** A value of JSON; not-a-number and the infinities, which JSON does not know, become null. Undefined where it is damaged. */
export function lenientJson(bytes: Uint8Array): unknown {
  const text = decoder.decode(bytes);
  for (const candidate of [text, text.replace(/([:,[]\s*)[+-]?(?:NaN|nan|Infinity|inf)\b/g, '$1null')])
    try {
      const value: unknown = JSON.parse(candidate);
      return value;
    } catch {
      continue;
    }
  return undefined;
}
