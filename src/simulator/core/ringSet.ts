import { powerOfTwoAtLeast } from './bits';
import type { StateArrays } from './stateArrays';

/** Several first-in-first-out queues of 32-bit values with the same bound, in one typed array. */
export class RingSet {
  readonly capacity: i32;
  readonly count: Int32Array;
  private readonly head: Int32Array;
  private readonly data: Int32Array;
  private readonly size: i32;

  /** `rings` queues of at most `capacity` entries each. */
  constructor(rings: i32, capacity: i32, state: StateArrays) {
    this.capacity = capacity;
    this.size = powerOfTwoAtLeast(capacity);
    this.count = state.int32(rings);
    this.head = state.int32(rings);
    this.data = state.int32(rings * this.size);
  }

  isFull(ring: i32): boolean {
    return this.count[ring]! >= this.capacity;
  }

  push(ring: i32, value: i32): void {
    const n = this.count[ring]!;
    if (n >= this.capacity) throw new RangeError('queue overflow');
    this.data[ring * this.size + ((this.head[ring]! + n) & (this.size - 1))] = value;
    this.count[ring] = n + 1;
  }

  /** The oldest value; the queue must not be empty. */
  peek(ring: i32): i32 {
    return this.data[ring * this.size + this.head[ring]!]!;
  }

  /** Takes the oldest value. An empty queue starts over, so that a short one stays in few cache lines. */
  pop(ring: i32): i32 {
    const at = this.head[ring]!;
    const left = this.count[ring]! - 1;
    this.head[ring] = left === 0 ? 0 : (at + 1) & (this.size - 1);
    this.count[ring] = left;
    return this.data[ring * this.size + at]!;
  }
}
