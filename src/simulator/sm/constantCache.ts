import { greater, quotient, quotientUp } from '../core/bits';
import type { StateArrays } from '../core/stateArrays';
import { LINE_BYTES } from '../core/sizes';
import type { ConstantSpec } from '../chip/chipSpec';
import { Lookup, type ReadCache } from './readCache';

/** Bytes of a line of the small cache, and how many of them make one of the caches behind it. */
const CONSTANT_LINE_BYTES = 64;
const HALVES = LINE_BYTES >> 6;
const HALF_SECTORS = 2;
const HALF_BITS = (1 << HALF_SECTORS) - 1;

/**
 * Constant memory as every SM reads it: a small cache, and behind it a larger one, whose answers come one after the other
 * for an SM and for the SMs that share it. Since a hit there takes a known time, lines carry the time of their arrival,
 * and nothing has to be told later. What the larger cache lacks is fetched from L2 by a `ReadCache` and brought to the small
 * one by the next load. Without a larger cache, that one stands alone.
 */
export class ConstantCache {
  /** Of the last look-up that hit: when the words are there, and whether they had to come from the larger cache. */
  readyAt: i32 = 0;
  hasMissed: boolean = false;
  private readonly sets: i32;
  private readonly ways: i32;
  /** Line + 1 of each place, 0 for none, of a set that was used last first; and when it is there. */
  private readonly lines: Int32Array;
  private readonly arrival: Int32Array;
  /** When the larger cache has served what each SM, and each group of SMs, has asked for. */
  private readonly smFree: Int32Array;
  private readonly groupFree: Float64Array;

  constructor(
    private readonly spec: ConstantSpec,
    private readonly behind: ReadCache,
    sms: i32,
    state: StateArrays,
  ) {
    const places = spec.isSmall ? quotient(spec.bytes, CONSTANT_LINE_BYTES) : 0;
    this.ways = spec.ways;
    this.sets = greater(1, quotient(places, spec.ways));
    this.lines = state.int32(sms * places);
    this.arrival = state.int32(sms * places);
    this.smFree = state.int32(sms);
    this.groupFree = state.float64(quotientUp(sms, spec.smsPerLarger));
  }

  /** The first cycle in which the SM takes on another load. */
  hasRoomAt(sm: i32): i32 {
    return this.smFree[sm]! - this.spec.queueCycles;
  }

  /** Looks sectors of a line of 128 bytes up; on a miss beyond the larger cache the warp's token is served on arrival. */
  lookup(sm: i32, line: i32, sectors: i32, warp: i32, token: i32, kernel: i32, now: i32): i32 {
    this.readyAt = now + this.spec.latencyCycles;
    this.hasMissed = false;
    if (!this.spec.isSmall) return this.behind.lookup(sm, line, sectors, warp, token, kernel);
    for (let half = 0; half < HALVES; half++) {
      if (((sectors >> (HALF_SECTORS * half)) & HALF_BITS) === 0) continue;
      const own = line * HALVES + half;
      let at = this.find(sm, own);
      if (at < 0) {
        const outcome = this.behind.lookup(sm, line, sectors, warp, token, kernel);
        if (outcome !== Lookup.hit) return outcome;
        at = this.fetch(sm, own, now);
      }
      if (this.arrival[at]! > this.readyAt) this.readyAt = this.arrival[at]!;
    }
    return Lookup.hit;
  }

  /** The place of a line, which becomes the first of its set; -1 where it is not there. */
  private find(sm: i32, line: i32): i32 {
    const first = this.firstOf(sm, line);
    for (let at = first; at < first + this.ways; at++)
      if (this.lines[at] === line + 1) return this.toFront(first, at, line, this.arrival[at]!);
    return -1;
  }

  /** Has a line come from the larger cache in place of the one that was used least recently. */
  private fetch(sm: i32, line: i32, now: i32): i32 {
    const spec = this.spec;
    const group = quotient(sm, spec.smsPerLarger);
    const start = i32(Math.ceil(Math.max(f64(greater(now, this.smFree[sm]!)), this.groupFree[group]!)));
    this.smFree[sm] = start + spec.cyclesPerLine;
    this.groupFree[group] = Math.max(f64(now), this.groupFree[group]!) + spec.sharedCyclesPerLine;
    this.hasMissed = true;
    const first = this.firstOf(sm, line);
    return this.toFront(first, first + this.ways - 1, line, start + spec.largerLatencyCycles);
  }

  private firstOf(sm: i32, line: i32): i32 {
    return (sm * this.sets + (line % this.sets)) * this.ways;
  }

  private toFront(first: i32, place: i32, line: i32, arrival: i32): i32 {
    for (let at = place; at > first; at--) {
      this.lines[at] = this.lines[at - 1]!;
      this.arrival[at] = this.arrival[at - 1]!;
    }
    this.lines[first] = line + 1;
    this.arrival[first] = arrival;
    return first;
  }
}
