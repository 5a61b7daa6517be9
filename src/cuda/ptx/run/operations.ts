import type { PtxInstruction } from '../module';
import { carrying, dotBytes, extractBits, funnelShift, insertBits, lop3, permuteBytes } from './bits';
import { comparisonOf, predicateLogic, testOf } from './comparisons';
import { conversion } from './conversions';
import { floatArithmetic } from './floats';
import { binaryInteger, multiplyHigh, multiplyWide, shift, unaryInteger } from './integers';
import { WINDOWS } from './memory';
import type { Storage } from './storage';
import { operationType, type Execute, type OperationType } from './types';

/** How an operation finds the slots of its operands. */
export interface OperandSlots {
  /** Of a register, number or address; numbers are read as the type has them. */
  readonly slot: (text: string, type?: string) => number;
  /** A number that stands in the text. */
  readonly bits: (text: string) => number;
  /** A slot of its own. */
  readonly spare: () => number;
  /** The slot of the carry. */
  readonly carry: () => number;
}

/** What an instruction that only computes does; null for one that is not known. */
export function operation(
  storage: Storage,
  instruction: PtxInstruction,
  slots: OperandSlots,
): Execute | null {
  const { opcode, operands } = instruction;
  const name = opcode[0] ?? '';
  const typeName = opcode.at(-1) ?? '';
  const at = (place: number, type = typeName): number => slots.slot(operands[place] ?? '', type);
  if (name === 'mov') return move(storage, operands, slots, typeName);
  // What takes vectors or addresses is none of these.
  if (operands.some((text) => /[[{(]/.test(text))) return null;
  if (name === 'cvta') return generic(storage, opcode, at(0), at(1));
  if (name === 'isspacep') return inSpace(storage, opcode[1] ?? '', at(0), at(1));
  const type = operationType(typeName);
  if (type === null) return null;
  if (name === 'cvt') return converted(storage, opcode, operands, slots, type);
  if (name === 'setp' || name === 'set') return comparison(storage, instruction, type, slots);
  if (name === 'testp') return assign(storage, testOf(storage, opcode[1] ?? '', type, at(1)), at(0), null);
  if (type.kind === 'predicate')
    return predicateLogic(storage, name, at(0), at(1), at(operands.length > 2 ? 2 : 1));
  if (name === 'selp') return selection(storage, at(0), at(1), at(2), at(3, ''));
  if (name === 'slct') return signSelection(storage, type, at(0), at(1, ''), at(2, ''), at(3));
  if (type.kind !== 'integer')
    return floatArithmetic(
      storage,
      opcode,
      type,
      operands.map((_, place) => at(place)),
    );
  return integer(storage, instruction, type, slots, at);
}

function integer(
  storage: Storage,
  { opcode, operands }: PtxInstruction,
  type: OperationType,
  slots: OperandSlots,
  at: (place: number) => number,
): Execute | null {
  const [name = '', mode = ''] = opcode;
  const three = (): [number, number, number] => [at(0), at(1), at(2)];
  const four = (): [number, number, number, number] => [at(0), at(1), at(2), at(3)];
  const carries = carryOf(opcode);
  if (carries !== null) {
    const [to, a, b] = three();
    if (carries.name !== 'add' && carries.name !== 'sub') return null;
    return carrying(storage, carries.name === 'sub', carries, type, [to, a, b, slots.carry()]);
  }
  switch (name) {
    case 'mul':
    case 'mul24':
      return product(storage, mode, type, three());
    case 'mad':
    case 'mad24':
      return productAndSum(storage, mode, type, slots.spare(), four());
    case 'sad':
      return distance(storage, type, four());
    case 'shl':
    case 'shr':
      return shift(storage, name === 'shl', type, three());
    case 'bfe':
      return extractBits(storage, type, four());
    case 'bfi':
      return insertBits(storage, type, [...four(), at(4)]);
    case 'lop3':
      return lop3(storage, four(), slots.bits(operands[4] ?? ''));
    case 'prmt':
      return permuteBytes(storage, four());
    case 'shf':
      return funnelShift(storage, mode === 'l', opcode.includes('wrap'), four());
    case 'dp4a':
      return dotBytes(storage, [opcode[1] === 's32', opcode[2] === 's32'], four());
    case 'bfind':
      if (opcode.includes('shiftamt')) return null;
  }
  if (opcode.includes('sat')) return null;
  const unary = unaryInteger(storage, name, type, [at(0), at(1)]);
  return unary ?? binaryInteger(storage, name, type, three());
}

function carryOf(opcode: readonly string[]): { name: string; takes: boolean; sets: boolean } | null {
  const takes = /^(add|sub|mad)c$/.test(opcode[0] ?? '');
  const sets = opcode.includes('cc');
  return takes || sets ? { name: (opcode[0] ?? '').replace(/c$/, ''), takes, sets } : null;
}

function product(
  storage: Storage,
  mode: string,
  type: OperationType,
  slots: readonly [number, number, number],
): Execute | null {
  if (mode === 'wide') return multiplyWide(storage, type, slots);
  return mode === 'hi' ? multiplyHigh(storage, type, slots) : binaryInteger(storage, 'mul', type, slots);
}

function productAndSum(
  storage: Storage,
  mode: string,
  type: OperationType,
  between: number,
  [to, a, b, c]: readonly [number, number, number, number],
): Execute | null {
  const multiply = product(storage, mode, type, [between, a, b]);
  const wide = mode === 'wide' ? { ...type, bits: 2 * type.bits } : type;
  const add = binaryInteger(storage, 'add', wide, [to, between, c]);
  if (multiply === null || add === null) return null;
  return (t) => {
    multiply(t);
    add(t);
  };
}

/** `sad`: the distance of two numbers, added up. */
function distance(
  storage: Storage,
  type: OperationType,
  [to, a, b, c]: readonly [number, number, number, number],
): Execute | null {
  if (type.bits === 64) return null;
  const { words } = storage;
  const read = type.signed ? (word: number): number => word : (word: number): number => word >>> 0;
  return (t) => {
    const gap = Math.abs(read(words[(t + a) << 1]!) - read(words[(t + b) << 1]!));
    words[(t + to) << 1] = words[(t + c) << 1]! + gap;
  };
}

function copy({ longs }: Storage, to: number, from: number): Execute {
  return (t) => void (longs[t + to] = longs[t + from]!);
}

/** `mov`, with vectors that are packed or taken apart. */
function move(
  storage: Storage,
  operands: readonly string[],
  slots: OperandSlots,
  type: string,
): Execute | null {
  const [to = '', from = ''] = operands;
  const parts = (text: string): string[] => text.slice(1, -1).split(',');
  const bits = operationType(type)?.bits ?? 32;
  if (to.startsWith('{')) return unpacked(storage, parts(to), slots, slots.slot(from, type), bits);
  if (from.startsWith('{')) return packed(storage, parts(from), slots, slots.slot(to, type), bits);
  if (/^%(clock|globaltimer)/.test(from)) return clock(storage, slots.slot(to, type));
  return copy(storage, slots.slot(to, type), slots.slot(from, type));
}

/** A clock goes on each time that it is read. */
function clock(storage: Storage, to: number): Execute {
  return (t) => storage.setAddress(t + to, (storage.ticks += CYCLES_PER_READ));
}

const CYCLES_PER_READ = 64;

function unpacked(
  { longs }: Storage,
  names: readonly string[],
  slots: OperandSlots,
  from: number,
  bits: number,
): Execute {
  const width = BigInt(bits / names.length);
  const targets = names.map((name) => (name === '_' ? null : slots.slot(name)));
  return (t) => {
    const value = longs[t + from]!;
    targets.forEach((to, place) => {
      if (to !== null) longs[t + to] = BigInt.asUintN(Number(width), value >> (width * BigInt(place)));
    });
  };
}

function packed(
  { longs }: Storage,
  names: readonly string[],
  slots: OperandSlots,
  to: number,
  bits: number,
): Execute {
  const width = bits / names.length;
  const sources = names.map((name) => slots.slot(name));
  return (t) => {
    longs[t + to] = sources.reduce(
      (sum, from, place) => sum | (BigInt.asUintN(width, longs[t + from]!) << BigInt(width * place)),
      0n,
    );
  };
}

/** `cvta`: between addresses of a space and generic ones. */
function generic(storage: Storage, opcode: readonly string[], to: number, from: number): Execute {
  const space = opcode.find((part): part is keyof typeof WINDOWS => part.split('::')[0]! in WINDOWS);
  const window = space === undefined ? 0 : WINDOWS[space.split('::')[0] as keyof typeof WINDOWS];
  const step = opcode[1] === 'to' ? -window : window;
  if (step === 0) return copy(storage, to, from);
  return (t) => storage.setAddress(t + to, storage.address(t + from) + step);
}

function inSpace(storage: Storage, space: string, to: number, from: number): Execute {
  const ends = [WINDOWS.shared, WINDOWS.local, WINDOWS.const, WINDOWS.param, Infinity];
  const place = ['global', 'shared', 'local', 'const', 'param'].indexOf(space.split('::')[0] ?? '');
  return (t) => {
    const address = storage.address(t + from);
    storage.words[(t + to) << 1] = Number(ends.findIndex((end) => address < end) === place);
  };
}

function converted(
  storage: Storage,
  opcode: readonly string[],
  operands: readonly string[],
  slots: OperandSlots,
  from: OperationType,
): Execute | null {
  const to = operationType(opcode.at(-2) ?? '');
  if (to === null || opcode[1] === 'pack') return null;
  const at = (place: number): number =>
    slots.slot(operands[place] ?? '', opcode.at(place === 0 ? -2 : -1) ?? '');
  return operands.length === 3
    ? conversion(storage, opcode, to, from, [at(0), at(1), at(2)])
    : conversion(storage, opcode, to, from, [at(0), at(1)]);
}

type Test = (base: number) => boolean;

/** Writes what a test says, and its contrary behind `|`. */
function assign({ words }: Storage, test: Test | null, to: number, contrary: number | null): Execute | null {
  if (test === null) return null;
  if (contrary === null) return (t) => void (words[(t + to) << 1] = test(t) ? 1 : 0);
  return (t) => {
    const holds = test(t);
    words[(t + to) << 1] = holds ? 1 : 0;
    words[(t + contrary) << 1] = holds ? 0 : 1;
  };
}

/** `setp.lt.and.s32 p|q, a, b, !c`: the third predicate joins in. `set` writes ones or 1.0. */
function comparison(
  storage: Storage,
  { opcode, operands }: PtxInstruction,
  type: OperationType,
  slots: OperandSlots,
): Execute | null {
  const typeName = opcode.at(-1) ?? '';
  const [first = '', contrary] = (operands[0] ?? '').split('|');
  const pair = [slots.slot(operands[1] ?? '', typeName), slots.slot(operands[2] ?? '', typeName)] as const;
  const own = comparisonOf(storage, opcode[1] ?? '', opcode, type, pair);
  if (own === null) return null;
  const test = joined(storage, own, opcode[2] ?? '', operands[3], slots);
  const optional = (text?: string): number | null =>
    text === undefined || text === '_' ? null : slots.slot(text);
  if (opcode[0] === 'setp')
    return assign(storage, test, optional(first) ?? slots.spare(), optional(contrary));
  const to = slots.slot(first);
  const isFloat = opcode.at(-2) === 'f32';
  if (!isFloat && !/^[usb]32$/.test(opcode.at(-2) ?? '')) return null;
  return (t) => void (storage.words[(t + to) << 1] = test(t) ? (isFloat ? 0x3f800000 : -1) : 0);
}

function joined(
  { words }: Storage,
  own: Test,
  combination: string,
  third: string | undefined,
  slots: OperandSlots,
): Test {
  if (third === undefined || !/^(and|or|xor)$/.test(combination)) return own;
  const slot = slots.slot(third.replace('!', ''));
  const wanted = third.startsWith('!') ? 0 : 1;
  const other: Test = (t) => words[(t + slot) << 1] === wanted;
  if (combination === 'and') return (t) => own(t) && other(t);
  return combination === 'or' ? (t) => own(t) || other(t) : (t) => own(t) !== other(t);
}

function selection({ words, longs }: Storage, to: number, a: number, b: number, chosen: number): Execute {
  return (t) => void (longs[t + to] = words[(t + chosen) << 1] !== 0 ? longs[t + a]! : longs[t + b]!);
}

/** `slct d, a, b, c`: `a` where `c` is not negative. */
function signSelection(
  { words, longs, singles }: Storage,
  type: OperationType,
  to: number,
  a: number,
  b: number,
  chosen: number,
): Execute {
  return (t) => {
    const holds = type.kind === 'float' ? singles[(t + chosen) << 1]! >= 0 : words[(t + chosen) << 1]! >= 0;
    longs[t + to] = holds ? longs[t + a]! : longs[t + b]!;
  };
}
