import { message } from '../../kernel/message';
import type { ProfileBuilder } from '../builder';
import type { RecognizedFormat } from '../foreign/recognizedFormat';
import type { Header } from '../headers';
import { CsvTable, type Table } from '../tables';
import { ComputeProfileRows } from './computeProfile';

/** The lines `# CUDA_…` at the head of a log of before 2013, and the table under them. */
export class ComputeProfileSession {
  private sawMarker = false;
  private device: string | null = null;

  constructor(private readonly builder: ProfileBuilder) {}

  get whyEmpty(): RecognizedFormat | null {
    if (!this.sawMarker) return null;
    return { format: 'computeprof-csv', status: 'empty', reason: message('profiles.noResult') };
  }

  /** Takes a comment line of the log; false for other lines. */
  marker(line: string): boolean {
    const match = /^# (CUDA_\w+|TIMESTAMPFACTOR)\b(.*)$/.exec(line);
    if (match === null) return false;
    this.sawMarker = true;
    if (match[1] === 'CUDA_DEVICE') this.device = /^\s*\d+ (.*)$/.exec(match[2] ?? '')?.[1]?.trim() ?? null;
    if (match[1] === 'CUDA_PROFILE_LOG_VERSION') this.builder.startRun(null, null);
    return true;
  }

  csvTable({ columns, delimiter }: Header): Table {
    this.builder.addFormat('computeprof-csv');
    return new CsvTable(this.builder, delimiter, new ComputeProfileRows(this.builder, columns, this.device));
  }
}
