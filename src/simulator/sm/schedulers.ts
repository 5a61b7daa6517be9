import { lowestBit, powerOfTwoAtLeast } from '../core/bits';
import { C, STALL_COUNTERS } from '../core/counters';
import type { StateArrays } from '../core/stateArrays';
import { UNITS, type SimulatorSpec } from '../spec/simulatorSpec';
import type { ProgramImage } from '../program/image';
import { RING, TOKENS, WarpStatus, type WarpState } from './warpState';

export const UNIT_COUNT = UNITS.length;
export const NEVER = 0x7fffffff;

const STALL_BASE = C[STALL_COUNTERS[0]];
/** Stall counters relative to the first one, as warps keep them. */
export const Stall = {
  dependency: C.stallDependency - STALL_BASE,
  memory: C.stallMemory - STALL_BASE,
  barrier: C.stallBarrier - STALL_BASE,
  fetch: C.stallFetch - STALL_BASE,
  launch: C.stallLaunch - STALL_BASE,
} as const;

/**
 * Which warps can issue, per scheduler as bit masks, and when the others wake up. A warp whose wake-up time
 * is known stands in its SM's small wheel; one that waits for a load or a barrier stands nowhere and costs
 * nothing until that comes.
 */
export class Schedulers {
  readonly perSm: number;
  readonly ready: Int32Array;
  readonly resident: Int32Array;
  readonly last: Int32Array;
  /** Warps whose next instruction needs a unit. */
  readonly unitWarps: Int32Array;
  /** In twelfths of a cycle, when a unit takes its next instruction; and the units that are taken now. */
  readonly unitFree: Float64Array;
  readonly busyUnits: Int32Array;
  /** Per warp, the warps of its scheduler that came before it. */
  readonly elders: Int32Array;
  private readonly wheelBits: number;
  private readonly wheelMask: number;
  private readonly wheel: Int32Array;
  private readonly wheelUsed: Int32Array;
  private readonly wheelWords: number;

  constructor(
    spec: SimulatorSpec,
    private readonly image: ProgramImage,
    private readonly warps: WarpState,
    state: StateArrays,
  ) {
    this.perSm = spec.sm.schedulers;
    const schedulers = spec.sms * this.perSm;
    this.ready = state.int32(schedulers);
    this.resident = state.int32(schedulers);
    this.last = state.int32(schedulers);
    this.unitWarps = state.int32(schedulers * UNIT_COUNT);
    this.unitFree = state.float64(schedulers * UNIT_COUNT);
    this.busyUnits = state.int32(schedulers);
    this.elders = state.int32(schedulers * 32);
    const slots = powerOfTwoAtLeast(longestWait(spec) + 2);
    this.wheelBits = Math.log2(slots);
    this.wheelMask = slots - 1;
    this.wheel = state.int32(spec.sms * slots * this.perSm);
    this.wheelWords = slots / 32;
    this.wheelUsed = state.int32(spec.sms * this.wheelWords);
  }

  /** Puts the warps that wake at `now` into the ready masks. */
  wake(sm: number, now: number): void {
    const slot = now & this.wheelMask;
    const used = sm * this.wheelWords + (slot >> 5);
    if ((this.wheelUsed[used]! & (1 << (slot & 31))) === 0) return;
    this.wheelUsed[used]! &= ~(1 << (slot & 31));
    const at = ((sm << this.wheelBits) + slot) * this.perSm;
    for (let s = 0; s < this.perSm; s++) {
      this.ready[sm * this.perSm + s]! |= this.wheel[at + s]!;
      this.wheel[at + s] = 0;
    }
  }

  /** The first cycle after `now` at which a warp of the SM wakes, or `NEVER`. */
  nextWake(sm: number, now: number): number {
    const start = (now + 1) & this.wheelMask;
    const first = sm * this.wheelWords;
    let word = start >> 5;
    let bits = this.wheelUsed[first + word]! & (-1 << (start & 31));
    for (let k = 0; k <= this.wheelWords; k++) {
      if (bits !== 0) return now + 1 + (((word << 5) + lowestBit(bits) - start) & this.wheelMask);
      word = word + 1 < this.wheelWords ? word + 1 : 0;
      bits = this.wheelUsed[first + word]!;
    }
    return NEVER;
  }

  /** The warp can issue from cycle `time` on, which lies after `now` by less than the wheel. */
  wakeAt(warp: number, time: number): void {
    this.warps.readyAt[warp] = time;
    this.warps.status[warp] = WarpStatus.running;
    const scheduler = warp >> 5;
    const sm = (scheduler / this.perSm) | 0;
    const slot = time & this.wheelMask;
    this.wheel[((sm << this.wheelBits) + slot) * this.perSm + scheduler - sm * this.perSm]! |=
      1 << (warp & 31);
    this.wheelUsed[sm * this.wheelWords + (slot >> 5)]! |= 1 << (slot & 31);
  }

  /** Takes a warp off the wheel or the ready mask, for a context switch. */
  stop(warp: number): void {
    const scheduler = warp >> 5;
    const bit = 1 << (warp & 31);
    this.ready[scheduler]! &= ~bit;
    const sm = (scheduler / this.perSm) | 0;
    const slot = this.warps.readyAt[warp]! & this.wheelMask;
    this.wheel[((sm << this.wheelBits) + slot) * this.perSm + scheduler - sm * this.perSm]! &= ~bit;
    this.warps.status[warp] = WarpStatus.stopped;
  }

  /** The next instruction of a warp needs another unit than the one before. */
  changeUnit(warp: number, from: number, to: number): void {
    const bit = 1 << (warp & 31);
    const base = (warp >> 5) * UNIT_COUNT;
    this.unitWarps[base + from]! &= ~bit;
    this.unitWarps[base + to]! |= bit;
  }

  /**
   * When the operands of the warp's next operation are there: at `soonest` or later, or `NEVER` when it waits
   * for a load. Sets the reason for the stall counters.
   */
  operandsReady(warp: number, op: number, soonest: number): number {
    const { warps } = this;
    let time = soonest;
    const distance = this.image.op.distance[op]!;
    if (distance > 0) {
      const result = warps.ring[warp * RING + ((warps.issued[warp]! - distance) & (RING - 1))]!;
      if (result > time) {
        time = result;
        warps.reason[warp] = Stall.dependency;
      }
    }
    const wait = this.image.op.wait[op]!;
    if (wait === 0) return time;
    if ((warps.pending[warp]! & wait) !== 0) {
      warps.reason[warp] = Stall.memory;
      warps.status[warp] = WarpStatus.loads;
      warps.readyAt[warp] = time;
      return NEVER;
    }
    return this.arrivals(warp, wait, time);
  }

  /** Loads that have returned, but whose values arrive only after `time`. */
  private arrivals(warp: number, wait: number, time: number): number {
    const { warps } = this;
    let latest = time;
    let bits = warps.arriving[warp]! & wait;
    if (bits === 0) return time;
    warps.arriving[warp]! &= ~wait;
    while (bits !== 0) {
      const ready = warps.tokenReady[warp * TOKENS + lowestBit(bits)]!;
      if (ready > latest) {
        latest = ready;
        warps.reason[warp] = Stall.memory;
      }
      bits &= bits - 1;
    }
    return latest;
  }

  /** One request of a load has been served: its value is there at `time`. */
  loadServed(warp: number, token: number, time: number): void {
    const { warps } = this;
    const at = warp * TOKENS + token;
    if (time > warps.tokenReady[at]!) warps.tokenReady[at] = time;
    if (--warps.tokenLeft[at]! > 0) return;
    warps.pending[warp]! &= ~(1 << token);
    warps.arriving[warp]! |= 1 << token;
    if (warps.status[warp] !== WarpStatus.loads) return;
    const wait = this.image.op.wait[warps.op[warp]!]!;
    if ((warps.pending[warp]! & wait) !== 0) return;
    this.wakeAt(warp, this.arrivals(warp, wait, warps.readyAt[warp]!));
  }
}

/** The longest time for which a warp's wake-up is known beforehand. */
function longestWait(spec: SimulatorSpec): number {
  const { sm } = spec;
  return Math.max(
    ...Object.values(sm.classes).map((timing) => timing.latencyCycles),
    sm.l1.latencyCycles,
    sm.constantCache.latencyCycles,
    sm.instructionCache.latencyCycles,
    sm.sharedLatencyCycles + 64 * 4,
    sm.barrierCycles,
    spec.launch.blockCycles,
    62,
  );
}
