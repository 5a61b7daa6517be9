import { message } from '../../kernel/message';
import type { ProfileBuilder } from '../builder';
import type { IssuedOperations } from '../recording/issued';
import type { SqliteDatabase } from '../sqlite/database';
import { metricOfNumber, recordedValue } from './metricNumbers';
import { MetricSums } from './metricSums';

/** Values over the whole GPU, and those of its units one by one. */
const TABLES = ['CUPTI_ACTIVITY_KIND_METRIC', 'CUPTI_ACTIVITY_KIND_METRIC_INSTANCE'] as const;

/** Whether a recording has metrics: those of timelines have empty tables. */
export async function hasRecordedMetrics(database: SqliteDatabase): Promise<boolean> {
  let has = false;
  const isThere = (): boolean => {
    has = true;
    return false;
  };
  for (const name of TABLES) {
    const table = database.table(name);
    if (table !== null && !has) await database.scan(table, () => undefined, { wanted: isThere });
  }
  return has;
}

/**
 * Metrics of a recording stand under numbers that differ from GPU to GPU. Where those of the GPU are known, kernels
 * get their means; the others are counted and told, with the command that prints them by name, and no value is guessed.
 */
export async function readRecordedMetrics(
  database: SqliteDatabase,
  builder: ProfileBuilder,
  issued: IssuedOperations,
): Promise<void> {
  const metrics = new RecordedMetrics(builder, issued);
  for (const name of TABLES) {
    const table = database.table(name);
    if (table === null) continue;
    const [id, value, call] = [table.at('id'), table.at('value'), table.at('correlationId')];
    await database.scan(table, (row, line) => {
      const number = row.integer(id);
      if (number === null) return;
      if (name === TABLES[0]) metrics.add(number, row.integer(call), row.blob(value), line);
      else metrics.addPart(number);
    });
  }
  metrics.end();
}

interface Measured {
  readonly line: number;
  readonly sums: MetricSums;
}

class RecordedMetrics {
  /** By group of launches. */
  private readonly kernels = new Map<number, Measured>();
  private readonly named = new Set<number>();
  /** How many values there are of each number that has no name. */
  private readonly unnamed = new Map<number, number>();

  constructor(
    private readonly builder: ProfileBuilder,
    private readonly issued: IssuedOperations,
  ) {}

  add(id: number, call: number | null, bytes: Uint8Array | null, line: number): void {
    const group = this.groupOf(call);
    const metric =
      group === null ? null : metricOfNumber(this.builder.launches.groups[group]?.computeCapability, id);
    if (group === null || metric === null) {
      this.leave(id);
      return;
    }
    this.named.add(id);
    const value = bytes === null ? null : recordedValue(metric, bytes);
    if (value === null) this.distrust(metric, bytes, line);
    else this.sumsOf(group, line).add(metric, value);
  }

  /** A value of one unit: those of a metric that stands there as a whole are in it. */
  addPart(id: number): void {
    if (!this.named.has(id)) this.leave(id);
  }

  end(): void {
    const { kernels, launches, path } = this.builder;
    for (const [group, { line, sums }] of this.kernels) {
      const values = { calls: sums.count, ...sums.values() };
      const untimed = { startNs: null, durationNs: null, location: { path, line } };
      kernels.push({ ...launches.groups[group]!, ...untimed, ...values });
    }
    this.tellUnnamed();
  }

  private groupOf(call: number | null): number | null {
    const { store } = this.builder.launches;
    const event = call === null ? null : this.issued.eventOf(call, store);
    return event === null ? null : store.groupOf(event);
  }

  private sumsOf(group: number, line: number): MetricSums {
    let measured = this.kernels.get(group);
    if (measured === undefined) this.kernels.set(group, (measured = { line, sums: new MetricSums() }));
    return measured.sums;
  }

  private leave(id: number): void {
    this.unnamed.set(id, (this.unnamed.get(id) ?? 0) + 1);
  }

  private distrust(metric: string, bytes: Uint8Array | null, line: number): void {
    const text = [...(bytes ?? [])].map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
    const words = message('profiles.nvprof.notTrusted', { metric, text });
    this.builder.warnings.add('untrusted-number', words, line);
  }

  private tellUnnamed(): void {
    const values = [...this.unnamed.values()].reduce((sum, count) => sum + count, 0);
    if (values === 0) return;
    const ids = [...this.unnamed.keys()].sort((a, b) => a - b).map((id) => `0x${id.toString(16)}`);
    this.builder.warnings.add('metric-numbers', message('profiles.metricNumbers', { ids }));
    this.builder.markPartial(message('profiles.metricsByNumber', { values, path: this.builder.path }));
  }
}
