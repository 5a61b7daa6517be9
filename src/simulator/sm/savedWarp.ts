import { FRAMES, RING, W, WARP_SHIFT, type WarpState } from './warpState';

/** Context of a warp that continues elsewhere; its loads have all returned. */
export interface SavedWarp {
  readonly inBlock: number;
  readonly status: number;
  readonly op: number;
  readonly left: number;
  readonly issued: number;
  readonly active: number;
  readonly activeCount: number;
  readonly seed: number;
  readonly ring: Int32Array;
  readonly frames: Int32Array;
}

/** Saves the context of a warp that leaves its SM. */
export function saveWarp(warps: WarpState, warp: number): SavedWarp {
  return {
    inBlock: warps.words[(warp << WARP_SHIFT) + W.inBlock]!,
    status: warps.words[(warp << WARP_SHIFT) + W.status]!,
    op: warps.words[(warp << WARP_SHIFT) + W.op]!,
    left: warps.words[(warp << WARP_SHIFT) + W.left]!,
    issued: warps.words[(warp << WARP_SHIFT) + W.issued]!,
    active: warps.words[(warp << WARP_SHIFT) + W.active]!,
    activeCount: warps.words[(warp << WARP_SHIFT) + W.activeCount]!,
    seed: warps.words[(warp << WARP_SHIFT) + W.seed]!,
    ring: warps.words.slice(ringOf(warp), ringOf(warp) + RING),
    frames: warps.frames.slice(warp * FRAMES, (warp + 1) * FRAMES),
  };
}

/** Loads a saved context into a warp slot. */
export function loadWarp(warps: WarpState, warp: number, saved: SavedWarp): void {
  warps.words[(warp << WARP_SHIFT) + W.inBlock] = saved.inBlock;
  warps.words[(warp << WARP_SHIFT) + W.status] = saved.status;
  warps.words[(warp << WARP_SHIFT) + W.op] = saved.op;
  warps.words[(warp << WARP_SHIFT) + W.left] = saved.left;
  warps.words[(warp << WARP_SHIFT) + W.issued] = saved.issued;
  warps.words[(warp << WARP_SHIFT) + W.active] = saved.active;
  warps.words[(warp << WARP_SHIFT) + W.activeCount] = saved.activeCount;
  warps.words[(warp << WARP_SHIFT) + W.seed] = saved.seed;
  warps.words.set(saved.ring, ringOf(warp));
  warps.frames.set(saved.frames, warp * FRAMES);
  warps.words[(warp << WARP_SHIFT) + W.pending] = 0;
  warps.words[(warp << WARP_SHIFT) + W.arriving] = 0;
  warps.words[(warp << WARP_SHIFT) + W.fetched] = 0;
  warps.words[(warp << WARP_SHIFT) + W.codeLine] = -1;
  warps.words[(warp << WARP_SHIFT) + W.storesLeave] = 0;
  warps.words[(warp << WARP_SHIFT) + W.late] = 0;
}

function ringOf(warp: number): number {
  return (warp << WARP_SHIFT) + W.ring;
}
