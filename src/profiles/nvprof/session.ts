import { message, type Words } from '../../kernel/message';
import type { ProfileBuilder } from '../builder';
import type { Columns, Delimiter } from '../csv';
import { quoted, type RecognizedFormat } from '../foreign/recognizedFormat';
import type { Header, NvprofTableKind } from '../headers';
import { CsvTable, type RowReader, type Table } from '../tables';
import { splitDevice } from './device';
import { LaunchMetricRows } from './launchMetrics';
import { isNothingProfiled, meaningOf, parseMarker } from './markers';
import { MetricRows } from './metrics';
import { MetricGatherer } from './metricTable';
import { SummaryRows, type SummaryScope } from './summary';
import {
  TextTable,
  metricShape,
  summaryShape,
  traceShape,
  unifiedMemoryShape,
  type LineShape,
  type TextTableKind,
} from './textTables';
import { TraceRows } from './trace';
import { UnifiedMemoryRows } from './unifiedMemory';
import type { UnitsRow } from './unitsRow';

interface OpenTable {
  readonly kind: string;
  readonly pid: string | null;
  readonly units: UnitsRow | null;
  rows: number;
}

const empty = (reason: Words): RecognizedFormat => ({ format: 'nvprof-text', status: 'empty', reason });

/** Warnings that say that records are missing. */
const LOST = /invalid (?:records|timestamps)|\bdropped\b/;

const CPU_PROFILE: RecognizedFormat = {
  format: 'nvprof-cpu-profile',
  status: 'refused',
  reason: message('profiles.nvprof.cpuSamples'),
};

/** Reader of nvprof's own lines about the runs in a file, and of the tables that follow them. */
export class NvprofSession {
  private readonly metrics: MetricGatherer;
  private seenMetricTables = new Set<string>();
  /** Tables that are not about kernels (NVTX ranges, CPU samples) look like summaries. */
  private skipTables = false;
  private scope: SummaryScope = { device: null };
  private _pid: string | null = null;
  private startedRuns: (string | null)[] = [];
  private open: OpenTable | null = null;
  private _whyEmpty: RecognizedFormat | null = null;
  private sawMarker = false;
  private deviceLine = '';

  constructor(private readonly builder: ProfileBuilder) {
    this.metrics = new MetricGatherer(builder);
  }

  /** Why a file with nvprof's lines in it has no result; null for a file without such lines. */
  get whyEmpty(): RecognizedFormat | null {
    return this._whyEmpty ?? (this.sawMarker ? empty(message('profiles.noResult')) : null);
  }

  /**
   * Takes a line that nvprof wrote about itself; false for other lines.
   * @param endTable ends the table so far, before what the line says takes effect.
   */
  marker(line: string, number: number, endTable: () => void): boolean {
    const marker = parseMarker(line);
    const meaning = marker === null ? null : meaningOf(marker.text);
    if (marker === null || meaning === null) return false;
    this.sawMarker = true;
    if (meaning.kind === 'run' || meaning.kind === 'result' || meaning.kind === 'device') endTable();
    switch (meaning.kind) {
      case 'run':
        this.startRun(marker.pid, meaning.command);
        break;
      case 'result':
        this.startResult(marker.pid, meaning.scope === 'other', marker.text);
        break;
      case 'device':
        this.scope = splitDevice(meaning.device);
        break;
      case 'nothing-profiled':
        this._whyEmpty = empty(message('profiles.nvprof.says', { text: meaning.text }));
        break;
      case 'saved-to':
        this._whyEmpty = empty(message('profiles.nvprof.otherFile', { file: quoted(meaning.file) }));
        break;
      case 'warning':
      case 'error':
        this.builder.warnings.add(`nvprof-${meaning.kind}`, `nvprof: ${meaning.text}`, number);
        if (meaning.kind === 'error' || LOST.test(meaning.text))
          this.builder.markPartial(message('profiles.nvprof.says', { text: meaning.text }));
        break;
      case 'progress':
        break;
    }
    return true;
  }

  /** Notes what nvprof says in lines without a mark. */
  plainLine(line: string): void {
    this.deviceLine = /^Device "(.*)"$/.exec(line)?.[1] ?? this.deviceLine;
    if (isNothingProfiled(line)) this._whyEmpty = empty(message('profiles.nvprof.says', { text: line }));
  }

  private startRun(pid: string | null, command: string | null): void {
    if (this.open !== null) this.startedRuns = [];
    this.startedRuns.push(pid);
    this.metrics.flush();
    this.skipTables = false;
    this.scope = { device: null };
    this.builder.startRun(pid, command);
  }

  private startResult(pid: string | null, skipTables: boolean, text: string): void {
    this._pid = pid;
    this.builder.continueRun(pid);
    this.skipTables = skipTables;
    if (skipTables)
      this._whyEmpty ??= text.startsWith('CPU')
        ? CPU_PROFILE
        : empty(message('profiles.nvprof.holdsOnly', { text: text.replace(/:$/, '') }));
  }

  csvTable({ kind, columns, delimiter }: Header<NvprofTableKind>): Table | null {
    if (this.skipTables) return null;
    const reader = this.csvReader(kind, columns, delimiter);
    return new CsvTable(this.builder, delimiter, this.opened(kind, reader));
  }

  private csvReader(
    kind: NvprofTableKind,
    columns: Columns,
    delimiter: Delimiter,
  ): RowReader & { units?: UnitsRow } {
    const rival = this.rival(kind);
    switch (kind) {
      case 'nvprof-csv-gpu-trace':
      case 'nvprof-csv-api-trace':
        return new TraceRows(this.builder, columns, delimiter, rival);
      case 'nvprof-csv-metrics':
      case 'nvprof-csv-events':
        return this.metricRows(kind, columns, delimiter);
      case 'nvprof-csv-summary':
        return new SummaryRows(this.builder, columns, delimiter, this.scope, rival);
      case 'nvprof-csv-launch-metrics':
        return new LaunchMetricRows(this.builder, columns, delimiter, rival);
      case 'nvprof-csv-unified-memory':
        return new UnifiedMemoryRows(this.builder, columns, rival);
    }
  }

  /** @param header the header line of the table. */
  textTable(kind: TextTableKind, header: string): Table | null {
    if (this.skipTables) return null;
    if (kind === 'nvprof-text-launch-metrics') {
      const reason = message('profiles.nvprof.namesCut');
      this.builder.markPartial(reason);
      this._whyEmpty = { format: kind, status: 'refused', reason };
      return null;
    }
    const shape = shapeOf(kind, header, this.deviceLine);
    return new TextTable(this.builder, shape, this.opened(kind, this.textReader(kind, shape.columns)));
  }

  private textReader(kind: TextTableKind, columns: Columns): RowReader & { units?: UnitsRow } {
    switch (kind) {
      case 'nvprof-text-metrics':
      case 'nvprof-text-events':
        return this.metricRows(kind, columns, ',');
      case 'nvprof-text-summary':
        return new SummaryRows(this.builder, columns, ',', this.scope, null);
      case 'nvprof-text-unified-memory':
        return new UnifiedMemoryRows(this.builder, columns, null);
      default:
        return new TraceRows(this.builder, columns, ',', null);
    }
  }

  /** A second table of the same kind in one run is that of a run without a preamble. */
  private metricRows(kind: string, columns: Columns, delimiter: Delimiter): MetricRows {
    if (this.seenMetricTables.has(kind)) this.flush();
    this.seenMetricTables.add(kind);
    return new MetricRows(this.builder, this.metrics, columns, delimiter);
  }

  /** Hands what metric tables have gathered to the builder. */
  flush(): void {
    this.metrics.flush();
    this.seenMetricTables.clear();
  }

  /** Counts the rows of the table that begins, to notice a table that another one cut short. */
  private opened(kind: string, reader: RowReader & { units?: UnitsRow }): RowReader {
    const open: OpenTable = { kind, pid: this._pid, units: reader.units ?? null, rows: 0 };
    this.open = open;
    this.builder.addFormat(kind);
    return {
      row(cells, line, cut) {
        const rowKind = reader.row(cells, line, cut);
        if (rowKind === 'row') open.rows++;
        return rowKind;
      },
      unsplit(line, number) {
        const isRow = reader.unsplit?.(line, number) === true;
        if (isRow) open.rows++;
        return isRow;
      },
      end: () => reader.end?.(),
    };
  }

  /**
   * Units of a table of another process that began and has no rows yet: the two processes ran at
   * the same time and write into the same file, so its rows may come among ours.
   */
  private rival(kind: NvprofTableKind): UnitsRow | null {
    const open = this.open;
    const concurrent = open !== null && open.pid !== this._pid && this.startedRuns.includes(open.pid);
    return concurrent && open.kind === kind && open.rows === 0 ? open.units : null;
  }
}

function shapeOf(kind: TextTableKind, header: string, device: string): LineShape {
  switch (kind) {
    case 'nvprof-text-metrics':
      return metricShape('metric');
    case 'nvprof-text-events':
      return metricShape('event');
    case 'nvprof-text-summary':
      return summaryShape();
    case 'nvprof-text-unified-memory':
      return unifiedMemoryShape(header, device);
    default:
      return traceShape(header);
  }
}
