import type { ProfileBuilder } from './builder';
import { parseHeader } from './headers';
import { NvprofSession } from './nvprof/session';
import { textTableKind } from './nvprof/textTables';
import type { Table } from './tables';

/**
 * Reads a text file line by line: finds the parts that profilers wrote between whatever else the
 * file holds (program output, shell prompts, other runs), and hands each line to its part.
 */
export class TextReader {
  readonly #nvprof: NvprofSession;
  #table: Table | null = null;

  constructor(builder: ProfileBuilder) {
    this.#nvprof = new NvprofSession(builder);
  }

  line(text: string, number: number): void {
    if (text === '') return;
    if (text.charCodeAt(0) === 61 && this.#nvprof.marker(text, number, () => this.#open(null))) return;
    if (/^(?:Device "|No )/.test(text)) this.#nvprof.plainLine(text);
    const header = parseHeader(text);
    if (header !== null) this.#open(() => this.#nvprof.csvTable(header));
    else if (!this.#textTable(text)) this.#table?.push(text, number);
  }

  #textTable(line: string): boolean {
    const kind = textTableKind(line);
    if (kind !== null) this.#open(() => this.#nvprof.textTable(kind, line));
    return kind !== null;
  }

  /** @param cut whether the last line had no line end. */
  end(cut: boolean): void {
    this.#table?.end(cut);
    this.#table = null;
    this.#nvprof.flush();
  }

  /** Why a file with a profiler's lines in it has no result, or null. */
  get whyEmpty(): string | null {
    return this.#nvprof.whyEmpty;
  }

  /** Ends the table so far; the next one is made only after its rows are all read. */
  #open(make: (() => Table | null) | null): void {
    this.#table?.end(false);
    this.#table = make?.() ?? null;
  }
}
