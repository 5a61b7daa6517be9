import { EventHeap } from '../../../stats/eventHeap';

/** A block that runs, with the clock that it runs by and when it ends by that; both are the clock's. */
export interface ClockedBlock {
  clock?: BlockClock<this> | undefined;
  end?: number;
}

/** Blocks that run at one speed: their clock advances by one in the time of a block. */
export class BlockClock<B extends ClockedBlock> {
  private readonly ends = new EventHeap<B>();
  private now = 0;
  private count = 0;

  /** Until the next block ends, in blocks; Infinity where none runs. */
  get left(): number {
    this.dropMoved();
    return this.ends.nextNs - this.now;
  }

  /** @param by blocks; the clock stands while none runs */
  advance(by: number): void {
    if (this.count > 0) this.now += by;
  }

  /** @param work that the block has left, in blocks */
  add(block: B, work: number): void {
    block.clock = this;
    block.end = this.now + work;
    this.ends.push(block.end, block);
    this.count++;
  }

  /** Takes the block out that ends next. @throws when none runs. */
  pop(): B {
    this.dropMoved();
    const block = this.ends.pop();
    block.clock = undefined;
    this.count--;
    return block;
  }

  /** What is left of a block goes on by another clock. */
  move(block: B, to: BlockClock<B>): void {
    this.count--;
    to.add(block, block.end! - this.now);
  }

  /** A block that went to another clock leaves its old end behind. */
  private dropMoved(): void {
    for (let { next } = this.ends; next !== undefined; { next } = this.ends) {
      if (next.clock === this && next.end === this.ends.nextNs) return;
      this.ends.pop();
    }
  }
}
