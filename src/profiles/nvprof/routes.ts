import { ownCopy } from '../groups';

interface Entry<T> {
  readonly cells: readonly string[];
  readonly route: T;
}

/** Shapes of one kernel that are compared one by one; a kernel with more is looked up by a joined key. */
const COMPARED = 16;
const SEPARATOR = '\u0001';

/**
 * Finds what a trace row belongs to by its name and the cells that rows of one kind share. Most
 * kernels have few launch shapes: comparing their cells is several times faster than joining
 * them into a key for each of millions of rows.
 */
export class RouteTable<T> {
  private readonly byName = new Map<string, Entry<T>[]>();
  private readonly byKey = new Map<string, T>();

  /** @param keyColumns indices of the cells that, with the name, make the key. */
  constructor(private readonly keyColumns: readonly number[]) {}

  of(name: string, cells: readonly string[], make: () => T): T {
    const entries = this.byName.get(name);
    if (entries === undefined) {
      const first = this.entry(cells, make());
      this.byName.set(ownCopy(name), [first]);
      return first.route;
    }
    for (const entry of entries) if (this.matches(entry, cells)) return entry.route;
    if (entries.length >= COMPARED) return this.joined(name, cells, make);
    const added = this.entry(cells, make());
    entries.push(added);
    return added.route;
  }

  private entry(cells: readonly string[], route: T): Entry<T> {
    return { cells: this.keyColumns.map((column) => ownCopy(cells[column] ?? '')), route };
  }

  private matches(entry: Entry<T>, cells: readonly string[]): boolean {
    for (let i = 0; i < this.keyColumns.length; i++)
      if (entry.cells[i] !== cells[this.keyColumns[i] ?? -1]) return false;
    return true;
  }

  private joined(name: string, cells: readonly string[], make: () => T): T {
    let key = name;
    for (const column of this.keyColumns) key += SEPARATOR + (cells[column] ?? '');
    const found = this.byKey.get(key);
    if (found !== undefined) return found;
    const route = make();
    this.byKey.set(ownCopy(key), route);
    return route;
  }
}
