import type { Dim3 } from '../../../src/kernel/symbolic';

/** What one thread sees: its coordinates, the launch, and 32-bit words of constant bank 0. */
export interface ThreadContext {
  readonly thread: Dim3;
  readonly block: Dim3;
  readonly blockDim: Dim3;
  readonly gridDim: Dim3;
  /** Kernel parameters by byte offset in the constant bank. */
  readonly constants: ReadonlyMap<number, number>;
}

/** Registers and predicates of one thread; null is a value that the emulator does not know. */
export class ThreadState {
  private readonly registers = new Map<string, number | null>();
  private readonly predicates = new Map<string, boolean | null>();

  constructor(readonly context: ThreadContext) {}

  register(name: string): number | null {
    return name === 'RZ' || name === 'URZ' ? 0 : (this.registers.get(name) ?? null);
  }

  setRegister(name: string, value: number | null): void {
    this.registers.set(name, value === null ? null : value >>> 0);
  }

  predicate(text: string): boolean | null {
    const negated = text.startsWith('!');
    const name = negated ? text.slice(1) : text;
    const value = name === 'PT' || name === 'UPT' ? true : (this.predicates.get(name) ?? null);
    return value === null ? null : value !== negated;
  }

  setPredicate(name: string, value: boolean | null): void {
    this.predicates.set(name, value);
  }
}
