import { countBits, hash2, lowMask, lowestBit } from '../core/bits';
import { C, COUNTER_COLUMNS, STALL_COUNTERS } from '../core/counters';
import type { StateArrays } from '../core/stateArrays';
import { O, OP_SHIFT, type ProgramImage } from '../program/image';
import type { SimulatorSpec } from '../spec/simulatorSpec';
import type { BlockState } from './blockState';
import { WARPS_PER_BLOCK } from './blockState';
import type { ReadCache } from './readCache';
import type { KernelTable } from './kernelTable';
import { NEVER, Stall, UNIT_SHIFT, type Schedulers } from './schedulers';
import type { WarpControl } from './warpControl';
import { loadWarp, saveWarp, type SavedWarp } from './savedWarp';
import { FRAMES, RING, SCHEDULER_SHIFT, W, WARP_SHIFT, type WarpState, WarpStatus } from './warpState';

const STALL_BASE = C[STALL_COUNTERS[0]];

/** Who is told that a block has finished: the dispatcher. */
export interface BlockListener {
  blockDone(sm: number, kernel: number): void;
}

/** A block that was taken off its SM in the middle of its work; never changed once made. */
export interface SavedBlock {
  readonly kernel: number;
  readonly index: number;
  readonly atBarrier: number;
  readonly warps: readonly SavedWarp[];
}

/** Components that the block manager works with. */
export interface BlockParts {
  readonly spec: SimulatorSpec;
  readonly image: ProgramImage;
  readonly kernels: KernelTable;
  readonly warps: WarpState;
  readonly blocks: BlockState;
  readonly schedulers: Schedulers;
  readonly control: WarpControl;
  readonly l1: Pick<ReadCache, 'clear'>;
  readonly counters: Float64Array;
}

/** Blocks on SMs: their warps come to life, meet at barriers and finish. */
export class BlockManager {
  private listener: BlockListener = { blockDone: () => undefined };
  /** Blocks of each kernel on each SM, and since when there is one. */
  private readonly residents: Int32Array;
  private readonly residentSince: Int32Array;
  /** Launches of each kernel so far, and the last one of which each SM got a block. */
  private readonly launches: Int32Array;
  private readonly launchSeen: Int32Array;
  private readonly kernelCount: number;
  private readonly warpsPerScheduler: number;

  constructor(
    private readonly parts: BlockParts,
    maxWarps: number,
    state: StateArrays,
  ) {
    this.kernelCount = parts.kernels.kernels.length;
    this.residents = state.int32(parts.spec.sms * this.kernelCount);
    this.residentSince = state.int32(parts.spec.sms * this.kernelCount);
    this.launches = state.int32(this.kernelCount);
    this.launchSeen = state.int32(parts.spec.sms * this.kernelCount);
    this.warpsPerScheduler = Math.ceil(maxWarps / parts.spec.sm.schedulers);
  }

  connect(listener: BlockListener): void {
    this.listener = listener;
  }

  /** Blocks of a kernel that an SM holds. */
  resident(sm: number, kernel: number): number {
    return this.residents[sm * this.kernelCount + kernel]!;
  }

  /** Warp instructions that the blocks of a kernel on an SM have issued so far, in the order in which these began. */
  progressOn(sm: number, kernel: number): readonly number[] {
    const { blocks, kernels, warps } = this.parts;
    const first = sm * blocks.slotsPerSm;
    const slots = Array.from({ length: blocks.slotsPerSm }, (_, i) => first + i);
    const own = slots.filter((slot) => blocks.kernel[slot] === kernel);
    const issued = (slot: number): number => {
      const at = slot * WARPS_PER_BLOCK;
      const members = blocks.warps.subarray(at, at + kernels.warpsPerBlock[kernel]!);
      return members.reduce((sum, warp) => sum + warps.words[(warp << WARP_SHIFT) + W.issued]!, 0);
    };
    return own.sort((a, b) => blocks.index[a]! - blocks.index[b]!).map(issued);
  }

  /** Puts a block on an SM, which must have room; its first instructions can issue after the launch time. */
  launch(sm: number, kernel: number, index: number, now: number): void {
    const { blocks, kernels } = this.parts;
    if (index === 0) this.launches[kernel]!++;
    this.startLaunch(sm, kernel);
    const slot = this.occupy(sm, kernel, index, now);
    blocks.atBarrier[slot] = 0;
    const count = kernels.warpsPerBlock[kernel]!;
    blocks.warpsLeft[slot] = count;
    for (let i = 0; i < count; i++) this.launchWarp(sm, slot, kernel, i, now);
    const row = kernel * COUNTER_COLUMNS;
    this.parts.counters[row + C.blocksLaunched]!++;
    this.parts.counters[row + C.warpsLaunched]! += count;
  }

  /**
   * The first block of a launch finds nothing of earlier ones in the L1 cache: grids see each other's stores because L1
   * caches are emptied between them (PTX ISA, cache operators of loads). Where other launches have blocks on the SM, their
   * lines stay: an H100's footprints outlast a stream that comes (docs/hardware.md, footprints round the L1 cache).
   */
  private startLaunch(sm: number, kernel: number): void {
    const at = sm * this.kernelCount + kernel;
    if (this.launchSeen[at] === this.launches[kernel]) return;
    this.launchSeen[at] = this.launches[kernel]!;
    if (this.parts.spec.sm.l1.clearedByLaunches && this.isEmpty(sm)) this.parts.l1.clear(sm);
  }

  private isEmpty(sm: number): boolean {
    const first = sm * this.kernelCount;
    for (let at = first; at < first + this.kernelCount; at++) if (this.residents[at]! > 0) return false;
    return true;
  }

  private occupy(sm: number, kernel: number, index: number, now: number): number {
    const { blocks, kernels } = this.parts;
    const slot = this.freeSlot(sm);
    blocks.kernel[slot] = kernel;
    blocks.index[slot] = index;
    const gridX = kernels.gridX[kernel]!;
    const gridY = kernels.gridY[kernel]!;
    blocks.x[slot] = index % gridX;
    blocks.y[slot] = Math.floor(index / gridX) % gridY;
    blocks.z[slot] = Math.floor(index / (gridX * gridY));
    if (this.residents[sm * this.kernelCount + kernel]!++ === 0)
      this.residentSince[sm * this.kernelCount + kernel] = now;
    return slot;
  }

  private freeSlot(sm: number): number {
    const { blocks } = this.parts;
    let slot = sm * blocks.slotsPerSm;
    while (blocks.kernel[slot]! >= 0) slot++;
    return slot;
  }

  private launchWarp(sm: number, slot: number, kernel: number, inBlock: number, now: number): void {
    const { warps, blocks, kernels, image, control, schedulers } = this.parts;
    const warp = this.freeWarp(sm, slot);
    blocks.warps[slot * WARPS_PER_BLOCK + inBlock] = warp;
    const threads = Math.min(32, kernels.threadsPerBlock[kernel]! - inBlock * 32);
    warps.words[(warp << WARP_SHIFT) + W.issued] = 0;
    const ring = (warp << WARP_SHIFT) + W.ring;
    warps.words.fill(0, ring, ring + RING);
    warps.words[(warp << WARP_SHIFT) + W.pending] = 0;
    warps.words[(warp << WARP_SHIFT) + W.arriving] = 0;
    warps.words[(warp << WARP_SHIFT) + W.active] = lowMask(threads);
    warps.words[(warp << WARP_SHIFT) + W.activeCount] = threads;
    warps.frames.fill(0, warp * FRAMES, (warp + 1) * FRAMES);
    warps.words[(warp << WARP_SHIFT) + W.kernel] = kernel;
    warps.words[(warp << WARP_SHIFT) + W.row] = kernel * COUNTER_COLUMNS;
    warps.words[(warp << WARP_SHIFT) + W.block] = slot;
    warps.words[(warp << WARP_SHIFT) + W.inBlock] = inBlock;
    const seed = kernels.kernels[kernel]!.source.seed;
    warps.words[(warp << WARP_SHIFT) + W.seed] = hash2(seed, blocks.index[slot]! * WARPS_PER_BLOCK + inBlock);
    warps.words[(warp << WARP_SHIFT) + W.launchedAt] = now;
    warps.words[(warp << WARP_SHIFT) + W.storesLeave] = 0;
    warps.words[(warp << WARP_SHIFT) + W.late] = 0;
    warps.words[(warp << WARP_SHIFT) + W.fetched] = 0;
    warps.words[(warp << WARP_SHIFT) + W.codeLine] = -1;
    const op = control.settle(warp, kernels.firstOp[kernel]!);
    warps.words[(warp << WARP_SHIFT) + W.op] = op;
    warps.words[(warp << WARP_SHIFT) + W.left] = image.ops[(op << OP_SHIFT) + O.count]!;
    schedulers.unitWarps[((warp >> 5) << UNIT_SHIFT) + image.ops[(op << OP_SHIFT) + O.unit]!]! |=
      1 << (warp & 31);
    warps.words[(warp << WARP_SHIFT) + W.since] = now;
    warps.words[(warp << WARP_SHIFT) + W.reason] = Stall.launch;
    schedulers.wakeAt(warp, now + this.parts.spec.launch.blockCycles);
  }

  /** A free place at the scheduler with the fewest warps, for a warp of a block; marks it taken. */
  private freeWarp(sm: number, slot: number): number {
    const { schedulers } = this.parts;
    let best = -1;
    let fewest = this.warpsPerScheduler;
    const first = sm << SCHEDULER_SHIFT;
    for (let s = first; s < first + schedulers.perSm; s++) {
      const n = countBits(schedulers.resident[s]!);
      if (n < fewest) {
        fewest = n;
        best = s;
      }
    }
    if (best < 0) throw new RangeError('no free warp');
    const warp = best * 32 + lowestBit(~schedulers.resident[best]!);
    schedulers.admit(warp, this.matesOf(best, slot));
    return warp;
  }

  /** Warps of a block that a scheduler has already, as a mask. */
  private matesOf(scheduler: number, slot: number): number {
    const { schedulers, warps } = this.parts;
    let mates = 0;
    for (let rest = schedulers.resident[scheduler]!; rest !== 0; rest &= rest - 1) {
      const bit = lowestBit(rest);
      if (warps.words[((scheduler * 32 + bit) << WARP_SHIFT) + W.block] === slot) mates |= 1 << bit;
    }
    return mates;
  }

  /** A warp has come to its barrier; the last one releases the block. */
  arrive(warp: number, now: number): void {
    const { warps, blocks } = this.parts;
    const slot = warps.words[(warp << WARP_SHIFT) + W.block]!;
    warps.words[(warp << WARP_SHIFT) + W.status] = WarpStatus.barrier;
    blocks.atBarrier[slot]!++;
    if (blocks.atBarrier[slot] === blocks.warpsLeft[slot]) this.release(slot, now);
  }

  private release(slot: number, now: number): void {
    const { warps, blocks, schedulers, kernels, spec } = this.parts;
    blocks.atBarrier[slot] = 0;
    const count = kernels.warpsPerBlock[blocks.kernel[slot]!]!;
    for (let i = 0; i < count; i++) {
      const warp = blocks.warps[slot * WARPS_PER_BLOCK + i]!;
      if (warp < 0 || warps.words[(warp << WARP_SHIFT) + W.status] !== WarpStatus.barrier) continue;
      warps.words[(warp << WARP_SHIFT) + W.reason] = Stall.barrier;
      const time = schedulers.operandsReady(
        warp,
        warps.words[(warp << WARP_SHIFT) + W.op]!,
        now + spec.sm.barrierCycles,
      );
      if (time !== NEVER) schedulers.wakeAt(warp, time);
    }
  }

  /** A warp has ended; the last one of a block gives its place back. */
  finishWarp(sm: number, warp: number, now: number): void {
    const { warps, blocks, counters } = this.parts;
    const slot = warps.words[(warp << WARP_SHIFT) + W.block]!;
    const row = warps.words[(warp << WARP_SHIFT) + W.row]!;
    counters[row + C.warpsDone]!++;
    counters[row + C.warpCycles]! += now + 1 - warps.words[(warp << WARP_SHIFT) + W.launchedAt]!;
    this.removeWarp(warp);
    blocks.warps[slot * WARPS_PER_BLOCK + warps.words[(warp << WARP_SHIFT) + W.inBlock]!] = -1;
    const left = --blocks.warpsLeft[slot]!;
    if (left === 0) this.finishBlock(sm, slot, now);
    else if (blocks.atBarrier[slot] === left) this.release(slot, now);
  }

  private removeWarp(warp: number): void {
    const { warps, schedulers, image } = this.parts;
    const scheduler = warp >> 5;
    const keep = ~(1 << (warp & 31));
    warps.words[(warp << WARP_SHIFT) + W.status] = WarpStatus.empty;
    schedulers.ready[scheduler]! &= keep;
    schedulers.resident[scheduler]! &= keep;
    schedulers.unitWarps[
      (scheduler << UNIT_SHIFT) + image.ops[(warps.words[(warp << WARP_SHIFT) + W.op]! << OP_SHIFT) + O.unit]!
    ]! &= keep;
    let bits = schedulers.resident[scheduler]!;
    while (bits !== 0) {
      schedulers.ahead[scheduler * 32 + lowestBit(bits)]! &= keep;
      bits &= bits - 1;
    }
  }

  private finishBlock(sm: number, slot: number, now: number): void {
    const { blocks, counters } = this.parts;
    const kernel = blocks.kernel[slot]!;
    blocks.kernel[slot] = -1;
    counters[kernel * COUNTER_COLUMNS + C.blocksDone]!++;
    this.leave(sm, kernel, now);
    this.listener.blockDone(sm, kernel);
  }

  /** Brings the counters of time up to date: what is under way counts as far as it has come. */
  settleCounters(now: number): void {
    const { kernelCount } = this;
    for (let at = 0; at < this.residents.length; at++) {
      if (this.residents[at] === 0) continue;
      this.parts.counters[(at % kernelCount) * COUNTER_COLUMNS + C.smCycles]! +=
        now - this.residentSince[at]!;
      this.residentSince[at] = now;
    }
    const { resident } = this.parts.schedulers;
    for (let scheduler = 0; scheduler < resident.length; scheduler++)
      for (let bits = resident[scheduler]!; bits !== 0; bits &= bits - 1)
        this.settleWarp(scheduler * 32 + lowestBit(bits), now);
  }

  private settleWarp(warp: number, now: number): void {
    const { warps, counters } = this.parts;
    const row = warps.words[(warp << WARP_SHIFT) + W.row]!;
    counters[row + C.warpCycles]! += now - warps.words[(warp << WARP_SHIFT) + W.launchedAt]!;
    warps.words[(warp << WARP_SHIFT) + W.launchedAt] = now;
    const since = warps.words[(warp << WARP_SHIFT) + W.since]!;
    if (since >= now) return;
    const isKnown = warps.words[(warp << WARP_SHIFT) + W.status] === WarpStatus.running;
    const ready = isKnown
      ? Math.max(since, Math.min(now, warps.words[(warp << WARP_SHIFT) + W.readyAt]!))
      : now;
    counters[row + STALL_BASE + warps.words[(warp << WARP_SHIFT) + W.reason]!]! += ready - since;
    counters[row + C.stallNotSelected]! += now - ready;
    warps.words[(warp << WARP_SHIFT) + W.since] = now;
    if (isKnown && warps.words[(warp << WARP_SHIFT) + W.readyAt]! < now)
      warps.words[(warp << WARP_SHIFT) + W.readyAt] = now;
  }

  /** The block's warp with the lowest number that has not finished. */
  firstWarp(slot: number): number {
    let i = slot * WARPS_PER_BLOCK;
    while (this.parts.blocks.warps[i]! < 0) i++;
    return this.parts.blocks.warps[i]!;
  }

  /** Stops a block's warps where they are; loads under way still return. */
  freeze(slot: number, now: number): void {
    const { warps, schedulers } = this.parts;
    this.eachWarp(slot, (warp) => {
      this.settleWarp(warp, now);
      warps.words[(warp << WARP_SHIFT) + W.frozen] = 1;
      if (warps.words[(warp << WARP_SHIFT) + W.status] === WarpStatus.running) schedulers.stop(warp);
      else if (warps.words[(warp << WARP_SHIFT) + W.status] === WarpStatus.loads)
        warps.words[(warp << WARP_SHIFT) + W.status] = WarpStatus.stopped;
    });
  }

  /** Tests whether nothing is under way any more for a frozen block. */
  isQuiet(slot: number): boolean {
    const { warps } = this.parts;
    let quiet = true;
    this.eachWarp(slot, (warp) => {
      if (
        warps.words[(warp << WARP_SHIFT) + W.pending] !== 0 ||
        warps.words[(warp << WARP_SHIFT) + W.status] === WarpStatus.fetch
      )
        quiet = false;
    });
    return quiet;
  }

  /** Takes a frozen, quiet block off its SM. */
  save(sm: number, slot: number, now: number): SavedBlock {
    const { blocks, warps, counters } = this.parts;
    const kernel = blocks.kernel[slot]!;
    const saved: SavedWarp[] = [];
    this.eachWarp(slot, (warp) => {
      saved.push(saveWarp(warps, warp));
      counters[warps.words[(warp << WARP_SHIFT) + W.row]! + C.warpCycles]! +=
        now - warps.words[(warp << WARP_SHIFT) + W.launchedAt]!;
      this.removeWarp(warp);
      warps.words[(warp << WARP_SHIFT) + W.frozen] = 0;
    });
    const block = { kernel, index: blocks.index[slot]!, atBarrier: blocks.atBarrier[slot]!, warps: saved };
    blocks.kernel[slot] = -1;
    this.leave(sm, kernel, now);
    return block;
  }

  /** Puts a saved block into a slot of an SM, frozen; the slot. */
  restore(sm: number, saved: SavedBlock, now: number): number {
    const { blocks, kernels } = this.parts;
    const slot = this.occupy(sm, saved.kernel, saved.index, now);
    blocks.atBarrier[slot] = saved.atBarrier;
    blocks.warpsLeft[slot] = saved.warps.length;
    const first = slot * WARPS_PER_BLOCK;
    blocks.warps.fill(-1, first, first + kernels.warpsPerBlock[saved.kernel]!);
    for (const warp of saved.warps) this.restoreWarp(sm, slot, saved.kernel, warp, now);
    return slot;
  }

  private restoreWarp(sm: number, slot: number, kernel: number, saved: SavedWarp, now: number): void {
    const { warps, blocks, schedulers, image } = this.parts;
    const warp = this.freeWarp(sm, slot);
    loadWarp(warps, warp, saved);
    blocks.warps[slot * WARPS_PER_BLOCK + saved.inBlock] = warp;
    warps.words[(warp << WARP_SHIFT) + W.kernel] = kernel;
    warps.words[(warp << WARP_SHIFT) + W.row] = kernel * COUNTER_COLUMNS;
    warps.words[(warp << WARP_SHIFT) + W.block] = slot;
    warps.words[(warp << WARP_SHIFT) + W.launchedAt] = now;
    warps.words[(warp << WARP_SHIFT) + W.since] = now;
    warps.words[(warp << WARP_SHIFT) + W.reason] = Stall.launch;
    warps.words[(warp << WARP_SHIFT) + W.frozen] = 1;
    schedulers.unitWarps[((warp >> 5) << UNIT_SHIFT) + image.ops[(saved.op << OP_SHIFT) + O.unit]!]! |=
      1 << (warp & 31);
  }

  /** Lets a frozen block go on. */
  thaw(slot: number, now: number): void {
    const { warps, schedulers } = this.parts;
    this.eachWarp(slot, (warp) => {
      warps.words[(warp << WARP_SHIFT) + W.frozen] = 0;
      if (warps.words[(warp << WARP_SHIFT) + W.status] !== WarpStatus.stopped) return;
      const time = schedulers.operandsReady(warp, warps.words[(warp << WARP_SHIFT) + W.op]!, now + 1);
      if (time !== NEVER) schedulers.wakeAt(warp, time);
    });
  }

  private eachWarp(slot: number, visit: (warp: number) => void): void {
    const { blocks, kernels } = this.parts;
    const count = kernels.warpsPerBlock[blocks.kernel[slot]!]!;
    for (let i = 0; i < count; i++) {
      const warp = blocks.warps[slot * WARPS_PER_BLOCK + i]!;
      if (warp >= 0) visit(warp);
    }
  }

  private leave(sm: number, kernel: number, now: number): void {
    const at = sm * this.kernelCount + kernel;
    if (--this.residents[at]! > 0) return;
    this.parts.counters[kernel * COUNTER_COLUMNS + C.smCycles]! += now + 1 - this.residentSince[at]!;
  }
}
