import { powerOfTwoAtLeast } from '../core/bits';
import { MAX_DEPTH } from '../program/operations';
import type { StateArrays } from '../core/stateArrays';

/** Words of a warp: what an instruction touches lies in two cache lines. */
export const enum W {
  /** Operation to issue next, and how many instructions of it are left. */
  op,
  left,
  /** Instructions issued so far. */
  issued,
  /** Loads that have not returned, and loads whose value may still be on its way up. */
  pending,
  arriving,
  active,
  activeCount,
  /** Start of the kernel's counter row. */
  row,
  /** For the stall counters: when it became ready, when it began to wait, and the counter of the reason. */
  readyAt,
  since,
  reason,
  /** Instructions that are fetched already, and the line of code that they are in. */
  fetched,
  codeLine,
  status,
  kernel,
  /** Block slot over all SMs, and the warp's number in the block. */
  block,
  /** Cycles at which the last eight results are there, which bounds the dependence distance. */
  ring,
  inBlock = 24,
  /** Seed of the warp's random draws. */
  seed,
  launchedAt,
  /** 1 while the warp's block is stopped. */
  frozen,
  /** Cycle before which the warp cannot end, because what it stored is still on its way out. */
  storesLeave,
  /** Cycles by which the warp's next instruction comes later, because it was jumped to. */
  late,
}

/** A warp's words start at its number shifted by this. */
export const WARP_SHIFT = 5;
const WARP_WORDS = 1 << WARP_SHIFT;

/** Results of a warp's last instructions that are kept, for operands at a distance of at most so many. */
export const RING = 8;

/** Loads that a warp can tell apart: the names of its kernel, and the reading of a saved context. */
const TOKENS = 32;

/** Token of the load that reads a saved context. */
export const CONTEXT_TOKEN = TOKENS - 1;
/** Words of a load of a warp: its requests that have not returned, and when the value is there. */
export const enum Token {
  left,
  ready,
}
const TOKEN_WORDS = 2;

/** Where the words of a load begin. */
export function tokenAt(warp: i32, token: i32): i32 {
  return (warp * TOKENS + token) * TOKEN_WORDS;
}

/** Words of a frame. A loop uses all; a branch keeps `saved` and, in `most`, the lanes of its second path. */
export const enum Frame {
  counter,
  most,
  least,
  saved,
  draw,
}
/** Words of one nesting level of a warp. */
export const FRAME_WORDS = 5;

/** Words of all nesting levels of a warp, rounded up to a power of two. */
export const FRAMES = powerOfTwoAtLeast(MAX_DEPTH * FRAME_WORDS);

/** State of a warp, by what it waits for. A ready warp or one with a known wake-up time is `running`. */
export const enum WarpStatus {
  empty,
  running,
  loads,
  barrier,
  fetch,
  stopped,
}

/** Schedulers of an SM are numbered from `sm << SCHEDULER_SHIFT`, warps of a scheduler from `scheduler << 5`. */
export const SCHEDULER_SHIFT = 2;

/** Warps of an SM are numbered from `sm << SM_SHIFT`. */
export const SM_SHIFT = SCHEDULER_SHIFT + 5;

/**
 * All warps of all SMs. Warp `w` sits on bit `w & 31` of scheduler `w >> 5`, which belongs to SM `w >> 7`.
 */
export class WarpState {
  readonly words: Int32Array;
  readonly tokens: Int32Array;
  readonly frames: Int32Array;

  constructor(sms: i32, state: StateArrays) {
    const warps = sms << SM_SHIFT;
    this.words = state.int32(warps * WARP_WORDS);
    this.tokens = state.int32(warps * TOKENS * TOKEN_WORDS);
    this.frames = state.int32(warps * FRAMES);
  }
}
