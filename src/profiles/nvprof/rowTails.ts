import type { Delimiter } from '../csv';
import { ownCopy } from '../groups';

/** Tails that are remembered: kernels have few launch shapes, and what differs in every row is never met again. */
const MOST_TAILS = 4096;

const QUOTE = 34;
const CLOSING_BRACKET = 93;

/**
 * What rows of a trace have in common behind their first two cells: most of a long trace are launches that differ from
 * others in start, duration and launch number only, and need not be split into cells.
 */
export class RowTails<T> {
  private readonly known = new Map<string, T>();
  private asked = '';
  /** Where the first two cells of the line that was asked for end. */
  first = 0;
  second = 0;

  constructor(private readonly delimiter: Delimiter) {}

  /** What was learned of a line with this tail; undefined where nothing was. */
  find(line: string): T | undefined {
    this.first = line.indexOf(this.delimiter);
    this.second = line.indexOf(this.delimiter, this.first + 1);
    this.asked = this.second < 0 ? '' : line.slice(this.second, endOfName(line));
    return this.known.get(this.asked);
  }

  /** Remembers what the line that was asked for last turned out to be. */
  learn(what: T): void {
    if (this.asked !== '' && this.known.size < MOST_TAILS) this.known.set(ownCopy(this.asked), what);
    this.asked = '';
  }
}

/** Where the name at the end of a line ends, without the launch number that nvprof before CUDA 9 adds: `k(int) [218]`. */
function endOfName(line: string): number {
  const last = line.charCodeAt(line.length - 1) === QUOTE ? line.length - 2 : line.length - 1;
  if (line.charCodeAt(last) !== CLOSING_BRACKET) return line.length;
  let at = last - 1;
  while (at > 0 && line.charCodeAt(at) >= 48 && line.charCodeAt(at) <= 57) at--;
  return line.charCodeAt(at) === 91 && line.charCodeAt(at - 1) === 32 ? at - 1 : line.length;
}
