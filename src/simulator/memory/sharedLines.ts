import { quotient } from '../core/bits';
import type { StateArrays } from '../core/stateArrays';
import { LINE_BYTES } from '../core/sizes';

/** Numbers of an array among those that `SharedLines` is made of. */
const SPAN = 3;

/**
 * Lines of arrays that all SMs of a GPU read in common, where a part of the GPU is simulated. Its blocks touch more of
 * such an array than the part's share of the caches can hold, and each of these lines is touched less often than by all
 * blocks of the GPU. Lines that are touched one behind the other are therefore one line to the L2 cache: as many as make
 * what is touched of the array the part's share of what the GPU touches.
 */
export class SharedLines {
  private readonly first: Int32Array;
  private readonly end: Int32Array;
  private readonly surplus: Float64Array;
  private readonly offset: Int32Array;
  /** By line of the arrays, the place of the line that it is to the L2 cache + 1; 0 before it is touched. */
  private readonly known: Int32Array;
  /** By array, lines that were touched. */
  private readonly touched: Int32Array;

  /** @param spans of each array its first byte, its bytes and its surplus (`SharedArray`) */
  constructor(spans: Float64Array, state: StateArrays) {
    const arrays = quotient(spans.length, SPAN);
    this.first = new Int32Array(arrays);
    this.end = new Int32Array(arrays);
    this.surplus = new Float64Array(arrays);
    this.offset = new Int32Array(arrays);
    let lines = 0;
    for (let array = 0; array < arrays; array++) {
      const base = spans[array * SPAN]!;
      this.first[array] = i32(Math.floor(base / LINE_BYTES));
      this.end[array] = i32(Math.ceil((base + spans[array * SPAN + 1]!) / LINE_BYTES));
      this.surplus[array] = spans[array * SPAN + 2]!;
      this.offset[array] = lines;
      lines += this.end[array]! - this.first[array]!;
    }
    this.known = state.int32(lines);
    this.touched = state.int32(arrays);
  }

  /** What a line is to the L2 cache. */
  at(line: i32): i32 {
    const first = this.first;
    const end = this.end;
    for (let array = 0; array < first.length; array++)
      if (line >= first[array]! && line < end[array]!) return first[array]! + this.placeOf(array, line);
    return line;
  }

  /** Places follow each other in the order of touches, as lines of the array do to all blocks of the GPU. */
  private placeOf(array: i32, line: i32): i32 {
    const at = this.offset[array]! + line - this.first[array]!;
    const known = this.known[at]!;
    if (known > 0) return known - 1;
    const place = i32(Math.floor(f64(this.touched[array]!++) / this.surplus[array]!));
    this.known[at] = place + 1;
    return place;
  }
}
