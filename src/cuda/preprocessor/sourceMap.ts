import type { SourceRange } from '../../kernel/source';

/** Offsets of the line starts of a text, for turning offsets into lines and columns. */
export class LineIndex {
  private readonly starts: number[] = [0];

  constructor(private readonly text: string) {
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) this.starts.push(at + 1);
  }

  /** Index (0-based line) of the line that holds `offset`. */
  private row(offset: number): number {
    let low = 0;
    let high = this.starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.starts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** Offset of a place: line 1-based, column 0-based. */
  offset(line: number, column: number): number {
    return (this.starts[line - 1] ?? this.text.length) + column;
  }

  /** 1-based line of an offset. */
  line(offset: number): number {
    return this.row(offset) + 1;
  }

  /** Lines 1-based, columns 0-based, end exclusive. */
  range(start: number, end: number): SourceRange {
    const clamp = (offset: number) => Math.max(0, Math.min(offset, this.text.length));
    const [from, to] = [clamp(start), clamp(Math.max(start, end))];
    const [startRow, endRow] = [this.row(from), this.row(to)];
    return {
      startLine: startRow + 1,
      startColumn: from - this.starts[startRow]!,
      endLine: endRow + 1,
      endColumn: to - this.starts[endRow]!,
    };
  }
}

/** A stretch of source text. */
export interface SourceSpan {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
  /** False where a macro made (part of) the text: the span is then that of the invocation. */
  readonly written: boolean;
}

/** One stretch of output: a copy of the source from `source` on, or made by the macro at `source`. */
export interface Segment {
  readonly output: number;
  readonly source: number;
  /** End of the invocation for generated text; -1 for a copy. */
  readonly sourceEnd: number;
}

/** Which source offsets the preprocessed text came from. */
export class SourceMap {
  constructor(
    private readonly segments: readonly Segment[],
    private readonly outputLength: number,
  ) {}

  /** True if the preprocessed text has the offsets of the source. */
  get isIdentity(): boolean {
    return this.segments.length <= 1;
  }

  private find(output: number): Segment | null {
    let low = 0;
    let high = this.segments.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.segments[middle]!.output <= output) low = middle;
      else high = middle - 1;
    }
    return this.segments[low] ?? null;
  }

  /** The source of one output offset. */
  span(output: number): SourceSpan {
    const segment = this.find(output);
    if (segment === null) return { start: output, end: output + 1, written: true };
    if (segment.sourceEnd >= 0) return { start: segment.source, end: segment.sourceEnd, written: false };
    const start = segment.source + (output - segment.output);
    return { start, end: start + 1, written: true };
  }

  /** The source of the output from `start` to `end` (exclusive). */
  range(start: number, end: number): SourceSpan {
    const first = this.span(start);
    if (end <= start) return { start: first.start, end: first.start, written: first.written };
    const last = this.span(end - 1);
    const from = Math.min(first.start, last.start);
    return { start: from, end: Math.max(first.end, last.end), written: first.written && last.written };
  }

  /** The first output offset that was copied from `source` or follows it. */
  toOutput(source: number): number {
    for (const [index, segment] of this.segments.entries()) {
      const end = this.segments[index + 1]?.output ?? this.outputLength;
      if (segment.sourceEnd >= 0) {
        if (source < segment.sourceEnd && source >= segment.source) return segment.output;
        continue;
      }
      const offset = source - segment.source;
      if (offset >= 0 && offset < end - segment.output) return segment.output + offset;
      if (offset < 0) return segment.output;
    }
    return this.outputLength;
  }
}

/** Builds the preprocessed text piece by piece together with its source map. */
export class OutputBuilder {
  private readonly parts: string[] = [];
  private readonly segments: Segment[] = [];
  private length = 0;

  constructor(private readonly source: string) {}

  /** Copies source text; `replacement` of the same length may stand for it. */
  copy(from: number, to: number, replacement?: string): void {
    if (to <= from) return;
    const last = this.segments.at(-1);
    const joined = last?.sourceEnd === -1 && last.source + (this.length - last.output) === from;
    if (!joined) this.segments.push({ output: this.length, source: from, sourceEnd: -1 });
    this.append(replacement ?? this.source.slice(from, to));
  }

  /** Adds text that the macro invoked at `from`…`to` produced. */
  generate(text: string, from: number, to: number): void {
    if (text === '') return;
    const last = this.segments.at(-1);
    if (last?.source !== from || last.sourceEnd !== to) {
      this.segments.push({ output: this.length, source: from, sourceEnd: to });
    }
    this.append(text);
  }

  private append(text: string): void {
    this.parts.push(text);
    this.length += text.length;
  }

  get outputLength(): number {
    return this.length;
  }

  build(): { readonly text: string; readonly map: SourceMap } {
    return { text: this.parts.join(''), map: new SourceMap(this.segments, this.length) };
  }
}
