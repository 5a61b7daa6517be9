/** Longest line kept; what goes beyond is no table row of any profiler and is cut. */
const MAX_LINE_LENGTH = 1 << 22;

const CARRIAGE_RETURN = 13;

/**
 * Assembles lines over text pieces of any size. Line ends are `\n` or `\r\n`; where a progress
 * display rewrote its line with bare carriage returns, the last state counts, as on a terminal.
 */
export class LineSplitter {
  private readonly pending: string[] = [];
  private pendingLength = 0;
  private number = 0;
  private _cutLines = 0;
  private sawReturn = false;

  /** @param onLine receives each line without its end, and its 1-based number. */
  constructor(private readonly onLine: (line: string, number: number) => void) {}

  push(text: string): void {
    this.sawReturn ||= text.includes('\r');
    let from = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
      if (this.pending.length === 0) this.emit(text.slice(from, end));
      else {
        this.hold(text.slice(from, end));
        this.emitPending();
      }
      from = end + 1;
    }
    if (from < text.length) this.hold(text.slice(from));
  }

  /** Hands on a last line without a line end; true when there was one. */
  end(): boolean {
    if (this.pending.length === 0) return false;
    this.emitPending();
    return true;
  }

  get lineCount(): number {
    return this.number;
  }

  /** Number of lines that were longer than any table row and have been cut. */
  get cutLines(): number {
    return this._cutLines;
  }

  private hold(text: string): void {
    const room = MAX_LINE_LENGTH - this.pendingLength;
    if (room > 0) this.pending.push(text.length > room ? text.slice(0, room) : text);
    this.pendingLength += text.length;
  }

  private emitPending(): void {
    if (this.pendingLength > MAX_LINE_LENGTH) this._cutLines++;
    const line = this.pending.join('');
    this.pending.length = 0;
    this.pendingLength = 0;
    this.emit(line);
  }

  private emit(line: string): void {
    this.number++;
    if (!this.sawReturn) {
      this.onLine(line, this.number);
      return;
    }
    let end = line.length;
    // Some Windows redirects write `\r\r\n`.
    while (end > 0 && line.charCodeAt(end - 1) === CARRIAGE_RETURN) end--;
    const start = line.lastIndexOf('\r', end - 1) + 1;
    this.onLine(start === 0 && end === line.length ? line : line.slice(start, end), this.number);
  }
}
