import { lowestBit, quotientUp } from './bits';
import type { StateArrays } from './stateArrays';

/** Cycles that the wheel looks ahead; a component that waits longer is woken early and waits again. */
const WHEEL_SLOTS = 1024;
const SLOT_MASK = WHEEL_SLOTS - 1;
const WHEEL_WORDS = WHEEL_SLOTS >> 5;

/**
 * The agenda of the machine: for each of the next 1024 cycles one bit per component that has something to do.
 *
 * An event carries no data. A component that is woken looks into its own queues for what is due, and a wake-up
 * too many does no harm. So events of one cycle have no order of insertion: components run in the order of
 * their numbers, which is the order of the pipeline stages.
 */
export class EventWheel {
  /** Bit words per slot. */
  readonly words: i32;
  private readonly bits: Int32Array;
  /** One bit per slot that has any bit set. */
  private readonly occupied: Int32Array;
  /** A whole number of 32 bits, like all times, which the engine computes with without conversions. */
  private readonly clock: Int32Array;

  constructor(components: i32, state: StateArrays) {
    this.words = quotientUp(components, 32);
    this.bits = state.int32(WHEEL_SLOTS * this.words);
    this.occupied = state.int32(WHEEL_WORDS);
    this.clock = state.int32(1);
  }

  get now(): i32 {
    return this.clock[0]!;
  }

  /** Wakes `component` at cycle `time`, or at the horizon when that is nearer; `time` must lie after `now`. */
  schedule(component: i32, time: i32): void {
    const ahead = time - this.clock[0]!;
    const at = ahead < WHEEL_SLOTS ? time : time - ahead + WHEEL_SLOTS - 1;
    const slot = at & SLOT_MASK;
    this.bits[slot * this.words + (component >> 5)]! |= 1 << (component & 31);
    this.occupied[slot >> 5]! |= 1 << (slot & 31);
  }

  /** Wakes `component` still in this cycle; only for a component of a later stage than the running one. */
  scheduleNow(component: i32): void {
    const slot = this.clock[0]! & SLOT_MASK;
    this.bits[slot * this.words + (component >> 5)]! |= 1 << (component & 31);
    this.occupied[slot >> 5]! |= 1 << (slot & 31);
  }

  /** Moves the clock to the next cycle with an event; -1 when there is none, or `limit` when it comes first. */
  advance(limit: i32): i32 {
    const from = this.clock[0]! + 1;
    const next = this.nextOccupied(from);
    if (next < 0) return -1;
    const now = next < limit ? next : limit;
    this.clock[0] = now;
    return now;
  }

  private nextOccupied(from: i32): i32 {
    const start = from & SLOT_MASK;
    let word = start >> 5;
    let bits = this.occupied[word]! & (-1 << (start & 31));
    for (let k = 0; k <= WHEEL_WORDS; k++) {
      if (bits !== 0) return from + (((word << 5) + lowestBit(bits) - start + WHEEL_SLOTS) & SLOT_MASK);
      word = (word + 1) & (WHEEL_WORDS - 1);
      bits = this.occupied[word]!;
    }
    return -1;
  }

  /** The components woken in this cycle, 32 of them; reading takes them off the agenda. */
  take(word: i32): i32 {
    const index = (this.clock[0]! & SLOT_MASK) * this.words + word;
    const bits = this.bits[index]!;
    this.bits[index] = 0;
    return bits;
  }

  /** Marks the cycle as done: its slot is free for the cycle one turn later. */
  finishCycle(): void {
    const slot = this.clock[0]! & SLOT_MASK;
    this.occupied[slot >> 5]! &= ~(1 << (slot & 31));
  }
}
