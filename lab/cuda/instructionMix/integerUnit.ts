import type { ThreadState } from './threadState';
import { readBig } from './operands';
import { forgetPredicates, predicateLogic, setFloatPredicates, setPredicates } from './predicates';
import type { SassInstruction } from './sass';

/**
 * Executes what decides control flow: integer arithmetic, comparisons, predicate logic and special
 * registers. Everything else makes its destination unknown. With `uncertain`, an instruction whose
 * guard is unknown, the destination becomes unknown too.
 */
export function executeInteger(instruction: SassInstruction, state: ThreadState, uncertain: boolean): void {
  const [name = '', ...modifiers] = instruction.opcode.split('.');
  const base = /^U(?!P)[A-Z]/.test(name) && name !== 'ULDC' ? name.slice(1) : name;
  if (writesPredicates(base, instruction, modifiers, state, uncertain)) return;
  const operands = instruction.operands;
  const destination = operands[0];
  if (destination === undefined || !/^U?R\d+$/.test(destination)) return forgetPredicates(operands, state);
  if (base !== 'SEL' && base !== 'IMNMX') {
    for (const carry of operands.slice(1).filter((text) => /^U?P\d+$/.test(text)))
      state.setPredicate(carry, null);
  }
  const inputs = operands.slice(1).filter((text) => !/^!?U?P[T0-9]+$/.test(text));
  const unknown = uncertain || modifiers.includes('X');
  const value = unknown ? null : compute(base, modifiers, inputs, operands, state);
  state.setRegister(destination, value === null ? null : Number(BigInt.asUintN(32, value)));
  if (!modifiers.includes('WIDE') && !modifiers.includes('64')) return;
  const high = value === null ? null : Number(BigInt.asUintN(32, value >> 32n));
  state.setRegister(successor(destination), high);
}

/** Handles instructions whose result is a predicate; false for all others. */
function writesPredicates(
  base: string,
  { operands }: SassInstruction,
  modifiers: readonly string[],
  state: ThreadState,
  uncertain: boolean,
): boolean {
  if (base === 'ISETP') setPredicates(operands, modifiers, state, uncertain);
  else if (base === 'FSETP' || base === 'DSETP') setFloatPredicates(operands, modifiers, state, uncertain);
  else if (base === 'FCHK') state.setPredicate(operands[0] ?? '', uncertain ? null : false);
  else if (base === 'LOP3' && /^U?P/.test(operands[0] ?? '')) testBits(operands, state, uncertain);
  else if (base === 'PLOP3') predicateLogic(operands, state, uncertain);
  else return false;
  return true;
}

const WORD = new DataView(new ArrayBuffer(4));

/** The bits of a single-precision number: integer division goes through reciprocals. */
function floatBits(value: number): bigint {
  WORD.setFloat32(0, value);
  return BigInt(WORD.getUint32(0));
}

function floatOf(bits: bigint): number {
  WORD.setUint32(0, Number(BigInt.asUintN(32, bits)));
  const value = WORD.getFloat32(0);
  return Number.isFinite(value) ? value : 0;
}

/** Applies a function to operands that are all known. */
function lift(fn: (...values: bigint[]) => bigint, ...values: (bigint | null)[]): bigint | null {
  const known = values.filter((value) => value !== null);
  return known.length === values.length ? fn(...known) : null;
}

function compute(
  base: string,
  modifiers: readonly string[],
  inputs: readonly string[],
  operands: readonly string[],
  state: ThreadState,
): bigint | null {
  const unsigned = modifiers.includes('U32');
  const read = (index: number, signed = !unsigned): bigint | null => readBig(inputs[index], state, signed);
  switch (base) {
    case 'MOV':
    case 'ULDC':
    case 'R2UR':
      return modifiers.includes('64') ? null : read(0);
    case 'CS2R':
      return 0n;
    case 'S2R':
    case 'S2UR':
      return specialRegister(inputs[0] ?? '', state);
    case 'IADD3':
      return lift((a, b, c) => a + b + c, read(0), read(1), read(2));
    case 'IMAD':
      return multiplyAdd(modifiers, inputs, state, unsigned);
    case 'LEA':
      return leftShiftAdd(modifiers, inputs, state);
    case 'LOP3':
      return lift(
        (a, b, c) => lookup(a, b, c, Number(inputs[3])),
        read(0, false),
        read(1, false),
        read(2, false),
      );
    case 'SHF':
      return shift(modifiers, inputs, state);
    case 'IABS':
      return lift((a) => (a < 0n ? -a : a), read(0, true));
    case 'I2F':
      return lift((a) => floatBits(Number(a)), read(0));
    case 'MUFU':
      return modifiers.includes('RCP') ? lift((a) => floatBits(1 / floatOf(a)), read(0, false)) : null;
    case 'F2I':
      return lift((a) => BigInt(Math.trunc(floatOf(a)) || 0), read(0, false));
    default:
      return select(base, inputs, operands, state);
  }
}

/** Choices by a predicate. */
function select(
  base: string,
  inputs: readonly string[],
  operands: readonly string[],
  state: ThreadState,
): bigint | null {
  const chosen = state.predicate(operands.at(-1) ?? '');
  const [a, b] = [readBig(inputs[0], state, true), readBig(inputs[1], state, true)];
  if (chosen === null) return null;
  if (base === 'SEL') return chosen ? a : b;
  return base === 'IMNMX' ? lift((x, y) => (x < y === chosen ? x : y), a, b) : null;
}
/** `LOP3.LUT P0, RZ, …`: the predicate says whether any bit is set. */
function testBits(operands: readonly string[], state: ThreadState, uncertain: boolean): void {
  const [predicate = '', destination = 'RZ', ...inputs] = operands;
  const [a = null, b = null, c = null] = inputs.slice(0, 3).map((text) => readBig(text, state, false));
  const value = uncertain ? null : lift((x, y, z) => lookup(x, y, z, Number(inputs[3])), a, b, c);
  state.setPredicate(predicate, value === null ? null : value !== 0n);
  if (!/Z$/.test(destination)) state.setRegister(destination, value === null ? null : Number(value));
}

function multiplyAdd(
  modifiers: readonly string[],
  inputs: readonly string[],
  state: ThreadState,
  unsigned: boolean,
): bigint | null {
  const a = readBig(inputs[0], state, !unsigned);
  const b = readBig(inputs[1], state, !unsigned);
  const c = readBig(inputs[2], state, !unsigned);
  if (a === null || b === null || c === null) return null;
  if (modifiers.includes('WIDE') && !/^U?RZ$/.test(inputs[2] ?? '')) {
    const high = readBig(successor((inputs[2] ?? '').replace('.reuse', '')), state, false);
    return high === null ? null : a * b + ((high << 32n) | BigInt.asUintN(32, c));
  }
  return modifiers.includes('HI') ? (a * b + c) >> 32n : a * b + c;
}

function leftShiftAdd(
  modifiers: readonly string[],
  inputs: readonly string[],
  state: ThreadState,
): bigint | null {
  const amount = BigInt(inputs.at(-1) ?? '0');
  const a = readBig(inputs[0], state, false);
  const b = readBig(inputs[1], state, false);
  if (a === null || b === null || modifiers.includes('SX32')) return null;
  if (!modifiers.includes('HI')) return (a << amount) + b;
  const high = readBig(inputs[2], state, false);
  return high === null ? null : b + (((high << 32n) | a) >> (32n - amount));
}

function shift(modifiers: readonly string[], inputs: readonly string[], state: ThreadState): bigint | null {
  const right = modifiers.includes('R');
  const signed = modifiers.includes('S32');
  const high = right && modifiers.includes('HI');
  const value = readBig(inputs[high ? 2 : 0], state, signed);
  const amount = readBig(inputs[1], state, false);
  const other = inputs[high ? 0 : 2] ?? '';
  if (value === null || amount === null || !/^U?RZ$/.test(other)) return null;
  return right ? value >> (amount > 31n ? 31n : amount) : amount > 31n ? 0n : value << amount;
}

/** Three-input logic: bit i of the table is the result for the input bits of i = 4a + 2b + c. */
function lookup(a: bigint, b: bigint, c: bigint, table: number): bigint {
  let result = 0n;
  for (let bit = 0n; bit < 32n; bit++) {
    const index = Number((((a >> bit) & 1n) << 2n) | (((b >> bit) & 1n) << 1n) | ((c >> bit) & 1n));
    if ((table >> index) & 1) result |= 1n << bit;
  }
  return result;
}

function specialRegister(name: string, state: ThreadState): bigint | null {
  const { thread, block } = state.context;
  const axis = { X: 0, Y: 1, Z: 2 }[name.at(-1) ?? ''];
  if (axis === undefined) return name === 'SR_LANEID' ? BigInt(thread[0] % 32) : null;
  if (name.startsWith('SR_TID')) return BigInt(thread[axis] ?? 0);
  if (name.startsWith('SR_CTAID')) return BigInt(block[axis] ?? 0);
  return null;
}

function successor(register: string): string {
  return register.replace(/\d+$/, (digits) => String(Number(digits) + 1));
}
