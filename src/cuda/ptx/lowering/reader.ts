import { message, type Words } from '../../../kernel/message';
import type { InstructionClass } from '../../../kernel/instructionClasses';
import { openBranches, splitBy } from '../../reading/body/flow';
import type { KernelState, ReadAssumption } from '../../reading/body/state';
import type { Region, Value } from '../../reading/values/graph';
import { I32, scalar, type CType } from '../../reading/values/types';
import { Source } from '../../reading/values/value';
import type { ChargeDetail } from '../../mix/cost/ledger';
import type { Cost } from '../count/machineCosts';
import { AccessReader } from './accessReader';
import { isSpecialRegister, type PtxFunction, type PtxInstruction, type PtxModule } from '../module';
import { LoopReader } from './loopReader';
import { namesOf, numberOf } from './operands';
import { KernelParameters } from './kernelParameters';
import type { PtxReading, Registers } from './reading';
import { specialRegister } from './special';
import type { FlowNode } from './structure';
import { Arithmetic, COMPARISONS, inverse, pointerTo, SPACES, typeOf } from './values';
import { foldPtx } from '../count/folding';

/** Instructions read, those that are read again for loops around them counted, beyond which a kernel is too long. */
const MOST_READ = 400_000;

const ACCESS = /^(ld|ldu|st|atom|red|tex|tld4|ldmatrix|stmatrix|cp|suld|sust|wmma)$/;

/** Writes the instructions of a kernel of PTX into the trace of a state, with the values that they make. */
export class PtxReader implements PtxReading {
  registers: Registers = new Map();
  looksAhead = false;
  readonly parameters: KernelParameters;
  private readonly arithmetic: Arithmetic;
  private readonly costs: ReadonlyMap<PtxInstruction, Cost>;
  private readonly predicated: ReadonlySet<PtxInstruction>;
  private readonly accesses: AccessReader;
  private readonly loops: LoopReader;
  read = 0;

  constructor(
    readonly state: KernelState,
    readonly made: PtxFunction,
    private readonly module: PtxModule,
  ) {
    const folded = foldPtx(made);
    this.costs = new Map(made.instructions.map((one, place) => [one, folded.costs[place]!]));
    this.predicated = folded.predicated;
    this.arithmetic = new Arithmetic(state.table);
    this.parameters = new KernelParameters(state, made);
    this.loops = new LoopReader(this);
    this.accesses = new AccessReader(this, folded);
  }

  /** True once more was read than a kernel may have: the rest is left out. */
  get isTooLong(): boolean {
    return this.read > MOST_READ;
  }

  run(nodes: readonly FlowNode[]): void {
    for (const node of nodes) {
      switch (node.kind) {
        case 'code':
          for (let place = node.from; place < node.to; place++)
            this.instruction(this.made.instructions[place]!);
          break;
        case 'branch':
          this.branch(node);
          break;
        case 'table':
          this.table(node);
          break;
        case 'ways':
          this.ways(node.arms, this.made.instructions[node.at]!.line);
          break;
        case 'loop':
          this.loops.run(node);
          break;
      }
    }
  }

  /** The condition of a branch or a guarded instruction: holds for threads that execute it. */
  condition({ guard }: PtxInstruction): Value {
    if (guard === null) return this.state.table.constant(1, scalar('bool'));
    const value = this.value(guard.register, scalar('bool'));
    return guard.negated ? inverse(this.state.table, value) : value;
  }

  private branch({ at, taken, others }: Extract<FlowNode, { kind: 'branch' }>): void {
    const instruction = this.made.instructions[at]!;
    const holds = this.condition(instruction);
    this.loops.note(at, holds);
    const stays = this.loops.stays(at);
    // A program's warps leave by an instruction of their own.
    const leaves = instruction.guard === null && /^(ret|exit)$/.test(instruction.opcode[0] ?? '');
    if (!leaves) this.charge(instruction, { needs: [holds] });
    if (stays !== null) return this.run(stays === 'taken' ? taken : others);
    if (taken.length === 0 && others.length === 0) return;
    // What is asserted holds: nobody launches a kernel for its traps.
    if (!holds.evaluable && this.traps(others)) return this.run(taken);
    if (!holds.evaluable && this.traps(taken)) return this.run(others);
    const together = !holds.evaluable && this.runsForAll(instruction, [...taken, ...others]);
    if (together) this.together(holds, taken, others);
    else
      this.choose(
        holds,
        instruction,
        () => this.run(taken),
        () => this.run(others),
      );
  }

  /** Tests whether an arm does nothing but end the kernel with an error. */
  private traps(arm: readonly FlowNode[]): boolean {
    const last = arm.at(-1);
    return last?.kind === 'branch' && this.made.instructions[last.at]!.opcode[0] === 'trap';
  }

  /** Short arms without accesses are run by all threads, whose results a predicate of the data chooses. */
  private runsForAll(branch: PtxInstruction, arms: readonly FlowNode[]): boolean {
    const reads = (node: FlowNode): boolean =>
      node.kind !== 'code' ||
      this.made.instructions.slice(node.from, node.to).some(({ opcode }) => ACCESS.test(opcode[0] ?? ''));
    return this.predicated.has(branch) && !arms.some(reads);
  }

  private together(holds: Value, taken: readonly FlowNode[], others: readonly FlowNode[]): void {
    const start = this.registers;
    const ends = [taken, others].map((arm) => {
      this.registers = new Map(start);
      this.run(arm);
      return this.registers;
    });
    this.registers = this.joined(holds, ends[0]!, ends[1]!);
  }

  private openBranches(holds: Value, before: Region, line: number): readonly [Region, Region] {
    const name = `share_line${line}`;
    const given = holds.evaluable ? null : this.state.givenNumber(name);
    const split = splitBy(this.state, holds, before.population, given);
    if (!split.certain) {
      const share = split.taken.weight / Math.max(before.weight, 1e-12);
      const said = message('cuda.dataBranch', { test: holds.text, share });
      this.assume(said, line, name, share, split.guessed ? { isGuess: true } : {});
    }
    const { taken, others } = openBranches(this.state, before, holds, split);
    return [taken, others];
  }

  assume(
    text: Words,
    line: number,
    parameter: string | null,
    value: number | null,
    about: Pick<ReadAssumption, 'countedAs' | 'isGuess'> = {},
  ): void {
    const range = { startLine: line, startColumn: 0, endLine: line, endColumn: 0 };
    this.state.assume(text, { line, range, parameter, value, ...about });
  }

  private joined(holds: Value, a: Registers, b: Registers): Registers {
    const all = new Map(a);
    for (const [name, value] of b) {
      const other = a.get(name);
      if (other === undefined) all.set(name, value);
      else if (other !== value) all.set(name, this.state.table.merge(holds, other, value));
    }
    return all;
  }

  private table({ at, arms }: Extract<FlowNode, { kind: 'table' }>): void {
    const instruction = this.made.instructions[at]!;
    const index = this.value(instruction.operands[0] ?? '', I32);
    this.charge(instruction, { needs: [index] });
    const { table } = this.state;
    const run = (place: number): void => {
      if (place === arms.length - 1) return this.run(arms[place]!);
      const holds = table.binary('eq', index, table.constant(place, I32));
      this.choose(
        holds,
        instruction,
        () => this.run(arms[place]!),
        () => run(place + 1),
      );
    };
    if (arms.length > 0) run(0);
  }

  private choose(holds: Value, { line }: PtxInstruction, first: () => void, second: () => void): void {
    const before = this.state.region!;
    const start = this.registers;
    const regions = this.looksAhead ? null : this.openBranches(holds, before, line);
    const ends = [first, second].map((run, place) => {
      this.registers = new Map(start);
      if (regions !== null) this.state.region = regions[place]!;
      run();
      return this.registers;
    });
    this.state.region = before;
    this.registers = this.joined(holds, ends[0]!, ends[1]!);
  }

  /** Ways behind a loop that data chooses: each is taken by as many. */
  private ways(arms: readonly (readonly FlowNode[])[], line: number): void {
    const { state } = this;
    const holds = state.table.opaque(scalar('bool'), state.varying, Source.data, [], `line ${line}`);
    const [first, ...others] = arms;
    if (first === undefined) return;
    if (others.length === 0) return this.run(first);
    const at = { line, guard: null, opcode: [], operands: [] };
    this.choose(
      holds,
      at,
      () => this.run(first),
      () => this.ways(others, line),
    );
  }

  private instruction(instruction: PtxInstruction): void {
    if (++this.read > MOST_READ) return;
    const { guard, opcode } = instruction;
    if (guard !== null && ACCESS.test(opcode[0] ?? '')) {
      const code = { ...instruction, guard: null };
      this.choose(
        this.condition(instruction),
        instruction,
        () => this.execute(code, instruction),
        () => undefined,
      );
    } else this.execute(instruction, instruction);
  }

  private execute(instruction: PtxInstruction, known: PtxInstruction): void {
    const { opcode, operands } = instruction;
    if (this.accesses.read(instruction, known)) return;
    switch (opcode[0]) {
      case 'bar':
      case 'barrier':
        if (opcode[1] === 'warp') break;
        if (opcode[1] === 'cluster') return this.clusterBarrier(known);
        this.charge(known, { callee: 'bar.sync' });
        return this.changed();
      case 'setp':
        return this.comparison(instruction, known);
      case 'mov':
        if (operands.some((operand) => operand.startsWith('{'))) break;
        this.set(instruction, operands[0]!, this.moved(operands[1]!));
        return this.charge(known, {});
      case 'mapa':
        this.assume(message('cuda.distributedShared'), known.line, null, null, {
          countedAs: message('cuda.countedAs.distributedShared'),
        });
        this.set(instruction, operands[0]!, this.value(operands[1]!, I32));
        return this.charge(known, {});
      case 'cvta':
        this.set(instruction, operands[0]!, this.value(operands[1]!, I32));
        return this.charge(known, {});
      case 'call':
        return this.call(instruction);
    }
    this.plain(instruction, known);
  }

  /** A cluster's barrier has an instruction to arrive and one to wait, which counts as the barrier of the block. */
  private clusterBarrier(known: PtxInstruction): void {
    if (known.opcode[2] !== 'wait') return this.charge(known, { callee: known.opcode.join('.') });
    this.assume(message('cuda.groupBarrier'), known.line, null, null, {
      countedAs: message('cuda.countedAs.groupBarrier'),
    });
    this.charge(known, { callee: 'bar.sync' });
    return this.changed();
  }

  /** Everything that makes registers of registers. */
  private plain(instruction: PtxInstruction, known: PtxInstruction): void {
    const { opcode, operands } = instruction;
    const type = opcode.at(-1) ?? '';
    const isFloat = /^b?f\d/.test(type);
    const args = operands
      .slice(1)
      .flatMap((text) => namesOf(text).map((name) => this.value(name, typeOf(type), isFloat)));
    const open = (of: readonly Value[]): Value =>
      this.open(typeOf(opcode[0] === 'cvt' ? (opcode.at(-2) ?? '') : type), of, opcode.join('.'));
    const value = this.result(instruction, args) ?? open(args);
    const targets = operands.length === 0 ? [] : namesOf(operands[0]!).flatMap((name) => name.split('|'));
    targets.forEach((name, place) =>
      this.set(instruction, name, place === 0 ? value : this.open(value.type, [value], opcode.join('.'))),
    );
    this.charge(known, { makes: value, needs: args });
  }

  private result({ opcode, guard, operands }: PtxInstruction, args: readonly Value[]): Value | null {
    const { table } = this.state;
    const [a, b, c] = args;
    const type = opcode.at(-1) ?? '';
    if (guard === null && opcode[0] === 'selp' && a && b && c) return table.ternary(c, a, b);
    if (type === 'pred' && a !== undefined) {
      if (opcode[0] === 'and' && b) return table.logical('and-also', a, b);
      if (opcode[0] === 'or' && b) return table.logical('or-else', a, b);
      if (opcode[0] === 'not') return inverse(table, a);
      if (opcode[0] === 'xor' && b) return table.binary('ne', a, b);
    }
    if (
      /^(shfl|vote|match|redux|activemask|elect|popc|clz|brev|prmt|lop3|bfi|dp4a|dp2a|shf)$/.test(
        opcode[0] ?? '',
      )
    )
      return null;
    if (operands.some((operand, place) => place > 0 && operand.startsWith('{'))) return null;
    return this.arithmetic.of(opcode, args, (of) => this.open(typeOf(type), of, opcode.join('.')));
  }

  private comparison(instruction: PtxInstruction, known: PtxInstruction): void {
    const { opcode, operands } = instruction;
    const { table } = this.state;
    const type = opcode.at(-1) ?? '';
    const isFloat = /^b?f\d/.test(type);
    const [a, b] = operands.slice(1, 3).map((name) => this.value(name, typeOf(type), isFloat)) as [
      Value,
      Value,
    ];
    const name = COMPARISONS[(opcode[1] ?? '').replace(/^(eq|ne|lt|le|gt|ge)u$/, '$1')];
    let holds =
      name === undefined
        ? this.open(scalar('bool'), [a, b], opcode.join('.'))
        : table.binary(name, this.arithmetic.signed(a, type), this.arithmetic.signed(b, type));
    const [, given] = [operands[2], operands[3]];
    if (given !== undefined && (opcode[2] === 'and' || opcode[2] === 'or')) {
      const negated = given.startsWith('!');
      const other = this.value(given.replace(/^!/, ''), scalar('bool'));
      const second = negated ? inverse(table, other) : other;
      holds = table.logical(opcode[2] === 'and' ? 'and-also' : 'or-else', holds, second);
    }
    const [first = '', opposite] = operands[0]!.split('|');
    this.set(instruction, first, holds);
    if (opposite !== undefined) this.set(instruction, opposite, inverse(table, holds));
    this.charge(known, { makes: holds, needs: [a, b] });
  }

  /** An operand of `mov`: a number, a register, or the name of a variable, which is its address. */
  private moved(operand: string): Value {
    return this.value(operand, I32, /^-?0[fFdD]/.test(operand));
  }

  set({ guard }: PtxInstruction, name: string, value: Value): void {
    if (name === '_') return;
    const before = guard === null ? undefined : this.registers.get(name);
    const chosen =
      before === undefined
        ? value
        : this.state.table.ternary(this.condition({ guard } as PtxInstruction), value, before);
    this.registers.set(name, chosen);
  }

  value(operand: string, type: CType, floating = false): Value {
    const { table } = this.state;
    const name = operand.replace(/^[-!]/, '');
    const known = this.registers.get(name);
    if (known !== undefined) return operand.startsWith('-') ? table.unary('negate', known) : known;
    const number = numberOf(operand, floating);
    if (number !== null) return table.constant(number, floating ? typeOf('f32') : type);
    if (name === 'WARP_SZ') return table.constant(32, I32);
    if (isSpecialRegister(name)) return specialRegister(this.state, name);
    return this.variable(name) ?? this.open(type, [], name);
  }

  /** The address of a variable in its memory. */
  private variable(name: string): Value | null {
    const found = [...this.made.variables, ...this.module.variables].find((one) => one.name === name);
    if (found === undefined || found.space === 'param') return null;
    const space = SPACES[found.space] ?? 'global';
    const text = `&${name}`;
    const length = found.bytes === 0 ? null : found.bytes;
    this.state.objects.set(text, { kind: 'array', element: scalar('u8'), length });
    return this.state.table.symbol(text, pointerTo(space), 0, null, false);
  }

  open(type: CType, args: readonly Value[], text: string): Value {
    const sources = args.reduce((all, arg) => all | arg.sources, 0);
    return this.state.table.opaque(type, this.state.varying, sources | Source.data, args, text);
  }

  private call(instruction: PtxInstruction): void {
    const { operands } = instruction;
    if (operands[0]?.startsWith('(') === true)
      for (const name of namesOf(operands[0].replace(/[()]/g, ''))) this.registers.delete(name);
    this.charge(instruction, {});
  }

  changed(): void {
    if (!this.looksAhead) this.state.invalidateMemory();
  }

  charge(instruction: PtxInstruction, detail: ChargeDetail): void {
    for (const [name, count] of Object.entries(this.costs.get(instruction) ?? {}))
      this.write(name as InstructionClass, count, detail);
  }

  write(name: InstructionClass, count: number, detail: ChargeDetail): void {
    if (!this.looksAhead) this.state.ledger.charge(name, count, this.state.here, detail);
  }
}
