/** What happens on the chip that the dispatcher has to know. */
export const enum Happened {
  /** A block of a kernel has ended on an SM. */
  blockDone,
  /** Block slots of an SM, as a mask, hold blocks whose context has left: they are to be taken off. */
  blocksLeft,
  /** A block that came back goes on. */
  contextMoved,
}

/** Words of an event: what, on which SM, and the kernel or the slots. */
export const EVENT_WORDS = 3;

/** What has happened in a cycle, in order; whoever runs the chip takes it out before the next one. */
export class ChipEvents {
  readonly words: Int32Array;
  count: i32 = 0;

  /** @param most events of a cycle */
  constructor(most: i32) {
    this.words = new Int32Array(most * EVENT_WORDS);
  }

  note(what: Happened, sm: i32, detail: i32): void {
    const at = this.count * EVENT_WORDS;
    this.words[at] = what;
    this.words[at + 1] = sm;
    this.words[at + 2] = detail;
    this.count++;
  }
}
