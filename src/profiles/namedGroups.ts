import { NumberGroups } from './numberGroups';

/** A value of a group by its column; null where it was none. */
export type GroupView<Column extends string> = (column: Column) => number | null;

/** Numbers the distinct tuples of named columns, and keeps where each came first. */
export class NamedGroups<Column extends string> {
  private readonly groups: NumberGroups;
  private readonly places: ReadonlyMap<Column, number>;
  private readonly lines: number[] = [];

  constructor(columns: readonly Column[]) {
    this.groups = new NumberGroups(columns.length);
    this.places = new Map(columns.map((column, i) => [column, i]));
  }

  get count(): number {
    return this.groups.count;
  }

  /** Number of the tuple whose values are given in the order of the columns; not-a-number for none. */
  of(values: ArrayLike<number>, line: number): number {
    for (let i = 0; i < this.places.size; i++) this.groups.set(i, values[i] ?? Number.NaN);
    const group = this.groups.take();
    this.lines[group] ??= line;
    return group;
  }

  view(group: number): GroupView<Column> {
    return (column) => this.groups.value(group, this.places.get(column) ?? -1);
  }

  firstLine(group: number): number {
    return this.lines[group] ?? 0;
  }
}
