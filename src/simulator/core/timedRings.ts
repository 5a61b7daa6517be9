import { powerOfTwoAtLeast } from './bits';
import type { StateArrays } from './stateArrays';

/** Several first-in-first-out queues of values that are due at a time, with the same bound; a pair lies together. */
export class TimedRings {
  readonly count: Int32Array;
  private readonly head: Int32Array;
  /** Per entry its value, then its time. */
  private readonly data: Int32Array;
  private readonly size: i32;

  /** `rings` queues of at most `capacity` entries each. */
  constructor(
    rings: i32,
    private readonly capacity: i32,
    state: StateArrays,
  ) {
    this.size = powerOfTwoAtLeast(capacity);
    this.count = state.int32(rings);
    this.head = state.int32(rings);
    this.data = state.int32(rings * this.size * 2);
  }

  push(ring: i32, value: i32, time: i32): void {
    const n = this.count[ring]!;
    if (n >= this.capacity) throw new RangeError('queue overflow');
    const at = (ring * this.size + ((this.head[ring]! + n) & (this.size - 1))) * 2;
    this.data[at] = value;
    this.data[at + 1] = time;
    this.count[ring] = n + 1;
  }

  /** The oldest value; the queue must not be empty. */
  value(ring: i32): i32 {
    return this.data[(ring * this.size + this.head[ring]!) * 2]!;
  }

  /** When the oldest value is due; the queue must not be empty. */
  due(ring: i32): i32 {
    return this.data[(ring * this.size + this.head[ring]!) * 2 + 1]!;
  }

  /** Drops the oldest value. An empty queue starts over, so that a short one stays in few cache lines. */
  drop(ring: i32): void {
    const left = this.count[ring]! - 1;
    this.head[ring] = left === 0 ? 0 : (this.head[ring]! + 1) & (this.size - 1);
    this.count[ring] = left;
  }
}
