import type { ComputeClass } from '../instructionClasses';
import type { KernelProgram, LoopStatement, MemorySpace, Statement } from '../program';
import type { LaneForm } from './laneExpression';
import type { Comparison, StartedRounds, ThreadValues } from './threadValues';

/** Instruction kind of a statement: an arithmetic class, an exchange between lanes, or its effect on a memory space. */
export type InstructionKind =
  | ComputeClass
  | `${MemorySpace}Load`
  | `${MemorySpace}Store`
  | 'atomic'
  | 'shuffle'
  | 'asyncCopy'
  | 'barrier';

/** How often a loop goes round. */
export type Rounds =
  | { readonly kind: 'same'; readonly count: LaneForm }
  | ({ readonly kind: 'started' } & StartedRounds)
  | { readonly kind: 'drawn'; readonly low: LaneForm; readonly high: LaneForm; readonly byLane: boolean };

/** A statement with statements in it. */
export type Step =
  | {
      readonly kind: 'loop';
      readonly rounds: Rounds;
      /** Number of the counter where it decides how much of the body runs. */
      readonly counter: number | null;
      readonly body: Code;
    }
  | { readonly kind: 'branch'; readonly test: Comparison; readonly then: Code; readonly otherwise: Code }
  | {
      readonly kind: 'draw';
      readonly probability: number;
      readonly byLane: boolean;
      readonly then: Code;
      readonly otherwise: Code;
    };

/** Statements, as they are counted: those without a body taken together by kind. */
export interface Code {
  /** Numbers of kinds of instructions, and how many each thread that comes by executes. */
  readonly kinds: readonly number[];
  readonly counts: readonly number[];
  /** Arithmetic whose number an expression tells. */
  readonly open: readonly { readonly kind: number; readonly count: LaneForm }[];
  readonly steps: readonly Step[];
  /** Whether as many instructions run wherever a warp of so many lanes comes by. */
  readonly isSame: boolean;
}

/** Instructions of a statement; where all blocks wait for each other, those of each meet before that and after. */
function countOf(statement: Statement): number | string {
  if (statement.op === 'compute') return statement.count ?? 1;
  return statement.op === 'barrier' && statement.scope === 'grid' ? 2 : 1;
}

/** Makes a program ready to be counted. */
export class CountedProgram {
  readonly code: Code;
  /** Kinds of instructions by number. */
  readonly kinds: InstructionKind[] = [];
  /** Whether a condition or a trip count asks for the number of the block. */
  asksForBlock = false;
  /** Whether nothing so far, in the code that is being read, asks for the thread, the block or a loop counter. */
  private isSame = true;
  /** Numbers of loop counters that conditions and trip counts so far ask for. */
  private asked = new Set<number>();

  /** @throws InputError for an expression that cannot be evaluated. */
  constructor(
    private readonly program: KernelProgram,
    private readonly values: ThreadValues,
  ) {
    this.code = this.codeOf(program.body);
  }

  kindNumber(kind: InstructionKind): number {
    const known = this.kinds.indexOf(kind);
    return known < 0 ? this.kinds.push(kind) - 1 : known;
  }

  private codeOf(statements: readonly Statement[]): Code {
    const counts = new Map<number, number>();
    const open: Code['open'][number][] = [];
    const steps: Step[] = [];
    const isSameAround = this.isSame;
    this.isSame = true;
    for (const statement of statements) {
      if (statement.op === 'loop') steps.push(this.loop(statement));
      else if (statement.op === 'if') steps.push(this.branch(statement));
      else {
        const kind = this.kindNumber(this.kindOf(statement));
        const count = countOf(statement);
        if (typeof count === 'number') counts.set(kind, (counts.get(kind) ?? 0) + count);
        else open.push({ kind, count: this.decisive(this.values.form(count)) });
      }
    }
    const { isSame } = this;
    this.isSame = isSame && isSameAround;
    return { kinds: [...counts.keys()], counts: [...counts.values()], open, steps, isSame };
  }

  private kindOf(statement: Exclude<Statement, { readonly op: 'loop' | 'if' }>): InstructionKind {
    switch (statement.op) {
      case 'compute':
        return statement.exchange === true ? 'shuffle' : statement.class;
      case 'load':
      case 'store': {
        const space = this.program.arrays?.[statement.array]?.space ?? 'global';
        return `${space}${statement.op === 'load' ? 'Load' : 'Store'}`;
      }
      case 'sleep':
        return 'control';
      default:
        return statement.op;
    }
  }

  private loop({ trips, name, body }: LoopStatement): Step {
    const rounds = this.roundsOf(trips);
    const counter = name === undefined ? null : this.values.counter(name);
    const around = this.asked;
    this.asked = new Set();
    const code = this.codeOf(body);
    const steers = counter !== null && this.asked.has(counter);
    for (const number of around) this.asked.add(number);
    return { kind: 'loop', rounds, counter: steers ? counter : null, body: code };
  }

  private roundsOf(trips: LoopStatement['trips']): Rounds {
    const form = (quantity: number | string): LaneForm => this.decisive(this.values.form(quantity));
    if (typeof trips !== 'object') return { kind: 'same', count: form(trips) };
    // How often a spin goes round depends on the GPU; once is what it does at least.
    if ('elapsed' in trips) return { kind: 'same', count: form(1) };
    if ('uniform' in trips) {
      const [low, high] = trips.uniform;
      return { kind: 'drawn', low: form(low), high: form(high), byLane: trips.scope === 'lane' };
    }
    [trips.start, trips.below, trips.step].forEach(form);
    return { kind: 'started', ...this.values.rounds(trips) };
  }

  private branch({ condition, then, else: otherwise = [] }: Extract<Statement, { readonly op: 'if' }>): Step {
    if (typeof condition !== 'string') {
      const byLane = (condition.scope ?? 'lane') === 'lane';
      const arms = { then: this.codeOf(then), otherwise: this.codeOf(otherwise) };
      return { kind: 'draw', probability: condition.probability, byLane, ...arms };
    }
    const test = this.values.comparison(condition);
    this.decisive(test.left);
    this.decisive(test.right);
    return { kind: 'branch', test, then: this.codeOf(then), otherwise: this.codeOf(otherwise) };
  }

  /** Notes what a form that decides how much runs asks for. */
  private decisive(form: LaneForm): LaneForm {
    if (form.kind === 'operation') form.of.forEach((part) => this.decisive(part));
    else {
      const { threads, block, loops } = form.form;
      const counters = [...loops].filter(([, coefficient]) => coefficient !== 0);
      const asksForBlock = block.some((coefficient) => coefficient !== 0);
      for (const [number] of counters) this.asked.add(number);
      this.asksForBlock ||= asksForBlock;
      this.isSame &&= threads === null && !asksForBlock && counters.length === 0;
    }
    return form;
  }
}
