import { WARP_SIZE } from '../../kernel/warp';
import { LANE_OPERATIONS } from '../../kernel/totals/laneExpression';
import type { ProgramImage } from '../program/image';
import type { BlockState } from './blockState';
import { FRAMES, FRAME_WORDS, Frame, W, WARP_SHIFT, type WarpState } from './warpState';

const MAX_STACK = 64;

/** Evaluates the values of a program image for the 32 lanes of a warp. */
export class LaneValues {
  /** The lanes' values of the last `evaluate`. */
  readonly out = new Float64Array(WARP_SIZE);
  /** Smallest and largest value of the last `bound`. */
  low = 0;
  high = 0;
  private readonly stack = new Float64Array(MAX_STACK * WARP_SIZE);
  /** Smallest and largest of each 32 thread values. */
  private readonly lowest: Float64Array;
  private readonly highest: Float64Array;

  constructor(
    private readonly image: ProgramImage,
    private readonly warps: WarpState,
    private readonly blocks: BlockState,
  ) {
    const rows = Math.ceil(image.threads.length / WARP_SIZE);
    const row = (i: number) => image.threads.subarray(i * WARP_SIZE, (i + 1) * WARP_SIZE);
    this.lowest = Float64Array.from({ length: rows }, (_, i) => Math.min(...row(i)));
    this.highest = Float64Array.from({ length: rows }, (_, i) => Math.max(...row(i)));
  }

  /** The part of an affine row that all lanes of the warp share. */
  base(affine: number, warp: number): number {
    const table = this.image.affine;
    const block = this.warps.words[(warp << WARP_SHIFT) + W.block]!;
    let sum = table.constant[affine]! + table.blockX[affine]! * this.blocks.x[block]!;
    const y = table.blockY[affine]!;
    const z = table.blockZ[affine]!;
    if (y !== 0) sum += y * this.blocks.y[block]!;
    if (z !== 0) sum += z * this.blocks.z[block]!;
    const end = table.lastTerm[affine]!;
    for (let term = table.firstTerm[affine]!; term < end; term++)
      sum +=
        this.image.term.coefficient[term]! *
        this.warps.frames[warp * FRAMES + this.image.term.depth[term]! * FRAME_WORDS + Frame.counter]!;
    return sum;
  }

  /** Sets `low` and `high` to what a value row is between over all lanes; false where that is not known at once. */
  bound(value: number, warp: number): boolean {
    const affine = this.image.value.affine[value]!;
    if (affine < 0) return false;
    this.low = this.base(affine, warp);
    this.high = this.low;
    const table = this.image.affine.threads[affine]!;
    if (table < 0) return true;
    const row = table / WARP_SIZE + this.warps.words[(warp << WARP_SHIFT) + W.inBlock]!;
    this.low += this.lowest[row]!;
    this.high += this.highest[row]!;
    return true;
  }

  /** Tests whether no lane of the warp is negative in guards from one row to before another. */
  areGuarded(first: number, end: number, warp: number): boolean {
    for (let guard = first; guard < end; guard++) {
      const affine = this.image.guard.affine[guard]!;
      const table = this.image.affine.threads[affine]!;
      const least =
        table < 0 ? 0 : this.lowest[table / WARP_SIZE + this.warps.words[(warp << WARP_SHIFT) + W.inBlock]!]!;
      if (this.base(affine, warp) + least < 0) return false;
    }
    return true;
  }

  /** Fills `out` with the lanes of a value row. */
  evaluate(value: number, warp: number): void {
    const affine = this.image.value.affine[value]!;
    if (affine >= 0) return this.affineLanes(affine, warp, this.out, 0);
    this.run(value, warp);
  }

  private affineLanes(affine: number, warp: number, to: Float64Array, at: number): void {
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
  private run(value: number, warp: number): void {
    const { stack } = this;
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
    this.out.set(stack.subarray(0, WARP_SIZE));
  }

  private apply(operation: number, top: number): number {
    const { stack } = this;
    const name = LANE_OPERATIONS[operation];
    if (name === 'ceil' || name === 'floor') {
      for (let i = (top - 1) * WARP_SIZE; i < top * WARP_SIZE; i++)
        stack[i] = name === 'ceil' ? Math.ceil(stack[i]!) : Math.floor(stack[i]!);
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
function twoOperands(operation: number, a: number, b: number): number {
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
      return (a & b) >>> 0;
    case 8:
      return (a | b) >>> 0;
    default:
      return (a ^ b) >>> 0;
  }
}
