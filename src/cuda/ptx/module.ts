/** One PTX instruction (PTX ISA, chapter 4), as text in parts. */
export interface PtxInstruction {
  readonly guard: { readonly register: string; readonly negated: boolean } | null;
  /** `ld.global.nc.f32` in its parts. */
  readonly opcode: readonly string[];
  /** Vectors keep their braces, addresses their brackets. */
  readonly operands: readonly string[];
}

export interface PtxParameter {
  readonly name: string;
  readonly bytes: number;
}

export interface PtxKernel {
  /** Mangled name. */
  readonly entry: string;
  readonly parameters: readonly PtxParameter[];
  readonly instructions: readonly PtxInstruction[];
  /** Place of the instruction behind each label. */
  readonly labels: ReadonlyMap<string, number>;
}

const ENTRY = /\.entry (\w+)\(([\s\S]*?)\)[^{]*\n\{([\s\S]*?)\n\}/g;
const PARAMETER = /\.param (?:\.align \d+ )?\.[a-z](\d+)(?: \.ptr[^,]*)? (\w+)(?:\[(\d+)\])?/g;
/** Inline assembly stands in braces of its own. */
const INSTRUCTION = /^\s*\{?\s*(?:@(!?)(%p\d+)\s+)?([a-z][\w.]*)\s*([^;]*);/;

/** The kernels of a PTX file. */
export function parsePtx(text: string): PtxKernel[] {
  return [...text.matchAll(ENTRY)].map(([, entry = '', parameters = '', body = '']) => ({
    entry,
    parameters: [...parameters.matchAll(PARAMETER)].map(([, bits, name = '', elements]) => ({
      name,
      bytes: (Number(bits) / 8) * Number(elements ?? 1),
    })),
    ...parseBody(body),
  }));
}

function parseBody(body: string): Pick<PtxKernel, 'instructions' | 'labels'> {
  const instructions: PtxInstruction[] = [];
  const labels = new Map<string, number>();
  for (const line of body.split('\n')) {
    const label = /^\s*(\$\w+):/.exec(line)?.[1];
    if (label !== undefined) labels.set(label, instructions.length);
    const match = INSTRUCTION.exec(line);
    if (match === null) continue;
    const [, negated, register, opcode = '', operands = ''] = match;
    instructions.push({
      guard: register === undefined ? null : { register, negated: negated === '!' },
      opcode: opcode.split('.'),
      operands: splitOperands(operands),
    });
  }
  return { instructions, labels };
}

/** Commas inside braces belong to a vector. */
function splitOperands(text: string): string[] {
  return [...text.matchAll(/\{[^}]*\}|[^,\s][^,{]*/g)].map(([part]) => part.trim());
}
