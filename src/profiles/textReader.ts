import type { ProfileBuilder } from './builder';
import { parseHeader, type Header } from './headers';
import { splitDevice } from './nvprof/device';
import { meaningOf, parseMarker, type Marker } from './nvprof/markers';
import { MetricRows } from './nvprof/metrics';
import { MetricGatherer } from './nvprof/metricTable';
import { SummaryRows, type SummaryScope } from './nvprof/summary';
import { TraceRows } from './nvprof/trace';
import { CsvTable, type RowReader, type Table } from './tables';

/**
 * Reads a text file line by line: finds the parts that profilers wrote between whatever else the
 * file holds (program output, shell prompts, other runs), and hands each line to its part.
 */
export class TextReader {
  readonly #metrics: MetricGatherer;
  #table: Table | null = null;
  #scope: 'gpu' | 'other' = 'gpu';
  #device: SummaryScope = { device: null };
  #savedTo: string | null = null;
  #nothingProfiled: string | null = null;

  constructor(private readonly builder: ProfileBuilder) {
    this.#metrics = new MetricGatherer(builder);
  }

  line(text: string, number: number): void {
    if (text.charCodeAt(0) === 61 && this.#marker(text, number)) return;
    const header = parseHeader(text);
    if (header !== null) this.#open(header);
    else if (text !== '') this.#table?.push(text, number);
  }

  /** @param cut whether the last line had no line end. */
  end(cut: boolean): void {
    this.#close(cut);
    this.#metrics.flush();
  }

  /** Why a file with nvprof's lines in it has no result, or null. */
  get whyEmpty(): string | null {
    if (this.#savedTo !== null)
      return `the result is in another file; export it with: nvprof -i "${this.#savedTo}" --csv --print-gpu-trace`;
    return this.#nothingProfiled ?? (this.builder.runs.length > 0 ? 'the profiled run left no result' : null);
  }

  #marker(text: string, number: number): boolean {
    const marker = parseMarker(text);
    const meaning = marker === null ? null : meaningOf(marker.text);
    if (marker === null || meaning === null) return false;
    switch (meaning.kind) {
      case 'run':
        this.#newRun(marker, meaning.command);
        break;
      case 'result':
        this.#close(false);
        this.#scope = meaning.scope;
        break;
      case 'device':
        this.#close(false);
        this.#device = splitDevice(meaning.device);
        break;
      case 'warning':
      case 'error':
        this.builder.warnings.add(`nvprof-${meaning.kind}`, `nvprof: ${meaning.text}`, number);
        break;
      case 'nothing-profiled':
        this.#nothingProfiled = `nvprof says: ${meaning.text}`;
        break;
      case 'saved-to':
        this.#savedTo = meaning.file;
        break;
      case 'progress':
        break;
    }
    return true;
  }

  #newRun(marker: Marker, command: string | null): void {
    this.#close(false);
    this.#metrics.flush();
    this.#scope = 'gpu';
    this.#device = { device: null };
    this.builder.startRun(marker.pid, command);
  }

  #open(header: Header): void {
    this.#close(false);
    const reader = this.#scope === 'gpu' ? this.#readerOf(header) : null;
    if (reader === null) return;
    this.builder.addFormat(header.kind);
    this.#table = new CsvTable(this.builder, header.delimiter, reader);
  }

  #readerOf({ kind, columns, delimiter }: Header): RowReader | null {
    switch (kind) {
      case 'nvprof-csv-gpu-trace':
      case 'nvprof-csv-api-trace':
        return new TraceRows(this.builder, columns, delimiter);
      case 'nvprof-csv-metrics':
      case 'nvprof-csv-events':
        return new MetricRows(this.builder, this.#metrics, columns, delimiter);
      case 'nvprof-csv-summary':
        return new SummaryRows(this.builder, columns, delimiter, this.#device);
      default:
        return null;
    }
  }

  #close(cut: boolean): void {
    this.#table?.end(cut);
    this.#table = null;
  }
}
