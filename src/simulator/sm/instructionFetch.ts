import { exponentOf, greater, lesser, quotient } from '../core/bits';
import { C, STALL_BASE } from '../core/counterColumns';
import type { StateArrays } from '../core/stateArrays';
import type { ProgramImage } from '../program/imageTables';
import { O, OP_SHIFT } from '../program/operations';
import { LINE_BYTES } from '../core/sizes';
import type { KernelFacts } from './kernelFacts';
import { Lookup, type LoadListener, type ReadCache } from './readCache';
import { Stall, type Schedulers } from './schedulers';
import { W, WARP_SHIFT, WarpStatus, type WarpState } from './warpState';

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
    private readonly kernels: KernelFacts,
    private readonly warps: WarpState,
    private readonly schedulers: Schedulers,
    private readonly counters: Float64Array,
    private readonly instructionBytes: i32,
    /** Lines of code that are asked for ahead of a warp. */
    private readonly prefetchLines: i32,
    sms: i32,
    state: StateArrays,
  ) {
    this.prefetched = state.int32(sms * kernels.count);
  }

  connect(cache: ReadCache): void {
    this.cache = cache;
  }

  /**
   * Looks up the warp's next instructions: true if they are in the cache; else they are fetched and the warp
   * waits.
   */
  check(sm: i32, warp: i32, now: i32): boolean {
    const words = this.warps.words;
    const ops = this.image.ops;
    const at = warp << WARP_SHIFT;
    const opAt = words[at + W.op]! << OP_SHIFT;
    const code = ops[opAt + O.code]! + (ops[opAt + O.count]! - words[at + W.left]!) * this.instructionBytes;
    const line = code >> LINE_SHIFT;
    const kernel = words[at + W.kernel]!;
    const first = this.kernels.codeLine[kernel]!;
    const outcome = this.cache!.lookup(sm, first + line, ALL_SECTORS, warp, 0, kernel);
    this.prefetch(sm, kernel, line, outcome !== Lookup.hit);
    const row = words[at + W.row]!;
    if (outcome <= Lookup.miss) this.counters[row + C.instructionAccesses]!++;
    if (outcome === Lookup.hit) {
      words[at + W.codeLine] = line;
      words[at + W.fetched] = quotient(((line + 1) << LINE_SHIFT) - code, this.instructionBytes);
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
  private prefetch(sm: i32, kernel: i32, line: i32, missed: boolean): void {
    const at = sm * this.kernels.count + kernel;
    const last = lesser(line + this.prefetchLines, this.kernels.codeLines[kernel]! - 1);
    const from = missed ? line + 1 : this.prefetched[at]! + 1;
    for (let ahead = from; ahead <= last; ahead++)
      this.cache!.prefetch(sm, this.kernels.codeLine[kernel]! + ahead, kernel);
    if (last > this.prefetched[at]!) this.prefetched[at] = last;
  }

  /** Closes the account of what the warp waited for before: from now on it waits for instructions. */
  private wait(warp: i32, now: i32): void {
    const words = this.warps.words;
    const at = warp << WARP_SHIFT;
    const row = words[at + W.row]!;
    const since = words[at + W.since]!;
    const readyAt = lesser(words[at + W.readyAt]!, now);
    if (readyAt > since) this.counters[row + STALL_BASE + words[at + W.reason]!]! += readyAt - since;
    const waited = now - greater(readyAt, since);
    if (waited > 0) this.counters[row + C.stallNotSelected]! += waited;
    this.schedulers.ready[warp >> 5]! &= ~(1 << (warp & 31));
    words[at + W.since] = now;
    words[at + W.reason] = Stall.fetch;
  }

  /** The instructions that a warp waited for have come. */
  loadServed(warp: i32, _token: i32, time: i32): void {
    const words = this.warps.words;
    const at = warp << WARP_SHIFT;
    if (words[at + W.status] !== WarpStatus.fetch) return;
    if (words[at + W.frozen] === 1) words[at + W.status] = WarpStatus.stopped;
    else this.schedulers.wakeAt(warp, time);
  }
}
