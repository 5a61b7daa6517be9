import { packedOffsets, TokenKind, Tokens } from './tokens';

const IDENTIFIER_START = 1;
const DIGIT = 2;
const SPACE = 4;

/** Character classes of the ASCII range; everything above it counts as a letter. */
const CLASSES = new Uint8Array(128);
for (const char of 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_$') {
  CLASSES[char.charCodeAt(0)] = IDENTIFIER_START;
}
for (const char of '0123456789') CLASSES[char.charCodeAt(0)] = DIGIT;
for (const char of ' \t\r\n\v\f\0\\') CLASSES[char.charCodeAt(0)] = SPACE;

function classOf(code: number): number {
  return code < 128 ? CLASSES[code]! : code === 0xfeff ? SPACE : IDENTIFIER_START;
}

/**
 * Punctuators of more than one character, longest first. `>` is never glued to another `>`, so
 * that `A<B<int>>` closes twice and `>>>` is three tokens; `<<<` is one token.
 */
const PUNCTUATORS = [
  '<<<',
  '<=>',
  '<<=',
  '...',
  '->*',
  '::',
  '->',
  '++',
  '--',
  '<<',
  '<=',
  '>=',
  '==',
  '!=',
  '&&',
  '||',
  '+=',
  '-=',
  '*=',
  '/=',
  '%=',
  '&=',
  '|=',
  '^=',
  '##',
  '.*',
];

const BY_FIRST: (readonly string[] | undefined)[] = [];
for (const text of PUNCTUATORS) {
  const code = text.charCodeAt(0);
  BY_FIRST[code] = [...(BY_FIRST[code] ?? []), text];
}

const NEWLINE = 10;
const QUOTE = 34;
const APOSTROPHE = 39;
const STAR = 42;
const SLASH = 47;
const HASH = 35;
const BACKSLASH = 92;
const DOT = 46;

/** End of a `//` comment, line splices followed. */
function endOfLine(text: string, from: number): number {
  let end = text.indexOf('\n', from);
  while (end > 0 && (text[end - 1] === '\\' || (text[end - 1] === '\r' && text[end - 2] === '\\'))) {
    end = text.indexOf('\n', end + 1);
  }
  return end < 0 ? text.length : end;
}

function endOfComment(text: string, from: number): number {
  const end = text.indexOf('*/', from + 2);
  return end < 0 ? text.length : end + 2;
}

/** End of a quoted literal; an unterminated one ends with its line. */
function endOfQuoted(text: string, from: number): number {
  const quote = text.charCodeAt(from);
  for (let i = from + 1; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === BACKSLASH) i += text[i + 1] === '\r' ? 2 : 1;
    else if (code === quote) return i + 1;
    else if (code === NEWLINE) return i;
  }
  return text.length;
}

function endOfRawString(text: string, quote: number): number {
  const open = text.indexOf('(', quote);
  if (open < 0 || open - quote > 17) return endOfQuoted(text, quote);
  const close = `)${text.slice(quote + 1, open)}"`;
  const end = text.indexOf(close, open);
  return end < 0 ? text.length : end + close.length;
}

function endOfIdentifier(text: string, from: number): number {
  let i = from + 1;
  while (i < text.length && (classOf(text.charCodeAt(i)) & (IDENTIFIER_START | DIGIT)) !== 0) i++;
  return i;
}

/** End of a preprocessing number: digits, letters, dots, digit separators, signed exponents. */
function endOfNumber(text: string, from: number): number {
  let i = from + 1;
  for (; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if ((code === 43 || code === 45) && /[eEpP]/.test(text[i - 1]!) && !isHex(text, from, i)) continue;
    if (code === APOSTROPHE && /[0-9a-fA-F]/.test(text[i + 1] ?? '')) continue;
    if (code !== DOT && (classOf(code) & (IDENTIFIER_START | DIGIT)) === 0) break;
  }
  return i;
}

/** In a hexadecimal number an `e` is a digit, so that `0xe+1` is a sum. */
function isHex(text: string, from: number, at: number): boolean {
  return text[from] === '0' && /[xX]/.test(text[from + 1] ?? '') && /[eE]/.test(text[at - 1]!);
}

/** End of a directive's logical line; a block comment may carry it over line ends. */
function endOfDirective(text: string, from: number): number {
  let i = from + 1;
  while (i < text.length) {
    const code = text.charCodeAt(i);
    if (code === NEWLINE) {
      const splice = text[i - 1] === '\\' || (text[i - 1] === '\r' && text[i - 2] === '\\');
      if (!splice) return i;
    } else if (code === SLASH && text.charCodeAt(i + 1) === STAR) {
      i = endOfComment(text, i);
      continue;
    } else if (code === SLASH && text.charCodeAt(i + 1) === SLASH) {
      return endOfLine(text, i);
    } else if (code === QUOTE) {
      i = endOfQuoted(text, i);
      continue;
    }
    i++;
  }
  return i;
}

function endOfPunctuator(text: string, from: number): number {
  for (const candidate of BY_FIRST[text.charCodeAt(from)] ?? []) {
    if (text.startsWith(candidate, from)) return from + candidate.length;
  }
  return from + 1;
}

/** Room for the tokens of the text that is being read; each stream gets a copy of exact size. */
const scratch = { kinds: new Uint8Array(4096), starts: new Int32Array(4096), ends: new Int32Array(4096) };

function growScratch(): void {
  const capacity = scratch.kinds.length * 2;
  const { kinds, starts, ends } = scratch;
  (scratch.kinds = new Uint8Array(capacity)).set(kinds);
  (scratch.starts = new Int32Array(capacity)).set(starts);
  (scratch.ends = new Int32Array(capacity)).set(ends);
}

class Lexer {
  private count = 0;

  constructor(private readonly text: string) {}

  private push(kind: TokenKind, start: number, end: number): void {
    if (this.count === scratch.kinds.length) growScratch();
    scratch.kinds[this.count] = kind;
    scratch.starts[this.count] = start;
    scratch.ends[this.count++] = end;
  }

  run(directives: boolean): Tokens {
    const text = this.text;
    let lineStart = directives;
    let i = 0;
    while (i < text.length) {
      const code = text.charCodeAt(i);
      if (classOf(code) === SPACE) {
        if (code === NEWLINE) lineStart = directives;
        i++;
      } else if (code === SLASH && text.charCodeAt(i + 1) === SLASH) {
        i = endOfLine(text, i);
      } else if (code === SLASH && text.charCodeAt(i + 1) === STAR) {
        i = endOfComment(text, i);
      } else {
        i = lineStart && code === HASH ? this.directive(i) : this.token(i, code);
        lineStart = false;
      }
    }
    const [kinds, starts, ends] = [scratch.kinds, scratch.starts, scratch.ends];
    const { count } = this;
    return new Tokens(
      text,
      count,
      kinds.slice(0, count),
      packedOffsets(starts, count),
      packedOffsets(ends, count),
    );
  }

  private directive(start: number): number {
    const end = endOfDirective(this.text, start);
    this.push(TokenKind.directive, start, end);
    return end;
  }

  private token(start: number, code: number): number {
    const text = this.text;
    const kind = classOf(code);
    if (kind === IDENTIFIER_START) return this.word(start);
    if (kind === DIGIT || (code === DOT && classOf(text.charCodeAt(start + 1)) === DIGIT)) {
      const end = endOfNumber(text, start);
      this.push(TokenKind.number, start, end);
      return end;
    }
    if (code === QUOTE || code === APOSTROPHE) {
      const end = endOfQuoted(text, start);
      this.push(code === QUOTE ? TokenKind.string : TokenKind.character, start, end);
      return end;
    }
    const end = endOfPunctuator(text, start);
    this.push(TokenKind.punctuator, start, end);
    return end;
  }

  /** An identifier, or a literal with an encoding prefix such as `R"(…)"` or `u8"…"`. */
  private word(start: number): number {
    const text = this.text;
    const end = endOfIdentifier(text, start);
    if (text.charCodeAt(end) === QUOTE && end - start <= 3) {
      const prefix = text.slice(start, end);
      if (/^(u8|u|U|L)?R?$/.test(prefix)) {
        const stop = prefix.endsWith('R') ? endOfRawString(text, end) : endOfQuoted(text, end);
        this.push(TokenKind.string, start, stop);
        return stop;
      }
    }
    this.push(TokenKind.identifier, start, end);
    return end;
  }
}

/**
 * Splits C++ or CUDA text into tokens; never fails (an unterminated literal ends with its line).
 * Without `directives` a `#` at the start of a line is a plain token, as in a macro's body.
 */
export function tokenize(text: string, directives = true): Tokens {
  return new Lexer(text).run(directives);
}
