import { WARP_SIZE } from '../../kernel/warp';
import { largestOf, quotientUp, smallestOf } from '../core/bits';
import type { ProgramImage } from '../program/imageTables';
import type { BlockState } from './blockState';
import { FRAMES, FRAME_WORDS, Frame, W, WARP_SHIFT, type WarpState } from './warpState';

const MAX_STACK = 64;
const WARP_BITS = 5;
/** Operations of one operand, the last two of `LANE_OPERATIONS`: rounding up, then down. */
export const CEIL = 10;

/** Evaluates the values of a program image for the 32 lanes of a warp. */
export class LaneValues {
  /** The lanes' values of the last `evaluate`. */
  readonly out: Float64Array = new Float64Array(WARP_SIZE);
  /** Smallest and largest value of the last `bound`. */
  low: f64 = 0;
  high: f64 = 0;
  private readonly stack: Float64Array = new Float64Array(MAX_STACK * WARP_SIZE);
  /** Smallest and largest of each 32 thread values. */
  private readonly lowest: Float64Array;
  private readonly highest: Float64Array;

  constructor(
    private readonly image: ProgramImage,
    private readonly warps: WarpState,
    private readonly blocks: BlockState,
  ) {
    const rows = quotientUp(image.threads.length, WARP_SIZE);
    this.lowest = new Float64Array(rows);
    this.highest = new Float64Array(rows);
    for (let row = 0; row < rows; row++) {
      this.lowest[row] = smallestOf(image.threads, row * WARP_SIZE, WARP_SIZE);
      this.highest[row] = largestOf(image.threads, row * WARP_SIZE, WARP_SIZE);
    }
  }

  /** The part of an affine row that all lanes of the warp share. */
  base(affine: i32, warp: i32): f64 {
    const table = this.image.affine;
    const block = this.warps.words[(warp << WARP_SHIFT) + W.block]!;
    let sum = table.constant[affine]! + table.blockX[affine]! * f64(this.blocks.x[block]!);
    const y = table.blockY[affine]!;
    const z = table.blockZ[affine]!;
    if (y !== 0) sum += y * f64(this.blocks.y[block]!);
    if (z !== 0) sum += z * f64(this.blocks.z[block]!);
    const end = table.lastTerm[affine]!;
    for (let term = table.firstTerm[affine]!; term < end; term++)
      sum +=
        this.image.term.coefficient[term]! *
        f64(this.warps.frames[warp * FRAMES + this.image.term.depth[term]! * FRAME_WORDS + Frame.counter]!);
    return sum;
  }

  /** Sets `low` and `high` to what a value row is between over all lanes; false where that is not known at once. */
  bound(value: i32, warp: i32): boolean {
    const affine = this.image.value.affine[value]!;
    if (affine < 0) return false;
    this.low = this.base(affine, warp);
    this.high = this.low;
    const table = this.image.affine.threads[affine]!;
    if (table < 0) return true;
    const row = (table >> WARP_BITS) + this.warps.words[(warp << WARP_SHIFT) + W.inBlock]!;
    this.low += this.lowest[row]!;
    this.high += this.highest[row]!;
    return true;
  }

  /** Tests whether no lane of the warp is negative in guards from one row to before another. */
  areGuarded(first: i32, end: i32, warp: i32): boolean {
    for (let guard = first; guard < end; guard++) {
      const affine = this.image.guard.affine[guard]!;
      const table = this.image.affine.threads[affine]!;
      const least: f64 =
        table < 0
          ? 0.0
          : this.lowest[(table >> WARP_BITS) + this.warps.words[(warp << WARP_SHIFT) + W.inBlock]!]!;
      if (this.base(affine, warp) + least < 0) return false;
    }
    return true;
  }

  /** Fills `out` with the lanes of a value row. */
  evaluate(value: i32, warp: i32): void {
    const affine = this.image.value.affine[value]!;
    if (affine >= 0) this.affineLanes(affine, warp, this.out, 0);
    else this.run(value, warp);
  }

  private affineLanes(affine: i32, warp: i32, to: Float64Array, at: i32): void {
    const base = this.base(affine, warp);
    const table = this.image.affine.threads[affine]!;
    if (table < 0) {
      to.fill(base, at, at + WARP_SIZE);
      return;
    }
    const first = table + this.warps.words[(warp << WARP_SHIFT) + W.inBlock]! * WARP_SIZE;
    for (let lane = 0; lane < WARP_SIZE; lane++) to[at + lane] = base + this.image.threads[first + lane]!;
  }

  /** Postfix code over a stack of lane vectors. */
  private run(value: i32, warp: i32): void {
    const stack = this.stack;
    let top = 0;
    const end = this.image.value.lastStep[value]!;
    for (let step = this.image.value.firstStep[value]!; step < end; step++) {
      const code = this.image.step.code[step]!;
      if (code >= 0) {
        if (top >= MAX_STACK) throw new RangeError('expression too deep');
        this.affineLanes(code, warp, stack, top * WARP_SIZE);
        top++;
      } else top = this.apply(-1 - code, top);
    }
    for (let lane = 0; lane < WARP_SIZE; lane++) this.out[lane] = stack[lane]!;
  }

  private apply(operation: i32, top: i32): i32 {
    const stack = this.stack;
    if (operation >= CEIL) {
      for (let i = (top - 1) * WARP_SIZE; i < top * WARP_SIZE; i++)
        stack[i] = operation === CEIL ? Math.ceil(stack[i]!) : Math.floor(stack[i]!);
      return top;
    }
    const b = (top - 1) * WARP_SIZE;
    const a = b - WARP_SIZE;
    for (let lane = 0; lane < WARP_SIZE; lane++)
      stack[a + lane] = twoOperands(operation, stack[a + lane]!, stack[b + lane]!);
    return top - 1;
  }
}

/** Operations in the order of `LANE_OPERATIONS`. */
function twoOperands(operation: i32, a: f64, b: f64): f64 {
  switch (operation) {
    case 0:
      return a + b;
    case 1:
      return a - b;
    case 2:
      return a * b;
    case 3:
      return a / b;
    case 4:
      return a - b * Math.floor(a / b);
    case 5:
      return Math.min(a, b);
    case 6:
      return Math.max(a, b);
    case 7:
      return f64(u32(u32(a) & u32(b)));
    case 8:
      return f64(u32(u32(a) | u32(b)));
    default:
      return f64(u32(u32(a) ^ u32(b)));
  }
}
