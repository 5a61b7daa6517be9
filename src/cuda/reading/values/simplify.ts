import { fold } from './folding';
import type { Value } from './graph';
import { isNarrowed, narrowedOperands } from './narrowing';
import { commonType, F32, isFloating, isIntegral, sameType, type CType } from './types';
import { COMPARISONS, type BinaryOperator } from './value';

/** Who makes the values that others are simplified to. */
interface ValueMaker {
  constant(value: number, type: CType): Value;
  unary(kind: 'negate', a: Value): Value;
  binary(name: BinaryOperator, a: Value, b: Value): Value;
  ternary(condition: Value, a: Value, b: Value): Value;
  convert(a: Value, type: CType): Value;
}

/**
 * What a compiler makes of an operation whose result is known or cheaper to have otherwise; null where the operation
 * stays.
 *
 * @param type of the result
 */
export function simplerBinary(
  make: ValueMaker,
  name: BinaryOperator,
  a: Value,
  b: Value,
  type: CType,
): Value | null {
  const folded = foldedBinary(make, name, a, b, type) ?? foldedSelection(make, name, a, b);
  if (folded !== null) return folded;
  const whole = name === 'add' && isIntegral(type) ? (wholeOf(make, a, b) ?? wholeOf(make, b, a)) : null;
  if (whole !== null) return whole;
  const part = isIntegral(type) ? (withoutRemainder(name, a, b) ?? quotientAgain(name, a, b)) : null;
  if (part !== null && sameType(part.type, type)) return part;
  return COMPARISONS.has(name) ? inSingle(make, name, a, b) : null;
}

function foldedBinary(make: ValueMaker, name: BinaryOperator, a: Value, b: Value, type: CType): Value | null {
  const domain = commonType(a.type, b.type);
  if (a.constant !== null && b.constant !== null && domain.kind === 'scalar') {
    return make.constant(fold(name, a.constant, b.constant, domain.scalar), type);
  }
  const integer = isIntegral(type);
  // A float of -0 becomes 0 by the addition of 0: compilers keep it.
  const isNeutral = name === 'sub' || name === 'shl' || name === 'shr' || name === 'or';
  if (b.constant === 0 && (isNeutral || (name === 'add' && integer))) return make.convert(a, type);
  if (b.constant === 1 && (name === 'mul' || name === 'div')) return make.convert(a, type);
  if (b.constant === -1 && name === 'mul' && sameType(a.type, type)) return make.unary('negate', a);
  if (b.constant === 0 && integer && (name === 'mul' || name === 'and')) return make.constant(0, type);
  return name === 'sub' && a === b && integer ? make.constant(0, type) : null;
}

/** An operation on selections of constants by one condition: the results are constants, too. */
function foldedSelection(make: ValueMaker, name: BinaryOperator, a: Value, b: Value): Value | null {
  const chooser = a.kind === 'ternary' ? a : b;
  const condition = chooser.kind === 'ternary' ? chooser.args[0]! : null;
  const sides = (value: Value): readonly [Value, Value] | null =>
    value.constant !== null
      ? [value, value]
      : value.kind === 'ternary' && value.args[0] === condition
        ? [value.args[1]!, value.args[2]!]
        : null;
  const [left, right] = [sides(a), sides(b)];
  if (condition === null || left === null || right === null) return null;
  if ([...left, ...right].some(({ constant }) => constant === null)) return null;
  return make.ternary(condition, make.binary(name, left[0], right[0]), make.binary(name, left[1], right[1]));
}

/** `q * b + … + (a - q * b)` is `… + a`: a quotient and its remainder put together again. Null for other sums. */
function wholeOf(make: ValueMaker, sum: Value, { kind, name, args: [a, multiple] }: Value): Value | null {
  if (kind !== 'binary' || name !== 'sub' || a === undefined || multiple === undefined) return null;
  const rest = without(make, sum, multiple);
  return rest === null ? null : make.binary('add', rest, a);
}

/** `a - (a - x)` is `x`: a number less its remainder is a multiple of the divisor. Null for other differences. */
function withoutRemainder(name: BinaryOperator, a: Value, b: Value): Value | null {
  const isRest = name === 'sub' && b.kind === 'binary' && b.name === 'sub' && b.args[0] === a;
  return isRest ? b.args[1]! : null;
}

/** `(a / b) * b / b` is `a / b`, made before; null for other quotients. */
function quotientAgain(name: BinaryOperator, a: Value, b: Value): Value | null {
  if (name !== 'div' || a.kind !== 'binary' || a.name !== 'mul' || !a.args.includes(b)) return null;
  return a.args.find((arg) => arg.kind === 'binary' && arg.name === 'div' && arg.args[1] === b) ?? null;
}

/** A sum of one type without one of its summands; null where it is none of them. */
function without(make: ValueMaker, sum: Value, summand: Value): Value | null {
  if (sum === summand) return make.constant(0, sum.type);
  const [a, b] = sum.args;
  const isSum = sum.kind === 'binary' && sum.name === 'add' && sameType(sum.type, summand.type);
  if (!isSum || a === undefined || b === undefined) return null;
  const [left, right] = [without(make, a, summand), without(make, b, summand)];
  if (left !== null) return make.binary('add', left, b);
  return right === null ? null : make.binary('add', a, right);
}

/** An operation on numbers of single precision in place of one on the same numbers in double precision. */
function inSingle(make: ValueMaker, name: BinaryOperator, a: Value, b: Value): Value | null {
  const operands = narrowedOperands(a, b, (constant) => make.constant(constant, F32));
  return operands && make.binary(name, ...operands);
}

/** What a compiler makes of a conversion that it can do on the operands; null where the conversion stays. */
export function simplerConversion(make: ValueMaker, a: Value, type: CType): Value | null {
  const chosen = convertedChoice(make, a, type);
  if (chosen !== null) return chosen;
  return type.kind === 'scalar' && type.scalar === 'f32' && isNarrowed(a)
    ? inSingle(make, a.name as BinaryOperator, a.args[0]!, a.args[1]!)
    : null;
}

/**
 * A choice between constants, or a truth value as a number, is a choice between numbers of the other type; null for
 * others.
 */
function convertedChoice(make: ValueMaker, a: Value, type: CType): Value | null {
  const [first, yes, no] = a.args;
  if (type.kind !== 'scalar' || type.scalar === 'bool' || first === undefined) return null;
  if (a.kind === 'ternary' && yes?.constant !== null && no?.constant !== null)
    return make.ternary(first, make.convert(yes!, type), make.convert(no!, type));
  const isTruth =
    a.kind === 'convert' && a.type.kind === 'scalar' && isIntegral(a.type) && isTruthValue(first);
  return isTruth ? make.convert(first, type) : null;
}

/** Tests for what is true or false by a comparison. */
function isTruthValue({ kind, name, type }: Value): boolean {
  if (type.kind !== 'scalar' || type.scalar !== 'bool') return false;
  return (
    kind === 'not' ||
    kind === 'and-also' ||
    kind === 'or-else' ||
    (kind === 'binary' && COMPARISONS.has(name))
  );
}

const TURNED: Readonly<Record<string, string>> = { lt: 'gt', le: 'ge', gt: 'lt', ge: 'le' };

/**
 * `x > 1.0f ? x : 1.0f` is a maximum to the compiler, as far as it gives the constant where `x` is no number; of 0, which
 * has two signs, only the strict comparison is one. Null for any other selection.
 */
export function extremeOf(condition: Value, yes: Value, no: Value): 'min' | 'max' | null {
  if (condition.kind === 'not') return yes.constant === null ? null : extremeOf(condition.args[0]!, no, yes);
  const [left, right] = condition.args;
  const limit = no.constant;
  if (condition.kind !== 'binary' || limit === null || !Number.isFinite(limit)) return null;
  if (yes.type.kind !== 'scalar' || !isFloating(yes.type.scalar) || !sameType(yes.type, no.type)) return null;
  const isLeft = left === yes && right?.constant === limit;
  if (!isLeft && !(right === yes && left?.constant === limit)) return null;
  const name = isLeft ? condition.name : TURNED[condition.name];
  if (name === 'gt' || (name === 'ge' && limit !== 0)) return 'max';
  return name === 'lt' || (name === 'le' && limit !== 0) ? 'min' : null;
}
