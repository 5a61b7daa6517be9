/** Kind of a token. Comments, white space and line splices are not tokens. */
export const TokenKind = {
  identifier: 1,
  number: 2,
  string: 3,
  character: 4,
  punctuator: 5,
  /** A whole preprocessor line with its continuation lines, `#` included. */
  directive: 6,
} as const;

export type TokenKind = (typeof TokenKind)[keyof typeof TokenKind];

/** Whole numbers from 0, in half the memory where they are small. */
export type Offsets = Uint16Array | Int32Array;

/** Up to here offsets take half the memory: most files are shorter. */
const SHORT = 1 << 16;

/** The first `count` of some offsets in an array of their own. */
export function packedOffsets(offsets: Int32Array, count: number): Offsets {
  const own = offsets.subarray(0, count);
  const isShort = count === 0 || own[count - 1]! < SHORT;
  return isShort ? new Uint16Array(own) : own.slice();
}

/**
 * The tokens of a text as parallel arrays of UTF-16 offsets, with the partner of each bracket.
 * `(` `[` `{` are matched; `<` is not, because that needs knowledge of types.
 */
export class Tokens {
  private partners: Int16Array | Int32Array | null = null;
  /** Closing `>` by opening `<`, or -1; filled by `closeAngle`. */
  readonly angles = new Map<number, number>();
  /** The same for `<` that are known to open a list, as after `template`. */
  readonly declaredAngles = new Map<number, number>();

  constructor(
    readonly text: string,
    readonly count: number,
    readonly kinds: Uint8Array,
    readonly starts: Offsets,
    readonly ends: Offsets,
  ) {}

  kind(index: number): number {
    return this.kinds[index] ?? 0;
  }

  /** Start offset; the text's length past the last token. */
  start(index: number): number {
    return index < this.count ? this.starts[index]! : this.text.length;
  }

  end(index: number): number {
    return index < this.count ? this.ends[index]! : this.text.length;
  }

  /** The token's characters; empty outside the stream. */
  at(index: number): string {
    return index >= 0 && index < this.count ? this.text.slice(this.starts[index], this.ends[index]) : '';
  }

  is(index: number, text: string): boolean {
    if (index < 0 || index >= this.count) return false;
    const start = this.starts[index]!;
    return this.ends[index]! - start === text.length && this.text.startsWith(text, start);
  }

  isIdentifier(index: number): boolean {
    return this.kinds[index] === TokenKind.identifier;
  }

  /** Characters of the tokens `from` up to, not including, `to`. */
  slice(from: number, to: number): string {
    return from < to ? this.text.slice(this.start(from), this.end(to - 1)) : '';
  }

  /** Index of the bracket that closes or opens the one at `index`; -1 when it has no partner. */
  partner(index: number): number {
    this.partners ??= matchBrackets(this);
    return this.partners[index] ?? -1;
  }

  /** Index of the first token that starts at or after `offset`. */
  indexAt(offset: number): number {
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.starts[middle]! < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

const OPENER: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

/**
 * Partners by a stack. A closing bracket that does not fit drops unclosed `(` and `[` only when it
 * is a `}`: a brace is the stronger sign of structure in broken code.
 */
function matchBrackets(tokens: Tokens): Int16Array | Int32Array {
  const isShort = tokens.count < SHORT / 2;
  const partners = new (isShort ? Int16Array : Int32Array)(tokens.count).fill(-1);
  const stack: number[] = [];
  for (let index = 0; index < tokens.count; index++) {
    if (tokens.kinds[index] !== TokenKind.punctuator) continue;
    const char = tokens.text[tokens.starts[index]!]!;
    if (tokens.ends[index]! - tokens.starts[index]! !== 1) continue;
    if (char === '(' || char === '[' || char === '{') stack.push(index);
    const opener = OPENER[char];
    if (opener === undefined) continue;
    if (char === '}')
      while (stack.length > 0 && tokens.text[tokens.starts[stack.at(-1)!]!] !== '{') stack.pop();
    const top = stack.at(-1);
    if (top === undefined || tokens.text[tokens.starts[top]!] !== opener) continue;
    stack.pop();
    partners[index] = top;
    partners[top] = index;
  }
  return partners;
}
