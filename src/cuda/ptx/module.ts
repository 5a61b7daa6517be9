import type { SourceRange } from '../../kernel/source';

/** One PTX instruction (PTX ISA, chapter 4), as text in parts. */
export interface PtxInstruction {
  readonly guard: { readonly register: string; readonly negated: boolean } | null;
  /** `ld.global.nc.f32` in its parts. */
  readonly opcode: readonly string[];
  /** Vectors keep their braces, addresses their brackets; names of an inner block carry its number (`p#2`). */
  readonly operands: readonly string[];
  /** Line of the PTX text, from 1. */
  readonly line: number;
}

/** Where a variable lies. */
export type PtxSpace = 'global' | 'shared' | 'const' | 'local' | 'param';

/** A part of a variable's initial content: bytes that are written out, or the address of another variable. */
export type PtxInitial =
  | { readonly bits: bigint; readonly bytes: number }
  | { readonly symbol: string; readonly offset: number; readonly bytes: number };

/** A variable of a module or a function, or a parameter. */
export interface PtxVariable {
  readonly name: string;
  readonly space: PtxSpace;
  /** 0 for `extern` arrays without an extent. */
  readonly bytes: number;
  readonly alignment: number;
  readonly elementBytes: number;
  /** `.f32`. */
  readonly type: string;
  readonly initial: readonly PtxInitial[];
  /** Whether a parameter is declared as a pointer, or is as wide as one. */
  readonly isPointer: boolean;
}

/** Bits of registers by name. */
export interface RegisterDeclaration {
  readonly bits: number;
  /** How many registers `%r<n>` declares, null for a single one. */
  readonly count: number | null;
}

/** A function, kernels included. */
export interface PtxFunction {
  /** Mangled name. */
  readonly entry: string;
  readonly isKernel: boolean;
  readonly parameters: readonly PtxVariable[];
  readonly results: readonly PtxVariable[];
  /** Empty for declarations. */
  readonly instructions: readonly PtxInstruction[];
  /** Place of the instruction behind each label. */
  readonly labels: ReadonlyMap<string, number>;
  /** Labels that `brx.idx` chooses from, by the name of the list. */
  readonly targets: ReadonlyMap<string, readonly string[]>;
  /** Local and shared variables, and parameters of calls. */
  readonly variables: readonly PtxVariable[];
  readonly registers: ReadonlyMap<string, RegisterDeclaration>;
  /** `.reqntid`, `.maxntid`: threads of a block that the kernel is made for. */
  readonly blockLimits: {
    readonly required: readonly number[] | null;
    readonly most: readonly number[] | null;
  };
  readonly range: SourceRange;
}

/** A kernel of a module. */
export type PtxKernel = PtxFunction;

/** A PTX file. */
export interface PtxModule {
  readonly path: string;
  /** `sm_80`; null where the text does not say. */
  readonly target: string | null;
  readonly variables: readonly PtxVariable[];
  readonly functions: ReadonlyMap<string, PtxFunction>;
  readonly kernels: readonly PtxKernel[];
}

const SPECIAL =
  /^%(tid|ntid|ctaid|nctaid|laneid|warpid|nwarpid|smid|nsmid|gridid|lanemask_\w+|clock\w*|globaltimer\w*|pm\d\w*|envreg\d+|dynamic_smem_size|total_smem_size|aggr_smem_size|cluster\w*|is_explicit_cluster|current_graph_exec|reserved_smem\w*)(\.[xyz])?$/;

/** Whether a name is that of a special register such as `%tid.x`. */
export function isSpecialRegister(name: string): boolean {
  return SPECIAL.test(name);
}

/** Bits of a declared register, or null for a name that is none. */
export function registerBits({ registers }: Pick<PtxFunction, 'registers'>, name: string): number | null {
  const exact = registers.get(name);
  if (exact !== undefined && exact.count === null) return exact.bits;
  const [, prefix = '', number = ''] = /^(.*?)(?<!\d)(\d+)(?:#\d+)?$/.exec(name) ?? [];
  const scope = /#\d+$/.exec(name)?.[0] ?? '';
  const range = registers.get(prefix + scope);
  return range !== undefined && range.count !== null && Number(number) < range.count ? range.bits : null;
}
