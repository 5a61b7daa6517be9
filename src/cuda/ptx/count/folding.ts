import { predicatedBranches } from './branches';
import { FREE, machineCost, type Cost } from './machineCosts';
import type { PtxInstruction, PtxKernel } from '../module';
import { Registers } from './registers';
import { sharedDivisions } from './remainders';
import { repeatedLoads } from './repeatedLoads';
import { mergedLoads } from './sharedLoads';

export interface FoldedKernel {
  /** Machine instructions of each PTX instruction. */
  readonly costs: readonly Cost[];
  /** Branches that become predicates. */
  readonly predicated: ReadonlySet<PtxInstruction>;
  /** Shared loads that become part of another, with that one. */
  readonly takenAlong: ReadonlyMap<PtxInstruction, PtxInstruction>;
  /** Read-only loads of what another has loaded just before, with that one. */
  readonly repeated: ReadonlyMap<PtxInstruction, PtxInstruction>;
}

/**
 * Machine instructions of each PTX instruction after the foldings that ptxas always makes: a sum takes the product or
 * the shift in front of it, three terms are added at once, bitwise operations are done two at a time, an address is
 * made by one wide multiply-add, comparisons take the predicate that they are combined with, shared loads side by side
 * become one, constants are converted, read-only loads are not made twice in straight code, a quotient and its remainder share a reciprocal, and short branches become predicates.
 */
export function foldPtx(kernel: PtxKernel): FoldedKernel {
  const registers = new Registers(kernel.instructions);
  const folding = new Folding(registers);
  for (const instruction of kernel.instructions) folding.fold(instruction);
  const takenAlong = mergedLoads(kernel, registers);
  const repeated = repeatedLoads(kernel);
  const divided = sharedDivisions(kernel);
  const gone = new Set([...folding.absorbed, ...takenAlong.keys(), ...repeated.keys()]);
  const cost = (instruction: PtxInstruction): Cost =>
    gone.has(instruction)
      ? FREE
      : (folding.reduced.get(instruction) ?? divided.get(instruction) ?? machineCost(instruction));
  const predicated = predicatedBranches(kernel, (instruction) => Object.keys(cost(instruction)).length > 0);
  return {
    costs: kernel.instructions.map((instruction) => (predicated.has(instruction) ? FREE : cost(instruction))),
    predicated,
    takenAlong,
    repeated,
  };
}

class Folding {
  /** Instructions that have become part of the one that uses their result. */
  readonly absorbed = new Set<PtxInstruction>();
  readonly reduced = new Map<PtxInstruction, Cost>();
  /** Instructions that have taken another in. */
  private readonly full = new Set<PtxInstruction>();

  constructor(private readonly registers: Registers) {}

  fold(instruction: PtxInstruction): void {
    const key = keyOf(instruction);
    if (key === 'add.64') return this.foldAddress(instruction);
    const shifted = this.divisionByWarp(instruction);
    if (shifted !== null) this.reduced.set(instruction, shifted);
    if (instruction.opcode[0] === 'cvt' && this.isConstant(instruction.operands[1]!))
      this.reduced.set(instruction, FREE);
    if (key === 'cvt.sat.f32.f32' && this.isComputedHere(instruction.operands[1]!))
      this.absorbed.add(instruction);
    for (const operand of instruction.operands.slice(1)) {
      const maker = this.registers.makerOf(operand);
      if (maker === null || this.full.has(instruction) || this.full.has(maker)) continue;
      if (!TAKES[key]?.includes(keyOf(maker)) || isShiftByRegister(maker)) continue;
      if (this.registers.usersOf(maker.operands[0]!).length > 1) continue;
      this.absorbed.add(maker);
      this.full.add(instruction);
    }
  }

  /** Tests for a number, or a register that holds the same one for ever. */
  private isConstant(operand: string): boolean {
    const maker = this.registers.makerOf(operand);
    const number = maker?.opcode[0] === 'mov' ? (maker.operands[1] ?? '') : operand;
    return /^-?(\d|0[fFdDxX])/.test(number);
  }

  /** Tests whether an instruction makes a number that nothing else uses: it saturates its result at no cost. */
  private isComputedHere(register: string): boolean {
    const maker = this.registers.makerOf(register);
    if (maker === null || !/^(add|sub|mul|fma|mad)$/.test(maker.opcode[0] ?? '')) return false;
    return this.registers.usersOf(register).length === 1;
  }

  /**
   * Division by the warp size, which PTX leaves as a name: 32, so a shift or a mask. A signed dividend is rounded
   * towards zero first (its sign spread, and the upper part of that added); a remainder is what is left of it.
   */
  private divisionByWarp({ opcode, operands }: PtxInstruction): Cost | null {
    const [name = '', type = ''] = [opcode[0], opcode.at(-1)];
    if (!/^(div|rem)$/.test(name) || !/^[su]32$/.test(type)) return null;
    const divisor = operands[2] ?? '';
    const maker = this.registers.makerOf(divisor);
    if ((maker?.opcode[0] === 'mov' ? maker.operands[1] : divisor) !== 'WARP_SZ') return null;
    if (type === 'u32') return { integer: 1 };
    return { integer: name === 'div' ? 3 : 4 };
  }

  /** `base + index * size`: one wide multiply-add; with a shift, an addition of two halves that shifts on the way. */
  private foldAddress(sum: PtxInstruction): void {
    for (const operand of sum.operands.slice(1)) {
      const maker = this.registers.makerOf(operand);
      if (maker === null) continue;
      const isOnlyAdded = this.registers
        .usersOf(maker.operands[0]!)
        .every((user) => keyOf(user) === 'add.64');
      const isProduct = maker.opcode[0] === 'mul' && maker.opcode[1] === 'wide';
      if (!isOnlyAdded || !(isProduct || keyOf(maker) === 'shl.64')) continue;
      this.absorbed.add(maker);
      if (isProduct) this.reduced.set(sum, { integer: 1 });
      return;
    }
  }
}

/** What an instruction takes in of the one that makes an operand. */
const TAKES: Readonly<Record<string, readonly string[]>> = {
  'add.32': ['add.32', 'sub.32', 'mul.32', 'shl.32'],
  'sub.32': ['add.32', 'sub.32'],
  'and.32': ['and.32', 'or.32', 'xor.32'],
  'or.32': ['and.32', 'or.32', 'xor.32'],
  'xor.32': ['and.32', 'or.32', 'xor.32'],
  'add.f32': ['mul.f32'],
  'sub.f32': ['mul.f32'],
  'add.f64': ['mul.f64'],
  'sub.f64': ['mul.f64'],
};

function isShiftByRegister({ opcode, operands }: PtxInstruction): boolean {
  return opcode[0] === 'shl' && /^%/.test(operands[2] ?? '');
}

function keyOf({ opcode }: PtxInstruction): string {
  const type = opcode.at(-1) ?? '';
  if (!/^[sub]\d+$/.test(type) || /^(wide|hi)$/.test(opcode[1] ?? '')) return opcode.join('.');
  return `${opcode[0]}.${type.slice(1)}`;
}
