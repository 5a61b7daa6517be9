/** Thrown inside the demangler where a name is not valid or uses what is not supported. */
export class CannotDemangle extends Error {}

/** Longest text that one symbol may grow to: substitutions can double it again and again. */
const MAX_LENGTH = 16384;
const MAX_DEPTH = 100;

/** A type or name as text; what stands behind a declarator goes into `right`. */
export interface Piece {
  readonly left: string;
  readonly right: string;
  /** The name without template arguments, as far as it is one. */
  readonly plain: string;
  /** Template arguments of the last component; null without. */
  readonly args: readonly string[] | null;
  /** Function and array types take a declarator in parentheses. */
  readonly declarator?: 'function' | 'array';
}

/** Piece of a demangled name without a right side. */
export const piece = (left: string, plain = left): Piece => ({ left, right: '', plain, args: null });

/** Text of a piece of a demangled name. */
export const textOf = (each: Piece): string => each.left + each.right;

/** Reading position in a mangled name, and what its back references stand for. */
export abstract class Cursor {
  protected at = 0;
  protected readonly substitutions: Piece[] = [];
  private depth = 0;

  constructor(protected readonly text: string) {}

  protected get next(): string {
    return this.text[this.at] ?? '';
  }

  protected startsWith(prefix: string): boolean {
    return this.text.startsWith(prefix, this.at);
  }

  protected take(prefix: string): boolean {
    if (!this.startsWith(prefix)) return false;
    this.at += prefix.length;
    return true;
  }

  protected expect(prefix: string): void {
    if (!this.take(prefix)) this.fail();
  }

  protected fail(): never {
    throw new CannotDemangle(`cannot demangle "${this.text}" at ${this.at}`);
  }

  /** Digits, as a number; fails without one. */
  protected number(): number {
    const digits = /^\d{1,9}/.exec(this.text.slice(this.at, this.at + 9))?.[0] ?? this.fail();
    this.at += digits.length;
    return Number(digits);
  }

  /** `_` is 0, `0_` is 1, and so on, in base 36 for substitutions and base 10 otherwise. */
  protected sequence(base: 10 | 36): number {
    const digits =
      (base === 36 ? /^[0-9A-Z]*/ : /^\d*/).exec(this.text.slice(this.at, this.at + 9))?.[0] ?? '';
    this.at += digits.length;
    this.expect('_');
    return digits === '' ? 0 : Number.parseInt(digits, base) + 1;
  }

  /** Remembers a component that later parts of the name may refer to. */
  protected remember(component: Piece): Piece {
    if (component.left.length + component.right.length > MAX_LENGTH) this.fail();
    this.substitutions.push(component);
    return component;
  }

  /** Bounds the recursion of hostile names. */
  protected nested<T>(read: () => T): T {
    if (++this.depth > MAX_DEPTH) this.fail();
    const result = read();
    this.depth--;
    return result;
  }
}
