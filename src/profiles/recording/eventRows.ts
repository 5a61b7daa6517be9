import { message } from '../../kernel/message';
import type { ProfileBuilder } from '../builder';
import type { EventStore } from '../events';
import { NumberGroups } from '../numberGroups';
import type { SqliteTable } from '../sqlite/database';
import type { PageBytes, RecordShape } from '../sqlite/recordShape';
import type { Row } from '../sqlite/row';
import type { RecordingClock, TimeFault } from './clock';
import { BYTES, END, EVENT_VALUES, GRAPH_NODE, START, type EventValues } from './eventValues';

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
  private readonly groups: NumberGroups;
  private readonly places: ReadonlyMap<Column, number>;
  private readonly grouped: Int32Array;
  /** Of them those in which records of a group are equal. */
  private readonly same: Int32Array;
  private readonly ownColumns: Int32Array;
  private readonly own: EventValues = new Float64Array(EVENT_VALUES);
  private readonly firstRows: number[] = [];
  private readonly graphNode: number;
  /** Of each group a record that its others are mostly equal to, and the group that came after it the last time. */
  private readonly shapes: (RecordShape | null | undefined)[] = [];
  private readonly next: number[] = [];
  private last = 0;
  private expected = 0;

  constructor(
    private readonly builder: ProfileBuilder,
    private readonly target: EventTarget,
    private readonly clock: RecordingClock,
    table: SqliteTable,
    columns: readonly Column[],
    /** What else is done with each event once it is in the store; its values are used again. */
    private readonly also: ((values: EventValues) => void) | null = null,
  ) {
    const present = columns.filter((column) => table.at(column) >= 0);
    this.groups = new NumberGroups(present.length);
    this.places = new Map(present.map((column, i) => [column, i]));
    this.grouped = Int32Array.from(present, table.at);
    const process = table.at('globalPid') >= 0 ? 'globalPid' : 'globalTid';
    const own = ['start', 'end', 'bytes', 'correlationId', process, 'graphNodeId'];
    this.ownColumns = Int32Array.from(own, table.at);
    this.same = Int32Array.from(
      present.filter((column) => column !== 'graphNodeId'),
      table.at,
    );
    this.graphNode = present.findIndex((column) => column === 'graphNodeId');
  }

  /** Takes a row; `ordinal` counts the rows of the table from 1. */
  readonly visit = (row: Row, ordinal: number): void => {
    const { groups, clock, graphNode } = this;
    row.numbers(this.grouped, groups.current);
    // The nodes of a CUDA graph are one group: it counts only that there is a graph.
    if (graphNode >= 0) groups.current[graphNode] = Math.sign(groups.current[graphNode]!);
    const group = groups.take();
    this.firstRows[group] ??= ordinal;
    row.numbers(this.ownColumns, this.own);
    const fault = clock.epoch
      ? clock.readInto(row, this.ownColumns[START]!, this.ownColumns[END]!, this.own)
      : clock.sinceSession(this.own);
    if (!clock.epoch && (this.shapes[group] === undefined || group === this.expected))
      this.shapes[group] = row.shape(this.same, this.ownColumns);
    this.finish(group, fault, ordinal);
  };

  /** Takes a record that is equal to one of the group that is expected next, but for its times, bytes and numbers. */
  readonly known = (page: PageBytes, from: number, length: number, ordinal: number): boolean => {
    const { expected, own } = this;
    const shape = this.shapes[expected];
    if (shape?.matches(page, from, length) !== true) return false;
    shape.own(page, from, own);
    if (this.graphNode >= 0 && !Object.is(Math.sign(own[GRAPH_NODE]!), this.graphSign(expected)))
      return false;
    this.finish(expected, this.clock.sinceSession(own), ordinal);
    return true;
  };

  private graphSign(group: number): number {
    return this.groups.value(group, this.graphNode) ?? Number.NaN;
  }

  private finish(group: number, fault: TimeFault | null, ordinal: number): void {
    const { own } = this;
    const { store, groupsBefore } = this.target;
    if (fault !== null) this.distrust(fault, ordinal);
    if (!(own[BYTES]! >= 0)) own[BYTES] = Number.NaN;
    store.pushValues(groupsBefore + group, own, ordinal);
    this.also?.(own);
    this.next[this.last] = group;
    this.last = group;
    this.expected = this.next[group] ?? group;
  }

  private distrust(fault: TimeFault, ordinal: number): void {
    this.builder.warnings.add('untrusted-time', message(`profiles.${fault}`), ordinal);
    this.builder.markPartial(message('profiles.timesLeftOut'));
  }

  /** Each group in order, by a view of its values and the number of its first row. */
  forEachGroup(make: (value: (column: Column) => number | null, firstRow: number) => void): void {
    for (let group = 0; group < this.groups.count; group++)
      make((column) => this.groups.value(group, this.places.get(column) ?? -1), this.firstRows[group] ?? 0);
  }
}
