import {
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
  afterBlanks,
  afterValue,
  textOf,
} from './bytes';
import { LineCounter } from './lineCounter';

/** Longest value that is kept together; events of traces have some hundred bytes. */
const MAX_VALUE_BYTES = 1 << 22;

/** First of the three bytes of the byte order mark. */
const BYTE_ORDER_MARK = 0xef;

/** What a JSON text of any length is handed over to. */
export interface JsonReceiver {
  /**
   * An item of the array that begins at `from`, in line `line`, from 1; its bytes are at hand as far as `to`. Returns
   * where it ends; -1 where it is damaged, or goes on behind `to` and comes again then.
   */
  item(bytes: Uint8Array, from: number, to: number, line: number): number;
  /** An item that `item` could not read although it is whole. */
  damagedItem(line: number): void;
  /** Another member of the outer object. */
  member(key: string, value: Uint8Array): void;
}

/** How a JSON text ended. */
export interface JsonEnd {
  /** Whether its outer object or array was closed. */
  readonly isWhole: boolean;
  /** Values that were too long to be kept together. */
  readonly tooLong: number;
  /** Line at which it stopped to be JSON; null where it never did. */
  readonly damagedLine: number | null;
}

/** State of a value that is passed over byte by byte. */
interface Passed {
  depth: number;
  inString: boolean;
  escaped: boolean;
}

type Place = 'start' | 'members' | 'items' | 'done';

/**
 * Splits a JSON text that comes in pieces: an object with one long array in it, or that array alone. Only one value
 * is held at a time.
 */
export class JsonSplitter {
  private held: Uint8Array = new Uint8Array(0);
  private place: Place = 'start';
  private inObject = false;
  private tooLong = 0;
  private damagedLine: number | null = null;
  /** What is left of a value that is too long: how deep it is open. Null while none is passed over. */
  private passing: Passed | null = null;
  /** Where the value stands that was looked for last. */
  private wanted = 0;
  private readonly lines = new LineCounter();

  /** @param arrayKey the member of the outer object whose items are handed over one by one. */
  constructor(
    private readonly receiver: JsonReceiver,
    private readonly arrayKey: string,
  ) {}

  push(piece: Uint8Array): void {
    if (this.place === 'done') return;
    const bytes = joined(this.held, piece);
    this.lines.begin(bytes);
    let at = afterBlanks(bytes, this.pass(bytes, 0), bytes.length);
    while (at < bytes.length) {
      const next = this.step(bytes, at);
      if (next < 0) break;
      at = afterBlanks(bytes, next, bytes.length);
    }
    if (bytes.length - at > MAX_VALUE_BYTES) at = this.giveUp(bytes);
    this.lines.lineAt(at);
    this.held = bytes.slice(at);
  }

  end(): JsonEnd {
    return {
      isWhole: this.place === 'done' && this.damagedLine === null,
      tooLong: this.tooLong,
      damagedLine: this.damagedLine,
    };
  }

  /** Reads one thing at `at`; returns where it ends, or -1 when more bytes are wanted. */
  private step(bytes: Uint8Array, at: number): number {
    const first = bytes[at];
    if (this.place === 'done') return bytes.length;
    if (first === COMMA) return at + 1;
    if (this.place === 'items') return first === CLOSE_BRACKET ? this.closeItems(at) : this.item(bytes, at);
    if (this.place === 'members')
      return first === CLOSE_BRACE ? this.finish(at) : this.memberAt(bytes, at, first);
    return this.open(bytes, at, first);
  }

  private open(bytes: Uint8Array, at: number, first: number | undefined): number {
    if (first === BYTE_ORDER_MARK) return at + 3;
    this.inObject = first === OPEN_BRACE;
    if (!this.inObject && first !== OPEN_BRACKET) return this.fail(bytes, at);
    this.place = this.inObject ? 'members' : 'items';
    return at + 1;
  }

  private closeItems(at: number): number {
    this.place = this.inObject ? 'members' : 'done';
    return at + 1;
  }

  private finish(at: number): number {
    this.place = 'done';
    return at + 1;
  }

  private item(bytes: Uint8Array, at: number): number {
    const line = this.lines.lineAt(at);
    const read = this.receiver.item(bytes, at, bytes.length, line);
    if (read > at) return read;
    const end = this.valueAt(bytes, at);
    if (end > at) this.receiver.damagedItem(line);
    else if (end === at) this.damaged(bytes, at);
    return end === at ? at + 1 : end;
  }

  private memberAt(bytes: Uint8Array, at: number, first: number | undefined): number {
    if (first !== QUOTE) return this.fail(bytes, at);
    const keyEnd = this.valueAt(bytes, at);
    if (keyEnd < 0) return -1;
    const colon = afterBlanks(bytes, keyEnd, bytes.length);
    if (colon === bytes.length) return -1;
    if (bytes[colon] !== COLON) return this.fail(bytes, colon);
    const value = afterBlanks(bytes, colon + 1, bytes.length);
    if (value === bytes.length) return -1;
    const key = textOf(bytes, at + 1, keyEnd - 1);
    if (key === this.arrayKey && bytes[value] === OPEN_BRACKET) {
      this.place = 'items';
      return value + 1;
    }
    const end = this.valueAt(bytes, value);
    if (end === value) return this.fail(bytes, value);
    if (end > 0) this.receiver.member(key, bytes.subarray(value, end));
    return end;
  }

  private valueAt(bytes: Uint8Array, at: number): number {
    this.wanted = at;
    return afterValue(bytes, at, bytes.length);
  }

  /** Nothing more of the text can be read. */
  private fail(bytes: Uint8Array, at: number): number {
    this.damaged(bytes, at);
    this.place = 'done';
    return bytes.length;
  }

  private damaged(bytes: Uint8Array, at: number): void {
    this.damagedLine ??= this.lines.lineAt(at);
  }

  /** Begins to pass over the value that is too long to be kept together. */
  private giveUp(bytes: Uint8Array): number {
    const first = bytes[this.wanted];
    if (first !== QUOTE && first !== OPEN_BRACE && first !== OPEN_BRACKET)
      return this.fail(bytes, this.wanted);
    this.tooLong++;
    this.passing = { depth: 0, inString: false, escaped: false };
    return this.pass(bytes, this.wanted);
  }

  /** Passes over what is left of a value that is too long; returns where it ends, or the end of the bytes. */
  private pass(bytes: Uint8Array, from: number): number {
    if (this.passing === null) return from;
    for (let i = from; i < bytes.length; i++)
      if (isLastByte(this.passing, bytes[i])) {
        this.passing = null;
        return i + 1;
      }
    return bytes.length;
  }
}

/** Takes the next byte of a value; true when it is its last one. */
function isLastByte(state: Passed, byte: number | undefined): boolean {
  if (state.escaped) state.escaped = false;
  else if (byte === QUOTE) state.inString = !state.inString;
  else if (state.inString) state.escaped = byte === BACKSLASH;
  else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) state.depth++;
  else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) state.depth--;
  else return false;
  return state.depth <= 0 && !state.inString && !state.escaped;
}

function joined(held: Uint8Array, piece: Uint8Array): Uint8Array {
  if (held.length === 0) return piece;
  const bytes = new Uint8Array(held.length + piece.length);
  bytes.set(held);
  bytes.set(piece, held.length);
  return bytes;
}
