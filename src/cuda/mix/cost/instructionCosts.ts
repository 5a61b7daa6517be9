import type { InstructionClass } from '../../../kernel/instructionClasses';
import { isFoldable } from '../../reading/values/linear';
import { mathCost, powerCost } from './mathCosts';
import {
  isFloating,
  isHalf,
  isUnsigned,
  isWide,
  promote,
  scalarOf,
  type CType,
  type ScalarName,
} from '../../reading/values/types';
import { type Value } from '../../reading/values/graph';
import { Source } from '../../reading/values/value';

/** Machine instructions by class. */
export type Cost = Readonly<Partial<Record<InstructionClass, number>>>;

const FREE: Cost = {};

/** The class in which arithmetic of a scalar type runs. */
export function arithmeticClass(name: ScalarName): InstructionClass {
  if (name === 'f32') return 'fp32';
  if (name === 'f64') return 'fp64';
  return isHalf(name) ? 'fp16' : 'integer';
}

/** Packed halves compute two lanes at once; every other vector computes lane by lane. */
function lanesOf(type: CType): number {
  if (type.kind !== 'vector') return 1;
  return isHalf(type.scalar) ? Math.ceil(type.lanes / 2) : type.lanes;
}

function times(cost: Cost, factor: number): Cost {
  if (factor === 1) return cost;
  return Object.fromEntries(Object.entries(cost).map(([name, count]) => [name, count * factor]));
}

/** Instructions of a value itself, its operands apart. Sequences as measured by `npm run study -- instruction-mix --expansions`. */
export function costOf(value: Value): Cost {
  switch (value.kind) {
    case 'binary':
      return binaryCost(value);
    case 'negate':
      return isFloating(scalarOf(value.type)) ? FREE : { integer: isWide(scalarOf(value.type)) ? 2 : 1 };
    case 'complement':
      return { integer: isWide(scalarOf(value.type)) ? 2 : 1 };
    case 'not':
      return isCondition(value.args[0]!) ? FREE : { integer: 1 };
    case 'ternary':
      // Each copy of an unrolled loop has one of the two.
      if (isFoldable(value.args[0]!)) return FREE;
      return selectionCost(value.type);
    case 'convert':
      return conversionCost(value.args[0]!, value.type);
    case 'call':
      return value.name === 'powf'
        ? costOfPower(value)
        : times(mathCost(value.name) ?? FREE, lanesOf(value.type));
    default:
      return FREE;
  }
}

function costOfPower({ args: [base, exponent] }: Value): Cost {
  const isCount = exponent?.kind === 'convert' && !isFloating(scalarOf(exponent.args[0]!.type));
  return powerCost(base?.constant ?? null, exponent?.constant ?? null, isCount);
}

/** Tests whether a value is held in a predicate register rather than in a number. */
function isCondition(value: Value): boolean {
  return (
    value.type.kind === 'scalar' &&
    value.type.scalar === 'bool' &&
    value.kind !== 'load' &&
    value.kind !== 'symbol'
  );
}

function binaryCost(value: Value): Cost {
  const [a, b] = value.args as readonly [Value, Value];
  const domain = operandDomain(a, b);
  const lanes = Math.max(lanesOf(a.type), lanesOf(b.type));
  if (domain === 'f32' || domain === 'f64' || isHalf(domain))
    return times(floatingCost(value.name, domain, a, b), lanes);
  return times(isWide(domain) ? wideCost(value.name, a, b) : integerCost(value.name, domain, b), lanes);
}

function operandDomain(a: Value, b: Value): ScalarName {
  const names = [promote(scalarOf(a.type)), promote(scalarOf(b.type))];
  for (const name of ['f64', 'f32', 'f16', 'bf16', 'u64', 'i64', 'u32'] as const) {
    if (names.includes(name)) return name;
  }
  return 'i32';
}

function floatingCost(name: string, domain: ScalarName, a: Value, b: Value): Cost {
  const unit = arithmeticClass(domain);
  if (name === 'mod') return mathCost(domain === 'f64' ? 'fmod' : 'fmodf') ?? FREE;
  if (name !== 'div' || isExactReciprocal(b))
    return name === 'min' || name === 'max'
      ? (mathCost(domain === 'f64' ? 'fmin' : 'fminf') ?? FREE)
      : { [unit]: 1 };
  if (domain === 'f64') return mathCost(a.constant === 1 ? '1.0/x' : 'x/y double')!;
  if (domain === 'f32') return mathCost(a.constant === 1 ? '1.0f/x' : 'x/y float')!;
  return mathCost('x/y half')!;
}

/** A power of two: dividing by it is multiplying by another one. */
function isExactReciprocal({ constant }: Value): boolean {
  return constant !== null && constant !== 0 && Number.isInteger(Math.log2(Math.abs(constant)));
}

function integerCost(name: string, domain: ScalarName, b: Value): Cost {
  if (name !== 'div' && name !== 'mod') return { integer: 1 };
  const unsigned = isUnsigned(domain);
  if (b.constant === null && !isFoldable(b)) {
    return { integer: unsigned ? 14 : 18, special: 1, conversion: 2 };
  }
  if (isPowerOfTwo(b)) return { integer: unsigned ? 1 : name === 'div' ? 3 : 4 };
  return { integer: unsigned ? 4 : 3 };
}

/** Tests whether a number is a power of two, in an unrolled loop that doubles or halves a counter in every copy. */
function isPowerOfTwo(value: Value): boolean {
  if (value.constant !== null) return value.constant > 0 && Number.isInteger(Math.log2(value.constant));
  const [a, b] = value.args;
  if (value.kind === 'convert') return isPowerOfTwo(a!);
  if (value.kind === 'binary' && value.name === 'mul') return isPowerOfTwo(a!) && isPowerOfTwo(b!);
  if (value.kind === 'binary' && value.name === 'shl') return isPowerOfTwo(a!) && b!.constant !== null;
  const counter = value.kind === 'index' ? (value.region.count?.counter ?? null) : null;
  if (counter === null || !isPowerOfTwo(counter.start)) return false;
  const scales = counter.operator === 'mul' || counter.operator === 'div';
  return scales ? isPowerOfTwo(counter.step) : counter.operator === 'shl' || counter.operator === 'shr';
}

function wideCost(name: string, a: Value, b: Value): Cost {
  switch (name) {
    case 'mul':
      return { integer: isWidened(a) && isWidened(b) ? 1 : 4 };
    case 'div':
    case 'mod':
      if (isPowerOfTwo(b)) return { integer: name === 'div' ? 5 : 6 };
      return b.constant !== null ? { integer: 15 } : { integer: 14, special: 1, control: 3, conversion: 2 };
    case 'min':
    case 'max':
      return { integer: 4 };
    default:
      return { integer: 2 };
  }
}

/** A 64-bit operand that is a 32-bit value extended: the wide multiply takes it as it is. */
export function isWidened(value: Value): boolean {
  return value.kind === 'convert' ? !isWide(scalarOf(value.args[0]!.type)) : value.constant !== null;
}

function selectionCost(type: CType): Cost {
  const name = scalarOf(type);
  if (name === 'f32') return { fp32: 1 };
  if (name === 'f64') return { fp32: 2 };
  return { integer: isWide(name) ? 2 : 1 };
}

/** A name without a definition at hand, or a template parameter without a value: the compiler has its value. */
function isNamedConstant({ kind, sources }: Value): boolean {
  return kind === 'symbol' && (sources & (Source.unresolved | Source.template)) !== 0;
}

/** Conversions between types; widening a 32-bit integer is one shift, narrowing to 32 bits is free. */
function conversionCost(from: Value, to: CType): Cost {
  if (from.type.kind !== 'scalar' || to.kind !== 'scalar' || isNamedConstant(from)) return FREE;
  const [a, b] = [from.type.scalar, to.scalar];
  if (b === 'bool') return isCondition(from) ? FREE : { [arithmeticClass(promote(a))]: 1 };
  if (a === 'bool' && isCondition(from)) return selectionCost(to);
  if (a === 'bf16' && b === 'f32') return { integer: 1 };
  if (isHalf(a) && b === 'f32') return { fp16: 1 };
  if (isFloating(a) || isFloating(b)) return a === b ? FREE : { conversion: 1 };
  if (isWide(b)) return isWide(a) || isUnsigned(a) ? FREE : { integer: 1 };
  const narrows = (b === 'i8' || b === 'u8' || b === 'i16' || b === 'u16') && promote(a) === a;
  return narrows ? { integer: 1 } : FREE;
}
