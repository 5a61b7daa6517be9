import type { Words } from '../kernel/message';
import type { KernelProgram } from '../kernel/program';
import type { ProgramLaunch } from '../kernel/totals/programLaunch';

/** A number that the source does not tell. */
export interface FreeParameter {
  readonly name: string;
  /** Value that lowering assumed. */
  readonly value: number;
  readonly text: Words;
}

/** A program from source with what was left open in it. */
export interface LoweredProgram {
  readonly program: KernelProgram;
  readonly launch: ProgramLaunch;
  readonly freeParameters: readonly FreeParameter[];
}

/** Values of free parameters by name; those that are missing stay as lowering assumed them. */
export type FreeParameterValues = Readonly<Record<string, number>>;

/**
 * The program with these values of its free parameters.
 * @throws InputError for values with which there is none.
 */
export type LowerWith = (values: FreeParameterValues) => LoweredProgram;
