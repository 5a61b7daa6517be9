import type { StateArrays } from '../core/stateArrays';
import { SCHEDULER_SHIFT } from './warpState';
import { MAX_LINES } from './coalescer';

/** A memory instruction on its way to the load/store unit. */
export class Access {
  warp: i32 = 0;
  op: i32 = 0;
  /** Kernel of the instruction: a store may outlive its warp. */
  kernel: i32 = 0;
  /** Lines or passes through the banks of shared memory. */
  pieces: i32 = 0;
  /** Cycles that a load keeps the L1 cache for; 0 for others. */
  cost: i32 = 0;
  /** Lines of it: none where it is of shared memory. */
  lines: i32 = 0;
}

/** Words of a waiting instruction: those of `Access`, in its order. */
const WORDS = 8;
/** Words of a line: its number, then its sectors and what else is known of it. */
const LINE_WORDS = 2;

/**
 * Memory instructions that schedulers have issued and that the queue of the load/store unit has no room for, some for
 * each scheduler, in the order in which they came.
 */
export class WaitingAccesses {
  /** Of each scheduler how many wait. */
  readonly count: Int32Array;
  /** Of each SM. */
  readonly ofSm: Int32Array;
  private readonly order: Uint8Array;
  private readonly words: Int32Array;
  private readonly lineWords: Int32Array;

  /** @param places of a scheduler */
  constructor(
    sms: i32,
    private readonly places: i32,
    state: StateArrays,
  ) {
    const schedulers = sms << SCHEDULER_SHIFT;
    this.count = state.int32(schedulers);
    this.ofSm = state.int32(sms);
    this.order = state.uint8(schedulers * places);
    for (let at = 0; at < this.order.length; at++) this.order[at] = at % places;
    this.words = state.int32(schedulers * places * WORDS);
    this.lineWords = state.int32(schedulers * places * MAX_LINES * LINE_WORDS);
  }

  isFull(scheduler: i32): boolean {
    return this.count[scheduler]! >= this.places;
  }

  /** Takes in an instruction of a scheduler, with `LINE_WORDS` words for each of its lines. */
  put(access: Access, lineWords: Int32Array): void {
    const scheduler = access.warp >> 5;
    const place = this.placeOf(scheduler, this.count[scheduler]!);
    const at = place * WORDS;
    this.words[at] = access.warp;
    this.words[at + 1] = access.op;
    this.words[at + 2] = access.kernel;
    this.words[at + 3] = access.pieces;
    this.words[at + 4] = access.cost;
    this.words[at + 5] = access.lines;
    const to = place * MAX_LINES * LINE_WORDS;
    for (let i = 0; i < access.lines * LINE_WORDS; i++) this.lineWords[to + i] = lineWords[i]!;
    this.count[scheduler]!++;
    this.ofSm[scheduler >> SCHEDULER_SHIFT]!++;
  }

  /**
   * The oldest instruction of a scheduler with so many lines at most, or -1: one of another warp may pass those that have
   * more.
   */
  find(scheduler: i32, mostLines: i32): i32 {
    let passed = 0;
    for (let i = 0; i < this.count[scheduler]!; i++) {
      const at = this.placeOf(scheduler, i) * WORDS;
      const bit = 1 << (this.words[at]! & 31);
      if ((passed & bit) === 0 && this.words[at + 5]! <= mostLines) return i;
      passed |= bit;
    }
    return -1;
  }

  /** Takes out what `find` found. */
  take(scheduler: i32, index: i32, access: Access, lineWords: Int32Array): void {
    const place = this.placeOf(scheduler, index);
    const at = place * WORDS;
    access.warp = this.words[at]!;
    access.op = this.words[at + 1]!;
    access.kernel = this.words[at + 2]!;
    access.pieces = this.words[at + 3]!;
    access.cost = this.words[at + 4]!;
    access.lines = this.words[at + 5]!;
    const from = place * MAX_LINES * LINE_WORDS;
    for (let i = 0; i < access.lines * LINE_WORDS; i++) lineWords[i] = this.lineWords[from + i]!;
    const first = scheduler * this.places;
    const own = this.order[first + index]!;
    const last = --this.count[scheduler]!;
    for (let i = index; i < last; i++) this.order[first + i] = this.order[first + i + 1]!;
    this.order[first + last] = own;
    this.ofSm[scheduler >> SCHEDULER_SHIFT]!--;
  }

  private placeOf(scheduler: i32, index: i32): i32 {
    const first = scheduler * this.places;
    return first + this.order[first + index]!;
  }
}
