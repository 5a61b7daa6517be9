/** Kind of quantity in a cell, by the unit written beside it. */
export type QuantityKind = 'plain' | 'percent' | 'bytes' | 'rate' | 'time' | 'level';

/** A number read from a cell, in base units: bytes, bytes/s, ns, percent, level 0..10. */
export interface Quantity {
  readonly value: number;
  readonly kind: QuantityKind;
  /** Half a unit in the last printed place: how far rounding may have moved the value. */
  readonly slack: number;
}

/** Unit of a quantity. */
export interface Unit {
  readonly kind: QuantityKind;
  /** Base units in one of this unit. */
  readonly factor: number;
}

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/**
 * A number written as profilers write them: digits, one dot, an exponent. Null for everything
 * else, also for what JavaScript would take (blanks, hexadecimal, `Infinity`).
 */
export function parsePlainNumber(text: string): number | null {
  if (!NUMBER.test(text)) return null;
  const value = Number(text);
  return Number.isFinite(value) ? value : null;
}

/** Digits that a double holds whatever they are. */
const EXACT_DIGITS = 15;
const POWERS_OF_TEN = Array.from({ length: EXACT_DIGITS + 1 }, (_, power) => 10 ** power);

/**
 * The number of text [from, to), as `parsePlainNumber` has it, for digits with at most one dot that a double holds:
 * the quotient of two whole numbers is rounded as the number is. Not-a-number for all other texts.
 */
export function digitsAt(text: string, from: number, to: number): number {
  let value = 0;
  let decimals = -1;
  for (let i = from; i < to; i++) {
    const digit = text.charCodeAt(i) - 48;
    if (digit >= 0 && digit <= 9) {
      value = value * 10 + digit;
      if (decimals >= 0) decimals++;
    } else if (digit === -2 && decimals < 0) decimals = 0;
    else return Number.NaN;
  }
  const digits = to - from - (decimals < 0 ? 0 : 1);
  if (digits < 1 || digits > EXACT_DIGITS) return Number.NaN;
  return decimals > 0 ? value / (POWERS_OF_TEN[decimals] ?? 1) : value;
}

/** Half a unit in the last printed place of a plain number; 0 for an integer without exponent. */
export function halfLastPlace(text: string): number {
  const e = Math.max(text.indexOf('e'), text.indexOf('E'));
  const mantissa = e < 0 ? text : text.slice(0, e);
  const exponent = e < 0 ? 0 : Number(text.slice(e + 1));
  const dot = mantissa.indexOf('.');
  if (dot < 0 && e < 0) return 0;
  const decimals = dot < 0 ? 0 : mantissa.length - dot - 1;
  return 0.5 * 10 ** (exponent - decimals);
}

const K = 1024;

/**
 * Units of nvprof. Sizes and rates are powers of 1024: the recording's 64229213584 B/s prints as
 * `59.818117GB/s`.
 */
const NVPROF_UNITS: ReadonlyMap<string, Unit> = new Map<string, Unit>([
  ['', { kind: 'plain', factor: 1 }],
  ['%', { kind: 'percent', factor: 1 }],
  ['s', { kind: 'time', factor: 1e9 }],
  ['ms', { kind: 'time', factor: 1e6 }],
  ['us', { kind: 'time', factor: 1e3 }],
  ['ns', { kind: 'time', factor: 1 }],
  ...['', 'K', 'M', 'G', 'T', 'P'].flatMap((prefix, power): [string, Unit][] => [
    [`${prefix}B`, { kind: 'bytes', factor: K ** power }],
    [`${prefix}B/s`, { kind: 'rate', factor: K ** power }],
  ]),
]);

/** The nvprof unit with this spelling, or null. */
export function nvprofUnit(text: string): Unit | null {
  return NVPROF_UNITS.get(text) ?? null;
}

/** Levels of nvprof's utilization metrics: `Low (2)` on a scale of 0 to 10. */
const LEVEL = /^(Idle|Low|Mid|High|Max) \((\d+)\)$/;
const LEVEL_SPANS: Readonly<Record<string, readonly [number, number]>> = {
  Idle: [0, 0],
  Low: [1, 3],
  Mid: [4, 6],
  High: [7, 9],
  Max: [10, 10],
};

function parseLevel(text: string): Quantity | null {
  const match = LEVEL.exec(text);
  const span = LEVEL_SPANS[match?.[1] ?? ''];
  const value = Number(match?.[2]);
  return span !== undefined && value >= span[0] && value <= span[1]
    ? { value, kind: 'level', slack: 0.5 }
    : null;
}

/** A number of digits, at once followed by a unit; null for other spellings. */
function digitsWithUnit(text: string): Quantity | null {
  let end = 0;
  let dot = -1;
  for (; end < text.length; end++) {
    const code = text.charCodeAt(end);
    if (code === 46) dot = end;
    else if (code < 48 || code > 57) break;
  }
  const unit = NVPROF_UNITS.get(end === text.length ? '' : text.slice(end));
  const value = unit === undefined ? Number.NaN : digitsAt(text, 0, end);
  if (unit === undefined || Number.isNaN(value)) return null;
  const slack = dot < 0 ? 0 : (0.5 / (POWERS_OF_TEN[end - dot - 1] ?? 1)) * unit.factor;
  return { value: inBaseUnit(value, unit), kind: unit.kind, slack };
}

const WITH_UNIT = /^([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)\s*([A-Za-z%][A-Za-z/]*)?$/;

/** A cell of nvprof that carries its own unit (`248.354030MB/s`, `99.7%`, `Low (2)`, `42`), or null. */
export function parseNvprofQuantity(text: string): Quantity | null {
  const usual = digitsWithUnit(text);
  if (usual !== null) return usual;
  const match = WITH_UNIT.exec(text);
  if (match === null) return parseLevel(text);
  const unit = NVPROF_UNITS.get(match[2] ?? '');
  const digits = match[1] ?? '';
  const value = parsePlainNumber(digits);
  if (unit === undefined || value === null) return null;
  return { value: inBaseUnit(value, unit), kind: unit.kind, slack: halfLastPlace(digits) * unit.factor };
}

/** Converts to base units; times are freed of binary noise below a thousandth of a nanosecond. */
export function inBaseUnit(value: number, unit: Unit): number {
  const scaled = value * unit.factor;
  return unit.kind === 'time' ? Math.round(scaled * 1e3) / 1e3 : scaled;
}
