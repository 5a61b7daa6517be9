import { MAX_DEPTH } from '../program/image';
import type { StateArrays } from '../core/stateArrays';

/** Results of the last eight instructions of a warp are kept, which bounds the dependence distance. */
export const RING = 8;
/** Loads that a warp can tell apart: the names of its kernel, and the reading of a saved context. */
export const TOKENS = 32;
export const CONTEXT_TOKEN = TOKENS - 1;
/** Words of one nesting level of a warp: see `Frame`. */
export const FRAME_WORDS = 5;
/** Words of a frame. A loop uses all; a branch keeps `saved` and, in `most`, the lanes of its second path. */
export const Frame = { counter: 0, most: 1, least: 2, saved: 3, draw: 4 } as const;
/** Words of all frames of a warp. */
export const FRAMES = MAX_DEPTH * FRAME_WORDS;

/** What a warp waits for. A ready warp or one with a known wake-up time is `running`. */
export const WarpStatus = { empty: 0, running: 1, loads: 2, barrier: 3, fetch: 4, stopped: 5 } as const;

/**
 * All warps of all SMs. Warp `w` sits on bit `w & 31` of scheduler `w >> 5`; schedulers of one SM are
 * neighbours.
 */
export class WarpState {
  readonly status: Uint8Array;
  /** Operation to issue next, and how many instructions of it are left. */
  readonly op: Int32Array;
  readonly left: Int32Array;
  /** Instructions issued so far. */
  readonly issued: Int32Array;
  /** Cycles at which the last results are there. */
  readonly ring: Int32Array;
  /** Loads that have not returned, and loads whose value may still be on its way up. */
  readonly pending: Int32Array;
  readonly arriving: Int32Array;
  readonly tokenLeft: Uint16Array;
  readonly tokenReady: Int32Array;
  readonly active: Int32Array;
  readonly activeCount: Uint8Array;
  readonly frames: Int32Array;
  /** Kernel, and the start of its counter row. */
  readonly kernel: Int32Array;
  readonly row: Int32Array;
  /** Block slot over all SMs, and the warp's number in the block. */
  readonly block: Int32Array;
  readonly inBlock: Int32Array;
  /** Seed of the warp's random draws. */
  readonly seed: Int32Array;
  readonly launchedAt: Int32Array;
  /** For the stall counters: when it began to wait, when it became ready, and the counter of the reason. */
  readonly since: Int32Array;
  readonly readyAt: Int32Array;
  readonly reason: Uint8Array;
  /** Instructions that are fetched already, and the line of code that they are in. */
  readonly fetched: Int32Array;
  readonly codeLine: Int32Array;
  /** 1 while the warp's block is stopped. */
  readonly frozen: Uint8Array;

  constructor(schedulers: number, state: StateArrays) {
    const warps = schedulers * 32;
    this.status = state.uint8(warps);
    this.op = state.int32(warps);
    this.left = state.int32(warps);
    this.issued = state.int32(warps);
    this.ring = state.int32(warps * RING);
    this.pending = state.int32(warps);
    this.arriving = state.int32(warps);
    this.tokenLeft = state.uint16(warps * TOKENS);
    this.tokenReady = state.int32(warps * TOKENS);
    this.active = state.int32(warps);
    this.activeCount = state.uint8(warps);
    this.frames = state.int32(warps * FRAMES);
    this.kernel = state.int32(warps);
    this.row = state.int32(warps);
    this.block = state.int32(warps);
    this.inBlock = state.int32(warps);
    this.seed = state.int32(warps);
    this.launchedAt = state.int32(warps);
    this.since = state.int32(warps);
    this.readyAt = state.int32(warps);
    this.reason = state.uint8(warps);
    this.fetched = state.int32(warps);
    this.codeLine = state.int32(warps);
    this.frozen = state.uint8(warps);
  }
}
