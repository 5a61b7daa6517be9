import { FRAMES, RING, W, WARP_SHIFT, type WarpState } from './warpState';

/** Words of a block that was taken off its SM in the middle of its work; those of its warps follow. */
export const enum B {
  kernel,
  index,
  atBarrier,
  warps,
  first,
}

/** Words of a warp of such a block; its last results and its frames follow. Its loads have all returned. */
const enum S {
  inBlock,
  status,
  op,
  left,
  issued,
  active,
  activeCount,
  seed,
  ring,
}

/** Words of a warp of a saved block. */
export const SAVED_WARP = S.ring + RING + FRAMES;

/** Writes the context of a warp that leaves its SM to `words` from `to` on. */
export function saveWarp(warps: WarpState, warp: i32, words: Int32Array, to: i32): void {
  const at = warp << WARP_SHIFT;
  words[to + S.inBlock] = warps.words[at + W.inBlock]!;
  words[to + S.status] = warps.words[at + W.status]!;
  words[to + S.op] = warps.words[at + W.op]!;
  words[to + S.left] = warps.words[at + W.left]!;
  words[to + S.issued] = warps.words[at + W.issued]!;
  words[to + S.active] = warps.words[at + W.active]!;
  words[to + S.activeCount] = warps.words[at + W.activeCount]!;
  words[to + S.seed] = warps.words[at + W.seed]!;
  for (let i = 0; i < RING; i++) words[to + S.ring + i] = warps.words[at + W.ring + i]!;
  for (let i = 0; i < FRAMES; i++) words[to + S.ring + RING + i] = warps.frames[warp * FRAMES + i]!;
}

/** The number in its block of a saved warp. */
export function savedPlace(words: Int32Array, from: i32): i32 {
  return words[from + S.inBlock]!;
}

/** Loads a saved context into a warp slot. */
export function loadWarp(warps: WarpState, warp: i32, words: Int32Array, from: i32): void {
  const at = warp << WARP_SHIFT;
  warps.words[at + W.inBlock] = words[from + S.inBlock]!;
  warps.words[at + W.status] = words[from + S.status]!;
  warps.words[at + W.op] = words[from + S.op]!;
  warps.words[at + W.left] = words[from + S.left]!;
  warps.words[at + W.issued] = words[from + S.issued]!;
  warps.words[at + W.active] = words[from + S.active]!;
  warps.words[at + W.activeCount] = words[from + S.activeCount]!;
  warps.words[at + W.seed] = words[from + S.seed]!;
  for (let i = 0; i < RING; i++) warps.words[at + W.ring + i] = words[from + S.ring + i]!;
  for (let i = 0; i < FRAMES; i++) warps.frames[warp * FRAMES + i] = words[from + S.ring + RING + i]!;
  warps.words[at + W.pending] = 0;
  warps.words[at + W.arriving] = 0;
  warps.words[at + W.fetched] = 0;
  warps.words[at + W.codeLine] = -1;
  warps.words[at + W.storesLeave] = 0;
  warps.words[at + W.late] = 0;
}
