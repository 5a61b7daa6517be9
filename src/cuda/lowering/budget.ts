/** Events that are written at most; unrolled copies count each. */
const EVENTS = 40_000;
/** Memory instructions in straight code up to which loops are unrolled. */
const STRAIGHT = 192;

/** Budget for lowering one kernel. */
export class Budget {
  private left = EVENTS;
  /** True if something was left out. */
  exhausted = false;

  /** False when there is nothing left. */
  spend(): boolean {
    if (this.left-- > 0) return true;
    this.exhausted = true;
    return false;
  }

  /** Copies of a body of this size that may stand one after the other. */
  copiesFor(memoryInstructions: number, events: number): number {
    const byEvents = Math.floor(this.left / 4 / Math.max(1, events));
    return Math.max(1, Math.min(Math.floor(STRAIGHT / Math.max(1 / 16, memoryInstructions)), byEvents));
  }
}
