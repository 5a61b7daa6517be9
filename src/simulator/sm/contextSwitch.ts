import { C, COUNTER_COLUMNS } from '../core/counters';
import type { StateArrays } from '../core/stateArrays';
import { RequestKind } from '../memory/requests';
import { LINE_BYTES } from '../spec/simulatorSpec';
import type { BlockManager, SavedBlock } from './blockManager';
import type { BlockState } from './blockState';
import type { KernelTable } from './kernelTable';
import type { LoadStoreUnit } from './loadStoreUnit';
import { Lookup, type ReadCache } from './readCache';
import { NEVER } from './schedulers';
import { CONTEXT_TOKEN, Token, tokenAt, W, WARP_SHIFT, type WarpState } from './warpState';

const ALL_SECTORS = 15;

/** Phase of an SM's context switch. */
const Phase = { none: 0, quieting: 1, leaving: 2 } as const;

/** Who is told that blocks have left an SM: the dispatcher. */
export interface SwitchListener {
  blocksLeft(sm: number, blocks: readonly SavedBlock[]): void;
  /** A block that came back goes on. */
  contextMoved(): void;
}

/** Components that context switches work with. */
export interface SwitchParts {
  readonly kernels: KernelTable;
  readonly warps: WarpState;
  readonly blocks: BlockState;
  readonly manager: BlockManager;
  readonly loadStore: LoadStoreUnit;
  readonly l1: ReadCache;
  readonly counters: Float64Array;
  /** First line of the memory in which contexts are kept, and lines per SM. */
  readonly contextLine: number;
  readonly contextLinesPerSm: number;
}

/**
 * Moves running blocks off an SM and back onto one: their warps stop, outstanding loads return, then registers
 * and shared memory go to device memory line by line through the ordinary memory system, and come back the
 * same way (Tanasic et al., ISCA 2014).
 */
export class ContextSwitch {
  private listener: SwitchListener = { blocksLeft: () => undefined, contextMoved: () => undefined };
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
    const { sms, slotsPerSm } = parts.blocks;
    this.phase = state.uint8(sms);
    this.linesOut = state.int32(sms);
    this.linesIn = state.int32(sms * slotsPerSm);
    this.leaving = state.int32(sms);
    this.coming = state.int32(sms);
    this.counted = state.int32(sms);
  }

  connect(listener: SwitchListener): void {
    this.listener = listener;
  }

  /** Tests whether an SM is changing its blocks, so that nothing may be placed on it. */
  isBusy(sm: number): boolean {
    return this.phase[sm] !== Phase.none;
  }

  /** Tests whether no context is on the move anywhere. */
  isIdle(): boolean {
    return this.phase.every((phase) => phase === Phase.none) && this.coming.every((slots) => slots === 0);
  }

  /** Stops the blocks of an application on an SM; true when there were any. */
  preempt(sm: number, app: number, now: number): boolean {
    const { blocks, kernels, manager } = this.parts;
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

  /** Puts a saved block onto an SM; its warps go on when its context has been read. */
  resume(sm: number, saved: SavedBlock, now: number): void {
    const { blocks, manager, warps } = this.parts;
    const slot = manager.restore(sm, saved, now);
    const lines = this.linesOf(saved.kernel);
    this.linesIn[slot] = lines;
    this.coming[sm]! |= 1 << (slot - sm * blocks.slotsPerSm);
    const warp = manager.firstWarp(slot);
    warps.words[(warp << WARP_SHIFT) + W.pending]! |= 1 << CONTEXT_TOKEN;
    warps.tokens[tokenAt(warp, CONTEXT_TOKEN) + Token.left] = lines;
    this.parts.counters[saved.kernel * COUNTER_COLUMNS + C.contextBytes]! += lines * LINE_BYTES;
  }

  private linesOf(kernel: number): number {
    const { registersPerBlock, sharedPerBlock } = this.parts.kernels;
    return Math.max(1, Math.ceil((registersPerBlock[kernel]! * 4 + sharedPerBlock[kernel]!) / LINE_BYTES));
  }

  /** Goes on with what an SM has to move; when to come again, or `NEVER`. */
  step(sm: number, now: number): number {
    if (this.phase[sm] === Phase.none && this.coming[sm] === 0) return NEVER;
    let next = NEVER;
    if (this.phase[sm] === Phase.quieting && this.isQuiet(sm)) this.startLeaving(sm);
    if (this.phase[sm] === Phase.leaving) next = this.sendLine(sm, now);
    if (this.coming[sm] !== 0) next = Math.min(next, this.bringIn(sm, now));
    return next;
  }

  private isQuiet(sm: number): boolean {
    if ((this.leaving[sm]! & this.coming[sm]!) !== 0) return false;
    return this.slots(sm, this.leaving[sm]!).every((slot) => this.parts.manager.isQuiet(slot));
  }

  private startLeaving(sm: number): void {
    this.phase[sm] = Phase.leaving;
    const fresh = this.leaving[sm]! & ~this.counted[sm]!;
    this.counted[sm] = this.leaving[sm]!;
    for (const slot of this.slots(sm, fresh)) {
      const kernel = this.parts.blocks.kernel[slot]!;
      const lines = this.linesOf(kernel);
      this.linesOut[sm]! += lines;
      this.parts.counters[kernel * COUNTER_COLUMNS + C.contextBytes]! += lines * LINE_BYTES;
      this.parts.counters[kernel * COUNTER_COLUMNS + C.blocksSwitchedOut]!++;
    }
  }

  private sendLine(sm: number, now: number): number {
    const { loadStore, manager, blocks } = this.parts;
    const slots = this.slots(sm, this.leaving[sm]!);
    const kernel = blocks.kernel[slots[0]!]!;
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
    this.listener.blocksLeft(
      sm,
      slots.map((slot) => manager.save(sm, slot, now)),
    );
    return NEVER;
  }

  private contextLine(sm: number, index: number): number {
    const { contextLine, contextLinesPerSm } = this.parts;
    return contextLine + sm * contextLinesPerSm + (index % contextLinesPerSm);
  }

  private bringIn(sm: number, now: number): number {
    const { blocks, manager, warps, l1 } = this.parts;
    let next = NEVER;
    for (const slot of this.slots(sm, this.coming[sm]!)) {
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
        this.listener.contextMoved();
        next = now + 1;
      }
    }
    return next;
  }

  private slots(sm: number, mask: number): number[] {
    const first = sm * this.parts.blocks.slotsPerSm;
    const list: number[] = [];
    for (let bits = mask; bits !== 0; bits &= bits - 1) list.push(first + 31 - Math.clz32(bits & -bits));
    return list;
  }
}
