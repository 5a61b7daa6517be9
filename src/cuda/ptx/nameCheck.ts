import { message } from '../../kernel/message';
import { InputError } from '../../kernel/result';
import {
  isSpecialRegister,
  registerBits,
  type PtxFunction,
  type PtxInstruction,
  type PtxVariable,
} from './module';

const NAME = /(?<![\w$%.#])[A-Za-z_$%][\w$.]*(?:#\d+)?/g;
/** Words that stand for a value. */
const WORDS = new Set(['_', 'WARP_SZ', 'generic']);

/** Finds names that nothing declares. */
export class NameCheck {
  private readonly known: ReadonlySet<string>;

  constructor(
    private readonly path: string,
    variables: readonly PtxVariable[],
    functions: ReadonlyMap<string, PtxFunction>,
  ) {
    this.known = new Set([...variables.map(({ name }) => name), ...functions.keys(), ...WORDS]);
  }

  /** @throws InputError with the line of the first name that nothing declares. */
  check(made: PtxFunction): void {
    const own = new Set([
      ...[...made.parameters, ...made.results, ...made.variables].map(({ name }) => name),
      ...made.labels.keys(),
      ...made.targets.keys(),
    ]);
    const isKnown = (name: string): boolean =>
      own.has(name) || this.known.has(name) || registerBits(made, name) !== null || isSpecialRegister(name);
    for (const instruction of made.instructions) this.checkOne(instruction, made, isKnown);
    for (const labels of made.targets.values())
      for (const label of labels)
        if (!made.labels.has(label)) throw this.unknown(label, made.range.startLine);
  }

  private checkOne(
    { guard, opcode, operands, line }: PtxInstruction,
    made: PtxFunction,
    isKnown: (name: string) => boolean,
  ): void {
    if (guard !== null && registerBits(made, guard.register) === null)
      throw this.unknown(guard.register, line);
    const [name] = opcode;
    if (name === 'bra' && !made.labels.has(operands[0] ?? '')) throw this.unknown(operands[0] ?? '', line);
    // The last operand of an indirect call names a prototype; what a sampler's coordinates are is left alone.
    const checked = name === 'call' ? operands.slice(0, 3) : operands;
    for (const operand of checked)
      for (const [word] of operand.matchAll(NAME)) if (!isKnown(word)) throw this.unknown(word, line);
  }

  private unknown(name: string, line: number): InputError {
    return new InputError(
      message('cuda.ptxUnknownName', { name: name.replace(/#\d+$/, '') }),
      'invalid-ptx',
      this.path,
      line,
    );
  }
}
