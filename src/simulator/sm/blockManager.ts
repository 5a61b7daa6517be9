import { countBits, greater, hash2, lesser, lowMask, lowestBit, quotient, quotientUp } from '../core/bits';
import { C, COUNTER_COLUMNS, STALL_BASE } from '../core/counterColumns';
import type { StateArrays } from '../core/stateArrays';
import type { ProgramImage } from '../program/imageTables';
import { O, OP_SHIFT } from '../program/operations';
import type { ChipSpec } from '../chip/chipSpec';
import { type BlockState, WARPS_PER_BLOCK } from './blockState';
import type { ReadCache } from './readCache';
import type { KernelFacts } from './kernelFacts';
import { NEVER } from '../core/sizes';
import { Stall, UNIT_SHIFT, type Schedulers } from './schedulers';
import type { WarpControl } from './warpControl';
import { B, loadWarp, SAVED_WARP, savedPlace, saveWarp } from './savedBlock';
import { Happened, type ChipEvents } from '../core/chipEvents';
import { FRAMES, RING, SCHEDULER_SHIFT, W, WARP_SHIFT, type WarpState, WarpStatus } from './warpState';

/** Components that the block manager works with. */
export class BlockParts {
  constructor(
    readonly spec: ChipSpec,
    readonly image: ProgramImage,
    readonly kernels: KernelFacts,
    readonly warps: WarpState,
    readonly blocks: BlockState,
    readonly schedulers: Schedulers,
    readonly control: WarpControl,
    readonly l1: ReadCache,
    readonly counters: Float64Array,
    readonly events: ChipEvents,
  ) {}
}

/** Blocks on SMs: their warps come to life, meet at barriers and finish. */
export class BlockManager {
  /** Room for a block that is taken off its SM, see `B`. */
  readonly parcel: Int32Array = new Int32Array(B.first + WARPS_PER_BLOCK * SAVED_WARP);
  /** Blocks of each kernel on each SM, and since when there is one. */
  private readonly residents: Int32Array;
  private readonly residentSince: Int32Array;
  /** Launches of each kernel so far, and the last one of which each SM got a block. */
  private readonly launches: Int32Array;
  private readonly launchSeen: Int32Array;
  private readonly kernelCount: i32;
  private readonly warpsPerScheduler: i32;

  constructor(
    private readonly parts: BlockParts,
    maxWarps: i32,
    state: StateArrays,
  ) {
    this.kernelCount = parts.kernels.count;
    this.residents = state.int32(parts.spec.sms * this.kernelCount);
    this.residentSince = state.int32(parts.spec.sms * this.kernelCount);
    this.launches = state.int32(this.kernelCount);
    this.launchSeen = state.int32(parts.spec.sms * this.kernelCount);
    this.warpsPerScheduler = quotientUp(maxWarps, parts.spec.sm.schedulers);
  }

  /** Blocks of a kernel that an SM holds. */
  resident(sm: i32, kernel: i32): i32 {
    return this.residents[sm * this.kernelCount + kernel]!;
  }

  /** Warp instructions that the block in a slot has issued so far. */
  issuedBy(slot: i32): i32 {
    const blocks = this.parts.blocks;
    const count = this.parts.kernels.warpsPerBlock[blocks.kernel[slot]!]!;
    let issued = 0;
    for (let i = 0; i < count; i++) {
      const warp = blocks.warps[slot * WARPS_PER_BLOCK + i]!;
      if (warp >= 0) issued += this.parts.warps.words[(warp << WARP_SHIFT) + W.issued]!;
    }
    return issued;
  }

  /** Puts a block on an SM, which must have room; its first instructions can issue after the launch time. */
  launch(sm: i32, kernel: i32, index: i32, now: i32): void {
    const blocks = this.parts.blocks;
    const kernels = this.parts.kernels;
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
  private startLaunch(sm: i32, kernel: i32): void {
    const at = sm * this.kernelCount + kernel;
    if (this.launchSeen[at] === this.launches[kernel]) return;
    this.launchSeen[at] = this.launches[kernel]!;
    if (this.parts.spec.sm.l1.clearedByLaunches && this.isEmpty(sm)) this.parts.l1.clear(sm);
  }

  private isEmpty(sm: i32): boolean {
    const first = sm * this.kernelCount;
    for (let at = first; at < first + this.kernelCount; at++) if (this.residents[at]! > 0) return false;
    return true;
  }

  private occupy(sm: i32, kernel: i32, index: i32, now: i32): i32 {
    const blocks = this.parts.blocks;
    const kernels = this.parts.kernels;
    const slot = this.freeSlot(sm);
    blocks.kernel[slot] = kernel;
    blocks.index[slot] = index;
    const gridX = kernels.gridX[kernel]!;
    const gridY = kernels.gridY[kernel]!;
    blocks.x[slot] = index % gridX;
    blocks.y[slot] = quotient(index, gridX) % gridY;
    blocks.z[slot] = quotient(quotient(index, gridX), gridY);
    if (this.residents[sm * this.kernelCount + kernel]!++ === 0)
      this.residentSince[sm * this.kernelCount + kernel] = now;
    return slot;
  }

  private freeSlot(sm: i32): i32 {
    const blocks = this.parts.blocks;
    let slot = sm * blocks.slotsPerSm;
    while (blocks.kernel[slot]! >= 0) slot++;
    return slot;
  }

  private launchWarp(sm: i32, slot: i32, kernel: i32, inBlock: i32, now: i32): void {
    const warps = this.parts.warps;
    const blocks = this.parts.blocks;
    const kernels = this.parts.kernels;
    const image = this.parts.image;
    const control = this.parts.control;
    const schedulers = this.parts.schedulers;
    const warp = this.freeWarp(sm, slot);
    blocks.warps[slot * WARPS_PER_BLOCK + inBlock] = warp;
    const threads = lesser(32, kernels.threadsPerBlock[kernel]! - inBlock * 32);
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
    const seed = kernels.seed[kernel]!;
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
    schedulers.wakeAt(warp, now + this.parts.spec.blockCycles);
  }

  /** A free place at the scheduler with the fewest warps, for a warp of a block; marks it taken. */
  private freeWarp(sm: i32, slot: i32): i32 {
    const schedulers = this.parts.schedulers;
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
  private matesOf(scheduler: i32, slot: i32): i32 {
    const schedulers = this.parts.schedulers;
    const warps = this.parts.warps;
    let mates = 0;
    for (let rest = schedulers.resident[scheduler]!; rest !== 0; rest &= rest - 1) {
      const bit = lowestBit(rest);
      if (warps.words[((scheduler * 32 + bit) << WARP_SHIFT) + W.block] === slot) mates |= 1 << bit;
    }
    return mates;
  }

  /** A warp has come to its barrier; the last one releases the block. */
  arrive(warp: i32, now: i32): void {
    const warps = this.parts.warps;
    const blocks = this.parts.blocks;
    const slot = warps.words[(warp << WARP_SHIFT) + W.block]!;
    warps.words[(warp << WARP_SHIFT) + W.status] = WarpStatus.barrier;
    blocks.atBarrier[slot]!++;
    if (blocks.atBarrier[slot] === blocks.warpsLeft[slot]) this.release(slot, now);
  }

  private release(slot: i32, now: i32): void {
    const warps = this.parts.warps;
    const blocks = this.parts.blocks;
    const schedulers = this.parts.schedulers;
    const kernels = this.parts.kernels;
    const spec = this.parts.spec;
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
  finishWarp(sm: i32, warp: i32, now: i32): void {
    const warps = this.parts.warps;
    const blocks = this.parts.blocks;
    const counters = this.parts.counters;
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

  private removeWarp(warp: i32): void {
    const warps = this.parts.warps;
    const schedulers = this.parts.schedulers;
    const image = this.parts.image;
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

  private finishBlock(sm: i32, slot: i32, now: i32): void {
    const blocks = this.parts.blocks;
    const counters = this.parts.counters;
    const kernel = blocks.kernel[slot]!;
    blocks.kernel[slot] = -1;
    counters[kernel * COUNTER_COLUMNS + C.blocksDone]!++;
    this.leave(sm, kernel, now);
    this.parts.events.note(Happened.blockDone, sm, kernel);
  }

  /** Brings the counters of time up to date: what is under way counts as far as it has come. */
  settleCounters(now: i32): void {
    const kernelCount = this.kernelCount;
    for (let at = 0; at < this.residents.length; at++) {
      if (this.residents[at] === 0) continue;
      this.parts.counters[(at % kernelCount) * COUNTER_COLUMNS + C.smCycles]! +=
        now - this.residentSince[at]!;
      this.residentSince[at] = now;
    }
    const resident = this.parts.schedulers.resident;
    for (let scheduler = 0; scheduler < resident.length; scheduler++)
      for (let bits = resident[scheduler]!; bits !== 0; bits &= bits - 1)
        this.settleWarp(scheduler * 32 + lowestBit(bits), now);
  }

  private settleWarp(warp: i32, now: i32): void {
    const warps = this.parts.warps;
    const counters = this.parts.counters;
    const row = warps.words[(warp << WARP_SHIFT) + W.row]!;
    counters[row + C.warpCycles]! += now - warps.words[(warp << WARP_SHIFT) + W.launchedAt]!;
    warps.words[(warp << WARP_SHIFT) + W.launchedAt] = now;
    const since = warps.words[(warp << WARP_SHIFT) + W.since]!;
    if (since >= now) return;
    const isKnown = warps.words[(warp << WARP_SHIFT) + W.status] === WarpStatus.running;
    const ready = isKnown ? greater(since, lesser(now, warps.words[(warp << WARP_SHIFT) + W.readyAt]!)) : now;
    counters[row + STALL_BASE + warps.words[(warp << WARP_SHIFT) + W.reason]!]! += ready - since;
    counters[row + C.stallNotSelected]! += now - ready;
    warps.words[(warp << WARP_SHIFT) + W.since] = now;
    if (isKnown && warps.words[(warp << WARP_SHIFT) + W.readyAt]! < now)
      warps.words[(warp << WARP_SHIFT) + W.readyAt] = now;
  }

  /** The block's warp with the lowest number that has not finished. */
  firstWarp(slot: i32): i32 {
    let i = slot * WARPS_PER_BLOCK;
    while (this.parts.blocks.warps[i]! < 0) i++;
    return this.parts.blocks.warps[i]!;
  }

  /** Stops a block's warps where they are; loads under way still return. */
  freeze(slot: i32, now: i32): void {
    const warps = this.parts.warps;
    const end = this.endOfWarps(slot);
    for (let i = slot * WARPS_PER_BLOCK; i < end; i++) {
      const warp = this.parts.blocks.warps[i]!;
      if (warp < 0) continue;
      this.settleWarp(warp, now);
      const at = warp << WARP_SHIFT;
      warps.words[at + W.frozen] = 1;
      if (warps.words[at + W.status] === WarpStatus.running) this.parts.schedulers.stop(warp);
      else if (warps.words[at + W.status] === WarpStatus.loads)
        warps.words[at + W.status] = WarpStatus.stopped;
    }
  }

  /** Tests whether nothing is under way any more for a frozen block. */
  isQuiet(slot: i32): boolean {
    const words = this.parts.warps.words;
    const end = this.endOfWarps(slot);
    for (let i = slot * WARPS_PER_BLOCK; i < end; i++) {
      const warp = this.parts.blocks.warps[i]!;
      if (warp < 0) continue;
      const at = warp << WARP_SHIFT;
      if (words[at + W.pending] !== 0 || words[at + W.status] === WarpStatus.fetch) return false;
    }
    return true;
  }

  /** Takes a frozen, quiet block off its SM, into `parcel`; words that it takes there. */
  save(sm: i32, slot: i32, now: i32): i32 {
    const blocks = this.parts.blocks;
    const words = this.parts.warps.words;
    const parcel = this.parcel;
    const kernel = blocks.kernel[slot]!;
    const end = this.endOfWarps(slot);
    let to = B.first as i32;
    for (let i = slot * WARPS_PER_BLOCK; i < end; i++) {
      const warp = blocks.warps[i]!;
      if (warp < 0) continue;
      const at = warp << WARP_SHIFT;
      saveWarp(this.parts.warps, warp, parcel, to);
      to += SAVED_WARP;
      this.parts.counters[words[at + W.row]! + C.warpCycles]! += now - words[at + W.launchedAt]!;
      this.removeWarp(warp);
      words[at + W.frozen] = 0;
    }
    parcel[B.kernel] = kernel;
    parcel[B.index] = blocks.index[slot]!;
    parcel[B.atBarrier] = blocks.atBarrier[slot]!;
    parcel[B.warps] = quotient(to - B.first, SAVED_WARP);
    blocks.kernel[slot] = -1;
    this.leave(sm, kernel, now);
    return to;
  }

  /** Puts the saved block in `parcel` into a slot of an SM, frozen; the slot. */
  restore(sm: i32, now: i32): i32 {
    const blocks = this.parts.blocks;
    const parcel = this.parcel;
    const kernel = parcel[B.kernel]!;
    const slot = this.occupy(sm, kernel, parcel[B.index]!, now);
    blocks.atBarrier[slot] = parcel[B.atBarrier]!;
    blocks.warpsLeft[slot] = parcel[B.warps]!;
    const first = slot * WARPS_PER_BLOCK;
    blocks.warps.fill(-1, first, first + this.parts.kernels.warpsPerBlock[kernel]!);
    for (let i = 0; i < parcel[B.warps]!; i++)
      this.restoreWarp(sm, slot, kernel, B.first + i * SAVED_WARP, now);
    return slot;
  }

  private restoreWarp(sm: i32, slot: i32, kernel: i32, from: i32, now: i32): void {
    const warps = this.parts.warps;
    const blocks = this.parts.blocks;
    const schedulers = this.parts.schedulers;
    const image = this.parts.image;
    const warp = this.freeWarp(sm, slot);
    loadWarp(warps, warp, this.parcel, from);
    blocks.warps[slot * WARPS_PER_BLOCK + savedPlace(this.parcel, from)] = warp;
    warps.words[(warp << WARP_SHIFT) + W.kernel] = kernel;
    warps.words[(warp << WARP_SHIFT) + W.row] = kernel * COUNTER_COLUMNS;
    warps.words[(warp << WARP_SHIFT) + W.block] = slot;
    warps.words[(warp << WARP_SHIFT) + W.launchedAt] = now;
    warps.words[(warp << WARP_SHIFT) + W.since] = now;
    warps.words[(warp << WARP_SHIFT) + W.reason] = Stall.launch;
    warps.words[(warp << WARP_SHIFT) + W.frozen] = 1;
    schedulers.unitWarps[
      ((warp >> 5) << UNIT_SHIFT) +
        image.ops[(warps.words[(warp << WARP_SHIFT) + W.op]! << OP_SHIFT) + O.unit]!
    ]! |= 1 << (warp & 31);
  }

  /** Lets a frozen block go on. */
  thaw(slot: i32, now: i32): void {
    const words = this.parts.warps.words;
    const schedulers = this.parts.schedulers;
    const end = this.endOfWarps(slot);
    for (let i = slot * WARPS_PER_BLOCK; i < end; i++) {
      const warp = this.parts.blocks.warps[i]!;
      if (warp < 0) continue;
      const at = warp << WARP_SHIFT;
      words[at + W.frozen] = 0;
      if (words[at + W.status] !== WarpStatus.stopped) continue;
      const time = schedulers.operandsReady(warp, words[at + W.op]!, now + 1);
      if (time !== NEVER) schedulers.wakeAt(warp, time);
    }
  }

  /** Behind the places of the warps of a block in `BlockState.warps`. */
  private endOfWarps(slot: i32): i32 {
    const kernel = this.parts.blocks.kernel[slot]!;
    return slot * WARPS_PER_BLOCK + this.parts.kernels.warpsPerBlock[kernel]!;
  }

  private leave(sm: i32, kernel: i32, now: i32): void {
    const at = sm * this.kernelCount + kernel;
    if (--this.residents[at]! > 0) return;
    this.parts.counters[kernel * COUNTER_COLUMNS + C.smCycles]! += now + 1 - this.residentSince[at]!;
  }
}
