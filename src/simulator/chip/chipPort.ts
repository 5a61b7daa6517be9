import type { Stop } from './chip';

/** A block that was taken off its SM in the middle of its work; never changed once made. */
export interface SavedBlock {
  readonly kernel: number;
  /** What the SM needs to go on with it, see `B`. */
  readonly words: Int32Array;
}

/** A place on a slot of an SM of a block that is there. */
export interface ResidentBlock {
  /** Index among the blocks of its launch. */
  readonly index: number;
  /** Warp instructions that it has issued so far. */
  readonly issued: number;
}

/** A simulated GPU but for its dispatcher, however it is run. Times are in core cycles. */
export interface ChipPort {
  /** Rows of counters, one of each kernel. */
  readonly counters: Float64Array;
  /** All that its future depends on. */
  readonly state: readonly ArrayBufferView[];
  /** Component number of the dispatcher, and of the first SM. */
  readonly dispatcher: number;
  readonly firstSm: number;
  readonly now: number;
  /** Requests that are under way. */
  readonly inFlight: number;
  /** Wakes a component at a later cycle. */
  schedule(component: number, time: number): void;
  /**
   * Runs to cycle `end`, or until the dispatcher has something to do.
   *
   * @throws InputError where an access leaves its array
   */
  run(end: number): Stop;
  /** Words of what the dispatcher has to hear of, see `Happened`; they are gone then. */
  takeEvents(): Int32Array;
  /** Puts a block on an SM, which must have room. */
  launch(sm: number, kernel: number, index: number): void;
  /** Blocks of a kernel that an SM holds. */
  resident(sm: number, kernel: number): number;
  /** The blocks of a kernel on an SM. */
  residents(sm: number, kernel: number): readonly ResidentBlock[];
  /** Tests whether an SM is changing its blocks, so that nothing may be placed on it. */
  isBusy(sm: number): boolean;
  /** Tests whether no context is on the move anywhere. */
  isIdle(): boolean;
  /** Stops the blocks of an application on an SM; true when there were any. */
  preempt(sm: number, app: number): boolean;
  /** Takes a block whose context has left out of its slot of an SM. */
  save(sm: number, slot: number): SavedBlock;
  /** Puts a saved block onto an SM; it goes on when its context has been read. */
  resume(sm: number, saved: SavedBlock): void;
  /** From now on the L1 cache of an SM has so many lines. */
  resizeL1(sm: number, lines: number): void;
  /** Requests of applications with a higher level go first in the memory controllers. */
  prioritize(levels: readonly number[]): void;
  /** Sets the blocks for which a barrier of a kernel's launch waits. */
  awaitBlocks(kernel: number, blocks: number): void;
  /** Counts what is under way as far as it has come. */
  settleCounters(): void;
}
