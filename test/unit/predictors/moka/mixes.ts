import { INSTRUCTION_CLASSES, type InstructionClass } from '../../../../src/kernel/instructionClasses';
import { type InstructionMix } from '../../../../src/kernel/kernel';

/** An instruction mix with the given counts per thread and zero elsewhere. */
export function mixOf(
  perThread: Partial<Record<InstructionClass, number>>,
  assumptions: readonly string[] = [],
): InstructionMix {
  const zero = Object.fromEntries(INSTRUCTION_CLASSES.map((name) => [name, 0])) as Record<
    InstructionClass,
    number
  >;
  return {
    perThread: { ...zero, ...perThread },
    loops: [],
    assumptions: assumptions.map((text) => ({ text, line: null })),
  };
}
