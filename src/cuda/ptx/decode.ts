import {
  add,
  BINARY,
  COMPARISONS,
  integerType,
  multiply,
  multiplyHigh,
  read,
  shiftLeft,
  shiftRight,
  wrap,
  type Integer,
  type IntegerType,
  UNARY,
  type PtxValue,
} from './arithmetic';
import type { PtxInstruction } from './module';

/** Reads an operand in the thread that runs. */
export type Operand<Context> = (context: Context) => PtxValue;

/** The value that an instruction writes, in the thread that runs; null where nothing tells it. */
export type Evaluation<Context> = (context: Context) => PtxValue;

type Read<Context> = (place: number) => Operand<Context>;

/**
 * How the value of an instruction follows from its operands (1 is the first source). What depends on data is null.
 * Floating-point numbers are never known.
 */
export function evaluationOf<Context>(
  { opcode, operands }: PtxInstruction,
  operand: Read<Context>,
): Evaluation<Context> {
  const [name = '', second = ''] = opcode;
  const type = opcode.at(-1) ?? '';
  if (name === 'mov' && type === 'pred') return truth(operands[1] ?? '', operand(1));
  if (name === 'mov' || name === 'cvta') return operand(1);
  if (type === 'pred') return predicateLogic(name, operand);
  if (name === 'setp') return comparison(second, opcode[2] ?? '', type, operand, operands[2] ?? '');
  const integer = integerType(type);
  if (name === 'selp') return selection(operand);
  // `cvt.u16.u32` names the target first.
  if (name === 'cvt') return conversion(integerType(opcode.at(-2) ?? ''), integer, operand);
  if (integer === null) return () => null;
  return arithmetic(name, second, integer, operand);
}

/** A predicate is moved from another one, or from a number. */
function truth<Context>(text: string, operand: Operand<Context>): Evaluation<Context> {
  if (text.startsWith('%')) return operand;
  const holds = Number(text) !== 0;
  return () => holds;
}

function lifted<Context>(
  parts: readonly Operand<Context>[],
  type: IntegerType,
  result: (...values: Integer[]) => Integer | null,
): Evaluation<Context> {
  return (context) => {
    const values: Integer[] = [];
    for (const part of parts) {
      const value = part(context);
      if (!isInteger(value)) return null;
      values.push(read(value, type));
    }
    return result(...values);
  };
}

function arithmetic<Context>(
  name: string,
  mode: string,
  type: IntegerType,
  operand: Read<Context>,
): Evaluation<Context> {
  const { bits } = type;
  const binary = (result: (a: Integer, b: Integer) => Integer | null): Evaluation<Context> =>
    lifted([operand(1), operand(2)], type, result);
  switch (name) {
    case 'mul':
      return binary((a, b) => product(a, b, mode, bits));
    case 'mad': {
      const factors = binary((a, b) => product(a, b, mode, bits));
      return sum(factors, operand(3), mode === 'wide' ? 2 * bits : bits);
    }
    case 'shl':
      return binary((a, b) => shiftLeft(a, b, bits));
    case 'shr':
      return binary((a, b) => wrap(shiftRight(a, b, bits), bits));
  }
  const unary = UNARY[name];
  if (unary !== undefined) return lifted([operand(1)], type, (a) => wrap(unary(a, bits), bits));
  const operation = BINARY[name];
  if (operation === undefined) return () => null;
  return binary((a, b) => {
    const result = operation(a, b);
    return result === null ? null : wrap(result, bits);
  });
}

/** A product and an addend of so many bits. */
function sum<Context>(
  factors: Evaluation<Context>,
  addend: Operand<Context>,
  bits: number,
): Evaluation<Context> {
  return (context) => {
    const [a, b] = [factors(context), addend(context)];
    return isInteger(a) && isInteger(b) ? wrap(add(a, b), bits) : null;
  };
}

function isInteger(value: PtxValue): value is Integer {
  return value !== null && typeof value !== 'boolean';
}

function product(a: Integer, b: Integer, mode: string, bits: number): Integer {
  if (mode === 'hi') return wrap(multiplyHigh(a, b, bits), bits);
  return wrap(multiply(a, b), mode === 'wide' ? 2 * bits : bits);
}

function selection<Context>(operand: Read<Context>): Evaluation<Context> {
  const [chosen, other, condition] = [operand(1), operand(2), operand(3)];
  return (context) => {
    const holds = condition(context);
    const [a, b] = [chosen(context), other(context)];
    if (holds === null) return a === b ? a : null;
    return holds === true ? a : b;
  };
}

function conversion<Context>(
  target: IntegerType | null,
  source: IntegerType | null,
  operand: Read<Context>,
): Evaluation<Context> {
  if (target === null || source === null) return () => null;
  return lifted([operand(1)], source, (a) => wrap(a, target.bits));
}

/** `setp.lt.and.s32 p, a, b, c` combines with a third predicate. */
function comparison<Context>(
  relation: string,
  combination: string,
  type: string,
  operand: Read<Context>,
  bound: string,
): Evaluation<Context> {
  const own = ownComparison(relation, type, operand, bound);
  const logic = LOGIC[combination];
  const third = operand(3);
  return logic === undefined ? own : (context) => logic(own(context), third(context));
}

/**
 * Bounds beyond which mathematical functions leave their usual path: infinity (its bits, or the upper half of them in
 * double precision) and the angle from which nvcc reduces in many steps. Ordinary numbers are below.
 */
const BEYOND_ORDINARY = new Set(['2139095040', '2139095039', '2146435072', '0f7F800000', '0f47CE4780']);

function ownComparison<Context>(
  relation: string,
  type: string,
  operand: Read<Context>,
  bound: string,
): Evaluation<Context> {
  if (BEYOND_ORDINARY.has(bound)) return () => /^l[te]/.test(relation);
  const holds = COMPARISONS[relation];
  const integer = integerType(type);
  if (holds === undefined || integer === null) return () => null;
  const compared = lifted([operand(1), operand(2)], integer, (a, b) => (holds(a, b) ? 1 : 0));
  return (context) => {
    const value = compared(context);
    return value === null ? null : value === 1;
  };
}

type Logic = (a: PtxValue, b: PtxValue) => PtxValue;

/** Three-valued: one operand may decide alone. */
const LOGIC: Readonly<Record<string, Logic>> = {
  and: (a, b) => (a === false || b === false ? false : a === null || b === null ? null : true),
  or: (a, b) => (a === true || b === true ? true : a === null || b === null ? null : false),
  xor: (a, b) => (a === null || b === null ? null : a !== b),
};

function predicateLogic<Context>(name: string, operand: Read<Context>): Evaluation<Context> {
  const first = operand(1);
  if (name === 'not')
    return (context) => {
      const value = first(context);
      return value === null ? null : value === false;
    };
  const logic = LOGIC[name];
  const second = operand(2);
  return logic === undefined ? () => null : (context) => logic(first(context), second(context));
}
