/**
 * Integer expressions over thread variables and loop counters as sums of atoms with numeric factors.
 * An atom is a name or a parenthesised piece that is no sum. Every atom knows its range, so that divisions,
 * remainders and comparisons that cannot go either way fold, and so that the extent of an array is known.
 */
export interface Form {
  readonly constant: number;
  readonly terms: ReadonlyMap<string, Term>;
}

/** Atom of a form with its factor and the range of its values. */
export interface Term {
  readonly factor: number;
  readonly low: number;
  readonly high: number;
  /** Operation that makes the atom; absent for names and for operations that are not looked into. */
  readonly of?: Operation;
}

/** An operation that an atom stands for: of `quotient`, the floor. */
export interface Operation {
  readonly name: 'quotient' | 'remainder' | 'min' | 'max';
  readonly a: Form;
  readonly b: Form;
}

/** Longest text of a form that is kept; longer ones count as data. */
const TEXT_LIMIT = 600;

/** Form of a constant. */
export function constantForm(constant: number): Form {
  return { constant, terms: new Map() };
}

/** A name (or any text that binds tighter than `*`) with its range; a constant when the range is one number. */
export function atomForm(text: string, low: number, high: number, of?: Operation): Form {
  if (low === high) return constantForm(low);
  return {
    constant: 0,
    terms: new Map([[text, { factor: 1, low, high, ...(of === undefined ? {} : { of }) }]]),
  };
}

/** Tests whether a form is a constant. */
export function isConstant(form: Form): boolean {
  return form.terms.size === 0;
}

/** Smallest and largest value, every atom taken by itself. */
export function rangeOf(form: Form): { readonly low: number; readonly high: number } {
  let [low, high] = [form.constant, form.constant];
  for (const term of form.terms.values()) {
    low += Math.min(term.factor * term.low, term.factor * term.high);
    high += Math.max(term.factor * term.low, term.factor * term.high);
  }
  return { low, high };
}

/** Form of `a + factor * b`. */
export function add(a: Form, b: Form, factor = 1): Form {
  const terms = new Map(a.terms);
  for (const [text, term] of b.terms) {
    const sum = (terms.get(text)?.factor ?? 0) + factor * term.factor;
    if (sum === 0) terms.delete(text);
    else terms.set(text, { ...term, factor: sum });
  }
  return { constant: a.constant + factor * b.constant, terms };
}

/** Form of `factor * form`. */
export function scale(form: Form, factor: number): Form {
  return factor === 1 ? form : add(constantForm(0), form, factor);
}

/** Form of `a * b`. */
export function multiply(a: Form, b: Form): Form {
  if (isConstant(b)) return scale(a, b.constant);
  if (isConstant(a)) return scale(b, a.constant);
  const parts: Form[] = [scale(a, b.constant), scale({ ...b, constant: 0 }, a.constant)];
  for (const [left, x] of a.terms)
    for (const [right, y] of b.terms) {
      const corners = [x.low * y.low, x.low * y.high, x.high * y.low, x.high * y.high];
      const product = atomForm([left, right].sort().join(' * '), Math.min(...corners), Math.max(...corners));
      parts.push(scale(product, x.factor * y.factor));
    }
  return parts.reduce((sum, part) => add(sum, part));
}

/** Splits a form into multiples of `divisor` and what is left. */
function splitMultiples(form: Form, divisor: number): { multiples: Form; rest: Form } {
  const whole = Math.floor(form.constant / divisor) * divisor;
  let multiples = constantForm(whole);
  let rest = constantForm(form.constant - whole);
  for (const [text, term] of form.terms) {
    const part: Form = { constant: 0, terms: new Map([[text, term]]) };
    if (Number.isInteger(term.factor / divisor)) multiples = add(multiples, part);
    else rest = add(rest, part);
  }
  return { multiples, rest };
}

/** Operation of a form that is one division by a number and nothing else; else null. */
function alone(form: Form, name: 'quotient' | 'remainder'): Operation | null {
  const [only, ...others] = form.terms.values();
  if (form.constant !== 0 || others.length > 0 || only?.factor !== 1) return null;
  const { of } = only;
  return of?.name === name && isConstant(of.b) ? of : null;
}

/** `floor(a / b)`, which is C's division where nothing is negative. */
export function divide(a: Form, b: Form): Form | null {
  if (isConstant(b) && b.constant > 0) {
    const { multiples, rest } = splitMultiples(a, b.constant);
    const { low, high } = rangeOf(rest);
    const quotient = scale(multiples, 1 / b.constant);
    if (low >= 0 && high < b.constant) return quotient;
    const inner = alone(a, 'quotient');
    if (inner !== null) return divide(inner.a, scale(inner.b, b.constant));
    const floor = atomForm(
      quotientText(rest, b.constant),
      Math.floor(low / b.constant),
      Math.floor(high / b.constant),
      { name: 'quotient', a: rest, b },
    );
    return add(quotient, floor);
  }
  const [over, under] = [rangeOf(a), rangeOf(b)];
  if (under.low <= 0) return null;
  const corners = [
    over.low / under.low,
    over.low / under.high,
    over.high / under.low,
    over.high / under.high,
  ];
  return atomForm(
    `floor(${grouped(a)} / ${grouped(b)})`,
    Math.floor(Math.min(...corners)),
    Math.floor(Math.max(...corners)),
  );
}

function quotientText(a: Form, b: number): string {
  return `floor(${grouped(a)} / ${b})`;
}

/** The mathematical remainder, which is C's where nothing is negative. */
export function modulo(a: Form, b: Form): Form | null {
  const { low: smallest, high: largest } = rangeOf(b);
  if (smallest <= 0) return null;
  const rest = isConstant(b) ? splitMultiples(a, b.constant).rest : a;
  const { low, high } = rangeOf(rest);
  if (low >= 0 && high < smallest) return rest;
  const inner = alone(rest, 'remainder');
  if (inner !== null && isConstant(b) && inner.b.constant % b.constant === 0) return modulo(inner.a, b);
  const most = Math.min(largest - 1, low >= 0 ? high : Infinity);
  return atomForm(`(${grouped(rest)} % ${grouped(b)})`, 0, most, { name: 'remainder', a: rest, b });
}

/** The form with `a % n + n * floor(a / n)` written as `a`. */
export function rejoined(form: Form): Form {
  let sum = form;
  for (const [text, { factor, of }] of form.terms) {
    if (of?.name !== 'remainder' || !isConstant(of.b)) continue;
    const quotient = quotientText(of.a, of.b.constant);
    if (sum.terms.get(quotient)?.factor !== factor * of.b.constant) continue;
    const terms = new Map(sum.terms);
    terms.delete(text);
    terms.delete(quotient);
    sum = add({ constant: sum.constant, terms }, of.a, factor);
  }
  return sum;
}

/** Form of `min(a, b)`. */
export function least(a: Form, b: Form): Form {
  const difference = rangeOf(add(a, b, -1));
  if (difference.high <= 0) return a;
  if (difference.low >= 0) return b;
  const [x, y] = [rangeOf(a), rangeOf(b)];
  return atomForm(`min(${textOf(a)}, ${textOf(b)})`, Math.min(x.low, y.low), Math.min(x.high, y.high), {
    name: 'min',
    a,
    b,
  });
}

/** Form of `max(a, b)`. */
export function greatest(a: Form, b: Form): Form {
  const difference = rangeOf(add(a, b, -1));
  if (difference.low >= 0) return a;
  if (difference.high <= 0) return b;
  const [x, y] = [rangeOf(a), rangeOf(b)];
  return atomForm(`max(${textOf(a)}, ${textOf(b)})`, Math.max(x.low, y.low), Math.max(x.high, y.high), {
    name: 'max',
    a,
    b,
  });
}

/** 1 where a whole number is positive, else 0. */
function isPositive(form: Form): Form {
  return least(greatest(form, constantForm(0)), constantForm(1));
}

/** Tests whether a form is a whole number wherever its atoms are. */
export function isWhole({ constant, terms }: Form): boolean {
  return Number.isInteger(constant) && [...terms.values()].every(({ factor }) => Number.isInteger(factor));
}

/**
 * True for a comparison of a form with 0 that always holds, false for one that never does; null when it depends.
 * @param range smallest and largest value of the form
 */
export function decided(name: string, form: Form, range = rangeOf(form)): boolean | null {
  const whole = isWhole(form);
  const [low, high] = whole ? [Math.ceil(range.low), Math.floor(range.high)] : [range.low, range.high];
  const between = (always: boolean, never: boolean): boolean | null => (always ? true : never ? false : null);
  switch (name) {
    case 'lt':
      return between(high < 0, low >= 0);
    case 'gt':
      return between(low > 0, high <= 0);
    case 'le':
      return between(high <= 0, low > 0);
    case 'ge':
      return between(low >= 0, high < 0);
    case 'eq':
      return between(low === 0 && high === 0, low > 0 || high < 0);
    case 'ne':
      return between(low > 0 || high < 0, low === 0 && high === 0);
    default:
      return null;
  }
}

/** A comparison as 1 or 0; null for one of numbers with a fraction that may come out either way. */
export function compare(name: string, a: Form, b: Form): Form | null {
  const one = constantForm(1);
  const difference = add(a, b, -1);
  if (!isWhole(difference)) {
    const holds = decided(name, difference);
    return holds === null ? null : constantForm(holds ? 1 : 0);
  }
  switch (name) {
    case 'lt':
      return isPositive(add(b, a, -1));
    case 'gt':
      return isPositive(add(a, b, -1));
    case 'le':
      return isPositive(add(add(b, a, -1), one));
    case 'ge':
      return isPositive(add(add(a, b, -1), one));
    case 'eq':
      return add(one, unequal(a, b), -1);
    case 'ne':
      return unequal(a, b);
    default:
      return null;
  }
}

function unequal(a: Form, b: Form): Form {
  const difference = add(a, b, -1);
  const { low, high } = rangeOf(difference);
  if (low > 0 || high < 0) return constantForm(1);
  return least(greatest(difference, scale(difference, -1)), constantForm(1));
}

/** `condition ? a : b` for a condition of 1 or 0. */
export function select(condition: Form, a: Form, b: Form): Form {
  if (isConstant(condition)) return condition.constant !== 0 ? a : b;
  const [x, y] = [rangeOf(a), rangeOf(b)];
  const text = textOf(add(b, multiply(condition, add(a, b, -1))));
  return atomForm(`(${text})`, Math.min(x.low, y.low), Math.max(x.high, y.high));
}

/** `and`, `or`, `xor` of two numbers that are not negative; null where the language has no way to say it. */
export function bitwise(name: 'and' | 'or' | 'xor', a: Form, b: Form): Form | null {
  const [x, y] = [rangeOf(a), rangeOf(b)];
  if (isConstant(b) && b.constant === 0) return name === 'and' ? b : a;
  if (x.low < 0 || y.low < 0) return name === 'and' && isConstant(b) ? maskedOff(a, b.constant) : null;
  if (name === 'and' && isConstant(b) && Number.isInteger(Math.log2(b.constant + 1)))
    return modulo(a, constantForm(b.constant + 1));
  const bits = 2 ** Math.ceil(Math.log2(Math.max(x.high, y.high) + 1));
  if (!Number.isFinite(bits) || bits > 2 ** 31) return null;
  const high = name === 'and' ? Math.min(x.high, y.high) : bits - 1;
  if (isConstant(a) && isConstant(b)) return constantForm(bitsOf(name, a.constant, b.constant));
  return atomForm(`${name}(${textOf(a)}, ${textOf(b)})`, 0, high);
}

/** `a & ~(2^n - 1)`: `a` rounded down. */
function maskedOff(a: Form, mask: number): Form | null {
  const step = -mask;
  const rest = step > 0 && Number.isInteger(Math.log2(step)) ? modulo(a, constantForm(step)) : null;
  return rest === null ? null : add(a, rest, -1);
}

function bitsOf(name: 'and' | 'or' | 'xor', a: number, b: number): number {
  return (name === 'and' ? a & b : name === 'or' ? a | b : a ^ b) >>> 0;
}

/** Numbers with a fraction rounded down. */
export function floored(form: Form): Form {
  const whole = Number.isInteger(form.constant);
  if (whole && [...form.terms.values()].every(({ factor }) => Number.isInteger(factor))) return form;
  if (isConstant(form)) return constantForm(Math.floor(form.constant));
  const { low, high } = rangeOf(form);
  return atomForm(`floor(${textOf(form)})`, Math.floor(low), Math.floor(high));
}

/** The form in the language of kernel programs. */
export function textOf(form: Form): string {
  const parts: string[] = [];
  for (const [text, { factor }] of form.terms) {
    const size = Math.abs(factor);
    const sign = factor < 0 ? (parts.length === 0 ? '-' : ' - ') : parts.length === 0 ? '' : ' + ';
    parts.push(`${sign}${size === 1 ? text : `${numberText(size)} * ${text}`}`);
  }
  if (form.constant !== 0 || parts.length === 0) {
    const sign = form.constant < 0 ? (parts.length === 0 ? '-' : ' - ') : parts.length === 0 ? '' : ' + ';
    parts.push(`${sign}${numberText(Math.abs(form.constant))}`);
  }
  return parts.join('');
}

function numberText(value: number): string {
  return String(value);
}

function grouped(form: Form): string {
  const text = textOf(form);
  return /^[\w.]+$/.test(text) ? text : `(${text})`;
}

const THREAD_ONLY = /^(thread[XYZ]|thread|lane|warp|min|max|floor|ceil|and|or|xor)$/;

/** Tests whether a form is affine in block and loop variables, as the start of a range of iterations has to be. */
export function isAffine(form: Form): boolean {
  return [...form.terms.keys()].every(
    (text) =>
      /^\w+$/.test(text) || (text.match(/[A-Za-z_]\w*/g) ?? []).every((name) => THREAD_ONLY.test(name)),
  );
}

/** A form as a quantity of a program: a number where it is one. */
export function quantityOf(form: Form): number | string {
  return isConstant(form) ? form.constant : textOf(form);
}

/** Tests whether a form can stand in a program: short, with numbers that its reader takes. */
export function isPrintable(form: Form): boolean {
  const { low, high } = rangeOf(form);
  return Number.isFinite(low) && Number.isFinite(high) && textOf(form).length <= TEXT_LIMIT;
}
