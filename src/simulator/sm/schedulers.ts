import { exponentOf, greater, lesser, lowestBit, powerOfTwoAtLeast } from '../core/bits';
import type { StateArrays } from '../core/stateArrays';
import { Policy, type ChipSpec } from '../chip/chipSpec';
import { NEVER } from '../core/sizes';
import type { ProgramImage } from '../program/imageTables';
import { O, OP_SHIFT } from '../program/operations';
import type { LoadListener } from './readCache';
import {
  RING,
  SCHEDULER_SHIFT,
  SM_SHIFT,
  Token,
  tokenAt,
  W,
  WARP_SHIFT,
  WarpStatus,
  type WarpState,
} from './warpState';

/** Units of a scheduler are numbered from `scheduler << UNIT_SHIFT`. */
export const UNIT_SHIFT = 3;

/** Stall counters relative to the first one, as warps keep them. */
export const enum Stall {
  dependency,
  memory,
  barrier,
  fetch,
  launch,
}

/**
 * Which warps can issue, per scheduler as bit masks, and when the others wake up. A warp whose wake-up time
 * is known stands in its SM's small wheel; one that waits for a load or a barrier stands nowhere and costs
 * nothing until that comes.
 */
export class Schedulers implements LoadListener {
  /** Schedulers of an SM; their numbers start at `sm << SCHEDULER_SHIFT`. */
  readonly perSm: i32;
  readonly ready: Int32Array;
  readonly resident: Int32Array;
  /** The warp that issued last, and when. */
  readonly last: Int32Array;
  readonly lastAt: Float64Array;
  /** Warps whose next instruction needs a unit. */
  readonly unitWarps: Int32Array;
  /** In twelfths of a cycle, when a unit takes its next instruction; and the units that are taken now. */
  readonly unitFree: Float64Array;
  readonly busyUnits: Int32Array;
  /** The warp that a unit took last where it takes several cycles for an instruction, else -1. */
  readonly turns: Int32Array;
  /** Ready warps of which none could issue when they were last looked at, and until when that stays so. */
  readonly stuck: Int32Array;
  readonly stuckUntil: Int32Array;
  /** Per warp, the warps of its scheduler that go before it when one is chosen anew. */
  readonly ahead: Int32Array;
  private readonly youngestFirst: boolean;
  private readonly wheelBits: i32;
  private readonly wheelMask: i32;
  private readonly wheel: Int32Array;
  /** Per SM a bit for every slot that is used, in words, and a bit for every word that is not 0. */
  private readonly wheelUsed: Int32Array;
  private readonly wheelSummary: Int32Array;
  private readonly wheelWords: i32;
  /** Per SM when the first of its sleeping warps wakes, and per warp when it does; `NEVER` where none sleeps. */
  private readonly firstAlarm: Int32Array;
  private readonly alarm: Int32Array;
  private readonly words: Int32Array;
  private readonly ops: Int32Array;
  private readonly tokens: Int32Array;

  constructor(spec: ChipSpec, image: ProgramImage, warps: WarpState, state: StateArrays) {
    this.perSm = spec.sm.schedulers;
    this.youngestFirst = spec.sm.policy === Policy.gty;
    const schedulers = spec.sms << SCHEDULER_SHIFT;
    this.ready = state.int32(schedulers);
    this.resident = state.int32(schedulers);
    this.last = state.int32(schedulers);
    this.lastAt = state.float64(schedulers).fill(f64(NEVER));
    this.unitWarps = state.int32(schedulers << UNIT_SHIFT);
    this.unitFree = state.float64(schedulers << UNIT_SHIFT);
    this.busyUnits = state.int32(schedulers);
    this.turns = state.int32(schedulers << UNIT_SHIFT).fill(-1);
    this.stuck = state.int32(schedulers);
    this.stuckUntil = state.int32(schedulers);
    this.ahead = state.int32(schedulers * 32);
    const slots = greater(32, powerOfTwoAtLeast(spec.sm.longestWait + 2));
    this.wheelBits = exponentOf(slots);
    this.wheelMask = slots - 1;
    this.wheel = state.int32((spec.sms * slots) << SCHEDULER_SHIFT);
    this.wheelWords = slots >> 5;
    this.wheelUsed = state.int32(spec.sms * this.wheelWords);
    this.wheelSummary = state.int32(spec.sms);
    this.firstAlarm = state.int32(spec.sms).fill(NEVER);
    this.alarm = state.int32(schedulers * 32).fill(NEVER);
    this.words = warps.words;
    this.ops = image.ops;
    this.tokens = warps.tokens;
  }

  /**
   * Takes in a warp: in the order of its scheduler's warps it comes last, or where the youngest of a block goes first, in
   * front of those of its own block.
   * @param mates warps of its block that the scheduler has, as a mask
   */
  admit(warp: i32, mates: i32): void {
    const scheduler = warp >> 5;
    const bit = 1 << (warp & 31);
    const passed = this.youngestFirst ? mates : 0;
    this.ahead[warp] = this.resident[scheduler]! & ~passed;
    for (let rest = passed; rest !== 0; rest &= rest - 1)
      this.ahead[(scheduler << 5) + lowestBit(rest)]! |= bit;
    this.stuck[scheduler] = 0;
    this.resident[scheduler]! |= bit;
  }

  /** Puts the warps that wake at `now` into the ready masks. */
  wake(sm: i32, now: i32): void {
    const slot = now & this.wheelMask;
    const used = sm * this.wheelWords + (slot >> 5);
    if ((this.wheelUsed[used]! & (1 << (slot & 31))) === 0) return;
    this.wheelUsed[used]! &= ~(1 << (slot & 31));
    if (this.wheelUsed[used] === 0) this.wheelSummary[sm]! &= ~(1 << (slot >> 5));
    const at = ((sm << this.wheelBits) + slot) << SCHEDULER_SHIFT;
    for (let s = 0; s < this.perSm; s++) {
      this.ready[(sm << SCHEDULER_SHIFT) + s]! |= this.wheel[at + s]!;
      this.wheel[at + s] = 0;
    }
  }

  /** The first cycle after `now` at which a warp of the SM wakes, asleep or not, or `NEVER`; `ring` was called in `now`. */
  nextWake(sm: i32, now: i32): i32 {
    const alarm = this.firstAlarm[sm]!;
    const summary = this.wheelSummary[sm]!;
    if (summary === 0) return alarm;
    const start = (now + 1) & this.wheelMask;
    const first = sm * this.wheelWords;
    let word = start >> 5;
    let bits = this.wheelUsed[first + word]! & (-1 << (start & 31));
    if (bits === 0) {
      const later = word === 31 ? 0 : summary & (-2 << word);
      word = lowestBit(later !== 0 ? later : summary);
      bits = this.wheelUsed[first + word]!;
    }
    return lesser(alarm, now + 1 + (((word << 5) + lowestBit(bits) - start) & this.wheelMask));
  }

  /** The warp can issue from cycle `time` on, which lies after now by less than the wheel. */
  wakeAt(warp: i32, time: i32): void {
    const at = warp << WARP_SHIFT;
    this.words[at + W.readyAt] = time;
    this.words[at + W.status] = WarpStatus.running;
    const sm = warp >> SM_SHIFT;
    const slot = time & this.wheelMask;
    this.wheel[this.wheelPlace(warp, slot)]! |= 1 << (warp & 31);
    this.wheelUsed[sm * this.wheelWords + (slot >> 5)]! |= 1 << (slot & 31);
    this.wheelSummary[sm]! |= 1 << (slot >> 5);
  }

  /** The warp issues nothing until cycle `time`, which may be further away than the wheel reaches. */
  sleep(warp: i32, time: i32): void {
    const at = warp << WARP_SHIFT;
    this.ready[warp >> 5]! &= ~(1 << (warp & 31));
    this.words[at + W.readyAt] = time;
    this.words[at + W.status] = WarpStatus.running;
    this.words[at + W.reason] = Stall.barrier;
    this.alarm[warp] = time;
    const sm = warp >> SM_SHIFT;
    if (time < this.firstAlarm[sm]!) this.firstAlarm[sm] = time;
  }

  /** Wakes the sleepers whose time has come. */
  ring(sm: i32, now: i32): void {
    if (this.firstAlarm[sm]! > now) return;
    let first = NEVER;
    for (let warp = sm << SM_SHIFT; warp < (sm + 1) << SM_SHIFT; warp++) {
      const time = this.alarm[warp]!;
      if (time > now) {
        if (time < first) first = time;
        continue;
      }
      this.alarm[warp] = NEVER;
      this.ready[warp >> 5]! |= 1 << (warp & 31);
    }
    this.firstAlarm[sm] = first;
  }

  private wheelPlace(warp: i32, slot: i32): i32 {
    const scheduler = (warp >> 5) & ((1 << SCHEDULER_SHIFT) - 1);
    return ((((warp >> SM_SHIFT) << this.wheelBits) + slot) << SCHEDULER_SHIFT) + scheduler;
  }

  /** Takes a warp off the wheel or the ready mask, for a context switch. */
  stop(warp: i32): void {
    const bit = 1 << (warp & 31);
    this.ready[warp >> 5]! &= ~bit;
    this.stuck[warp >> 5] = 0;
    this.alarm[warp] = NEVER;
    const slot = this.words[(warp << WARP_SHIFT) + W.readyAt]! & this.wheelMask;
    this.wheel[this.wheelPlace(warp, slot)]! &= ~bit;
    this.words[(warp << WARP_SHIFT) + W.status] = WarpStatus.stopped;
  }

  /** The load/store unit of an SM takes instructions again. */
  queueHasRoom(sm: i32): void {
    const first = sm << SCHEDULER_SHIFT;
    this.stuck.fill(0, first, first + this.perSm);
  }

  /** The next instruction of a warp needs another unit than the one before. */
  changeUnit(warp: i32, from: i32, to: i32): void {
    const bit = 1 << (warp & 31);
    const base = (warp >> 5) << UNIT_SHIFT;
    this.unitWarps[base + from]! &= ~bit;
    this.unitWarps[base + to]! |= bit;
  }

  /**
   * When the operands of the warp's next operation are there: at `soonest` or later, or `NEVER` when it waits
   * for a load. Sets the reason for the stall counters.
   */
  operandsReady(warp: i32, op: i32, soonest: i32): i32 {
    const words = this.words;
    const ops = this.ops;
    const at = warp << WARP_SHIFT;
    const row = op << OP_SHIFT;
    let time = soonest;
    if (words[at + W.late] !== 0) {
      time += words[at + W.late]!;
      words[at + W.late] = 0;
      words[at + W.reason] = Stall.fetch;
    }
    const distance = ops[row + O.distance]!;
    if (distance > 0) {
      const result = words[at + W.ring + ((words[at + W.issued]! - distance) & (RING - 1))]!;
      if (result > time) {
        time = result;
        words[at + W.reason] = Stall.dependency;
      }
    }
    const wait = ops[row + O.wait]!;
    if (wait === 0) return time;
    if ((words[at + W.pending]! & wait) !== 0) {
      words[at + W.reason] = Stall.memory;
      words[at + W.status] = WarpStatus.loads;
      words[at + W.readyAt] = time;
      return NEVER;
    }
    return (words[at + W.arriving]! & wait) === 0 ? time : this.arrivals(warp, wait, time);
  }

  /** Loads that have returned, but whose values arrive only after `time`. */
  private arrivals(warp: i32, wait: i32, time: i32): i32 {
    const at = warp << WARP_SHIFT;
    let latest = time;
    let bits = this.words[at + W.arriving]! & wait;
    this.words[at + W.arriving]! &= ~wait;
    while (bits !== 0) {
      const ready = this.tokens[tokenAt(warp, lowestBit(bits)) + Token.ready]!;
      if (ready > latest) {
        latest = ready;
        this.words[at + W.reason] = Stall.memory;
      }
      bits &= bits - 1;
    }
    return latest;
  }

  /** One request of a load has been served: its value is there at `time`. */
  loadServed(warp: i32, token: i32, time: i32): void {
    const words = this.words;
    const place = tokenAt(warp, token);
    if (time > this.tokens[place + Token.ready]!) this.tokens[place + Token.ready] = time;
    if (--this.tokens[place + Token.left]! > 0) return;
    const at = warp << WARP_SHIFT;
    words[at + W.pending]! &= ~(1 << token);
    words[at + W.arriving]! |= 1 << token;
    if (words[at + W.status] !== WarpStatus.loads) return;
    const wait = this.ops[(words[at + W.op]! << OP_SHIFT) + O.wait]!;
    if ((words[at + W.pending]! & wait) !== 0) return;
    this.wakeAt(warp, this.arrivals(warp, wait, words[at + W.readyAt]!));
  }
}
