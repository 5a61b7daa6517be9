import type { InstructionClass } from '../../../kernel/instructionClasses';
import type { Words } from '../../../kernel/message';
import type { ChargeDetail } from '../../mix/cost/ledger';
import type { KernelState, ReadAssumption } from '../../reading/body/state';
import type { Value } from '../../reading/values/graph';
import type { CType } from '../../reading/values/types';
import type { PtxFunction, PtxInstruction } from '../module';
import type { KernelParameters } from './kernelParameters';
import type { FlowNode } from './structure';

/** Values of registers by name. */
export type Registers = Map<string, Value>;

/** A kernel that is being read, as those see it who read a part of its instructions. */
export interface PtxReading {
  readonly state: KernelState;
  readonly made: PtxFunction;
  readonly parameters: KernelParameters;
  registers: Registers;
  /** While code is looked at for what loops change, nothing is written. */
  looksAhead: boolean;
  /** Instructions read so far. */
  readonly read: number;
  run(nodes: readonly FlowNode[]): void;
  /** Says what was taken for granted at a line of the PTX. */
  assume(
    text: Words,
    line: number,
    parameter: string | null,
    value: number | null,
    about?: Pick<ReadAssumption, 'isGuess'>,
  ): void;
  /** The value of an operand. */
  value(operand: string, type: CType, floating?: boolean): Value;
  /** A value that nothing tells more of than what it is made from. */
  open(type: CType, args: readonly Value[], text: string): Value;
  set(instruction: PtxInstruction, name: string, value: Value): void;
  /** Memory may hold something else from here on. */
  changed(): void;
  /** Writes what ptxas makes of an instruction. */
  charge(instruction: PtxInstruction, detail: ChargeDetail): void;
  write(name: InstructionClass, count: number, detail: ChargeDetail): void;
}
