import { countBits, fraction, greater, hash2, hash3, lesser } from '../core/bits';
import { C, COUNTER_COLUMNS } from '../core/counterColumns';
import type { ProgramImage } from '../program/imageTables';
import { FIRST_MARKER, O, OP_SHIFT, Op, Scope, TripKind } from '../program/operations';
import type { BlockState } from './blockState';
import type { GridBarriers } from './gridBarriers';
import type { LaneValues } from './laneValues';
import { FRAMES, FRAME_WORDS, Frame, SM_SHIFT, W, WARP_SHIFT, type WarpState } from './warpState';

/** Markers that a warp may pass without an instruction before it has to wait a cycle. */
const MARKERS_PER_CYCLE = 64;

/** Steers warps through loops and branches: markers take no time of their own. */
export class WarpControl {
  private readonly laneTrips: Int32Array = new Int32Array(32);
  /** The current cycle, which the SMs set before they let warps go on. */
  now: i32 = 0;
  /** Jumps by which `settle` came to its operation: branches that compiled code takes. */
  jumps: i32 = 0;

  constructor(
    private readonly image: ProgramImage,
    private readonly warps: WarpState,
    private readonly blocks: BlockState,
    private readonly values: LaneValues,
    private readonly counters: Float64Array,
    private readonly barriers: GridBarriers,
  ) {}

  /**
   * The next operation that issues, from `op` on. A marker is returned as it is when there were too many in
   * a row, so that a loop of branches never taken cannot keep the simulator from moving on.
   */
  settle(warp: i32, op: i32): i32 {
    let at = op;
    this.jumps = 0;
    for (let n = 0; this.image.ops[(at << OP_SHIFT) + O.kind]! >= FIRST_MARKER; n++) {
      if (n >= MARKERS_PER_CYCLE) break;
      at = this.pass(warp, at);
    }
    return at;
  }

  private kernelOf(warp: i32): i32 {
    return this.warps.words[(warp << WARP_SHIFT) + W.kernel]!;
  }

  /** A number that tells this visit of an operation apart from all others of the same warp. */
  visit(warp: i32, depth: i32): i32 {
    let visit = 0;
    for (let d = 0; d < depth; d++)
      visit = hash2(visit, this.warps.frames[warp * FRAMES + d * FRAME_WORDS + Frame.counter]!);
    return visit;
  }

  private pass(warp: i32, op: i32): i32 {
    const ops = this.image.ops;
    const frame = warp * FRAMES + ops[(op << OP_SHIFT) + O.depth]! * FRAME_WORDS;
    switch (ops[(op << OP_SHIFT) + O.kind]) {
      case Op.loop:
        return this.enterLoop(warp, op, frame);
      case Op.loopEnd:
        return this.endIteration(warp, op, frame);
      case Op.branch:
        return this.enterBranch(warp, op, frame);
      case Op.otherwise:
        return this.secondPath(warp, op, frame);
      case Op.awake:
        return op + 1;
      default:
        this.setActive(warp, this.warps.frames[frame + Frame.saved]!);
        return op + 1;
    }
  }

  private setActive(warp: i32, mask: i32): void {
    this.warps.words[(warp << WARP_SHIFT) + W.active] = mask;
    this.warps.words[(warp << WARP_SHIFT) + W.activeCount] = countBits(mask);
  }

  private enterLoop(warp: i32, op: i32, frame: i32): i32 {
    const frames = this.warps.frames;
    const active = this.warps.words[(warp << WARP_SHIFT) + W.active]!;
    const row = this.image.ops[(op << OP_SHIFT) + O.row]!;
    const trip = this.image.trip;
    frames[frame + Frame.counter] = 0;
    frames[frame + Frame.saved] = active;
    if (trip.kind[row] === TripKind.constant) {
      frames[frame + Frame.most] = trip.high[row]!;
      frames[frame + Frame.least] = trip.high[row]!;
      return op + 1;
    }
    const kind: i32 = trip.kind[row]!;
    if (kind >= TripKind.elapsed) {
      const isClock = kind === TripKind.elapsed;
      frames[frame + Frame.draw] = isClock ? this.now : this.barriers.arrive(this.kernelOf(warp));
      frames[frame + Frame.most] = 0x7fffffff;
      frames[frame + Frame.least] = 0x7fffffff;
      return op + 1;
    }
    frames[frame + Frame.draw] = hash3(
      trip.seed[row]!,
      this.warps.words[(warp << WARP_SHIFT) + W.seed]!,
      this.visit(warp, this.image.ops[(op << OP_SHIFT) + O.depth]!),
    );
    this.fillLaneTrips(warp, row, frame);
    let most = 0;
    let least = 0x7fffffff;
    for (let lane = 0; lane < 32; lane++) {
      if ((active & (1 << lane)) === 0) continue;
      most = greater(most, this.laneTrips[lane]!);
      least = lesser(least, this.laneTrips[lane]!);
    }
    frames[frame + Frame.most] = most;
    frames[frame + Frame.least] = least;
    if (most === 0) return this.jump(op);
    if (least === 0) this.keepLanes(warp, frame, 0);
    return op + 1;
  }

  private endIteration(warp: i32, op: i32, frame: i32): i32 {
    const frames = this.warps.frames;
    const counter = ++frames[frame + Frame.counter]!;
    if (counter >= frames[frame + Frame.most]! || this.isOver(warp, op, frame)) {
      if (this.warps.words[(warp << WARP_SHIFT) + W.active] !== frames[frame + Frame.saved])
        this.setActive(warp, frames[frame + Frame.saved]!);
      return op + 1;
    }
    if (counter >= frames[frame + Frame.least]!) {
      this.fillLaneTrips(warp, this.image.ops[(op << OP_SHIFT) + O.row]!, frame);
      this.keepLanes(warp, frame, counter);
    }
    return this.jump(op);
  }

  private jump(op: i32): i32 {
    this.jumps++;
    return this.image.ops[(op << OP_SHIFT) + O.target]!;
  }

  /** Tests whether what a loop waits for has come, of those that wait for something. */
  private isOver(warp: i32, op: i32, frame: i32): boolean {
    const trip = this.image.trip;
    const row = this.image.ops[(op << OP_SHIFT) + O.row]!;
    const kind: i32 = trip.kind[row]!;
    if (kind < TripKind.elapsed) return false;
    const began = this.warps.frames[frame + Frame.draw]!;
    return kind === TripKind.elapsed
      ? this.now - began >= trip.high[row]!
      : this.barriers.poll(warp >> SM_SHIFT, this.kernelOf(warp), began);
  }

  /** Only lanes with more than `counter` iterations stay active. */
  private keepLanes(warp: i32, frame: i32, counter: i32): void {
    let mask = 0;
    for (let lane = 0; lane < 32; lane++) if (this.laneTrips[lane]! > counter) mask |= 1 << lane;
    this.setActive(warp, mask & this.warps.frames[frame + Frame.saved]!);
  }

  private fillLaneTrips(warp: i32, row: i32, frame: i32): void {
    const trip = this.image.trip;
    if (trip.kind[row] === TripKind.range) {
      this.values.evaluate(trip.start[row]!, warp);
      for (let lane = 0; lane < 32; lane++) {
        const left = wordOf(Math.ceil((trip.below[row]! - this.values.out[lane]!) / trip.step[row]!));
        this.laneTrips[lane] = left > 0 ? left : 0;
      }
      return;
    }
    const span = f64(trip.high[row]! - trip.low[row]! + 1);
    const draw = this.warps.frames[frame + Frame.draw]!;
    if (trip.scope[row] !== Scope.lane) {
      this.laneTrips.fill(trip.low[row]! + i32(fraction(draw) * span));
      return;
    }
    for (let lane = 0; lane < 32; lane++)
      this.laneTrips[lane] = trip.low[row]! + i32(fraction(hash2(draw, lane)) * span);
  }

  private enterBranch(warp: i32, op: i32, frame: i32): i32 {
    const frames = this.warps.frames;
    const active = this.warps.words[(warp << WARP_SHIFT) + W.active]!;
    const taken = this.decide(warp, op) & active;
    const other = active & ~taken;
    frames[frame + Frame.counter] = 0;
    frames[frame + Frame.saved] = active;
    const row = this.warps.words[(warp << WARP_SHIFT) + W.kernel]! * COUNTER_COLUMNS;
    this.counters[row + C.branches]!++;
    if (taken !== 0 && other !== 0) this.counters[row + C.divergentBranches]!++;
    frames[frame + Frame.most] = other;
    if (taken === 0) return this.jump(op);
    if (other !== 0) this.setActive(warp, taken);
    return op + 1;
  }

  private secondPath(warp: i32, op: i32, frame: i32): i32 {
    const other = this.warps.frames[frame + Frame.most]!;
    if (other === 0) return this.jump(op);
    this.jumps++;
    // A later iteration draws anew; the second path differs from the first for draws inside it.
    this.warps.frames[frame + Frame.counter] = 1;
    this.setActive(warp, other);
    return op + 1;
  }

  private decide(warp: i32, op: i32): i32 {
    const condition = this.image.condition;
    const row = this.image.ops[(op << OP_SHIFT) + O.row]!;
    if (condition.value[row]! >= 0) return this.compare(warp, row);
    const probability = condition.probability[row]!;
    const visit = this.visit(warp, this.image.ops[(op << OP_SHIFT) + O.depth]!);
    const scope: i32 = condition.scope[row]!;
    const who =
      scope === Scope.block
        ? this.blocks.index[this.warps.words[(warp << WARP_SHIFT) + W.block]!]!
        : this.warps.words[(warp << WARP_SHIFT) + W.seed]!;
    const draw = hash3(condition.seed[row]!, who, visit);
    if (scope !== Scope.lane) return fraction(draw) < probability ? -1 : 0;
    let mask = 0;
    for (let lane = 0; lane < 32; lane++) if (fraction(hash2(draw, lane)) < probability) mask |= 1 << lane;
    return mask;
  }

  private compare(warp: i32, row: i32): i32 {
    const condition = this.image.condition;
    const comparison: i32 = condition.comparison[row]!;
    if (comparison < FIRST_EQUALITY && this.values.bound(condition.value[row]!, warp)) {
      const holdsLow = holds(comparison, this.values.low);
      if (holdsLow === holds(comparison, this.values.high)) return holdsLow ? -1 : 0;
    }
    this.values.evaluate(condition.value[row]!, warp);
    let mask = 0;
    for (let lane = 0; lane < 32; lane++) if (holds(comparison, this.values.out[lane]!)) mask |= 1 << lane;
    return mask;
  }
}

/** The comparisons before this one hold for all values between two for which they hold. */
const FIRST_EQUALITY = 4;

/** Comparison with 0, in the order of `COMPARISONS`. */
function holds(comparison: i32, value: f64): boolean {
  switch (comparison) {
    case 0:
      return value < 0;
    case 1:
      return value <= 0;
    case 2:
      return value > 0;
    case 3:
      return value >= 0;
    case 4:
      return value === 0;
    default:
      return value !== 0;
  }
}
