import { message, type Words } from '../kernel/message';

/** Text of a file, and where its bytes are no text in the encoding that it seems to have. */
export interface DecodedText {
  readonly text: string;
  /** The first byte that is no UTF-8, which stands as U+FFFD in the text; null where all are. */
  readonly invalid: InvalidByte | null;
}

/** A byte that is no text: its value, and its line, counted from 1. */
export interface InvalidByte {
  readonly byte: number;
  readonly line: number;
}

/** Bytes of UTF-8. */
const LONGEST_CHARACTER = 4;
const NEWLINE = 0x0a;

/** Bytes looked at to find the order of those of UTF-16 without a mark. */
const LOOKED_AT = 4096;
/** Share of characters below U+0100 in them, as sources and logs of any language have. */
const LATIN_SHARE = 0.5;

/**
 * Text of bytes: UTF-8, or UTF-16 where a byte order mark or every other byte says so; the mark is left out.
 * @returns null where the bytes are no text: they hold NUL, as programs do
 */
export function decodeText(bytes: Uint8Array): DecodedText | null {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return utf16(bytes, 'utf-16le');
  if (first === 0xfe && second === 0xff) return utf16(bytes, 'utf-16be');
  if (bytes.includes(0)) {
    const encoding = unmarked(bytes);
    return encoding && utf16(bytes, encoding);
  }
  const text = new TextDecoder().decode(bytes);
  return { text, invalid: text.includes('\uFFFD') ? firstInvalid(bytes) : null };
}

/** The order of bytes of UTF-16 without a mark; null where they are none. */
function unmarked(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (bytes.length % 2 !== 0) return null;
  const zeros = [0, 0];
  const length = Math.min(bytes.length, LOOKED_AT);
  for (let at = 0; at < length; at++) if (bytes[at] === 0) zeros[at % 2]!++;
  const [even, odd] = zeros as [number, number];
  if (Math.min(even, odd) > 0 || Math.max(even, odd) < (LATIN_SHARE * length) / 2) return null;
  return odd > 0 ? 'utf-16le' : 'utf-16be';
}

function utf16(bytes: Uint8Array, encoding: 'utf-16le' | 'utf-16be'): DecodedText | null {
  const text = new TextDecoder(encoding).decode(bytes);
  return text.includes('\0') ? null : { text, invalid: null };
}

/** A text may hold U+FFFD of its own: only bytes that do not come out as they went in are invalid. */
function firstInvalid(bytes: Uint8Array): InvalidByte | null {
  let low = 0;
  let high = bytes.length;
  if (isValid(bytes, high)) return null;
  // The first length at which the beginning holds a fault; a character that is cut by the end is none yet.
  while (low + 1 < high) {
    const middle = (low + high) >> 1;
    if (isValid(bytes, middle)) low = middle;
    else high = middle;
  }
  const at = startOfCharacter(bytes, low);
  let line = 1;
  for (let i = 0; i < at; i++) if (bytes[i] === NEWLINE) line++;
  return { byte: bytes[at]!, line };
}

/** Where the character begins that the byte at a fault does not go on with; the byte itself where none is open. */
function startOfCharacter(bytes: Uint8Array, fault: number): number {
  let at = fault;
  while (at > 0 && fault - at < LONGEST_CHARACTER && !isValid(bytes.subarray(0, at), at)) at--;
  return at;
}

function isValid(bytes: Uint8Array, length: number): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, length), {
      stream: length < bytes.length,
    });
    return true;
  } catch {
    return false;
  }
}

/** What is to be told of a file that was read although a byte of it is no text. */
export function invalidByteNote(file: string, { byte, line }: InvalidByte): Words {
  return message('files.invalidByte', { file, line, byte: `0x${byte.toString(16).padStart(2, '0')}` });
}
