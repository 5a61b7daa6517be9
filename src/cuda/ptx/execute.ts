import type { PtxValue } from './arithmetic';
import { evaluationOf, type Evaluation } from './decode';
import type { PtxInstruction, PtxKernel } from './module';
import { specialRegister, type PtxThread } from './thread';

/** Instructions of one thread beyond which a kernel is taken to be caught in a loop. */
const STEP_LIMIT = 20_000_000;
/** Bytes between the places that symbols are taken to have: far enough for 32-bit shared addresses. */
const SYMBOL_DISTANCE = 2 ** 20;

/** A kernel whose control flow depends on what the memory holds, and where. */
export class DataDependent extends Error {}

interface Machine {
  registers: PtxValue[];
  context: PtxThread;
}

interface Step {
  readonly guard: { readonly slot: number; readonly negated: boolean } | null;
  readonly written: readonly number[];
  readonly evaluate: Evaluation<Machine>;
  /** Place to go on at for a branch, the end for `ret`; null for everything else. */
  readonly target: number | null;
}

/**
 * A kernel that can be run thread by thread as far as control flow needs: integers, addresses and predicates are
 * computed, what is loaded and every floating-point number is unknown.
 */
export class PtxProgram {
  private readonly slots = new Map<string, number>();
  private readonly symbols = new Map<string, number>();
  private readonly steps: readonly Step[];

  /** @param predicated branches that machine code does not have */
  constructor(
    readonly kernel: PtxKernel,
    private readonly predicated: ReadonlySet<PtxInstruction>,
  ) {
    this.steps = kernel.instructions.map((instruction) => this.decode(instruction));
  }

  /**
   * Runs one thread and adds to `visits` how often it executes each instruction.
   * @throws DataDependent at a branch that only data decides.
   */
  run(context: PtxThread, visits: Float64Array): number {
    const machine: Machine = { registers: new Array<PtxValue>(this.slots.size).fill(null), context };
    const { registers } = machine;
    let at = 0;
    let executed = 0;
    for (; at < this.steps.length; executed++) {
      if (executed > STEP_LIMIT) throw new DataDependent('a thread runs too long to be counted');
      const { guard, evaluate, written, target } = this.steps[at]!;
      const active = guard === null ? true : registers[guard.slot];
      if (active === null) {
        if (target === null || !this.isPredicated(at, target)) throw new DataDependent(this.describe(at));
        for (at++; at < target; at++) {
          visits[at]!++;
          for (const slot of this.steps[at]!.written) registers[slot] = null;
        }
        continue;
      }
      if (guard !== null && active === guard.negated) {
        if (target !== null) visits[at]!++;
        at++;
        continue;
      }
      visits[at]!++;
      if (target !== null) {
        at = target;
        continue;
      }
      const value = evaluate(machine);
      for (const slot of written) registers[slot] = value;
      at++;
    }
    return executed;
  }

  /** Whether a branch on data goes around arithmetic that machine code executes under a predicate. */
  private isPredicated(at: number, target: number): boolean {
    const { instructions } = this.kernel;
    return (
      this.predicated.has(instructions[at]!) &&
      instructions
        .slice(at + 1, target)
        .every(({ opcode }) => !/^(ld|st|atom|red|shfl)$/.test(opcode[0] ?? ''))
    );
  }

  private decode(instruction: PtxInstruction): Step {
    const { opcode, operands, guard } = instruction;
    const [name = ''] = opcode;
    const branches = name === 'bra';
    const leaves = name === 'ret' || name === 'exit';
    return {
      guard: guard === null ? null : { slot: this.slot(guard.register), negated: guard.negated },
      target: leaves
        ? this.kernel.instructions.length
        : branches
          ? (this.kernel.labels.get(operands[0] ?? '') ?? this.kernel.instructions.length)
          : null,
      written: branches || leaves || /^(st|red|bar|membar)$/.test(name) ? [] : this.destinations(operands[0]),
      evaluate: this.evaluation(instruction),
    };
  }

  private evaluation(instruction: PtxInstruction): Evaluation<Machine> {
    const { opcode, operands } = instruction;
    if (operands[0]?.startsWith('{')) return () => null;
    if (opcode[0] === 'ld' && opcode[1] === 'param') return this.parameter(operands[1] ?? '');
    return evaluationOf<Machine>(instruction, (place) => this.operand(operands[place] ?? ''));
  }

  /** `{%f1, %f2}` and `%p1|%p2` write several. */
  private destinations(text = ''): number[] {
    return [...text.matchAll(/%\w+/g)].map(([name]) => this.slot(name));
  }

  private slot(register: string): number {
    let slot = this.slots.get(register);
    if (slot === undefined) this.slots.set(register, (slot = this.slots.size));
    return slot;
  }

  private operand(text: string): Evaluation<Machine> {
    if (/^-?\d+$/.test(text)) {
      const value = Number(text);
      return () => value;
    }
    if (/^%(?:p|r|rs|rd|f|fd|h|hh|SP|SPL)\d*$/.test(text)) {
      const slot = this.slot(text);
      return ({ registers }) => registers[slot] ?? null;
    }
    if (text.startsWith('%')) return ({ context }) => specialRegister(text, context);
    if (!/^\w+$/.test(text) || /^0[fd]/.test(text)) return () => null;
    const place = this.symbol(text);
    return () => place;
  }

  /** A variable's address: each has a place of its own. */
  private symbol(name: string): number {
    let place = this.symbols.get(name);
    if (place === undefined) this.symbols.set(name, (place = (this.symbols.size + 1) * SYMBOL_DISTANCE));
    return place;
  }

  private parameter(address: string): Evaluation<Machine> {
    const name = /\[(\w+)\]/.exec(address)?.[1];
    const place = this.kernel.parameters.findIndex((parameter) => parameter.name === name);
    return ({ context }) => context.parameters[place] ?? null;
  }

  private describe(at: number): string {
    const branch = this.kernel.instructions[at]!;
    const maker = this.kernel.instructions
      .slice(0, at)
      .findLast(({ operands }) => operands[0] === branch.guard?.register);
    return maker === undefined ? 'a branch on data' : `${maker.opcode.join('.')} of data`;
  }
}
