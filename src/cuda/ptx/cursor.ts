import { message } from '../../kernel/message';
import { InputError } from '../../kernel/result';
import type { PtxToken } from './tokens';

/** A place in the tokens of a PTX file. */
export class PtxCursor {
  private at = 0;

  constructor(
    private readonly tokens: readonly PtxToken[],
    readonly path: string,
  ) {}

  get isAtEnd(): boolean {
    return this.at >= this.tokens.length;
  }

  /** The token `ahead` places on; empty behind the end. */
  peek(ahead = 0): string {
    return this.tokens[this.at + ahead]?.text ?? '';
  }

  get line(): number {
    return (this.tokens[this.at] ?? this.tokens.at(-1))?.line ?? 1;
  }

  /** Line of the token that was taken last. */
  get lineBefore(): number {
    return this.tokens[this.at - 1]?.line ?? 1;
  }

  next(): string {
    const token = this.tokens[this.at];
    if (token === undefined) throw this.fault('cuda.ptxEnds', {});
    this.at++;
    return token.text;
  }

  /** Takes a token if it is the next one. */
  takes(text: string): boolean {
    if (this.peek() !== text) return false;
    this.at++;
    return true;
  }

  expect(text: string): void {
    if (!this.takes(text)) throw this.expected(text);
  }

  /** A token that a pattern describes. */
  expectLike(pattern: RegExp, what: string): string {
    if (!pattern.test(this.peek())) throw this.expected(what);
    return this.next();
  }

  expected(what: string): InputError {
    if (this.isAtEnd) return this.fault('cuda.ptxEnds', {});
    return this.fault('cuda.ptxExpected', { expected: what, found: this.peek() });
  }

  fault(code: string, values: Readonly<Record<string, string | number>>, line = this.line): InputError {
    return new InputError(message(code, values), 'invalid-ptx', this.path, line);
  }

  /** Passes over the rest of a line, as of `.loc` and `.file`. */
  skipLine(): void {
    const { line } = this;
    while (!this.isAtEnd && this.line === line && this.peek() !== '}') this.at++;
  }

  /** Passes over `{ … }`. */
  skipBraces(): void {
    this.expect('{');
    for (let depth = 1; depth > 0;) {
      const text = this.next();
      if (text === '{') depth++;
      else if (text === '}') depth--;
    }
  }

  /** A whole number. */
  integer(): number {
    const negative = this.takes('-');
    const text = this.expectLike(/^\d/, 'number').replace(/U$/, '');
    const value = Number(text);
    if (!Number.isSafeInteger(value))
      throw this.fault('cuda.ptxExpected', { expected: 'number', found: text });
    return negative ? -value : value;
  }
}
