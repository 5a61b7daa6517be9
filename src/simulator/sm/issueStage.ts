import { WARP_SIZE } from '../../kernel/warp';
import { exponentOf, lesser, lowestBit, quotient } from '../core/bits';
import { C, THREADS_OFFSET, STALL_BASE } from '../core/counterColumns';
import { LINE_BYTES, MEMORY_UNIT, MOST_JUMPS, NEVER, TENSOR_UNIT, UNIT_TICKS } from '../core/sizes';
import type { ProgramImage } from '../program/imageTables';
import { FIRST_MARKER, O, Op, OP_SHIFT } from '../program/operations';
import { Policy, type ChipSpec } from '../chip/chipSpec';
import type { BlockManager } from './blockManager';
import type { InstructionFetch } from './instructionFetch';
import type { LoadStoreUnit } from './loadStoreUnit';
import { Stall, UNIT_SHIFT, type Schedulers } from './schedulers';
import type { WarpControl } from './warpControl';
import { RING, SCHEDULER_SHIFT, W, WARP_SHIFT, type WarpState } from './warpState';

const TENSOR_TICKS = C.tensorTicks;
const LINE_SHIFT = exponentOf(LINE_BYTES);

/** Components that the issue stage works with, as far as it does. */
export class IssueParts {
  constructor(
    readonly spec: ChipSpec,
    readonly image: ProgramImage,
    readonly warps: WarpState,
    readonly schedulers: Schedulers,
    readonly control: WarpControl,
    readonly blocks: BlockManager,
    readonly loadStore: LoadStoreUnit,
    readonly fetch: InstructionFetch,
    readonly counters: Float64Array,
  ) {}
}

/**
 * Chooses a warp per scheduler and cycle and issues its next instruction. This is the simulator's innermost
 * loop: it works on the typed arrays themselves.
 */
export class IssueStage {
  private readonly greedy: boolean;
  /** Cycles within which the last warp has to go on to be kept to. */
  private readonly patience: i32;
  private readonly takesTurns: boolean;
  private readonly branchCycles: i32;
  private readonly issuePerWarp: i32;
  /** Memory instructions that may wait for the load/store unit, of a scheduler or of all of an SM. */
  private readonly mostHeld: i32;
  private readonly heldShift: i32;
  private readonly instructionBytes: i32;
  private readonly storeDrainCycles: i32;
  private readonly perSm: i32;
  private readonly words: Int32Array;
  private readonly ops: Int32Array;
  private readonly ready: Int32Array;
  private readonly last: Int32Array;
  private readonly lastAt: Float64Array;
  private readonly ahead: Int32Array;
  private readonly busyUnits: Int32Array;
  private readonly stuck: Int32Array;
  private readonly stuckUntil: Int32Array;
  private readonly unitFree: Float64Array;
  private readonly unitWarps: Int32Array;
  private readonly turns: Int32Array;
  private readonly held: Int32Array;
  private readonly counters: Float64Array;
  private readonly schedulers: Schedulers;
  private readonly control: WarpControl;
  private readonly blocks: BlockManager;
  private readonly loadStore: LoadStoreUnit;
  private readonly fetch: InstructionFetch;
  /** When a unit for which a ready warp waits becomes free. */
  private unitRetry: i32 = NEVER;

  constructor(parts: IssueParts) {
    this.greedy = parts.spec.sm.policy !== Policy.lrr;
    this.patience = parts.spec.sm.policy === Policy.gty ? 1 : NEVER;
    this.takesTurns = parts.spec.sm.policy === Policy.gty;
    this.branchCycles = parts.spec.sm.branchCycles;
    this.issuePerWarp = parts.spec.sm.issuePerWarp;
    const sm = parts.spec.sm;
    this.mostHeld = sm.handsOver ? sm.handOverWaiting : sm.memoryQueue;
    this.heldShift = sm.handsOver ? 0 : SCHEDULER_SHIFT;
    this.instructionBytes = parts.spec.sm.instructionBytes;
    this.storeDrainCycles = parts.spec.storeDrainCycles;
    this.perSm = parts.spec.sm.schedulers;
    this.words = parts.warps.words;
    this.ops = parts.image.ops;
    this.schedulers = parts.schedulers;
    this.ready = parts.schedulers.ready;
    this.last = parts.schedulers.last;
    this.lastAt = parts.schedulers.lastAt;
    this.ahead = parts.schedulers.ahead;
    this.busyUnits = parts.schedulers.busyUnits;
    this.stuck = parts.schedulers.stuck;
    this.stuckUntil = parts.schedulers.stuckUntil;
    this.unitFree = parts.schedulers.unitFree;
    this.unitWarps = parts.schedulers.unitWarps;
    this.turns = parts.schedulers.turns;
    this.held = parts.loadStore.held;
    this.counters = parts.counters;
    this.control = parts.control;
    this.blocks = parts.blocks;
    this.loadStore = parts.loadStore;
    this.fetch = parts.fetch;
  }

  /** Lets all schedulers of an SM issue; when the next of them may issue again. */
  step(sm: i32, now: i32): i32 {
    let next = NEVER;
    const first = sm << SCHEDULER_SHIFT;
    for (let s = first; s < first + this.perSm; s++) {
      const ready = this.ready[s]!;
      if (ready === 0) continue;
      const until = this.stuckUntil[s]!;
      const again = ready === this.stuck[s] && now < until ? until : this.issueFrom(sm, s, now);
      if (again < next) next = again;
    }
    return next;
  }

  /** Whether no memory instruction of a scheduler can be issued. */
  private isFull(scheduler: i32): boolean {
    return this.held[scheduler >> this.heldShift]! >= this.mostHeld;
  }

  private issueFrom(sm: i32, scheduler: i32, now: i32): i32 {
    let candidates = this.ready[scheduler]!;
    if (this.busyUnits[scheduler] !== 0 || this.isFull(scheduler)) {
      candidates = this.eligible(scheduler, now);
      if (candidates === 0) return this.waitForUnits(scheduler);
    }
    this.stuck[scheduler] = 0;
    do {
      const bit = this.choose(scheduler, candidates, now);
      const warp = (scheduler << 5) + bit;
      if (this.words[(warp << WARP_SHIFT) + W.fetched]! > 0 || this.fetch.check(sm, warp, now)) {
        this.issue(sm, scheduler, warp, now);
        break;
      }
      candidates &= ~(1 << bit);
    } while (candidates !== 0);
    return this.ready[scheduler] === 0 ? NEVER : now + 1;
  }

  /**
   * No ready warp finds its unit free: until one does, another warp becomes ready or the load/store queue is no
   * longer full, there is nothing to do.
   */
  private waitForUnits(scheduler: i32): i32 {
    this.stuck[scheduler] = this.ready[scheduler]!;
    this.stuckUntil[scheduler] = this.unitRetry;
    return this.unitRetry;
  }

  /** Ready warps whose unit is free. */
  private eligible(scheduler: i32, now: i32): i32 {
    let ready = this.ready[scheduler]!;
    this.unitRetry = NEVER;
    const base = scheduler << UNIT_SHIFT;
    if (this.isFull(scheduler)) {
      ready &= ~this.unitWarps[base + MEMORY_UNIT]!;
      if (ready === 0) return 0;
    }
    let busy = this.busyUnits[scheduler]!;
    while (busy !== 0) {
      const unit = lowestBit(busy);
      busy &= busy - 1;
      const free = this.unitFree[base + unit]!;
      if (free < ticksAt(now + 1)) this.busyUnits[scheduler]! &= ~(1 << unit);
      else if ((ready & this.unitWarps[base + unit]!) !== 0) {
        ready &= ~this.unitWarps[base + unit]!;
        this.unitRetry = lesser(this.unitRetry, i32(free / UNIT_TICKS));
      }
    }
    return ready;
  }

  /**
   * Greedy policies keep to the last warp, then take the first in the order of the scheduler's warps; round robin takes
   * the next.
   */
  private choose(scheduler: i32, candidates: i32, now: i32): i32 {
    const last = this.last[scheduler]!;
    if (!this.greedy) return nextOf(last, candidates);
    const goesOn =
      (candidates & (1 << last)) !== 0 && this.lastAt[scheduler]! + f64(this.patience) >= f64(now);
    const chosen = goesOn ? last : this.firstOf(scheduler, candidates);
    return this.takesTurns ? this.inTurn(scheduler, candidates, chosen) : chosen;
  }

  /**
   * Warps that wait for a unit with less than a lane a scheduler have it in turn (two kernels of doubles share that of an
   * RTX 5090 evenly, GPU-interfere at e120026). Others go by the order of warps, also where an instruction takes its unit
   * for several cycles (H100: doubles, integers, special functions, tensor cores), and where the load/store unit takes no
   * more: blocks of an H100 whose loads wait end in the order in which they began (lab/hardware/card/order.cu).
   */
  private inTurn(scheduler: i32, candidates: i32, chosen: i32): i32 {
    const op = this.words[(((scheduler << 5) + chosen) << WARP_SHIFT) + W.op]!;
    const place = (scheduler << UNIT_SHIFT) + this.ops[(op << OP_SHIFT) + O.unit]!;
    const before = this.turns[place]!;
    return before < 0 ? chosen : nextOf(before, candidates & this.unitWarps[place]!);
  }

  private firstOf(scheduler: i32, candidates: i32): i32 {
    let first = lowestBit(candidates);
    let before = candidates & this.ahead[(scheduler << 5) + first]!;
    while (before !== 0) {
      first = lowestBit(before);
      before = candidates & this.ahead[(scheduler << 5) + first]!;
    }
    return first;
  }

  private issue(sm: i32, scheduler: i32, warp: i32, now: i32): void {
    const words = this.words;
    const ops = this.ops;
    const at = warp << WARP_SHIFT;
    this.last[scheduler] = warp & 31;
    this.lastAt[scheduler] = now;
    for (let slot = 1; ; slot++) {
      const op = words[at + W.op]!;
      const kind = ops[(op << OP_SHIFT) + O.kind]!;
      if (kind >= FIRST_MARKER) {
        this.moveTo(warp, op, op);
        this.prepare(warp, now, now + 1);
        return;
      }
      if (kind === Op.exit && this.awaitsStores(warp, now)) return;
      this.countIssue(scheduler, warp, op, now);
      if (kind === Op.compute) {
        if (--words[at + W.left]! > 0) words[at + W.fetched]!--;
        else this.moveTo(warp, op, op + 1);
      } else if (!this.perform(sm, warp, op, kind, now)) return;
      const soonest = slot < this.issuePerWarp ? now : now + 1;
      if (this.prepare(warp, now, soonest) !== now) return;
      if (!this.canIssueAlso(scheduler, warp, now)) return;
    }
  }

  /** Puts a warp that would end aside while what it stored is on its way out. */
  private awaitsStores(warp: i32, now: i32): boolean {
    const at = warp << WARP_SHIFT;
    const leave = this.words[at + W.storesLeave]!;
    if (leave <= now) return false;
    this.ready[warp >> 5]! &= ~(1 << (warp & 31));
    this.words[at + W.reason] = Stall.memory;
    this.schedulers.wakeAt(warp, leave);
    return true;
  }

  /** Carries out an instruction that is no arithmetic; false when the warp does not go on by itself. */
  private perform(sm: i32, warp: i32, op: i32, kind: i32, now: i32): boolean {
    if (kind === Op.exit) {
      this.blocks.finishWarp(sm, warp, now);
      return false;
    }
    if (kind === Op.barrier) {
      this.moveTo(warp, op, op + 1);
      this.ready[warp >> 5]! &= ~(1 << (warp & 31));
      this.blocks.arrive(warp, now);
      return false;
    }
    if (kind === Op.sleep) {
      // The marker behind it leads on when the warp is awake.
      this.words[(warp << WARP_SHIFT) + W.op] = op + 1;
      this.schedulers.sleep(warp, now + this.ops[(op << OP_SHIFT) + O.latency]!);
      return false;
    }
    this.loadStore.accept(sm, warp, op, now);
    if (kind === Op.store || kind === Op.atomic)
      this.words[(warp << WARP_SHIFT) + W.storesLeave] = now + this.storeDrainCycles;
    this.moveTo(warp, op, op + 1);
    return true;
  }

  private countIssue(scheduler: i32, warp: i32, op: i32, now: i32): void {
    const words = this.words;
    const ops = this.ops;
    const counters = this.counters;
    const at = warp << WARP_SHIFT;
    const opAt = op << OP_SHIFT;
    const row = words[at + W.row]!;
    const column = row + ops[opAt + O.counter]!;
    counters[column]! += 1;
    counters[column + THREADS_OFFSET]! += words[at + W.activeCount]!;
    const unit = ops[opAt + O.unit]!;
    const place = (scheduler << UNIT_SHIFT) + unit;
    const free = this.unitFree[place]!;
    const readyAt = words[at + W.readyAt]!;
    const waited = readyAt - words[at + W.since]!;
    if (waited > 0) counters[row + STALL_BASE + words[at + W.reason]!]! += waited;
    if (now > readyAt) this.countContention(scheduler, row, unit, free, readyAt, now);
    const start = ticksAt(now);
    const interval = ops[opAt + O.interval]!;
    if (unit === TENSOR_UNIT) counters[row + TENSOR_TICKS]! += interval;
    const taken = (free > start ? free : start) + f64(interval);
    this.unitFree[place] = taken;
    const isSlow = taken >= start + f64(2 * UNIT_TICKS);
    if (isSlow) this.busyUnits[scheduler]! |= 1 << unit;
    if (this.takesTurns && interval > WARP_SIZE * UNIT_TICKS) this.turns[place] = warp & 31;
    const issued = words[at + W.issued]!;
    words[at + W.ring + (issued & (RING - 1))] = now + ops[opAt + O.latency]!;
    words[at + W.issued] = issued + 1;
    words[at + W.since] = now + 1;
  }

  /** Why a warp that was ready did not issue at once: unit taken, queue full, or another warp chosen. */
  private countContention(scheduler: i32, row: i32, unit: i32, free: f64, readyAt: i32, now: i32): void {
    const pipe = lesser(now, i32(free / UNIT_TICKS)) - readyAt;
    const rest = pipe > 0 ? now - readyAt - pipe : now - readyAt;
    if (pipe > 0) this.counters[row + C.stallPipe]! += pipe;
    if (rest === 0) return;
    const throttled = unit === MEMORY_UNIT && this.held[scheduler >> this.heldShift]! >= this.mostHeld - 1;
    this.counters[row + (throttled ? C.stallThrottle : C.stallNotSelected)]! += rest;
  }

  /** The warp goes on at `to` or where the markers there lead it. */
  private moveTo(warp: i32, op: i32, to: i32): void {
    const words = this.words;
    const ops = this.ops;
    const at = warp << WARP_SHIFT;
    let next = to;
    if (ops[(to << OP_SHIFT) + O.kind]! >= FIRST_MARKER) {
      next = this.control.settle(warp, to);
      if (this.control.jumps > 0)
        words[at + W.late] = lesser(MOST_JUMPS, this.control.jumps) * this.branchCycles;
    }
    const opAt = next << OP_SHIFT;
    words[at + W.op] = next;
    words[at + W.left] = ops[opAt + O.count]!;
    const code = ops[opAt + O.code]!;
    const line = code >> LINE_SHIFT;
    words[at + W.fetched] =
      line === words[at + W.codeLine]!
        ? quotient(((line + 1) << LINE_SHIFT) - code, this.instructionBytes)
        : 0;
    const from = ops[(op << OP_SHIFT) + O.unit]!;
    const unit = ops[opAt + O.unit]!;
    if (unit !== from) this.schedulers.changeUnit(warp, from, unit);
  }

  /** Sets when the warp's next instruction can issue; `now` when it can do so at once. */
  private prepare(warp: i32, now: i32, soonest: i32): i32 {
    const at = warp << WARP_SHIFT;
    const time = this.schedulers.operandsReady(warp, this.words[at + W.op]!, soonest);
    if (time <= now + 1) {
      this.words[at + W.readyAt] = now + 1;
      return time;
    }
    this.ready[warp >> 5]! &= ~(1 << (warp & 31));
    if (time !== NEVER) this.schedulers.wakeAt(warp, time);
    return time;
  }

  /** Tests whether the warp's next instruction, whose operands are there, may issue in the same cycle. */
  private canIssueAlso(scheduler: i32, warp: i32, now: i32): boolean {
    const at = warp << WARP_SHIFT;
    const opAt = this.words[at + W.op]! << OP_SHIFT;
    const unit = this.ops[opAt + O.unit]!;
    if (this.ops[opAt + O.kind]! > Op.constantLoad || this.words[at + W.fetched]! <= 0) return false;
    if (unit === MEMORY_UNIT && this.isFull(scheduler)) return false;
    if (this.unitFree[(scheduler << UNIT_SHIFT) + unit]! >= ticksAt(now + 1)) return false;
    this.words[at + W.readyAt] = now;
    return true;
  }
}

/** A cycle in the ticks of functional units. */
function ticksAt(cycle: i32): f64 {
  return f64(UNIT_TICKS) * f64(cycle);
}

/** The first of some warps behind place `last`, going round. */
function nextOf(last: i32, warps: i32): i32 {
  const after = last === 31 ? 0 : warps & (-2 << last);
  return lowestBit(after !== 0 ? after : warps);
}
