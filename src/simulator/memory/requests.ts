import type { StateArrays } from '../core/stateArrays';

/** What a request asks of the L2 cache, and so whether a reply comes back. */
export const RequestKind = {
  read: 0,
  constant: 1,
  instruction: 2,
  /** Atomic operation whose old value is wanted. */
  atomicReturn: 3,
  /** Registers of a block that is switched in. */
  contextRead: 4,
  /** From here on no reply. */
  write: 5,
  atomic: 6,
  contextWrite: 7,
} as const;

export const FIRST_WITHOUT_REPLY = RequestKind.write;

/** All requests under way between SMs and L2 slices, in a pool. */
export class Requests {
  readonly line: Int32Array;
  readonly sectors: Uint8Array;
  readonly kind: Uint8Array;
  readonly sm: Int32Array;
  /** Miss entry of the SM that waits for the reply. */
  readonly owner: Int32Array;
  readonly kernel: Int32Array;
  readonly slice: Int32Array;
  /** Atomic operations on one address. */
  readonly conflicts: Uint8Array;
  /** Cycle at which it reaches its next station. */
  readonly due: Int32Array;
  /** Next in a list of requests that wait for the same line; next free one in the pool. */
  readonly next: Int32Array;
  private readonly freeHead: Int32Array;

  constructor(
    readonly capacity: number,
    state: StateArrays,
  ) {
    this.line = state.int32(capacity);
    this.sectors = state.uint8(capacity);
    this.kind = state.uint8(capacity);
    this.sm = state.int32(capacity);
    this.owner = state.int32(capacity);
    this.kernel = state.int32(capacity);
    this.slice = state.int32(capacity);
    this.conflicts = state.uint8(capacity);
    this.due = state.int32(capacity);
    this.next = state.int32(capacity);
    for (let id = 0; id < capacity; id++) this.next[id] = id + 1 < capacity ? id + 1 : -1;
    this.freeHead = state.int32(2);
  }

  /** Requests in use. */
  get inFlight(): number {
    return this.freeHead[1]!;
  }

  take(): number {
    const id = this.freeHead[0]!;
    if (id < 0) throw new RangeError('request pool exhausted');
    this.freeHead[0] = this.next[id]!;
    this.freeHead[1]!++;
    return id;
  }

  release(id: number): void {
    this.next[id] = this.freeHead[0]!;
    this.freeHead[0] = id;
    this.freeHead[1]!--;
  }
}
