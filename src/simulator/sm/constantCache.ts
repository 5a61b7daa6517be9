import type { StateArrays } from '../core/stateArrays';
import { LINE_BYTES, type SimulatorSpec } from '../spec/simulatorSpec';
import { Lookup, type ReadCache } from './readCache';

/** Bytes of a line of the small cache, and how many of them make one of the caches behind it. */
const CONSTANT_LINE_BYTES = 64;
const HALVES = LINE_BYTES / CONSTANT_LINE_BYTES;
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
  readyAt = 0;
  hasMissed = false;
  private readonly sets: number;
  private readonly ways: number;
  /** Line + 1 of each place, 0 for none, of a set that was used last first; and when it is there. */
  private readonly lines: Int32Array;
  private readonly arrival: Int32Array;
  /** When the larger cache has served what each SM, and each group of SMs, has asked for. */
  private readonly smFree: Int32Array;
  private readonly groupFree: Float64Array;

  constructor(
    private readonly spec: SimulatorSpec['sm']['constantCache'],
    private readonly behind: ReadCache,
    sms: number,
    state: StateArrays,
  ) {
    const places = spec.larger === undefined ? 0 : Math.floor(spec.bytes / CONSTANT_LINE_BYTES);
    this.ways = spec.ways;
    this.sets = Math.max(1, Math.floor(places / spec.ways));
    this.lines = state.int32(sms * places);
    this.arrival = state.int32(sms * places);
    this.smFree = state.int32(sms);
    this.groupFree = state.float64(Math.ceil(sms / (spec.larger?.sms ?? sms)));
  }

  /** The first cycle in which the SM takes on another load. */
  hasRoomAt(sm: number): number {
    return this.smFree[sm]! - (this.spec.larger?.queueCycles ?? 0);
  }

  /** Looks sectors of a line of 128 bytes up; on a miss beyond the larger cache the warp's token is served on arrival. */
  lookup(
    sm: number,
    line: number,
    sectors: number,
    warp: number,
    token: number,
    kernel: number,
    now: number,
  ): number {
    this.readyAt = now + this.spec.latencyCycles;
    this.hasMissed = false;
    if (this.spec.larger === undefined) return this.behind.lookup(sm, line, sectors, warp, token, kernel);
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
  private find(sm: number, line: number): number {
    const first = this.firstOf(sm, line);
    for (let at = first; at < first + this.ways; at++)
      if (this.lines[at] === line + 1) return this.toFront(first, at, line, this.arrival[at]!);
    return -1;
  }

  /** Has a line come from the larger cache in place of the one that was used least recently. */
  private fetch(sm: number, line: number, now: number): number {
    const larger = this.spec.larger!;
    const group = Math.floor(sm / larger.sms);
    const start = Math.ceil(Math.max(now, this.smFree[sm]!, this.groupFree[group]!));
    this.smFree[sm] = start + larger.cyclesPerLine;
    this.groupFree[group] = Math.max(now, this.groupFree[group]!) + larger.sharedCyclesPerLine;
    this.hasMissed = true;
    const first = this.firstOf(sm, line);
    return this.toFront(first, first + this.ways - 1, line, start + larger.latencyCycles);
  }

  private firstOf(sm: number, line: number): number {
    return (sm * this.sets + (line % this.sets)) * this.ways;
  }

  private toFront(first: number, place: number, line: number, arrival: number): number {
    for (let at = place; at > first; at--) {
      this.lines[at] = this.lines[at - 1]!;
      this.arrival[at] = this.arrival[at - 1]!;
    }
    this.lines[first] = line + 1;
    this.arrival[first] = arrival;
    return first;
  }
}
