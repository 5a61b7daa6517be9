import { message } from '../kernel/message';
import type { ProfileBuilder } from './builder';
import { recognizeText } from './foreign/text';
import type { RecognizedFormat } from './foreign/recognizedFormat';
import { isNcuHeader, isNvprofHeader, mayBeHeader, parseHeader, type Header } from './headers';
import { ownCopy } from './groups';
import { ComputeProfileSession } from './legacy/session';
import { NcuSession } from './ncu/session';
import { NvprofSession } from './nvprof/session';
import { NsysStatsSession } from './nsys/stats/session';
import { textTableKind } from './nvprof/textTables';
import { PtxasLog } from './ptxas/log';
import { CsvTable, type Table } from './tables';

const EQUALS_SIGN = 61;
const NUMBER_SIGN = 35;
const QUOTE = 34;

/** Tests whether rows of CSV tables begin with this character: a quote or a digit. */
const isRowStart = (code: number): boolean => code === QUOTE || (code >= 48 && code <= 57);

/**
 * Reads a text file line by line: finds the parts that profilers wrote between whatever else the
 * file holds (program output, shell prompts, other runs), and hands each line to its part.
 */
export class TextReader {
  private readonly nvprof: NvprofSession;
  private readonly ncu: NcuSession;
  private readonly legacy: ComputeProfileSession;
  private readonly ptxas: PtxasLog;
  private readonly nsys: NsysStatsSession;
  private table: Table | null = null;
  private inNcuText = false;
  private lastLine = 0;
  /** First cell, in quotes, of the last row that began with one. */
  private rowHead = '';
  private sign: RecognizedFormat | null = null;

  constructor(private readonly builder: ProfileBuilder) {
    this.nvprof = new NvprofSession(builder);
    this.ncu = new NcuSession(builder);
    this.legacy = new ComputeProfileSession(builder);
    this.ptxas = new PtxasLog(builder);
    this.nsys = new NsysStatsSession(builder);
  }

  line(text: string, number: number): void {
    this.lastLine = number;
    const first = text.charCodeAt(0);
    if (this.table instanceof CsvTable && !this.ptxas.isWaiting && isRowStart(first)) {
      // Most lines of a long file: nothing but a header may stand here instead of a row.
      if (first !== QUOTE || this.isRow(text) || !this.header(text)) this.table.push(text, number);
      return;
    }
    if (text === '' || this.marker(text, number)) return;
    if (this.header(text) || this.ncuText(text, number) || this.ptxas.line(text, number)) return;
    if (/^(?:Device "|No )/.test(text)) this.nvprof.plainLine(text);
    if (this.table !== null) this.table.push(text, number);
    else {
      this.ncu.notePage(text);
      this.sign ??= recognizeText(text, this.builder.path);
    }
  }

  /** Tests whether the first cell is that of the last such row, or of no header. */
  private isRow(text: string): boolean {
    if (this.rowHead !== '' && text.startsWith(this.rowHead)) return true;
    if (mayBeHeader(text)) return false;
    this.rowHead = ownCopy(text.slice(0, text.indexOf('"', 1) + 1));
    return true;
  }

  private marker(text: string, number: number): boolean {
    switch (text.charCodeAt(0)) {
      case EQUALS_SIGN:
        return this.nvprof.marker(text, number, () => this.open(null)) || this.ncu.marker(text, number);
      case NUMBER_SIGN:
        return this.legacy.marker(text);
      default:
        return this.nsys.marker(text, () => this.open(null));
    }
  }

  private header(text: string): boolean {
    const header = parseHeader(text);
    if (header !== null) {
      this.open(() => this.csvTable(header));
      return true;
    }
    const kind = textTableKind(text);
    const table =
      kind === null ? this.nsys.table(text) : (): Table | null => this.nvprof.textTable(kind, text);
    if (table !== null) this.open(table);
    return table !== null;
  }

  private csvTable(header: Header): Table | null {
    if (isNcuHeader(header)) return this.ncu.csvTable(header);
    const { repeated } = header.columns;
    if (repeated !== null) {
      const said = message('profiles.repeatedColumn', { column: repeated });
      this.builder.warnings.addOnce('repeated-column', said);
      this.builder.markPartial(said);
    }
    return isNvprofHeader(header) ? this.nvprof.csvTable(header) : this.legacy.csvTable(header);
  }

  private ncuText(text: string, number: number): boolean {
    if (this.ncu.opensText(text)) {
      this.open(null);
      this.inNcuText = true;
    }
    return this.inNcuText && this.ncu.textLine(text, number);
  }

  /** @param cut whether the last line had no line end. */
  end(cut: boolean): void {
    this.table?.end(cut);
    this.table = null;
    this.nvprof.flush();
    this.ncu.end(cut, this.lastLine);
    this.ptxas.end(cut, this.lastLine);
    if (this.sign !== null && !this.builder.isEmpty)
      this.builder.markPartial(message('profiles.partIs', { what: this.sign.reason }));
  }

  /** Format of a file without a readable part; null when nothing in it is known. */
  get recognized(): RecognizedFormat | null {
    return (
      this.nvprof.whyEmpty ?? this.sign ?? this.nsys.whyEmpty ?? this.ncu.whyEmpty ?? this.legacy.whyEmpty
    );
  }

  /** Ends the part so far; the next one is made only after its rows are all read. */
  private open(make: (() => Table | null) | null): void {
    this.inNcuText = false;
    this.table?.end(false);
    this.table = make?.() ?? null;
  }
}
