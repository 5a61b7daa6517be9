import { DOUBLE, FLOAT, INT, LONG, SIZE, UNSIGNED, type ScalarType } from './types';

/** A literal's value and type. */
export interface Literal {
  readonly number: number;
  readonly type: ScalarType;
}

function integerType(suffix: string, number: number): ScalarType {
  const long = /l/i.test(suffix) || number > 0xffffffff;
  if (/u/i.test(suffix)) return long ? SIZE : UNSIGNED;
  return long || number > 0x7fffffff ? LONG : INT;
}

function parseFloating(text: string): Literal | null {
  const match = /^(.*?)([fFlLhH]?)$/.exec(text)!;
  const digits = match[1]!;
  const hex = /^0[xX]([0-9a-fA-F]*)(?:\.([0-9a-fA-F]*))?[pP]([-+]?\d+)$/.exec(digits);
  const fraction = hex?.[2] ?? '';
  const number = hex
    ? parseInt(`${hex[1]}${fraction}` || '0', 16) * 2 ** (Number(hex[3]) - 4 * fraction.length)
    : Number(digits);
  return Number.isFinite(number) ? { number, type: /f/i.test(match[2]!) ? FLOAT : DOUBLE } : null;
}

/** Reads a C++ number; null for user-defined suffixes and anything malformed. */
export function parseNumber(source: string): Literal | null {
  const text = source.replaceAll("'", '');
  const integer = /^(0[xX][0-9a-fA-F]+|0[bB][01]+|0[0-7]*|[1-9][0-9]*)([uUlLzZ]*)$/.exec(text);
  if (integer === null) return /^[\d.]/.test(text) ? parseFloating(text) : null;
  const digits = integer[1]!;
  const octal = /^0[0-7]+$/.test(digits);
  const number = octal ? parseInt(digits, 8) : Number(digits);
  return Number.isSafeInteger(number) ? { number, type: integerType(integer[2]!, number) } : null;
}

const ESCAPES: Readonly<Record<string, number>> = { n: 10, t: 9, r: 13, '0': 0, a: 7, b: 8, f: 12, v: 11 };

/** Value of a character literal such as `'a'` or `'\n'`; null for what is not a single character. */
export function parseCharacter(source: string): Literal | null {
  const inner = /^'(\\?[^])'$/.exec(source)?.[1];
  if (inner === undefined) return null;
  const number = inner.startsWith('\\') ? (ESCAPES[inner[1]!] ?? inner.charCodeAt(1)) : inner.charCodeAt(0);
  return { number, type: INT };
}
