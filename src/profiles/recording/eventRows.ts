import { message } from '../../kernel/message';
import type { ProfileBuilder } from '../builder';
import type { EventStore } from '../events';
import { NumberGroups } from '../numberGroups';
import type { SqliteTable } from '../sqlite/database';
import type { Row } from '../sqlite/row';
import type { RecordingClock } from './clock';
import type { IssuedOperations } from './issued';

/** Where the events of a table go. */
export interface EventTarget {
  readonly store: EventStore;
  /** Groups that the store's events have so far: those of this table are numbered from there on. */
  readonly groupsBefore: number;
}

/**
 * Rows of one table of a recording as events: their times one by one, everything else (`columns`, all of them
 * integers) as groups of equal rows.
 */
export class EventRows<Column extends string> {
  readonly groups: NumberGroups;
  private readonly places: ReadonlyMap<Column, number>;
  private readonly columns: readonly number[];
  private readonly firstRows: number[] = [];
  private readonly start: number;
  private readonly graphNode: number;
  private readonly _end: number;
  private readonly bytes: number;
  private readonly correlation: number;
  private readonly process: number;

  constructor(
    private readonly builder: ProfileBuilder,
    private readonly target: EventTarget,
    private readonly clock: RecordingClock,
    table: SqliteTable,
    columns: readonly Column[],
    /** Where events are noted, so that their calls find them. */
    private readonly issued: IssuedOperations | null = null,
  ) {
    this.groups = new NumberGroups(columns.length);
    this.places = new Map(columns.map((column, i) => [column, i]));
    this.columns = columns.map(table.at);
    this.graphNode = columns.findIndex((column) => column === 'graphNodeId');
    this.start = table.at('start');
    this._end = table.at('end');
    this.bytes = table.at('bytes');
    this.correlation = table.at('correlationId');
    this.process = table.at('globalPid');
  }

  /** Takes a row; `ordinal` counts the rows of the table from 1. */
  readonly visit = (row: Row, ordinal: number): void => {
    for (let i = 0; i < this.columns.length; i++)
      this.groups.set(i, this.grouped(i, row.integer(this.columns[i] ?? -1)));
    const group = this.groups.take();
    this.firstRows[group] ??= ordinal;
    const span = this.clock.span(row, this.start, this._end);
    if (span.fault !== null) {
      this.builder.warnings.add('untrusted-time', message(`profiles.${span.fault}`), ordinal);
      this.builder.markPartial(message('profiles.timesLeftOut'));
    }
    const bytes = row.integer(this.bytes);
    this.target.store.push(
      this.target.groupsBefore + group,
      span.startNs,
      span.durationNs,
      bytes !== null && bytes >= 0 ? bytes : null,
      ordinal,
    );
    this.issued?.add(row.integer(this.process), row.integer(this.correlation), this.target.store);
  };

  /** The nodes of a CUDA graph are one group: it counts only that there is a graph. */
  private grouped(column: number, value: number | null): number | null {
    return column === this.graphNode && value !== null ? Math.sign(value) : value;
  }

  /** Each group in order, by a view of its values and the number of its first row. */
  forEachGroup(make: (value: (column: Column) => number | null, firstRow: number) => void): void {
    for (let group = 0; group < this.groups.count; group++)
      make((column) => this.groups.value(group, this.places.get(column) ?? -1), this.firstRows[group] ?? 0);
  }
}
