import { lowestBit } from '../core/bits';
import { C, STALL_COUNTERS, THREADS_OFFSET } from '../core/counters';
import { FIRST_MARKER, Op, type ProgramImage } from '../program/image';
import { UNIT_TICKS } from '../program/compile';
import { LINE_BYTES, UNITS, type SimulatorSpec } from '../spec/simulatorSpec';
import type { BlockManager } from './blockManager';
import type { KernelTable } from './kernelTable';
import type { LoadStoreUnit } from './loadStoreUnit';
import { Lookup, type ReadCache } from './readCache';
import { NEVER, Stall, UNIT_COUNT, type Schedulers } from './schedulers';
import type { WarpControl } from './warpControl';
import { RING, WarpStatus, type WarpState } from './warpState';

const MEMORY_UNIT = UNITS.indexOf('memory');
const STALL_BASE = C[STALL_COUNTERS[0]];
const LINE_SHIFT = Math.log2(LINE_BYTES);
/** Cycles after which a fetch that found no miss entry tries again. */
const FETCH_RETRY = 8;

/** What the issue stage works with. */
export interface IssueParts {
  readonly spec: SimulatorSpec;
  readonly image: ProgramImage;
  readonly kernels: KernelTable;
  readonly warps: WarpState;
  readonly schedulers: Schedulers;
  readonly control: WarpControl;
  readonly blocks: BlockManager;
  readonly loadStore: LoadStoreUnit;
  readonly instructions: ReadCache;
  readonly counters: Float64Array;
}

/** Chooses a warp per scheduler and cycle and issues its next instruction. */
export class IssueStage {
  private readonly greedy: boolean;
  private readonly issuePerWarp: number;
  private readonly instructionBytes: number;
  /** When a unit for which a ready warp waits becomes free. */
  private unitRetry = NEVER;

  constructor(private readonly parts: IssueParts) {
    this.greedy = parts.spec.sm.policy === 'gto';
    this.issuePerWarp = parts.spec.sm.issuePerWarp;
    this.instructionBytes = parts.spec.sm.instructionBytes;
  }

  /** Lets all schedulers of an SM issue; when the next of them may issue again. */
  step(sm: number, now: number): number {
    const { schedulers } = this.parts;
    const { ready, perSm } = schedulers;
    let next = NEVER;
    for (let s = sm * perSm; s < (sm + 1) * perSm; s++) {
      if (ready[s] === 0) continue;
      const again = this.issueFrom(sm, s, now);
      if (again < next) next = again;
    }
    return next;
  }

  private issueFrom(sm: number, scheduler: number, now: number): number {
    const { warps, schedulers } = this.parts;
    let candidates = this.eligible(sm, scheduler, now);
    if (candidates === 0) return this.unitRetry;
    while (candidates !== 0) {
      const bit = this.choose(scheduler, candidates);
      const warp = (scheduler << 5) + bit;
      if (warps.fetched[warp]! > 0 || this.fetch(sm, warp, now)) {
        this.issue(sm, scheduler, warp, now);
        break;
      }
      candidates &= ~(1 << bit);
    }
    return schedulers.ready[scheduler] === 0 ? NEVER : now + 1;
  }

  /** Ready warps whose unit is free. */
  private eligible(sm: number, scheduler: number, now: number): number {
    const { schedulers, loadStore } = this.parts;
    let ready = schedulers.ready[scheduler]!;
    this.unitRetry = NEVER;
    const base = scheduler * UNIT_COUNT;
    let busy = schedulers.busyUnits[scheduler]!;
    while (busy !== 0) {
      const unit = lowestBit(busy);
      busy &= busy - 1;
      const free = schedulers.unitFree[base + unit]!;
      if (free < UNIT_TICKS * (now + 1)) schedulers.busyUnits[scheduler]! &= ~(1 << unit);
      else if ((ready & schedulers.unitWarps[base + unit]!) !== 0) {
        ready &= ~schedulers.unitWarps[base + unit]!;
        this.unitRetry = Math.min(this.unitRetry, Math.floor(free / UNIT_TICKS));
      }
    }
    if (loadStore.isFull(sm)) ready &= ~schedulers.unitWarps[base + MEMORY_UNIT]!;
    return ready;
  }

  /** Greedy-then-oldest keeps to the last warp, then takes the oldest; round robin takes the next. */
  private choose(scheduler: number, candidates: number): number {
    const { schedulers } = this.parts;
    const last = schedulers.last[scheduler]!;
    if (!this.greedy) {
      const after = last === 31 ? 0 : candidates & (-2 << last);
      return lowestBit(after !== 0 ? after : candidates);
    }
    if ((candidates & (1 << last)) !== 0) return last;
    let oldest = lowestBit(candidates);
    let older = candidates & schedulers.elders[scheduler * 32 + oldest]!;
    while (older !== 0) {
      oldest = lowestBit(older);
      older = candidates & schedulers.elders[scheduler * 32 + oldest]!;
    }
    return oldest;
  }

  /** Whether the warp's next instructions are in the instruction cache; if not, they are on their way. */
  private fetch(sm: number, warp: number, now: number): boolean {
    const { warps, image, kernels, instructions, schedulers, counters } = this.parts;
    const op = warps.op[warp]!;
    const at = image.op.code[op]! + (image.op.count[op]! - warps.left[warp]!) * this.instructionBytes;
    const line = at >> LINE_SHIFT;
    const kernel = warps.kernel[warp]!;
    const outcome = instructions.lookup(sm, kernels.codeLine[kernel]! + line, 15, warp, 0, kernel);
    if (outcome === Lookup.hit) {
      counters[warps.row[warp]! + C.instructionAccesses]!++;
      this.setFetched(warp, at, line);
      return true;
    }
    schedulers.ready[warp >> 5]! &= ~(1 << (warp & 31));
    this.account(warp, now);
    warps.since[warp] = now;
    warps.reason[warp] = Stall.fetch;
    if (outcome === Lookup.miss) {
      counters[warps.row[warp]! + C.instructionAccesses]!++;
      counters[warps.row[warp]! + C.instructionMisses]!++;
      warps.status[warp] = WarpStatus.fetch;
    } else schedulers.wakeAt(warp, now + FETCH_RETRY);
    return false;
  }

  private setFetched(warp: number, at: number, line: number): void {
    this.parts.warps.codeLine[warp] = line;
    this.parts.warps.fetched[warp] = (((line + 1) << LINE_SHIFT) - at) / this.instructionBytes;
  }

  /** The instructions that a warp waited for have come. */
  fetchServed(warp: number, time: number): void {
    const { warps, schedulers } = this.parts;
    if (warps.status[warp] !== WarpStatus.fetch) return;
    if (warps.frozen[warp] === 1) warps.status[warp] = WarpStatus.stopped;
    else schedulers.wakeAt(warp, time);
  }

  /** Adds the time since the last instruction to what the warp waited for until it became ready. */
  private account(warp: number, now: number): void {
    const { warps, counters } = this.parts;
    const readyAt = Math.min(warps.readyAt[warp]!, now);
    const waited = readyAt - warps.since[warp]!;
    if (waited > 0) counters[warps.row[warp]! + STALL_BASE + warps.reason[warp]!]! += waited;
  }

  private issue(sm: number, scheduler: number, warp: number, now: number): void {
    const { warps, image, schedulers } = this.parts;
    schedulers.last[scheduler] = warp & 31;
    for (let slot = 1; ; slot++) {
      const op = warps.op[warp]!;
      const kind = image.op.kind[op]!;
      if (kind >= FIRST_MARKER) {
        this.moveOn(warp, op, op, now, now + 1);
        return;
      }
      this.countIssue(sm, scheduler, warp, op, now);
      if (kind === Op.compute) {
        if (--warps.left[warp]! > 0) warps.fetched[warp]!--;
        else this.moveTo(warp, op, op + 1);
      } else if (!this.perform(sm, warp, op, kind, now)) return;
      const soonest = slot < this.issuePerWarp ? now : now + 1;
      if (this.prepare(warp, now, soonest) !== now) return;
      if (!this.canIssueAlso(sm, scheduler, warp, now)) return;
    }
  }

  /** Carries out an instruction that is no arithmetic; false when the warp does not go on by itself. */
  private perform(sm: number, warp: number, op: number, kind: number, now: number): boolean {
    const { blocks, loadStore, schedulers } = this.parts;
    if (kind === Op.exit) {
      blocks.finishWarp(sm, warp, now);
      return false;
    }
    if (kind === Op.barrier) {
      this.moveTo(warp, op, op + 1);
      schedulers.ready[warp >> 5]! &= ~(1 << (warp & 31));
      blocks.arrive(warp, now);
      return false;
    }
    loadStore.accept(sm, warp, op);
    this.moveTo(warp, op, op + 1);
    return true;
  }

  private countIssue(sm: number, scheduler: number, warp: number, op: number, now: number): void {
    const { warps, image, schedulers, counters } = this.parts;
    const row = warps.row[warp]!;
    const column = row + image.op.counter[op]!;
    counters[column]!++;
    counters[column + THREADS_OFFSET]! += warps.activeCount[warp]!;
    const unit = image.op.unit[op]!;
    const at = scheduler * UNIT_COUNT + unit;
    const free = schedulers.unitFree[at]!;
    const readyAt = warps.readyAt[warp]!;
    if (readyAt > warps.since[warp]!) this.account(warp, now);
    if (now > readyAt) this.countContention(sm, row, unit, free, readyAt, now);
    const start = UNIT_TICKS * now;
    const taken = (free > start ? free : start) + image.op.interval[op]!;
    schedulers.unitFree[at] = taken;
    if (taken >= start + 2 * UNIT_TICKS) schedulers.busyUnits[scheduler]! |= 1 << unit;
    const issued = warps.issued[warp]!;
    warps.ring[warp * RING + (issued & (RING - 1))] = now + image.op.latency[op]!;
    warps.issued[warp] = issued + 1;
    warps.since[warp] = now + 1;
  }

  /** Why a warp that was ready did not issue at once: unit taken, queue full, or another warp chosen. */
  private countContention(
    sm: number,
    row: number,
    unit: number,
    free: number,
    readyAt: number,
    now: number,
  ): void {
    const { counters, loadStore, spec } = this.parts;
    const pipe = Math.min(now, Math.floor(free / UNIT_TICKS)) - readyAt;
    const rest = now - readyAt - Math.max(0, pipe);
    if (pipe > 0) counters[row + C.stallPipe]! += pipe;
    const throttled = unit === MEMORY_UNIT && loadStore.count[sm]! >= spec.sm.memoryQueue - 1;
    counters[row + (throttled ? C.stallThrottle : C.stallNotSelected)]! += rest;
  }

  private moveOn(warp: number, op: number, to: number, now: number, soonest: number): void {
    this.moveTo(warp, op, to);
    this.prepare(warp, now, soonest);
  }

  /** The warp goes on at `to` or where the markers there lead it. */
  private moveTo(warp: number, op: number, to: number): void {
    const { warps, image, control, schedulers } = this.parts;
    const next = image.op.kind[to]! >= FIRST_MARKER ? control.settle(warp, to) : to;
    warps.op[warp] = next;
    warps.left[warp] = image.op.count[next]!;
    const at = image.op.code[next]!;
    const line = at >> LINE_SHIFT;
    if (line === warps.codeLine[warp]) this.setFetched(warp, at, line);
    else warps.fetched[warp] = 0;
    const from = image.op.unit[op]!;
    const unit = image.op.unit[next]!;
    if (unit !== from) schedulers.changeUnit(warp, from, unit);
  }

  /** Sets when the warp's next instruction can issue; `now` when it can do so at once. */
  private prepare(warp: number, now: number, soonest: number): number {
    const { warps, schedulers } = this.parts;
    const time = schedulers.operandsReady(warp, warps.op[warp]!, soonest);
    if (time <= now + 1) {
      warps.readyAt[warp] = now + 1;
      return time;
    }
    schedulers.ready[warp >> 5]! &= ~(1 << (warp & 31));
    if (time !== NEVER) schedulers.wakeAt(warp, time);
    return time;
  }

  /** Whether the warp's next instruction, whose operands are there, may issue in the same cycle. */
  private canIssueAlso(sm: number, scheduler: number, warp: number, now: number): boolean {
    const { warps, image, schedulers, loadStore } = this.parts;
    const op = warps.op[warp]!;
    const unit = image.op.unit[op]!;
    if (image.op.kind[op]! > Op.constantLoad || warps.fetched[warp]! <= 0) return false;
    if (unit === MEMORY_UNIT && loadStore.isFull(sm)) return false;
    if (schedulers.unitFree[scheduler * UNIT_COUNT + unit]! >= UNIT_TICKS * (now + 1)) return false;
    warps.readyAt[warp] = now;
    return true;
  }
}
