import type { ProfileBuilder } from './builder';
import { isNcuHeader, isNvprofHeader, parseHeader } from './headers';
import { NcuSession } from './ncu/session';
import { NvprofSession } from './nvprof/session';
import { textTableKind } from './nvprof/textTables';
import type { Table } from './tables';

const EQUALS_SIGN = 61;

/**
 * Reads a text file line by line: finds the parts that profilers wrote between whatever else the
 * file holds (program output, shell prompts, other runs), and hands each line to its part.
 */
export class TextReader {
  readonly #nvprof: NvprofSession;
  readonly #ncu: NcuSession;
  #table: Table | null = null;
  #inNcuText = false;
  #lastLine = 0;

  constructor(builder: ProfileBuilder) {
    this.#nvprof = new NvprofSession(builder);
    this.#ncu = new NcuSession(builder);
  }

  line(text: string, number: number): void {
    this.#lastLine = number;
    if (text === '') return;
    if (text.charCodeAt(0) === EQUALS_SIGN && this.#marker(text, number)) return;
    if (this.#header(text) || this.#ncuText(text, number)) return;
    if (/^(?:Device "|No )/.test(text)) this.#nvprof.plainLine(text);
    this.#table?.push(text, number);
  }

  #marker(text: string, number: number): boolean {
    return this.#nvprof.marker(text, number, () => this.#open(null)) || this.#ncu.marker(text, number);
  }

  #header(text: string): boolean {
    const header = parseHeader(text);
    if (header !== null) {
      if (isNcuHeader(header)) this.#open(() => this.#ncu.csvTable(header));
      else if (isNvprofHeader(header)) this.#open(() => this.#nvprof.csvTable(header));
      return true;
    }
    const kind = textTableKind(text);
    if (kind !== null) this.#open(() => this.#nvprof.textTable(kind, text));
    return kind !== null;
  }

  #ncuText(text: string, number: number): boolean {
    if (this.#ncu.opensText(text)) {
      this.#open(null);
      this.#inNcuText = true;
    }
    return this.#inNcuText && this.#ncu.textLine(text, number);
  }

  /** @param cut whether the last line had no line end. */
  end(cut: boolean): void {
    this.#table?.end(cut);
    this.#table = null;
    this.#nvprof.flush();
    this.#ncu.end(cut, this.#lastLine);
  }

  /** Why a file with a profiler's lines in it has no result, or null. */
  get whyEmpty(): { format: string; reason: string } | null {
    const nvprof = this.#nvprof.whyEmpty;
    if (nvprof !== null) return { format: 'nvprof-text', reason: nvprof };
    const ncu = this.#ncu.whyEmpty;
    return ncu === null ? null : { format: 'ncu-text', reason: ncu };
  }

  /** Ends the part so far; the next one is made only after its rows are all read. */
  #open(make: (() => Table | null) | null): void {
    this.#inNcuText = false;
    this.#table?.end(false);
    this.#table = make?.() ?? null;
  }
}
