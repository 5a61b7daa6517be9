import type { PtxFunction } from '../module';
import { message } from '../../../kernel/message';
import { PtxDataDependent } from './dataDependent';
import type { Step, StepAction } from './step';
import { PtxFault, type Storage } from './storage';
import type { Frames } from './frames';

const WARP = 32;
const [RUNS, MEETS, WAITS, ENDED] = [0, 1, 2, 3];
/** Instructions after which lanes that a loop holds up get their turn: a lock that one of them holds is let go. */
const PATIENCE = 20_000;

/** What the block needs of the program. */
export interface BlockProgram {
  readonly steps: readonly Step[];
  readonly path: string;
  readonly kernel: PtxFunction;
  /** Whether a branch goes around arithmetic that machine code executes under a predicate. */
  readonly isPredicated: (step: Step) => boolean;
  /** First step of a function; throws for one without a body. */
  readonly startOf: (made: PtxFunction) => number;
  /** The function of a call, or null for one of the runtime that does nothing. */
  readonly calleeOf: (step: Step, base: number) => PtxFunction | null;
}

/** Threads of one block in step: lanes of a warp run together where they are at the same instruction. */
export class BlockRun {
  private readonly at: Int32Array;
  private readonly state: Uint8Array;
  private readonly barrier: Int8Array;
  private readonly arrivals = new Map<number, number>();
  private readonly counts = new Map<number, number>();
  executed = 0;

  constructor(
    private readonly program: BlockProgram,
    private readonly storage: Storage,
    private readonly frames: Frames,
    private readonly visits: Float64Array,
    private readonly limit: number,
  ) {
    const { threads } = storage;
    this.at = new Int32Array(threads);
    this.state = new Uint8Array(threads);
    this.barrier = new Int8Array(threads);
  }

  /** Runs all threads of a block to their end. */
  run(): void {
    const { threads } = this.storage;
    this.at.fill(this.program.startOf(this.program.kernel));
    this.state.fill(RUNS!);
    this.arrivals.clear();
    this.counts.clear();
    for (;;) {
      for (let first = 0; first < threads; first += WARP) this.runWarp(first);
      if (!this.state.some((state) => state !== ENDED)) return;
      if (!this.openBarriers()) throw this.fault('cuda.ptxDeadlock', this.stuckAt());
    }
  }

  /** Runs the lanes of a warp until each has ended or waits for other warps. */
  private runWarp(first: number): void {
    const last = Math.min(first + WARP, this.storage.threads);
    let starved = false;
    for (;;) {
      let [pc, next] = [Infinity, Infinity];
      for (let thread = first; thread < last; thread++) {
        if (this.state[thread] !== RUNS) continue;
        const at = this.at[thread]!;
        if (starved ? pc === Infinity || at > pc : at < pc) [pc, next] = [at, pc];
        else if (at !== pc && (starved || at < next)) next = at;
      }
      if (pc === Infinity) {
        if (!this.meet(first, last)) return;
        continue;
      }
      const group: number[] = [];
      for (let thread = first; thread < last; thread++)
        if (this.state[thread] === RUNS && this.at[thread] === pc) group.push(thread);
      starved = this.together(group, pc, next, starved);
    }
  }

  /** Lets lanes that wait for others of their warp go on with those that came, where nobody else can come. */
  private meet(first: number, last: number): boolean {
    let pc = Infinity;
    for (let thread = first; thread < last; thread++)
      if (this.state[thread] === MEETS) pc = Math.min(pc, this.at[thread]!);
    if (pc === Infinity) return false;
    const group: number[] = [];
    for (let thread = first; thread < last; thread++)
      if (this.state[thread] === MEETS && this.at[thread] === pc) group.push(thread);
    const { action } = this.program.steps[pc]!;
    if (action.kind === 'collective') this.finish(group, pc, action.together);
    return true;
  }

  private finish(group: readonly number[], pc: number, together: (threads: readonly number[]) => void): void {
    together(group);
    const { unknown, row } = this.storage;
    for (const thread of group) {
      this.state[thread] = RUNS!;
      this.at[thread] = pc + 1;
      if (unknown !== null)
        for (const slot of this.program.steps[pc]!.written) unknown[thread * row + slot] = 1;
    }
  }

  /**
   * Runs lanes that are at one instruction until they part, wait, or come to where others are. True where they have
   * run for long while others were held up.
   */
  private together(group: readonly number[], start: number, next: number, starved: boolean): boolean {
    const { steps } = this.program;
    const { row } = this.storage;
    let pc = start;
    for (let done = 0; ; done++) {
      const step = steps[pc];
      if (step === undefined) return this.end(group);
      if (done > PATIENCE && next !== Infinity) return this.place(group, pc, !starved);
      this.executed += group.length;
      if (this.executed > this.limit) throw this.fault('cuda.ptxTooLong', step);
      const active = step.guard < 0 ? group : this.activeOf(group, step);
      const { action } = step;
      if (active === null) {
        pc = this.skip(step, pc, group);
        continue;
      }
      this.visits[pc]! += action.kind === 'branch' ? group.length : active.length;
      if (action.kind === 'plain') {
        for (const thread of active) action.execute(thread * row);
        pc++;
      } else if (action.kind === 'branch' && (active.length === 0 || active.length === group.length)) {
        pc = active.length === 0 ? pc + 1 : action.target;
      } else if (active.length === 0) pc++;
      else {
        this.place(group, pc + 1, false);
        this.act(active, pc, step, action);
        return false;
      }
      if (pc >= next && !starved) return this.place(group, pc, false);
    }
  }

  private place(group: readonly number[], pc: number, answer: boolean): boolean {
    for (const thread of group) this.at[thread] = pc;
    return answer;
  }

  private end(group: readonly number[]): false {
    for (const thread of group) this.state[thread] = ENDED!;
    return false;
  }

  /** Lanes whose guard holds; null where only data tells. */
  private activeOf(group: readonly number[], { guard, negated }: Step): readonly number[] | null {
    const { words, unknown, row } = this.storage;
    if (unknown !== null && group.some((thread) => unknown[thread * row + guard] === 1)) return null;
    const wanted = negated ? 0 : 1;
    let count = 0;
    for (const thread of group) if (words[(thread * row + guard) << 1] === wanted) count++;
    if (count === group.length) return group;
    return count === 0 ? [] : group.filter((thread) => words[(thread * row + guard) << 1] === wanted);
  }

  /** Passes over what machine code executes under a predicate that data decides: it counts, its results are unknown. */
  private skip(step: Step, pc: number, group: readonly number[]): number {
    const { action } = step;
    if (action.kind !== 'branch' || !this.program.isPredicated(step)) throw this.dataDependent(pc);
    const { unknown, row } = this.storage;
    for (let at = pc + 1; at < action.target; at++) {
      this.visits[at]! += group.length;
      for (const thread of group)
        for (const slot of this.program.steps[at]!.written) unknown![thread * row + slot] = 1;
    }
    return action.target;
  }

  private dataDependent(pc: number): PtxDataDependent {
    const { steps } = this.program;
    const guard = steps[pc]!.guard;
    const maker = steps.slice(0, pc).findLast(({ written }) => written.includes(guard));
    return new PtxDataDependent(
      maker === undefined ? 'a branch on data' : `${maker.instruction.opcode.join('.')} of data`,
    );
  }

  /** What parts lanes or holds them up; all are placed behind the instruction before. */
  private act(active: readonly number[], pc: number, step: Step, action: StepAction): void {
    const { row, words, unknown } = this.storage;
    switch (action.kind) {
      case 'branch':
        return void this.place(active, action.target, false);
      case 'table':
        for (const thread of active) {
          if (unknown !== null && unknown[thread * row + action.slot] === 1) throw this.dataDependent(pc);
          this.at[thread] =
            action.targets[words[(thread * row + action.slot) << 1]!] ?? this.program.steps.length;
        }
        return;
      case 'exit':
        return void this.end(active);
      case 'return':
        for (const thread of active) {
          const back = this.frames.leave(thread);
          if (back === null) this.state[thread] = ENDED!;
          else this.at[thread] = back;
        }
        return;
      case 'call':
        for (const thread of active) {
          const callee = this.program.calleeOf(step, thread * row);
          if (callee === null) continue;
          this.frames.call(thread, callee, action.given, action.results, pc + 1);
          this.at[thread] = this.program.startOf(callee);
        }
        return;
      case 'collective':
        return this.collective(active, pc, action);
      case 'barrier':
        return this.arrive(active, pc, action);
    }
  }

  private collective(
    active: readonly number[],
    pc: number,
    action: Extract<StepAction, { kind: 'collective' }>,
  ): void {
    const { words, row } = this.storage;
    const first = active[0]! - (active[0]! % WARP);
    const present = [...active];
    for (let thread = first; thread < Math.min(first + WARP, this.storage.threads); thread++)
      if (this.state[thread] === MEETS && this.at[thread] === pc) present.push(thread);
    present.sort((a, b) => a - b);
    const isComplete =
      action.mask === null ||
      present.every((thread) => {
        const mask = words[(thread * row + action.mask!) << 1]!;
        return this.isMet(mask, first, present);
      });
    if (isComplete) return this.finish(present, pc, action.together);
    for (const thread of active) {
      this.state[thread] = MEETS!;
      this.at[thread] = pc;
    }
  }

  /** Whether all lanes of a mask that have not ended are there. */
  private isMet(mask: number, first: number, present: readonly number[]): boolean {
    for (let lane = 0; lane < WARP; lane++) {
      const thread = first + lane;
      if (((mask >>> lane) & 1) === 0 || thread >= this.storage.threads) continue;
      if (this.state[thread] !== ENDED && !present.includes(thread)) return false;
    }
    return true;
  }

  private arrive(
    active: readonly number[],
    pc: number,
    action: Extract<StepAction, { kind: 'barrier' }>,
  ): void {
    const { words, row, unknown } = this.storage;
    if (unknown !== null) {
      // Threads are looked at one by one: what others write before the barrier is not known behind it.
      this.storage.shared.forget();
      for (const thread of active)
        for (const slot of this.program.steps[pc]!.written) unknown[thread * row + slot] = 1;
      return;
    }
    const { id } = action;
    this.arrivals.set(id, (this.arrivals.get(id) ?? 0) + active.length);
    if (action.threads !== null) this.counts.set(id, words[(active[0]! * row + action.threads) << 1]!);
    for (const thread of active) {
      if (!action.waits) continue;
      this.state[thread] = WAITS!;
      this.barrier[thread] = id;
      this.at[thread] = pc;
    }
  }

  /** Opens barriers that all have come to; false where none opens. */
  private openBarriers(): boolean {
    let opened = false;
    const alive = this.state.reduce((sum, state) => sum + (state === ENDED ? 0 : 1), 0);
    for (const [id, arrived] of this.arrivals) {
      const wanted = Math.min(this.counts.get(id) ?? alive, alive);
      if (arrived < wanted) continue;
      this.arrivals.delete(id);
      this.counts.delete(id);
      this.open(id);
      opened = true;
    }
    return opened;
  }

  private open(id: number): void {
    const { steps } = this.program;
    const waiting: number[] = [];
    this.state.forEach((state, thread) => {
      if (state === WAITS && this.barrier[thread] === id) waiting.push(thread);
    });
    const { words, row } = this.storage;
    const votes = waiting.map((thread) => {
      const { action } = steps[this.at[thread]!]!;
      if (action.kind !== 'barrier' || action.reduction === null) return null;
      return (words[(thread * row + action.reduction.source) << 1] !== 0) !== action.reduction.negated;
    });
    const ones = votes.filter((vote) => vote === true).length;
    const all = !votes.includes(false);
    for (const thread of waiting) {
      const { action } = steps[this.at[thread]!]!;
      if (action.kind === 'barrier' && action.reduction !== null) {
        const { operation, to } = action.reduction;
        words[(thread * row + to) << 1] =
          { popc: ones, and: Number(all), or: Number(ones > 0) }[operation] ?? 0;
      }
      this.state[thread] = RUNS!;
      this.at[thread]!++;
    }
  }

  private stuckAt(): Step {
    const thread = this.state.findIndex((state) => state !== ENDED);
    return this.program.steps[this.at[thread]!]!;
  }

  private fault(code: string, { instruction }: Step): PtxFault {
    return new PtxFault(message(code, {}), 'ptx-fault', this.program.path, instruction.line);
  }
}
