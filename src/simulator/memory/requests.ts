import type { StateArrays } from '../core/stateArrays';

/** Kind of a request to the L2 cache; it decides whether a reply comes back. */
export const enum RequestKind {
  read,
  constant,
  instruction,
  /** Atomic operation whose old value is wanted. */
  atomicReturn,
  /** Registers of a block that is switched in. */
  contextRead,
  /** Of a slice that lacks a line of the other side; the answer goes to it. */
  far,
  /** From here on no reply. */
  write,
  atomic,
  contextWrite,
}

/** First request kind to which no reply comes back; kinds are ordered so. */
export const FIRST_WITHOUT_REPLY = RequestKind.write;

/** Words of a request; four requests share a cache line of the host. */
export const enum R {
  line,
  /** Sectors, kind, operations of an atomic or sectors that a store writes in part, flits and kernel, as bits: see below. */
  facts,
  /** The SM, and its cache place that waits for the reply, as bits. */
  home,
  /**
   * Of a request on its way to the L2 cache, its slice; of one that a crossbar has passed on, the cycle at which
   * it arrives; of one that waits at a line, the next one that does; of a free one, the next free one.
   */
  station,
}

/** A request's words start at its number shifted by this. */
export const REQUEST_SHIFT = 2;

/** Bits of a request's `facts`; a packet has at most 48 flits, an access at most 32 conflicts. */
const KIND_SHIFT = 4;
const CONFLICTS_SHIFT = 8;
const FLITS_SHIFT = 14;
const KERNEL_SHIFT = 20;
const SECTOR_BITS = 15;
const KIND_BITS = 15;
const CONFLICT_BITS = 63;
const FLIT_BITS = 63;

/** Mask of the 32-byte sectors of the line, out of a request's facts. */
export function sectorsOf(facts: i32): i32 {
  return facts & SECTOR_BITS;
}

/** Request kind, a `RequestKind`, out of a request's facts. */
export function kindOf(facts: i32): i32 {
  return (facts >> KIND_SHIFT) & KIND_BITS;
}

/** Of an atomic the operations on sectors that it makes, of a store the sectors that it writes in part, out of its facts. */
export function conflictsOrParts(facts: i32): i32 {
  return (facts >> CONFLICTS_SHIFT) & CONFLICT_BITS;
}

/** Flits of the request's packet, out of its facts. */
export function flitsOf(facts: i32): i32 {
  return (facts >> FLITS_SHIFT) & FLIT_BITS;
}

/** Number of the kernel, out of a request's facts. */
export function kernelOf(facts: i32): i32 {
  return facts >>> KERNEL_SHIFT;
}
/** The facts of a request that becomes a packet of so many flits. */
export function withFlits(facts: i32, flits: i32): i32 {
  return (facts & ~(FLIT_BITS << FLITS_SHIFT)) | (flits << FLITS_SHIFT);
}

/** Bits of a request's `home`. */
export const SM_BITS = 1023;
const OWNER_SHIFT = 10;

/** Owner of a request within its SM, out of its `home`. */
export function ownerOf(home: i32): i32 {
  return home >> OWNER_SHIFT;
}

/** All requests under way between SMs and L2 slices, in a pool. */
export class Requests {
  readonly words: Int32Array;
  /** First free request or -1, requests in use, and requests that were ever in use. */
  private readonly pool: Int32Array;

  constructor(
    private readonly capacity: i32,
    state: StateArrays,
  ) {
    this.words = state.int32(capacity << REQUEST_SHIFT);
    this.pool = state.int32(3);
    this.pool[0] = -1;
  }

  /** Requests in use. */
  get inFlight(): i32 {
    return this.pool[1]!;
  }

  create(
    kind: i32,
    line: i32,
    sectors: i32,
    sm: i32,
    owner: i32,
    kernel: i32,
    slice: i32,
    conflicts: i32,
  ): i32 {
    const words = this.words;
    const id = this.take();
    const at = id << REQUEST_SHIFT;
    words[at + R.line] = line;
    words[at + R.facts] =
      sectors | (kind << KIND_SHIFT) | (conflicts << CONFLICTS_SHIFT) | (kernel << KERNEL_SHIFT);
    words[at + R.home] = sm | (owner << OWNER_SHIFT);
    words[at + R.station] = slice;
    return id;
  }

  /** A free request; memory beyond what was ever in use at a time is not touched. */
  private take(): i32 {
    const pool = this.pool;
    const id = pool[0]!;
    pool[1]!++;
    if (id < 0) {
      if (pool[2]! >= this.capacity) throw new RangeError('request pool exhausted');
      return pool[2]!++;
    }
    pool[0] = this.words[(id << REQUEST_SHIFT) + R.station]!;
    return id;
  }

  release(id: i32): void {
    this.words[(id << REQUEST_SHIFT) + R.station] = this.pool[0]!;
    this.pool[0] = id;
    this.pool[1]!--;
  }
}
