import { C, COUNTER_COLUMNS } from '../core/counterColumns';
import type { StateArrays } from '../core/stateArrays';
import { RequestKind } from '../memory/requests';
import { LINE_BYTES, NEVER } from '../core/sizes';
import type { BlockManager } from './blockManager';
import { B } from './savedBlock';
import { Happened, type ChipEvents } from '../core/chipEvents';
import { greater, lesser, lowestBit, quotientUp } from '../core/bits';
import type { BlockState } from './blockState';
import type { KernelFacts } from './kernelFacts';
import type { LoadStoreUnit } from './loadStoreUnit';
import { Lookup, type ReadCache } from './readCache';
import { CONTEXT_TOKEN, Token, tokenAt, W, WARP_SHIFT, type WarpState } from './warpState';

const ALL_SECTORS = 15;

/** Phase of an SM's context switch. */
enum Phase {
  none = 0,
  quieting = 1,
  leaving = 2,
}

/** Components that context switches work with. */
export class SwitchParts {
  constructor(
    readonly kernels: KernelFacts,
    readonly warps: WarpState,
    readonly blocks: BlockState,
    readonly manager: BlockManager,
    readonly loadStore: LoadStoreUnit,
    readonly l1: ReadCache,
    readonly counters: Float64Array,
    /** First line of the memory in which contexts are kept, and lines per SM. */
    readonly contextLine: i32,
    readonly contextLinesPerSm: i32,
    readonly events: ChipEvents,
  ) {}
}

/**
 * Moves running blocks off an SM and back onto one: their warps stop, outstanding loads return, then registers
 * and shared memory go to device memory line by line through the ordinary memory system, and come back the
 * same way (Tanasic et al., ISCA 2014).
 */
export class ContextSwitch {
  private readonly phase: Uint8Array;
  /** Lines that still have to leave an SM, and lines still to be read for a block slot. */
  private readonly linesOut: Int32Array;
  private readonly linesIn: Int32Array;
  /** Block slots of an SM that leave, and that are coming, as bit masks. */
  private readonly leaving: Int32Array;
  private readonly coming: Int32Array;
  /** Slots that leave whose lines are counted in `linesOut` already. */
  private readonly counted: Int32Array;

  constructor(
    private readonly parts: SwitchParts,
    state: StateArrays,
  ) {
    const sms = parts.blocks.sms;
    const slotsPerSm = parts.blocks.slotsPerSm;
    this.phase = state.uint8(sms);
    this.linesOut = state.int32(sms);
    this.linesIn = state.int32(sms * slotsPerSm);
    this.leaving = state.int32(sms);
    this.coming = state.int32(sms);
    this.counted = state.int32(sms);
  }

  /** Tests whether an SM is changing its blocks, so that nothing may be placed on it. */
  isBusy(sm: i32): boolean {
    return this.phase[sm] !== Phase.none;
  }

  /** Tests whether no context is on the move anywhere. */
  isIdle(): boolean {
    for (let sm = 0; sm < this.phase.length; sm++)
      if (this.phase[sm] !== Phase.none || this.coming[sm] !== 0) return false;
    return true;
  }

  /** Stops the blocks of an application on an SM; true when there were any. */
  preempt(sm: i32, app: i32, now: i32): boolean {
    const blocks = this.parts.blocks;
    const kernels = this.parts.kernels;
    const manager = this.parts.manager;
    let stopped = 0;
    for (let i = 0; i < blocks.slotsPerSm; i++) {
      const slot = sm * blocks.slotsPerSm + i;
      const kernel = blocks.kernel[slot]!;
      if (kernel < 0 || kernels.app[kernel] !== app || (this.leaving[sm]! & (1 << i)) !== 0) continue;
      manager.freeze(slot, now);
      stopped |= 1 << i;
    }
    if (stopped === 0) return false;
    this.leaving[sm]! |= stopped;
    this.phase[sm] = Phase.quieting;
    return true;
  }

  /** Puts the saved block in the manager's parcel onto an SM; its warps go on when its context has been read. */
  resume(sm: i32, now: i32): void {
    const blocks = this.parts.blocks;
    const manager = this.parts.manager;
    const warps = this.parts.warps;
    const slot = manager.restore(sm, now);
    const kernel = manager.parcel[B.kernel]!;
    const lines = this.linesOf(kernel);
    this.linesIn[slot] = lines;
    this.coming[sm]! |= 1 << (slot - sm * blocks.slotsPerSm);
    const warp = manager.firstWarp(slot);
    warps.words[(warp << WARP_SHIFT) + W.pending]! |= 1 << CONTEXT_TOKEN;
    warps.tokens[tokenAt(warp, CONTEXT_TOKEN) + Token.left] = lines;
    this.parts.counters[kernel * COUNTER_COLUMNS + C.contextBytes]! += lines * LINE_BYTES;
  }

  private linesOf(kernel: i32): i32 {
    const registersPerBlock = this.parts.kernels.registersPerBlock;
    const sharedPerBlock = this.parts.kernels.sharedPerBlock;
    return greater(1, quotientUp(registersPerBlock[kernel]! * 4 + sharedPerBlock[kernel]!, LINE_BYTES));
  }

  /** Goes on with what an SM has to move; when to come again, or `NEVER`. */
  step(sm: i32, now: i32): i32 {
    if (this.phase[sm] === Phase.none && this.coming[sm] === 0) return NEVER;
    let next = NEVER;
    if (this.phase[sm] === Phase.quieting && this.isQuiet(sm)) this.startLeaving(sm);
    if (this.phase[sm] === Phase.leaving) next = this.sendLine(sm, now);
    if (this.coming[sm] !== 0) next = lesser(next, this.bringIn(sm, now));
    return next;
  }

  private isQuiet(sm: i32): boolean {
    if ((this.leaving[sm]! & this.coming[sm]!) !== 0) return false;
    const first = sm * this.parts.blocks.slotsPerSm;
    for (let bits = this.leaving[sm]!; bits !== 0; bits &= bits - 1)
      if (!this.parts.manager.isQuiet(first + lowestBit(bits))) return false;
    return true;
  }

  private startLeaving(sm: i32): void {
    this.phase[sm] = Phase.leaving;
    const fresh = this.leaving[sm]! & ~this.counted[sm]!;
    this.counted[sm] = this.leaving[sm]!;
    const first = sm * this.parts.blocks.slotsPerSm;
    for (let bits = fresh; bits !== 0; bits &= bits - 1) {
      const slot = first + lowestBit(bits);
      const kernel = this.parts.blocks.kernel[slot]!;
      const lines = this.linesOf(kernel);
      this.linesOut[sm]! += lines;
      this.parts.counters[kernel * COUNTER_COLUMNS + C.contextBytes]! += lines * LINE_BYTES;
      this.parts.counters[kernel * COUNTER_COLUMNS + C.blocksSwitchedOut]!++;
    }
  }

  private sendLine(sm: i32, now: i32): i32 {
    const loadStore = this.parts.loadStore;
    const blocks = this.parts.blocks;
    const slots = this.leaving[sm]!;
    const kernel = blocks.kernel[sm * blocks.slotsPerSm + lowestBit(slots)]!;
    if (
      !loadStore.sendContextLine(
        sm,
        this.contextLine(sm, this.linesOut[sm]!),
        kernel,
        RequestKind.contextWrite,
      )
    )
      return NEVER;
    if (--this.linesOut[sm]! > 0) return now + 1;
    this.phase[sm] = Phase.none;
    this.leaving[sm] = 0;
    this.counted[sm] = 0;
    this.parts.events.note(Happened.blocksLeft, sm, slots);
    return NEVER;
  }

  private contextLine(sm: i32, index: i32): i32 {
    const contextLine = this.parts.contextLine;
    const contextLinesPerSm = this.parts.contextLinesPerSm;
    return contextLine + sm * contextLinesPerSm + (index % contextLinesPerSm);
  }

  private bringIn(sm: i32, now: i32): i32 {
    const blocks = this.parts.blocks;
    const manager = this.parts.manager;
    const warps = this.parts.warps;
    const l1 = this.parts.l1;
    let next = NEVER;
    const first = sm * blocks.slotsPerSm;
    for (let bits = this.coming[sm]!; bits !== 0; bits &= bits - 1) {
      const slot = first + lowestBit(bits);
      const warp = manager.firstWarp(slot);
      if (this.linesIn[slot]! > 0) {
        const line = this.contextLine(sm, this.linesIn[slot]!);
        const kernel = blocks.kernel[slot]!;
        const kind = RequestKind.contextRead;
        if (l1.bypass(sm, line, ALL_SECTORS, warp, CONTEXT_TOKEN, kernel, kind, 1) !== Lookup.miss)
          return next;
        this.linesIn[slot]!--;
        next = now + 1;
      } else if ((warps.words[(warp << WARP_SHIFT) + W.pending]! & (1 << CONTEXT_TOKEN)) === 0) {
        const bit = 1 << (slot - sm * blocks.slotsPerSm);
        this.coming[sm]! &= ~bit;
        if ((this.leaving[sm]! & bit) === 0) manager.thaw(slot, now);
        this.parts.events.note(Happened.contextMoved, sm, slot);
        next = now + 1;
      }
    }
    return next;
  }
}
