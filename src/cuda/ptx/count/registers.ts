import type { PtxInstruction } from '../module';

/** Which instructions make and use each virtual register of a kernel. */
export class Registers {
  private readonly makers = new Map<string, PtxInstruction[]>();
  private readonly users = new Map<string, PtxInstruction[]>();

  constructor(instructions: readonly PtxInstruction[]) {
    for (const instruction of instructions) {
      const writes = !/^(st|red|bra|bar)$/.test(instruction.opcode[0] ?? '');
      instruction.operands.forEach((operand, place) => {
        for (const [register] of operand.matchAll(/%[a-z]+\d+/g))
          append(place === 0 && writes ? this.makers : this.users, register, instruction);
      });
    }
  }

  makersOf(register: string): readonly PtxInstruction[] {
    return this.makers.get(register) ?? [];
  }

  /** The one instruction that makes a register, where it is the only one. */
  makerOf(register: string): PtxInstruction | null {
    const makers = this.makersOf(register);
    return makers.length === 1 ? makers[0]! : null;
  }

  usersOf(register: string): readonly PtxInstruction[] {
    return this.users.get(register) ?? [];
  }
}

function append(lists: Map<string, PtxInstruction[]>, key: string, value: PtxInstruction): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}
