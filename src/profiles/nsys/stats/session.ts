import { message } from '../../../kernel/message';
import type { ProfileBuilder } from '../../builder';
import type { RecognizedFormat } from '../../foreign/recognizedFormat';
import { TextTable, type LineShape } from '../../nvprof/textTables';
import { CsvTable, type RowReader, type Table } from '../../tables';
import { Processes } from '../../recording/processes';
import {
  TIMED,
  statsBoxHeader,
  statsCsvHeader,
  statsTextHeader,
  statsUnit,
  type StatsHeader,
  type StatsKind,
} from './header';
import type { Subject } from './subjects';
import { SummaryRows } from './summaryRows';
import { statsBoxShape, statsTextShape } from './text';
import { TraceRows } from './traceRows';

/** How much each report tells of a subject: a finer one takes the place of a coarser one. */
const TELLS: Readonly<Record<StatsKind, Readonly<Partial<Record<Subject, number>>>>> = {
  mixedSummary: { kernels: 1, copies: 1, calls: 1 },
  kernelSummary: { kernels: 2 },
  copySummary: { copies: 2 },
  apiSummary: { calls: 2 },
  rangeSummary: { ranges: 1 },
  gpuTrace: { kernels: 4, copies: 3 },
  launchTrace: { kernels: 4 },
  apiTrace: { calls: 3 },
  rangeTrace: { ranges: 2 },
};
/** A summary by launch shape tells more than one by name. */
const BY_SHAPE = 3;

const EMPTY: RecognizedFormat = {
  format: 'nsys-stats',
  status: 'empty',
  reason: message('profiles.nsys.noReport'),
};

/** Reports that are about other things, by the names of their scripts. */
const CUDA_REPORTS = /^(?:cuda|nvtx|gpu|kern|api)/;

const LINES: readonly RegExp[] = [
  /^Processing \[.*\] with \[(?:[^\]]*[/\\])?(\w+?)(?:\.py)?\]/,
  /^\[\d+\/\d+\] Executing '(\w+)' stats report/,
  /^ \*\* .* \((\w+)(?::\w+)?\):$/,
  /^()(?:CUDA|NVTX|OS) .* Statistics \((?:nanoseconds|microseconds|milliseconds|seconds|bytes|KiB|MiB)\)/,
  /^()(?:CUDA|NVTX|Operating System) .* (?:Statistics|Trace)(?: \(by [\w ]+\))?:$/,
  /^(SKIPPED): .* does not contain /,
];

/** Reads what `nsys stats` prints: one report or several, as CSV, TSV or text. */
export class NsysStatsSession {
  private sawReport = false;
  /** Script of the report that follows; empty where that is not told. */
  private script = '';
  private titleUnit = '';
  private recording = '';
  private readonly told = new Map<Subject, number>();
  /** Rows of summaries, and how many of them are of other recordings. */
  private readonly summaries: readonly (readonly [Subject, unknown[]])[];
  private readonly marks = new Map<Subject, number>();
  private readonly processes: Processes;

  constructor(private readonly builder: ProfileBuilder) {
    this.processes = new Processes(builder);
    this.summaries = [
      ['kernels', builder.kernels],
      ['copies', builder.transfers],
      ['calls', builder.api],
      ['ranges', builder.rangeRows],
    ];
  }

  /** Why a file with reports has no result; null for a file without. */
  get whyEmpty(): RecognizedFormat | null {
    return this.sawReport ? EMPTY : null;
  }

  /**
   * Takes a line that announces a report; false for other lines.
   * @param endTable ends the table so far, before what the line says takes effect.
   */
  marker(line: string, endTable: () => void): boolean {
    for (const pattern of LINES) {
      const found = pattern.exec(line);
      if (found === null) continue;
      endTable();
      this.sawReport = true;
      if (found[1] !== 'SKIPPED') this.script = found[1] ?? '';
      if (found[1] === '') this.script = /^O(?:S|perating System) /.test(line) ? 'osrt' : '';
      this.titleUnit = /\((\w+)\)/.exec(line)?.[1] ?? '';
      if (line.startsWith('Processing ['))
        this.startRecording(/^Processing \[([^\]]*)\]/.exec(line)?.[1] ?? '');
      return true;
    }
    return false;
  }

  /** Makes the table of a header line; null for other lines, `skip` for a report that is passed over. */
  table(line: string): (() => Table | null) | null {
    const csv = statsCsvHeader(line);
    if (csv !== null) {
      const { header, delimiter } = csv;
      return () => {
        const rows = this.rows(header, 'csv');
        return rows && new CsvTable(this.builder, delimiter, rows);
      };
    }
    return (
      this.textTable(statsBoxHeader(line), statsBoxShape) ??
      this.textTable(statsTextHeader(line), statsTextShape)
    );
  }

  private textTable(
    header: StatsHeader | null,
    shapeOf: (header: StatsHeader) => LineShape,
  ): (() => Table | null) | null {
    if (header === null) return null;
    const own = this.withTitleUnit(header);
    return () => {
      const rows = this.rows(own, 'text');
      return rows && new TextTable(this.builder, shapeOf(own), rows);
    };
  }

  /** Reports of one recording tell the same operations; those of another are others. */
  private startRecording(file: string): void {
    if (file === this.recording) return;
    this.recording = file;
    this.told.clear();
    for (const [subject, rows] of this.summaries) this.marks.set(subject, rows.length);
  }

  private rows(header: StatsHeader, form: 'csv' | 'text'): RowReader | null {
    const { kind } = header;
    this.sawReport = true;
    if (kind === null || !(this.script === '' || CUDA_REPORTS.test(this.script))) return null;
    this.builder.addFormat(`nsys-${form}`);
    const subjects = this.subjectsOf(kind, header.titles.includes('GridXYZ'));
    return kind.endsWith('Summary')
      ? new SummaryRows(this.builder, header, subjects, this.script !== '')
      : new TraceRows(this.builder, header, subjects, this.processes);
  }

  /** Of what a report's rows are taken; rows of a coarser report before it are given up for them. */
  private subjectsOf(kind: StatsKind, isByShape: boolean): ReadonlySet<Subject> {
    const taken = new Set<Subject>();
    for (const [subject, rows] of this.summaries) {
      const own = TELLS[kind][subject] ?? 0;
      const fineness = isByShape && own === 2 ? BY_SHAPE : own;
      if (fineness <= (this.told.get(subject) ?? 0)) continue;
      rows.length = this.marks.get(subject) ?? 0;
      this.told.set(subject, fineness);
      taken.add(subject);
    }
    if (taken.size === 0)
      this.builder.warnings.addOnce('same-operations', message('profiles.nsys.sameOperations'));
    return taken;
  }

  /** Units of older text reports stand in their title. */
  private withTitleUnit(header: StatsHeader): StatsHeader {
    const unit = statsUnit(this.titleUnit);
    if (unit === null || header.units.some((own) => own !== null)) return header;
    return { ...header, units: header.titles.map((title) => (TIMED.has(title) ? unit : null)) };
  }
}
