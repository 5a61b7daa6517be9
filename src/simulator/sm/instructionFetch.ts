import { exponentOf } from '../core/bits';
import { C, STALL_COUNTERS } from '../core/counters';
import type { StateArrays } from '../core/stateArrays';
import { O, OP_SHIFT, type ProgramImage } from '../program/image';
import { LINE_BYTES } from '../spec/simulatorSpec';
import type { KernelTable } from './kernelTable';
import { Lookup, type LoadListener, type ReadCache } from './readCache';
import { Stall, type Schedulers } from './schedulers';
import { W, WARP_SHIFT, WarpStatus, type WarpState } from './warpState';

const STALL_BASE = C[STALL_COUNTERS[0]];
const LINE_SHIFT = exponentOf(LINE_BYTES);
const ALL_SECTORS = 15;
/** Cycles after which a fetch that found no miss entry tries again. */
const RETRY_CYCLES = 8;

/** Brings warps their instructions, a line of code at a time, through the instruction cache of their SM. */
export class InstructionFetch implements LoadListener {
  private cache: ReadCache | null = null;
  /** Last line of each kernel's code that each SM has asked for. */
  private readonly prefetched: Int32Array;

  constructor(
    private readonly image: ProgramImage,
    private readonly kernels: KernelTable,
    private readonly warps: WarpState,
    private readonly schedulers: Schedulers,
    private readonly counters: Float64Array,
    private readonly instructionBytes: number,
    /** Lines of code that are asked for ahead of a warp. */
    private readonly prefetchLines: number,
    sms: number,
    state: StateArrays,
  ) {
    this.prefetched = state.int32(sms * kernels.kernels.length);
  }

  connect(cache: ReadCache): void {
    this.cache = cache;
  }

  /**
   * Looks up the warp's next instructions: true if they are in the cache; else they are fetched and the warp
   * waits.
   */
  check(sm: number, warp: number, now: number): boolean {
    const { words } = this.warps;
    const { ops } = this.image;
    const at = warp << WARP_SHIFT;
    const of = words[at + W.op]! << OP_SHIFT;
    const code = ops[of + O.code]! + (ops[of + O.count]! - words[at + W.left]!) * this.instructionBytes;
    const line = code >> LINE_SHIFT;
    const kernel = words[at + W.kernel]!;
    const first = this.kernels.codeLine[kernel]!;
    const outcome = this.cache!.lookup(sm, first + line, ALL_SECTORS, warp, 0, kernel);
    this.prefetch(sm, kernel, line, outcome !== Lookup.hit);
    const row = words[at + W.row]!;
    if (outcome <= Lookup.miss) this.counters[row + C.instructionAccesses]!++;
    if (outcome === Lookup.hit) {
      words[at + W.codeLine] = line;
      words[at + W.fetched] = (((line + 1) << LINE_SHIFT) - code) / this.instructionBytes;
      return true;
    }
    this.wait(warp, now);
    if (outcome === Lookup.miss) {
      this.counters[row + C.instructionMisses]!++;
      words[at + W.status] = WarpStatus.fetch;
    } else this.schedulers.wakeAt(warp, now + RETRY_CYCLES);
    return false;
  }

  /** Asks for the lines behind `line` that were not asked for yet, or after a miss for all of them. */
  private prefetch(sm: number, kernel: number, line: number, missed: boolean): void {
    const at = sm * this.kernels.kernels.length + kernel;
    const last = Math.min(line + this.prefetchLines, this.kernels.codeLines[kernel]! - 1);
    const from = missed ? line + 1 : this.prefetched[at]! + 1;
    for (let ahead = from; ahead <= last; ahead++)
      this.cache!.prefetch(sm, this.kernels.codeLine[kernel]! + ahead, kernel);
    if (last > this.prefetched[at]!) this.prefetched[at] = last;
  }

  /** Closes the account of what the warp waited for before: from now on it waits for instructions. */
  private wait(warp: number, now: number): void {
    const { words } = this.warps;
    const at = warp << WARP_SHIFT;
    const row = words[at + W.row]!;
    const since = words[at + W.since]!;
    const readyAt = Math.min(words[at + W.readyAt]!, now);
    if (readyAt > since) this.counters[row + STALL_BASE + words[at + W.reason]!]! += readyAt - since;
    const waited = now - Math.max(readyAt, since);
    if (waited > 0) this.counters[row + C.stallNotSelected]! += waited;
    this.schedulers.ready[warp >> 5]! &= ~(1 << (warp & 31));
    words[at + W.since] = now;
    words[at + W.reason] = Stall.fetch;
  }

  /** The instructions that a warp waited for have come. */
  loadServed(warp: number, _token: number, time: number): void {
    const { words } = this.warps;
    const at = warp << WARP_SHIFT;
    if (words[at + W.status] !== WarpStatus.fetch) return;
    if (words[at + W.frozen] === 1) words[at + W.status] = WarpStatus.stopped;
    else this.schedulers.wakeAt(warp, time);
  }
}
