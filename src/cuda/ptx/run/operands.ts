import { isSpecialRegister, registerBits, type PtxFunction } from '../module';
import { floatBits, wholeBits } from '../numbers';

/** A slot whose value every thread has from the start. */
export interface ConstantSlot {
  readonly slot: number;
  readonly bits: bigint;
}

/** Slots of all that instructions of one program name: registers by function, constants and special registers once. */
export class Slots {
  size = 0;
  private spares = 0;
  readonly constants: ConstantSlot[] = [];
  /** Slots of special registers by name. */
  readonly special = new Map<string, number>();
  /** Slots of local variables' addresses, by function and name. */
  readonly locals = new Map<string, number>();
  private readonly registers = new Map<string, number>();
  private readonly known = new Map<string, number>();

  /** A slot for a register, or null for a name that is none. */
  register(made: PtxFunction, name: string): number | null {
    if (registerBits(made, name) === null) return null;
    return this.of(this.registers, `${made.entry} ${name}`);
  }

  specialRegister(name: string): number | null {
    return isSpecialRegister(name) ? this.of(this.special, name) : null;
  }

  local(made: PtxFunction, name: string): number {
    return this.of(this.locals, `${made.entry} ${name}`);
  }

  constant(bits: bigint): number {
    const key = String(bits);
    const found = this.known.get(key);
    if (found !== undefined) return found;
    const slot = this.of(this.known, key);
    this.constants.push({ slot, bits: BigInt.asIntN(64, bits) });
    return slot;
  }

  /** The slot of the carry that `add.cc` leaves. */
  carry(): number {
    return this.of(this.known, 'carry');
  }

  /** A slot that nothing names. */
  spare(): number {
    return this.of(this.known, `spare ${this.spares++}`);
  }

  /** Begins to hand out spare slots from the first again, for the same instructions once more. */
  restart(): void {
    this.spares = 0;
  }

  private of(slots: Map<string, number>, key: string): number {
    let slot = slots.get(key);
    if (slot === undefined) slots.set(key, (slot = this.size++));
    return slot;
  }
}

/** Bits of a number as an operand of a type has them; null for text that is none. */
export function numberBits(text: string, type: string): bigint | null {
  if (type === 'f64') return floatBits(text, 64);
  if (type === 'f32') return floatBits(text, 32);
  return wholeBits(text) ?? floatBits(text, /^-?0[dD]/.test(text) ? 64 : 32);
}
