import type { Region, Value } from './graph';
import { isFloating, scalarOf } from './types';
import type { ValueTable } from './valueTable';

/** A product of atoms with a numeric factor. */
export interface Term {
  readonly coefficient: number;
  readonly factors: readonly Value[];
}

const TERM_LIMIT = 24;
/** Operations up to which an expression is taken apart; shared parts count each time. */
const SPLIT_LIMIT = 500;

/**
 * An integer expression as a sum of products, multiplied out; conversions between integer widths are
 * looked through, since index arithmetic does not overflow in correct code.
 */
export function termsOf(value: Value): readonly Term[] {
  let terms = TERMS.get(value);
  if (terms === undefined) TERMS.set(value, (terms = expandedTerms(value)));
  return terms;
}

const TERMS = new WeakMap<Value, readonly Term[]>();

function expandedTerms(value: Value): readonly Term[] {
  if (value.constant !== null)
    return value.constant === 0 ? [] : [{ coefficient: value.constant, factors: [] }];
  const [a, b] = value.args;
  if (value.kind === 'convert' && a !== undefined)
    return isFloating(scalarOf(a.type)) ? [atom(value)] : termsOf(a);
  if (value.kind === 'negate' && a !== undefined) return scaledTerms(termsOf(a), -1);
  if (value.kind !== 'binary' || a === undefined || b === undefined) return [atom(value)];
  switch (value.name) {
    case 'add':
      return combined([...termsOf(a), ...termsOf(b)], value);
    case 'sub':
      return combined([...termsOf(a), ...scaledTerms(termsOf(b), -1)], value);
    case 'mul':
      return product(termsOf(a), termsOf(b), value);
    case 'shl':
      return b.constant === null ? [atom(value)] : scaledTerms(termsOf(a), 2 ** b.constant);
    default:
      return [atom(value)];
  }
}

function atom(value: Value): Term {
  return { coefficient: 1, factors: [value] };
}

function scaledTerms(terms: readonly Term[], factor: number): readonly Term[] {
  return terms.map((term) => ({ ...term, coefficient: term.coefficient * factor }));
}

function product(a: readonly Term[], b: readonly Term[], whole: Value): readonly Term[] {
  const terms = a.flatMap((x) =>
    b.map((y) => ({
      coefficient: x.coefficient * y.coefficient,
      factors: [...x.factors, ...y.factors].sort((p, q) => p.id - q.id),
    })),
  );
  return combined(terms, whole);
}

function combined(terms: readonly Term[], whole: Value): readonly Term[] {
  const kept = collected(terms);
  return kept.length > TERM_LIMIT ? [atom(whole)] : kept;
}

/** Terms of `a - b` that remain when equal products cancel, without constants. */
export function differenceOf(a: readonly Term[], b: readonly Term[]): readonly Term[] {
  return collected([...a, ...scaledTerms(b, -1)]).filter((term) => term.factors.length > 0);
}

/** Terms of `a + b`. */
export function addedTerms(a: readonly Term[], b: readonly Term[]): readonly Term[] {
  return collected([...a, ...b]);
}

/** One term for each product, without those that cancel. */
function collected(terms: readonly Term[]): readonly Term[] {
  const byFactors = new Map<string, Term>();
  for (const term of terms) {
    const key = factorKey(term);
    const coefficient = (byFactors.get(key)?.coefficient ?? 0) + term.coefficient;
    byFactors.set(key, { ...term, coefficient });
  }
  return [...byFactors.values()].filter((term) => term.coefficient !== 0);
}

function factorKey(term: Term): string {
  return term.factors.map((factor) => factor.id).join('*');
}

/** A text that is equal for equal sums. */
export function termsKey(terms: readonly Term[]): string {
  return terms
    .map((term) => `${term.coefficient}*${factorKey(term)}`)
    .sort()
    .join('+');
}

/** Tests whether a value is a constant in every unrolled copy of a loop body: made of constants and unrolled indices. */
export function isFoldable(value: Value): boolean {
  if (value.size > SPLIT_LIMIT) return false;
  if (value.constant !== null) return true;
  if (value.kind === 'index') return value.region.unrolled;
  return FOLDED.has(value.kind) && value.args.every(isFoldable);
}

/** Tests whether a value is made of constants and counters with constant starts and steps: the compiler follows it. */
export function isOfCounters(value: Value): boolean {
  if (value.size > SPLIT_LIMIT) return false;
  if (value.constant !== null) return true;
  if (value.kind !== 'index') return FOLDED.has(value.kind) && value.args.every(isOfCounters);
  const counter = value.region.count?.counter ?? null;
  return counter !== null && counter.start.constant !== null && counter.step.constant !== null;
}

const FOLDED: ReadonlySet<string> = new Set([
  'binary',
  'convert',
  'negate',
  'not',
  'and-also',
  'or-else',
  'ternary',
]);

/** A value as `kept + split` (null for zero), where `split` holds exactly what `belongs` accepts. */
export interface SplitValue {
  readonly kept: Value | null;
  readonly split: Value | null;
}

/** Splits off the summands for which `belongs` holds, without multiplying out what stays together. */
export function splitSum(value: Value, table: ValueTable, belongs: (value: Value) => boolean): SplitValue {
  const [a, b] = value.args;
  if (value.size > SPLIT_LIMIT) return whole(value, belongs);
  if (value.kind === 'convert' && a !== undefined) {
    const inner = splitSum(a, table, belongs);
    const widen = (part: Value): Value => table.convert(part, value.type);
    return distributed(value, inner, widen, belongs);
  }
  if (value.kind !== 'binary' || a === undefined || b === undefined) return whole(value, belongs);
  if (value.name === 'add' || value.name === 'sub') {
    const [left, right] = [splitSum(a, table, belongs), splitSum(b, table, belongs)];
    const join = (x: Value | null, y: Value | null): Value | null => joined(table, value.name, x, y);
    return { kept: join(left.kept, right.kept), split: join(left.split, right.split) };
  }
  if (value.name === 'mul' || (value.name === 'shl' && b.constant !== null)) {
    const [sum, factor] = value.name === 'shl' || isSum(a) || !isSum(b) ? [a, b] : [b, a];
    const operator = value.name;
    const scale = (part: Value): Value => table.binary(operator, part, factor);
    return distributed(value, splitSum(sum, table, belongs), scale, belongs);
  }
  return whole(value, belongs);
}

function whole(value: Value, belongs: (value: Value) => boolean): SplitValue {
  return belongs(value) ? { kept: null, split: value } : { kept: value, split: null };
}

/** Applies an operation to both parts of a sum where that keeps them apart. */
function distributed(
  value: Value,
  inner: SplitValue,
  operation: (part: Value) => Value,
  belongs: (value: Value) => boolean,
): SplitValue {
  if (inner.kept === null || inner.split === null) return whole(value, belongs);
  const [kept, split] = [operation(inner.kept), operation(inner.split)];
  return belongs(split) && !belongs(kept) ? { kept, split } : whole(value, belongs);
}

function isSum(value: Value): boolean {
  return (
    (value.kind === 'binary' && (value.name === 'add' || value.name === 'sub')) || value.kind === 'convert'
  );
}

function joined(table: ValueTable, operator: string, a: Value | null, b: Value | null): Value | null {
  if (b === null) return a;
  if (operator === 'add') return a === null ? b : table.binary('add', a, b);
  return a === null ? table.unary('negate', b) : table.binary('sub', a, b);
}

/** Tests whether a value changes from one iteration of `loop` to the next. */
export function variesIn(value: Value, loop: Region): boolean {
  return loop.encloses(value.region);
}
