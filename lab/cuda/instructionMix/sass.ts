import type { InstructionClass } from '../../../src/kernel/instructionClasses';

/** One machine instruction as `cuobjdump -sass` prints it. */
export interface SassInstruction {
  readonly address: number;
  /** Guard predicate without `@`, e.g. `!P0`; null when unconditional. */
  readonly guard: string | null;
  /** With its modifiers, e.g. `IMAD.WIDE.U32`. */
  readonly opcode: string;
  readonly operands: readonly string[];
}

const LINE = /^\s*\/\*([0-9a-f]+)\*\/\s+(?:@(!?U?P[T0-9]+)\s+)?([A-Z][A-Z0-9_.]*)\s*([^;]*);/;

/** The functions of a `cuobjdump -sass` listing, by name. */
export function parseSass(listing: string): ReadonlyMap<string, readonly SassInstruction[]> {
  const functions = new Map<string, SassInstruction[]>();
  let current: SassInstruction[] | undefined;
  for (const line of listing.split('\n')) {
    const name = /Function : (\S+)/.exec(line)?.[1];
    if (name !== undefined) functions.set(name, (current = []));
    const match = LINE.exec(line);
    if (match === null || current === undefined) continue;
    const [, address = '0', guard, opcode = '', operands = ''] = match;
    current.push({
      address: Number.parseInt(address, 16),
      guard: guard ?? null,
      opcode,
      operands: operands
        .split(',')
        .map((operand) => operand.trim())
        .filter((operand) => operand !== ''),
    });
  }
  return functions;
}

/** Longest prefix first: the first that fits the opcode decides. */
const CLASSES: readonly (readonly [RegExp, InstructionClass | null])[] = [
  [/^(IMAD\.MOV|IMAD\.U32$|U?MOV|ULDC|CS2R|S2U?R|R2UR|NOP|VOTEU|U?P2U?R|R2P)/, null],
  [/^(HMMA|IMMA|DMMA|BMMA)/, 'tensor'],
  [/^(H(ADD|MUL|FMA|SET|SETP|MNMX)2)/, 'fp16'],
  [/^(F2F|F2I|I2F|I2I|F2FP|FRND|I2FP|F2IP)/, 'conversion'],
  [/^(FADD|FMUL|FFMA|FSET|FSETP|FMNMX|FSEL|FCHK|FSWZADD)/, 'fp32'],
  [/^D(ADD|MUL|FMA|SETP|MNMX)/, 'fp64'],
  [/^MUFU/, 'special'],
  [/^(BRA|BRX|EXIT|CALL|RET|BSSY|BSYNC|BREAK|WARPSYNC|YIELD|JMP|BMOV)/, 'control'],
  [/^(BAR|DEPBAR\.BAR)/, 'barrier'],
  [/^(SHFL|VOTE|MATCH|REDUX)/, 'shuffle'],
  [/^(ATOM|ATOMG|ATOMS|RED)(\.|$)/, 'atomic'],
  [/^LDG|^LD(\.|$)/, 'globalLoad'],
  [/^STG|^ST(\.|$)/, 'globalStore'],
  [/^LDSM|^LDS/, 'sharedLoad'],
  [/^STS/, 'sharedStore'],
  [/^LDL/, 'localLoad'],
  [/^STL/, 'localStore'],
  [/^LDC/, 'constantLoad'],
  [/^(TEX|TLD|TXQ|TMML)/, 'textureLoad'],
  [
    /^U?(IADD3|IMAD|ISETP|LEA|LOP3|SHF|SEL|IMNMX|IABS|POPC|FLO|BREV|PRMT|PLOP3|ISCADD|SGXT|BMSK|IDP|VABSDIFF|IMUL|LOP)/,
    'integer',
  ],
];

/** Class of an instruction; null for moves, special-register reads and what no class covers. */
export function sassClass(instruction: SassInstruction): InstructionClass | null {
  // HFMA2.MMA with zero factors is how the compiler spreads 16-bit pairs as constants: a move.
  const isMove = instruction.opcode.startsWith('HFMA2') && /^-?RZ$/.test(instruction.operands[1] ?? '');
  if (isMove) return null;
  return CLASSES.find(([pattern]) => pattern.test(instruction.opcode))?.[1] ?? null;
}
