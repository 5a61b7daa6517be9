import { FRAMES, RING, type WarpState } from './warpState';

/** What a warp needs to go on elsewhere; its loads have all returned. */
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

export function saveWarp(warps: WarpState, warp: number): SavedWarp {
  return {
    inBlock: warps.inBlock[warp]!,
    status: warps.status[warp]!,
    op: warps.op[warp]!,
    left: warps.left[warp]!,
    issued: warps.issued[warp]!,
    active: warps.active[warp]!,
    activeCount: warps.activeCount[warp]!,
    seed: warps.seed[warp]!,
    ring: warps.ring.slice(warp * RING, (warp + 1) * RING),
    frames: warps.frames.slice(warp * FRAMES, (warp + 1) * FRAMES),
  };
}

export function loadWarp(warps: WarpState, warp: number, saved: SavedWarp): void {
  warps.inBlock[warp] = saved.inBlock;
  warps.status[warp] = saved.status;
  warps.op[warp] = saved.op;
  warps.left[warp] = saved.left;
  warps.issued[warp] = saved.issued;
  warps.active[warp] = saved.active;
  warps.activeCount[warp] = saved.activeCount;
  warps.seed[warp] = saved.seed;
  warps.ring.set(saved.ring, warp * RING);
  warps.frames.set(saved.frames, warp * FRAMES);
  warps.pending[warp] = 0;
  warps.arriving[warp] = 0;
  warps.fetched[warp] = 0;
  warps.codeLine[warp] = -1;
}
