/** Type of an operation: `s32` is 32 bits, signed. */
export interface OperationType {
  readonly kind: 'integer' | 'float' | 'half' | 'brain' | 'predicate';
  readonly bits: number;
  readonly signed: boolean;
  /** Two halves in one register. */
  readonly packed: boolean;
}

/** The type that a part of an opcode names, or null. */
export function operationType(name: string): OperationType | null {
  if (name === 'pred') return { kind: 'predicate', bits: 1, signed: false, packed: false };
  const small = /^(b?)f16(x2)?$/.exec(name);
  if (small !== null)
    return {
      kind: small[1] === 'b' ? 'brain' : 'half',
      bits: 16,
      signed: true,
      packed: small[2] !== undefined,
    };
  const match = /^([subf])(8|16|32|64)$/.exec(name);
  if (match === null) return null;
  return {
    kind: match[1] === 'f' ? 'float' : 'integer',
    bits: Number(match[2]),
    signed: match[1] === 's',
    packed: false,
  };
}

/** What an instruction does in the thread whose row of registers starts at `base`. */
export type Execute = (base: number) => void;
