/** The simulator nests 12 deep; one level is kept for draws and one for loops that not all threads run. */
export const MOST_NESTED = 9;

/** Nesting depth of the statement that is being written. */
export class Nesting {
  private depth = 0;

  /** Runs `action` for statements so many levels further in. */
  within<Result>(levels: number, action: () => Result): Result {
    this.depth += levels;
    const result = action();
    this.depth -= levels;
    return result;
  }

  /** Levels for which there is room. */
  get room(): number {
    return Math.max(0, MOST_NESTED - this.depth);
  }
}
