import type { ClassCounts } from '../../kernel/instructionClasses';
import type { InstructionMix } from '../../kernel/kernel';
import type { KernelProgram } from '../../kernel/program';
import { threadCounts } from '../../kernel/totals/threadCounts';
import type { Lowering } from './lowerKernel';

type Lowered = Extract<Lowering, { kind: 'lowered' }>;

/** Instruction mixes of lowered kernels, each counted over its program when it is first asked for. */
export class ProgramMixes {
  private readonly mixes = new WeakMap<Lowered, InstructionMix>();
  /** What programs count stays when their kernel moves in its file. */
  private readonly counts = new WeakMap<KernelProgram, ClassCounts>();

  of(lowered: Lowered): InstructionMix {
    let mix = this.mixes.get(lowered);
    if (mix === undefined) this.mixes.set(lowered, (mix = this.made(lowered)));
    return mix;
  }

  private made({ program, launch, loops, assumptions }: Lowered): InstructionMix {
    let perThread = this.counts.get(program);
    if (perThread === undefined) this.counts.set(program, (perThread = threadCounts(program, launch)));
    return { perThread, loops, assumptions: assumptions.map(({ text, line }) => ({ text, line })) };
  }
}
