import { emptyCounts, type ClassCounts, type InstructionClass } from '../../../src/kernel/instructionClasses';
import { executeInteger } from './integerUnit';
import { sassClass, type SassInstruction } from './sass';
import { ThreadState, type ThreadContext } from './threadState';

export interface EmulationResult {
  readonly counts: ClassCounts;
  /** Branches whose predicate depended on data; each was taken, which skips slow paths. */
  readonly unknownBranches: number;
}

const STEP_LIMIT = 2_000_000;

/**
 * Runs one thread of a kernel through its machine code as far as control flow needs: integer
 * registers and predicates are computed, data is unknown. A forward branch on data is taken, since
 * what the compiler puts behind one is the slow path of a division or of a range reduction.
 * Predicated-off instructions do not count, branches count whether or not they are taken.
 */
export function emulateThread(code: readonly SassInstruction[], context: ThreadContext): EmulationResult {
  const state = new ThreadState(context);
  const counts = emptyCounts();
  const indexOf = new Map(code.map((instruction, index) => [instruction.address, index]));
  const returns: number[] = [];
  let unknownBranches = 0;
  let at = 0;
  for (let step = 0; at < code.length; step++) {
    if (step > STEP_LIMIT) throw new Error('the kernel runs too long to be counted');
    const instruction = code[at]!;
    const active = instruction.guard === null ? true : state.predicate(instruction.guard);
    const kind = sassClass(instruction);
    count(counts, kind, active);
    if (instruction.opcode === 'EXIT' && active === true) break;
    if (instruction.opcode.startsWith('RET')) {
      at = returns.pop() ?? code.length;
      continue;
    }
    if (instruction.opcode.startsWith('CALL') && active === true) {
      returns.push(at + 1);
      at = indexOf.get(branchTarget(instruction)) ?? code.length;
      continue;
    }
    if (instruction.opcode.startsWith('BRA') && active !== false) {
      const target = indexOf.get(branchTarget(instruction));
      if (target === undefined) throw new Error(`branch out of the function at ${instruction.address}`);
      if (active === null) unknownBranches++;
      if (active === true || target > at) {
        at = target;
        continue;
      }
    }
    if (active !== false) executeInteger(instruction, state, active === null);
    at++;
  }
  return { counts, unknownBranches };
}

function count(counts: ClassCounts, kind: InstructionClass | null, active: boolean | null): void {
  if (kind !== null && (active !== false || kind === 'control')) counts[kind]++;
}

function branchTarget(instruction: SassInstruction): number {
  const text = instruction.operands.at(-1) ?? '';
  return Number.parseInt(text.replace(/[^0-9a-fx]/g, ''), 16);
}
