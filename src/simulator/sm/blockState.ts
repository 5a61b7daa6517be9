import type { StateArrays } from '../core/stateArrays';

/** Warps that a block may have. */
export const WARPS_PER_BLOCK = 32;

/** Resident blocks: slot `sm * slotsPerSm + i`. */
export class BlockState {
  /** Kernel of the block in a slot, -1 for an empty slot. */
  readonly kernel: Int32Array;
  readonly index: Int32Array;
  readonly x: Int32Array;
  readonly y: Int32Array;
  readonly z: Int32Array;
  /** Warps that have not finished, and those that wait at the barrier. */
  readonly warpsLeft: Int32Array;
  readonly atBarrier: Int32Array;
  /** The block's warps. */
  readonly warps: Int32Array;

  constructor(
    readonly sms: i32,
    readonly slotsPerSm: i32,
    state: StateArrays,
  ) {
    const slots = sms * slotsPerSm;
    this.kernel = state.int32(slots).fill(-1);
    this.index = state.int32(slots);
    this.x = state.int32(slots);
    this.y = state.int32(slots);
    this.z = state.int32(slots);
    this.warpsLeft = state.int32(slots);
    this.atBarrier = state.int32(slots);
    this.warps = state.int32(slots * WARPS_PER_BLOCK);
  }
}
