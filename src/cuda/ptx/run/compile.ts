import { message } from '../../../kernel/message';
import { registerBits, type PtxFunction, type PtxInstruction, type PtxModule } from '../module';
import { asyncCopy, load, spaceOf, store, type AccessPlan, type AddressOperand } from './accesses';
import { atomic } from './atomics';
import { activeLanes, match, reduce, shuffle, vote, type Collective } from './collectives';
import type { Addresses } from './addresses';
import { operation } from './operations';
import { numberBits, type Slots } from './operands';
import { PtxFault, type Storage } from './storage';
import type { CallValue, Step, StepAction } from './step';
import { operationType, type Execute } from './types';

/** Instructions that change nothing that a program reads. */
const WITHOUT_EFFECT =
  /^(membar|fence|prefetch|prefetchu|nanosleep|griddepcontrol|discard|applypriority|createpolicy|pmevent|brkpt|setmaxnreg)$/;

/** Makes steps of the instructions of one function. */
export class Compiler {
  constructor(
    private readonly module: PtxModule,
    private readonly made: PtxFunction,
    private readonly slots: Slots,
    private readonly storage: Storage,
    private readonly addresses: Addresses,
    /** Place of the function's first instruction in the program. */
    private readonly start: number,
  ) {}

  compile(): Step[] {
    return this.made.instructions.map((instruction) => this.step(instruction));
  }

  private step(instruction: PtxInstruction): Step {
    const { guard } = instruction;
    const written = this.written(instruction);
    const action = this.action(instruction, written);
    return {
      action,
      guard: guard === null ? -1 : this.slot(guard.register, instruction),
      negated: guard?.negated ?? false,
      written,
      instruction,
      owner: this.made,
    };
  }

  private action(instruction: PtxInstruction, written: readonly number[]): StepAction {
    const { opcode, operands } = instruction;
    switch (opcode[0]) {
      case 'bra':
        return { kind: 'branch', target: this.start + this.made.labels.get(operands[0]!)! };
      case 'brx':
        return this.table(instruction);
      case 'ret':
        return { kind: 'return' };
      case 'exit':
        return { kind: 'exit' };
      case 'call':
        return this.call(instruction);
      case 'bar':
      case 'barrier':
        if (opcode[1] === 'warp')
          return { kind: 'collective', mask: this.mask(instruction), together: () => undefined };
        return this.barrier(instruction);
      case 'shfl':
      case 'vote':
      case 'match':
      case 'redux':
      case 'activemask':
      case 'elect':
        return this.collective(instruction);
      default: {
        const execute = this.execute(instruction) ?? this.unreadable(instruction);
        return { kind: 'plain', execute: this.tracked(instruction, execute, written) };
      }
    }
  }

  private table({ operands, line }: PtxInstruction): StepAction {
    const labels = this.made.targets.get(operands[1] ?? '');
    if (labels === undefined) throw this.fault('cuda.ptxUnknownName', { name: operands[1] ?? '' }, line);
    const targets = labels.map((label) => this.start + this.made.labels.get(label)!);
    return { kind: 'table', slot: this.slotOf(operands[0] ?? '', line), targets };
  }

  /** What runs, with unknown results where a source is unknown. */
  private tracked(instruction: PtxInstruction, execute: Execute, written: readonly number[]): Execute {
    const { unknown } = this.storage;
    const { opcode, operands } = instruction;
    if (unknown === null || /^(ld|st|atom|red|cp)$/.test(opcode[0] ?? '')) return execute;
    if (opcode.at(-1) === 'pred' && /^(and|or|xor|not)$/.test(opcode[0] ?? '')) return execute;
    if (opcode[0] === 'selp') return this.trackedSelection(instruction, execute);
    const sources = operands.slice(1).flatMap((text) => this.registersIn(text));
    // Bounds beyond which mathematical functions leave their usual path: ordinary numbers are below.
    const beyond =
      opcode[0] === 'setp' && BEYOND_ORDINARY.has(operands[2] ?? '') ? /^l[te]/.test(opcode[1] ?? '') : null;
    return (t) => {
      let open = 0;
      for (const source of sources) open |= unknown[t + source]!;
      execute(t);
      for (const slot of written) unknown[t + slot] = beyond === null ? open : 0;
      if (open === 1 && beyond !== null) this.storage.words[(t + written[0]!) << 1] = beyond ? 1 : 0;
    };
  }

  private trackedSelection({ operands, line }: PtxInstruction, execute: Execute): Execute {
    const { words } = this.storage;
    const unknown = this.storage.unknown!;
    const [to, a, b, chosen] = operands.map((text) => this.slotOf(text, line)) as [
      number,
      number,
      number,
      number,
    ];
    return (t) => {
      const [isFirst, isSecond] = [unknown[t + a]!, unknown[t + b]!];
      const same = words[(t + a) << 1] === words[(t + b) << 1] && isFirst === 0 && isSecond === 0;
      const holds = words[(t + chosen) << 1] !== 0;
      const isOpen = unknown[t + chosen] === 1;
      execute(t);
      unknown[t + to] = isOpen ? (same ? 0 : 1) : holds ? isFirst : isSecond;
    };
  }

  private execute(instruction: PtxInstruction): Execute | null {
    const { opcode, operands } = instruction;
    const name = opcode[0] ?? '';
    if (
      WITHOUT_EFFECT.test(name) ||
      (name === 'cp' && /^(commit_group|wait_group|wait_all)$/.test(opcode[2] ?? ''))
    )
      return () => undefined;
    if (/^(ld|ldu|st|atom|red)$/.test(name) && operationType(opcode.at(-1) ?? '') === null) return null;
    if (name === 'trap') return this.failing('cuda.ptxTrap', instruction);
    if (name === 'ld' || name === 'ldu')
      return load(this.storage, this.plan(instruction, operands[1], operands[0]));
    if (name === 'st') return store(this.storage, this.plan(instruction, operands[0], operands[1]));
    if (name === 'atom' || name === 'red') return this.atomic(instruction);
    if (name === 'cp' && opcode[1] === 'async') return this.copy(instruction);
    return operation(this.storage, instruction, {
      slot: (text) => this.slotOf(text, instruction.line),
      bits: (text) => this.bitsOf(text, instruction.line),
      spare: () => this.slots.spare(),
      carry: () => this.slots.carry(),
    });
  }

  private unreadable(instruction: PtxInstruction): Execute {
    const { unknown } = this.storage;
    if (unknown === null)
      return this.failing('cuda.ptxNotRun', instruction, { what: instruction.opcode.join('.') });
    const written = this.written(instruction);
    return (t) => {
      for (const slot of written) unknown[t + slot] = 1;
    };
  }

  private failing(code: string, { line }: PtxInstruction, values: Record<string, string> = {}): Execute {
    return () => {
      throw this.fault(code, values, line);
    };
  }

  private atomic(instruction: PtxInstruction): Execute | null {
    const { opcode, operands, line } = instruction;
    const isRed = opcode[0] === 'red';
    const given = isRed ? ['_', ...operands] : operands;
    const [to = '_', address, operand = '0', other] = given;
    if (operand.startsWith('{')) return null;
    const parts = opcode.slice(1);
    const operationName =
      parts.find((part) => /^(add|sub|and|or|xor|min|max|inc|dec|exch|cas)$/.test(part)) ?? '';
    const type = operationType(opcode.at(-1) ?? '');
    if (type === null) return null;
    return atomic(this.storage, operationName, type, this.plan(instruction, address, to), {
      before: this.slots.spare(),
      after: this.slots.spare(),
      operand: this.slotOf(operand, line),
      other: other === undefined ? 0 : this.slotOf(other, line),
      to: to === '_' ? null : this.slotOf(to, line),
    });
  }

  private copy(instruction: PtxInstruction): Execute | null {
    const { operands, line } = instruction;
    const [to, from, size = '', given] = operands;
    const bytes = Number(size);
    if (!/^(4|8|16)$/.test(String(bytes))) return null;
    const plan = (text: string | undefined): AccessPlan => ({ ...this.plan(instruction, text, '_'), bytes });
    return asyncCopy(
      this.storage,
      plan(to),
      plan(from),
      given === undefined || given === '' ? null : this.slotOf(given, line),
    );
  }

  private plan(instruction: PtxInstruction, address = '', values = ''): AccessPlan {
    const { opcode, line } = instruction;
    const type = operationType(opcode.at(-1) ?? '');
    const bits = type === null || type.packed ? 32 : type.bits;
    const elements = values.startsWith('{') ? values.slice(1, -1).split(',') : [values];
    return {
      space: spaceOf(instruction),
      address: this.address(address, line),
      bytes: bits / 8,
      signed: type?.kind === 'integer' && type.signed,
      elements: elements.map((text) => (text === '_' ? null : this.slotOf(text, line, opcode.at(-1)))),
      fault: (code, at) => this.fault(code, { address: `0x${at.toString(16)}` }, line),
    };
  }

  private address(text: string, line: number): AddressOperand {
    const [, base = '', sign = '+', offset = '0'] = /^\[(-?[\w$%.#]+)(?:([+-]-?)(\w+))?\]$/.exec(text) ?? [];
    if (base === '') throw this.fault('cuda.ptxExpected', { expected: '[…]', found: text }, line);
    const wide = registerBits(this.made, base) ?? 64;
    const step = Number(offset.replace(/U$/, ''));
    if (!Number.isSafeInteger(step))
      throw this.fault('cuda.ptxExpected', { expected: 'number', found: offset }, line);
    return { slot: this.slotOf(base, line), isWide: wide === 64, offset: sign.includes('-') ? -step : step };
  }

  private call({ operands, line }: PtxInstruction): StepAction {
    const list = (text = ''): string[] =>
      text
        .slice(1, -1)
        .split(',')
        .filter((part) => part !== '');
    const hasResults = operands[0]?.startsWith('(') === true;
    const [name = '', given] = hasResults ? operands.slice(1) : operands;
    const callee = this.module.functions.has(name) ? name : this.slotOf(name, line);
    const values = (texts: readonly string[]): CallValue[] => texts.map((text) => this.callValue(text, line));
    return {
      kind: 'call',
      callee,
      given: values(given?.startsWith('(') ? list(given) : []),
      results: values(hasResults ? list(operands[0]) : []),
    };
  }

  private callValue(text: string, line: number): CallValue {
    const place = this.addresses.parameter(this.made, text);
    if (place === null) return { kind: 'register', slot: this.slotOf(text, line) };
    return { kind: 'parameter', ...place };
  }

  private barrier({ opcode, operands, line }: PtxInstruction): StepAction {
    const reduces = opcode.includes('red');
    const [to, ...rest] = reduces ? operands : ['', ...operands];
    const source = reduces ? rest.pop()! : '';
    return {
      kind: 'barrier',
      id: Number(rest[0] ?? '0') || 0,
      threads: rest[1] === undefined ? null : this.slotOf(rest[1], line),
      waits: !opcode.includes('arrive'),
      reduction: reduces
        ? {
            operation: opcode.find((part) => /^(popc|and|or)$/.test(part)) ?? '',
            to: this.slotOf(to ?? '', line),
            source: this.slotOf(source.replace('!', ''), line),
            negated: source.startsWith('!'),
          }
        : null,
    };
  }

  /** Slot of the member mask, which `.sync` forms have as their last operand. */
  private mask({ opcode, operands, line }: PtxInstruction): number | null {
    return opcode.includes('sync') ? this.slotOf(operands.at(-1) ?? '', line) : null;
  }

  private collective(instruction: PtxInstruction): StepAction {
    const { opcode } = instruction;
    const together = this.together(instruction);
    if (together === null) throw this.fault('cuda.ptxNotRun', { what: opcode.join('.') }, instruction.line);
    return { kind: 'collective', mask: this.mask(instruction), together };
  }

  private together({ opcode, operands, line }: PtxInstruction): Collective | null {
    const [first = '', a = '', b = '', c = ''] = operands;
    const slot = (text: string): number => this.slotOf(text, line);
    const [to, predicate = '_'] = first.split('|') as [string, string?];
    const place = (text: string): number | null => (text === '_' ? null : slot(text));
    const context = { storage: this.storage, to: place(to), predicate: place(predicate) };
    const mode = opcode.find((part) => MODES.has(part)) ?? '';
    const type = operationType(opcode.at(-1) ?? '');
    switch (opcode[0]) {
      case 'shfl':
        return shuffle(context, mode, slot(a), slot(b), slot(c));
      case 'vote':
        return vote(context, mode, { slot: slot(a.replace('!', '')), negated: a.startsWith('!') });
      case 'match':
        return match(context, mode, slot(a), type?.bits ?? 32);
      case 'redux':
        return type?.kind === 'integer' ? reduce(context, mode, slot(a), type.signed) : null;
      default:
        return activeLanes(context, opcode[0] === 'elect');
    }
  }

  /** Slots that an instruction writes. */
  private written({ opcode, operands, line }: PtxInstruction): number[] {
    if (/^(st|red|bra|brx|bar|barrier|membar|fence|call|cp|prefetch|nanosleep|trap)$/.test(opcode[0] ?? ''))
      return opcode[1] === 'red' && opcode[0] !== 'red' ? [this.slotOf(operands[0] ?? '', line)] : [];
    return this.registersIn(operands[0] ?? '');
  }

  private registersIn(text: string): number[] {
    return [...text.matchAll(/[A-Za-z_$%][\w$.#]*/g)].flatMap(
      ([name]) => this.slots.register(this.made, name) ?? [],
    );
  }

  private slot(register: string, { line }: PtxInstruction): number {
    return this.slotOf(register, line);
  }

  /** The slot of an operand: a register, a number or an address. */
  private slotOf(text: string, line: number, type = ''): number {
    const own = this.slots.register(this.made, text) ?? this.slots.specialRegister(text);
    if (own !== null) return own;
    const bits = text === 'WARP_SZ' ? 32n : numberBits(text, type);
    if (bits !== null) return this.slots.constant(bits);
    const [, symbol = '', sign = '', offset = '0'] = /^(.+?)(?:([+-])(\w+))?$/.exec(text) ?? [];
    if (this.addresses.isLocal(this.made, symbol) && sign === '') return this.slots.local(this.made, symbol);
    const address = this.addresses.of(this.made, symbol);
    if (address === null) throw this.fault('cuda.ptxExpected', { expected: 'operand', found: text }, line);
    return this.slots.constant(BigInt(address) + BigInt(`${Number(offset) * (sign === '-' ? -1 : 1)}`));
  }

  /** A number that the text of an operand gives; null for others. */
  private bitsOf(text: string, line: number): number {
    const bits = numberBits(text, '');
    if (bits === null) throw this.fault('cuda.ptxExpected', { expected: 'number', found: text }, line);
    return Number(bits);
  }

  private fault(code: string, values: Readonly<Record<string, string>>, line: number): PtxFault {
    return new PtxFault(message(code, values), 'ptx-fault', this.module.path, line);
  }
}

/**
 * Infinity (its bits, or the upper half of them in double precision) and the angle from which nvcc reduces in many
 * steps.
 */
const BEYOND_ORDINARY = new Set(['2139095040', '2139095039', '2146435072', '0f7F800000', '0f47CE4780']);

const MODES = new Set(
  ['up', 'down', 'bfly', 'idx', 'all', 'any', 'uni', 'ballot'].concat([
    'add',
    'min',
    'max',
    'and',
    'or',
    'xor',
  ]),
);
