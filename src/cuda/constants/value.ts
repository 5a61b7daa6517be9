import { plain, type Words } from '../../kernel/message';
import { settableOf } from '../../kernel/symbolic';
import { DOUBLE, INT, LONG, SIZE, UNSIGNED, type ScalarType } from './types';

/** The outcome of evaluating an expression. */
export interface Value {
  /** Null while something is unknown, and for aggregates. */
  readonly number: number | null;
  readonly type: ScalarType;
  /** Names of what is missing; empty when `number` is known or `parts` are given. */
  readonly unknowns: readonly string[];
  /** Names whose numbers would make it known, where these are others than `unknowns`; empty where no name would. */
  readonly settable?: readonly string[];
  /** Assumptions, or reasons why something is unknown; whole sentences. */
  readonly notes: readonly Words[];
  /** Components of a `dim3`, a vector or a braced list. */
  readonly parts: readonly Value[] | null;
  /** Of an object of a class: the names of its parts. */
  readonly names?: readonly string[];
  /** Of text that the environment gives: that it is taken to have none, which holds where it is asked for. */
  readonly absent?: Words;
  /** The expression as written. */
  readonly text: string;
}

/** Known value of a number. */
export function numberValue(number: number, type: ScalarType = INT, text = String(number)): Value {
  return { number, type, unknowns: [], notes: [], parts: null, text };
}

/** Unknown value; `unknown` names what is missing. */
export function unknownValue(unknown: string, notes: readonly Words[] = [], type: ScalarType = INT): Value {
  return { number: null, type, unknowns: [unknown], notes, parts: null, text: unknown };
}

/** Value of an aggregate, from the values of its parts in order. */
export function aggregateValue(parts: readonly Value[], text: string): Value {
  return { number: null, type: INT, unknowns: [], notes: [], parts, text };
}

/** Those of both lists, each once. */
function merge<T extends Words>(a: readonly T[], b: readonly T[]): readonly T[] {
  if (a.length === 0) return b;
  if (b.length === 0 || b.every((one) => a.includes(one))) return a;
  return [...new Map([...a, ...b].map((one) => [plain(one), one])).values()];
}

/** All that several operands lack and assume, and which names would settle them. */
export function gather(values: readonly Value[]): Pick<Value, 'unknowns' | 'settable' | 'notes'> {
  let unknowns: readonly string[] = [];
  let notes: readonly Words[] = [];
  for (const value of values) {
    unknowns = merge(
      unknowns,
      value.parts === null || value.unknowns.length > 0 ? value.unknowns : [value.text],
    );
    notes = merge(notes, value.notes);
  }
  if (values.every(({ settable }) => settable === undefined)) return { unknowns, notes };
  return { unknowns, settable: namesOfAll(values), notes };
}

/** Names that settle several operands: those of all of them, none where one has none. */
function namesOfAll(values: readonly Value[]): readonly string[] {
  const lacking = values.filter(({ unknowns }) => unknowns.length > 0).map(settableOf);
  return lacking.some((names) => names.length === 0) ? [] : [...new Set(lacking.flat())];
}

/** An unknown that stems from its operands; `fallback` names it when they are all known. */
export function unknownFrom(values: readonly Value[], fallback: string, type: ScalarType = INT): Value {
  const lacking = gather(values);
  const unknowns = lacking.unknowns.length > 0 ? lacking.unknowns : [fallback];
  return { number: null, type, ...lacking, unknowns, parts: null, text: fallback };
}

/** Converts as a C cast does; unsigned types wrap, signed overflow is left as the true value. */
export function convert(number: number, type: ScalarType): number {
  if (type.float) return type.bytes === 4 ? Math.fround(number) : number;
  const whole = Math.trunc(number);
  if (type.signed || type.bytes === 8) return whole;
  const modulus = 2 ** (8 * type.bytes);
  return ((whole % modulus) + modulus) % modulus;
}

/** A value as a variable of a scalar type holds it; one that is not known stays as it is. */
export function converted(value: Value, type: ScalarType): Value {
  return value.number === null ? value : { ...value, number: convert(value.number, type), type };
}

/** The usual arithmetic conversions of C. */
function commonType(a: ScalarType, b: ScalarType): ScalarType {
  if (a.float || b.float) return a.float && b.float ? (a.bytes >= b.bytes ? a : b) : a.float ? a : b;
  const bytes = Math.max(a.bytes, b.bytes, 4);
  const signed = [a, b].every((type) => type.signed || type.bytes < bytes);
  if (bytes === 8) return signed ? LONG : SIZE;
  return signed ? INT : UNSIGNED;
}

function divide(a: number, b: number, type: ScalarType): number | null {
  if (b === 0) return null;
  return type.float ? a / b : Math.trunc(a / b);
}

/** Two's complement bit operations up to 64 bits. */
function bitwise(operator: string, a: number, b: number, type: ScalarType): number | null {
  if (type.float || !Number.isSafeInteger(a) || !Number.isSafeInteger(b)) return null;
  const [x, y] = [BigInt(a), BigInt(b)];
  const bits = operator === '&' ? x & y : operator === '|' ? x | y : x ^ y;
  return Number(type.signed ? BigInt.asIntN(8 * type.bytes, bits) : BigInt.asUintN(8 * type.bytes, bits));
}

function compare(operator: string, a: number, b: number): number | null {
  switch (operator) {
    case '<':
      return Number(a < b);
    case '>':
      return Number(a > b);
    case '<=':
      return Number(a <= b);
    case '>=':
      return Number(a >= b);
    case '==':
      return Number(a === b);
    case '!=':
      return Number(a !== b);
    default:
      return null;
  }
}

function arithmetic(operator: string, a: number, b: number, type: ScalarType): number | null {
  switch (operator) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      return divide(a, b, type);
    case '%':
      return b === 0 || type.float ? null : a % b;
    case '&':
    case '|':
    case '^':
      return bitwise(operator, a, b, type);
    default:
      return null;
  }
}

function shift(operator: string, a: number, b: number, type: ScalarType): number | null {
  if (type.float || b < 0 || b > 63 || !Number.isSafeInteger(a)) return null;
  const shifted = operator === '<<' ? a * 2 ** b : Math.floor(a / 2 ** b);
  return operator === '<<' && !type.signed ? convert(shifted, type) : shifted;
}

const COMPARISONS = new Set(['<', '>', '<=', '>=', '==', '!=']);

/** Applies a binary operator to numbers; null when C gives no value (division by zero, overflow). */
export function applyBinary(
  operator: string,
  a: number,
  b: number,
  types: readonly [ScalarType, ScalarType],
): { readonly number: number; readonly type: ScalarType } | null {
  if (COMPARISONS.has(operator)) return { number: compare(operator, a, b)!, type: INT };
  const shifts = operator === '<<' || operator === '>>';
  const type = shifts ? commonType(types[0], INT) : commonType(...types);
  const raw = shifts ? shift(operator, a, b, type) : arithmetic(operator, a, b, type);
  if (raw === null || !Number.isFinite(raw)) return null;
  const number = convert(raw, type);
  return type.float || Number.isSafeInteger(number) ? { number, type } : null;
}

/** Applies `+ - ~ !` to a number. */
export function applyUnary(
  operator: string,
  a: number,
  type: ScalarType,
): { number: number; type: ScalarType } | null {
  const promoted = type.float ? type : commonType(type, INT);
  switch (operator) {
    case '+':
      return { number: a, type: promoted };
    case '-':
      return { number: convert(-a, promoted), type: promoted };
    case '!':
      return { number: Number(a === 0), type: INT };
    case '~':
      return promoted.float ? null : { number: convert(-a - 1, promoted), type: promoted };
    default:
      return null;
  }
}

/** A floating result of the mathematics library. */
export function realValue(number: number, text: string): Value {
  return numberValue(number, DOUBLE, text);
}
