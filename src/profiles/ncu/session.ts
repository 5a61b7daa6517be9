import { message, type Words } from '../../kernel/message';
import type { ProfileBuilder } from '../builder';
import { NcuDetailRows, NcuRawRows, NcuSummaryRows } from './csvRows';
import type { Columns } from '../csv';
import { NCU_OTHER_PAGE } from '../foreign/text';
import { quoted, type RecognizedFormat } from '../foreign/recognizedFormat';
import type { Header, NcuTableKind } from '../headers';
import { CsvTable, type RowReader, type Table } from '../tables';
import { NcuConverter } from './convert';
import type { NcuLaunch } from './launch';
import { NcuTextReader, opensNcuText } from './text';

const empty = (reason: Words): RecognizedFormat => ({ format: 'ncu-text', status: 'empty', reason });

/** `[1234] app@127.0.0.1` */
const PAGE_HEAD = /^\[\d+\] \S.*@(?:\d+\.){3}\d+$/;
const MARKER = /^==(PROF|WARNING|ERROR)== (.*)$/;

/** What is said of a program that ends with another code than 0: what was profiled before is whole. */
const OWN_RESULT = /^The application returned an error code/;

/** Tests whether metrics were asked for, and none of them has a number (`(!) n/a`, `(!) nan`). */
const isUnmeasured = ({ values }: NcuLaunch): boolean =>
  values.length > 0 && !values.some(({ text }) => /^[+-]?\d/.test(text));

/** Reader of Nsight Compute's parts of a file: marked lines, CSV tables and text reports. */
export class NcuSession {
  private readonly launches: NcuLaunch[] = [];
  private readonly text: NcuTextReader;
  private sawMarker = false;
  private sawProcess = false;
  private report: string | null = null;
  private error: string | null = null;
  /** An error that is not the program's own. */
  private failure: string | null = null;

  constructor(private readonly builder: ProfileBuilder) {
    this.text = new NcuTextReader(builder, this.launches);
  }

  /** Why a file with Nsight Compute's lines in it has no result; null for a file without them. */
  get whyEmpty(): RecognizedFormat | null {
    if (this.report !== null)
      return empty(message('profiles.ncu.otherFile', { report: quoted(this.report) }));
    if (this.error !== null) return empty(message('profiles.ncu.says', { text: this.error }));
    if (this.sawProcess) return NCU_OTHER_PAGE;
    return this.sawMarker ? empty(message('profiles.ncu.nothingProfiled')) : null;
  }

  /** Notes the line of a process, which heads every page of its text. */
  notePage(line: string): void {
    this.sawProcess ||= PAGE_HEAD.test(line);
  }

  /** Takes a line that Nsight Compute wrote about itself; false for other lines. */
  marker(line: string, number: number): boolean {
    const match = MARKER.exec(line);
    if (match === null) return false;
    const [, kind, text = ''] = match;
    this.sawMarker = true;
    if (kind === 'PROF') this.report = /^Report: (.*)$/.exec(text)?.[1] ?? this.report;
    else
      this.builder.warnings.add(
        `ncu-${kind?.toLowerCase()}`,
        message('profiles.ncu.warns', { text }),
        number,
      );
    if (kind === 'ERROR') this.error ??= text;
    if (kind === 'ERROR' && !OWN_RESULT.test(text)) this.failure ??= text;
    return true;
  }

  csvTable({ kind, columns, delimiter }: Header<NcuTableKind>): Table {
    this.builder.addFormat(kind);
    return new CsvTable(this.builder, delimiter, this.reader(kind, columns));
  }

  private reader(kind: NcuTableKind, columns: Columns): RowReader {
    switch (kind) {
      case 'ncu-csv-details':
        return new NcuDetailRows(this.builder, columns, this.launches);
      case 'ncu-csv-summary':
        return new NcuSummaryRows(this.builder, columns, this.launches);
      case 'ncu-csv-raw':
        return new NcuRawRows(this.builder, columns, this.launches);
    }
  }

  /** Tests whether a text report begins or goes on here; tables before it are over then. */
  opensText(line: string): boolean {
    return opensNcuText(line);
  }

  textLine(line: string, number: number): boolean {
    return this.text.line(line, number);
  }

  /** The whole file is read: its numbers can be read now. */
  end(cut: boolean, lastLine: number): void {
    if (cut) this.text.endCut(lastLine);
    this.tellMissing();
    new NcuConverter(this.builder).convert(this.launches);
  }

  private tellMissing(): void {
    const bare = this.launches.filter(({ values }) => values.length === 0).length;
    if (bare > 0) this.builder.markPartial(message('profiles.ncu.bareLaunches', { launches: bare }));
    const unmeasured = this.launches.filter(isUnmeasured).length;
    if (unmeasured > 0)
      this.builder.markPartial(message('profiles.ncu.unmeasured', { launches: unmeasured }));
    if (this.failure !== null) this.builder.markPartial(message('profiles.ncu.says', { text: this.failure }));
  }
}
