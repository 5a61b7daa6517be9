/** Tasks in the order in which they come, a few of them at a time: a folder of thousands of files opens no thousands at once. */
export class Turns {
  private free: number;
  private readonly waiting: (() => void)[] = [];

  /** @param most tasks at a time */
  constructor(most: number) {
    this.free = most;
  }

  /** Runs a task when it is its turn; settles as the task does. */
  async take<T>(task: () => Promise<T>): Promise<T> {
    if (this.free === 0) await new Promise<void>((resolve) => this.waiting.push(resolve));
    else this.free--;
    try {
      return await task();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.free++;
    }
  }
}
