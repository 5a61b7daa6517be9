import { message } from '../../../kernel/message';
import { ASYNC_COMMIT, ASYNC_COPY, ASYNC_WAIT } from '../../reading/body/asyncCopies';
import { goesPastL1 } from '../../reading/body/cacheHints';
import type { Access, Value } from '../../reading/values/graph';
import { matrixOfPtx } from '../../reading/values/matrixInstruction';
import { I32, type CType, type MemorySpace } from '../../reading/values/types';
import type { FoldedKernel } from '../count/folding';
import type { PtxInstruction } from '../module';
import { addressOf, namesOf, numberOf } from './operands';
import type { PtxReading } from './reading';
import { pointerTo, SPACES, typeOf } from './values';

/** Reads what accesses memory, and products of matrices. */
export class AccessReader {
  private readonly loaded = new Map<PtxInstruction, Value>();
  /** Words of shared loads that take others along. */
  private readonly widths = new Map<PtxInstruction, number>();

  constructor(
    private readonly reader: PtxReading,
    private readonly folded: Pick<FoldedKernel, 'takenAlong' | 'repeated'>,
  ) {
    for (const main of folded.takenAlong.values()) this.widths.set(main, (this.widths.get(main) ?? 1) + 1);
  }

  /**
   * Reads an instruction; false for one that is no access.
   * @param known the instruction as the function has it, with its guard
   */
  read(instruction: PtxInstruction, known: PtxInstruction): boolean {
    const { opcode } = instruction;
    switch (opcode[0]) {
      case 'ld':
      case 'ldu':
        this.load(instruction, known);
        return true;
      case 'st':
        this.store(instruction, known);
        return true;
      case 'atom':
      case 'red':
        this.atomic(instruction, known);
        return true;
      case 'cp':
        this.copy(instruction, known);
        return true;
      case 'ldmatrix':
        this.matrixLoad(instruction);
        return true;
      case 'mma':
      case 'wgmma':
      case 'tcgen05':
        if (/^mma/.test(opcode[0] === 'mma' ? 'mma' : (opcode[1] ?? ''))) this.product(instruction);
        else this.reader.write('control', 1, { callee: opcode.join('.') });
        return true;
      case 'tex':
      case 'tld4':
      case 'suld':
        this.texture(instruction, known);
        return true;
      case 'sust':
        this.reader.charge(known, { needs: this.operandsOf(instruction.operands) });
        return true;
      default:
        return false;
    }
  }

  private access(operand: string, space: MemorySpace, type: CType): Access {
    const { table } = this.reader.state;
    const address = addressOf(operand) ?? { base: operand, bytes: 0 };
    const value = this.reader.value(address.base, pointerTo(space));
    const base = value.type.kind === 'pointer' ? value : table.convert(value, pointerTo(space));
    return { base, index: table.constant(address.bytes, I32), field: '', type };
  }

  private load(instruction: PtxInstruction, known: PtxInstruction): void {
    const { opcode, operands } = instruction;
    if (opcode.includes('param')) return this.parameter(instruction);
    const { table } = this.reader.state;
    const names = namesOf(operands[0]!);
    const element = typeOf(opcode.at(-1) ?? '');
    const width = this.widths.get(known) ?? names.length;
    const access = this.access(operands[1]!, spaceIn(opcode), wide(element, width));
    const main = this.folded.takenAlong.get(known) ?? this.folded.repeated.get(known);
    const before = main === undefined ? undefined : this.loaded.get(main);
    const from = before === undefined ? [access.base, access.index] : [before];
    const value = table.load(
      from,
      '',
      access.type,
      `ptx ${this.reader.read}`,
      this.reader.state.here,
      `*${access.base.text}`,
    );
    this.loaded.set(known, value);
    this.reader.state.volatileLoads.add(value);
    if (goesPastL1(opcode)) this.reader.state.pastL1.add(value);
    names.forEach((name, place) =>
      this.reader.set(
        instruction,
        name,
        names.length === 1 ? value : table.extract(value, `.${place}`, element),
      ),
    );
    this.reader.charge(known, { makes: value, access });
  }

  private parameter(instruction: PtxInstruction): void {
    const { opcode, operands } = instruction;
    const element = typeOf(opcode.at(-1) ?? '');
    const address = addressOf(operands[1]!);
    namesOf(operands[0]!).forEach((name, place) => {
      const bytes = (address?.bytes ?? 0) + place * 8;
      const value =
        address === null
          ? null
          : this.reader.parameters.valueOf(address.base, bytes, opcode.at(-1) ?? '', name);
      this.reader.set(instruction, name, value ?? this.reader.open(element, [], operands[1]!));
    });
  }

  private store(instruction: PtxInstruction, known: PtxInstruction): void {
    const { opcode, operands } = instruction;
    if (opcode.includes('param')) return;
    const element = typeOf(opcode.at(-1) ?? '');
    const values = namesOf(operands[1]!).map((name) =>
      this.reader.value(name, element, /^b?f\d/.test(opcode.at(-1) ?? '')),
    );
    const access = this.access(operands[0]!, spaceIn(opcode), wide(element, values.length));
    this.reader.charge(known, { access, needs: values });
    this.reader.changed();
  }

  private atomic(instruction: PtxInstruction, known: PtxInstruction): void {
    const { opcode, operands } = instruction;
    const type = typeOf(opcode.at(-1) ?? '');
    const isReduction = opcode[0] === 'red';
    const [place = '', ...given] = isReduction ? operands : operands.slice(1);
    const needs = given.flatMap((text) => namesOf(text).map((name) => this.reader.value(name, type)));
    const access = this.access(place, spaceIn(opcode), type);
    const makes = isReduction ? null : this.reader.open(type, [], opcode.join('.'));
    if (makes !== null) this.reader.set(instruction, operands[0]!, makes);
    this.reader.charge(known, { access, needs, makes });
    this.reader.changed();
  }

  /** `cp.async` and what belongs to it. */
  private copy(instruction: PtxInstruction, known: PtxInstruction): void {
    const { opcode, operands } = instruction;
    const name = opcode.join('.');
    if (name.startsWith('cp.async.commit_group'))
      return this.reader.write('control', 1, { callee: ASYNC_COMMIT });
    if (/^cp\.async\.wait/.test(name)) {
      const prior = this.reader.state.table.constant(numberOf(operands[0] ?? '0', false) ?? 0, I32);
      this.reader.write('control', 1, { callee: ASYNC_WAIT, needs: [prior] });
      return this.reader.changed();
    }
    const bytes = numberOf(operands[2] ?? '', false);
    if (opcode[1] !== 'async' || opcode.includes('bulk') || bytes === null) {
      this.reader.assume(message('cuda.unfollowedAccess', { name }), instruction.line, null, null);
      return this.reader.charge(known, {});
    }
    const access = this.access(operands[1]!, 'global', wide(I32, Math.max(1, bytes / 4)));
    const to = this.access(operands[0]!, 'shared', I32);
    const makes = this.reader.state.table.opaque(I32, this.reader.state.varying, 0, [], ASYNC_COPY);
    this.reader.write('globalLoad', 1, { makes, needs: [to.base], access, callee: ASYNC_COPY });
    this.reader.changed();
  }

  /** Tiles of 8 × 8 halves: each lane names 16 bytes of a row, and has as many words as there are tiles. */
  private matrixLoad(instruction: PtxInstruction): void {
    const names = namesOf(instruction.operands[0]!);
    const access = this.access(instruction.operands[1]!, 'shared', wide(I32, names.length));
    const makes = this.reader.open(access.type, [access.base], 'ldmatrix');
    for (const name of names) this.reader.set(instruction, name, makes);
    this.reader.write('sharedLoad', 1, { makes, access });
  }

  private product(instruction: PtxInstruction): void {
    const { opcode, operands } = instruction;
    const name = opcode.join('.');
    const found = matrixOfPtx(name);
    if (found === null)
      this.reader.assume(message('cuda.unknownProduct', { name }), instruction.line, null, null);
    else if (found.assumed)
      this.reader.assume(message('cuda.describedProduct', { name }), instruction.line, null, null);
    const needs = operands
      .slice(1)
      .flatMap((text) => namesOf(text).map((one) => this.reader.value(one, I32)));
    const makes = this.reader.open(typeOf('f32'), needs, name);
    for (const one of namesOf(operands[0]!)) this.reader.set(instruction, one, makes);
    const { count, work: matrix } = found ?? { count: 1, work: null };
    this.reader.write('tensor', count, { callee: name, makes, needs, matrix });
  }

  private texture(instruction: PtxInstruction, known: PtxInstruction): void {
    const { operands } = instruction;
    const makes = this.reader.open(typeOf('f32'), [], 'tex');
    for (const name of namesOf(operands[0]!)) this.reader.set(instruction, name, makes);
    this.reader.charge(known, { makes, needs: this.operandsOf(operands.slice(1)) });
  }

  /** Values of the registers and numbers in operands, which may be lists and places. */
  private operandsOf(operands: readonly string[]): readonly Value[] {
    const parts = operands.flatMap((text) => text.replace(/[[\]{}]/g, '').split(','));
    return parts.filter((name) => name !== '').map((name) => this.reader.value(name, I32));
  }
}

function spaceIn(opcode: readonly string[]): MemorySpace {
  const named = opcode.map((part) => part.split('::')[0]!).find((part) => SPACES[part] !== undefined);
  return named === undefined ? 'generic' : SPACES[named]!;
}

function wide(element: CType, lanes: number): CType {
  return lanes > 1 && element.kind === 'scalar' ? { kind: 'vector', scalar: element.scalar, lanes } : element;
}
