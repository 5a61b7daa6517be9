/**
 * Values under names, gathered in order. Tables have the same names for every kernel: they are shared with the list
 * before as long as they agree, so that a value takes little more than itself.
 */
export class NamedValues<T> {
  private list: string[];
  private isShared: boolean;
  private _values: T[] = [];
  private record: Record<string, T> | null = null;

  /** @param before the list whose names this one probably has, too */
  constructor(before: NamedValues<T> | null) {
    this.list = before?.list ?? [];
    this.isShared = before !== null;
  }

  /** Names of `values`, and possibly more behind them. */
  get names(): readonly string[] {
    return this.list;
  }

  get values(): readonly T[] {
    return this._values;
  }

  /** Adds a value; one of the same name that comes later counts instead. */
  add(name: string, value: T): void {
    if (this.record !== null) this.record[name] = value;
    else {
      const at = this._values.push(value) - 1;
      if (!this.isShared || this.list[at] !== name) this.append(name, at);
    }
  }

  private append(name: string, at: number): void {
    if (this.isShared) this.list = this.list.slice(0, at);
    this.isShared = false;
    this.list.push(name);
  }

  /** The values by name. What is added from now on goes into it. */
  sealed(maker: RecordMaker<T>): Record<string, T> {
    this.record ??= maker.of(this);
    this._values = [];
    return this.record;
  }
}

/**
 * Makes records of named values. Records of the same names are copies of one: an object that grows name by name takes
 * several times the memory.
 */
export class RecordMaker<T> {
  private names: readonly string[] = [];
  private first: Record<string, T> = {};

  of({ names, values }: Pick<NamedValues<T>, 'names' | 'values'>): Record<string, T> {
    if (!this.isSame(names, values.length)) {
      this.names = names.slice(0, values.length);
      this.first = laidOut(this.names, values);
    }
    const record = { ...this.first };
    values.forEach((value, i) => (record[names[i] ?? ''] = value));
    return record;
  }

  private isSame(names: readonly string[], length: number): boolean {
    if (this.names.length !== length) return false;
    for (let i = 0; i < length; i++) if (this.names[i] !== names[i]) return false;
    return true;
  }
}

/** A parsed object has a layout that its copies share; one that is filled by name has a table of its own. */
function laidOut<T>(names: readonly string[], values: readonly T[]): Record<string, T> {
  return JSON.parse(JSON.stringify(Object.fromEntries(names.map((name, i) => [name, values[i]])))) as Record<
    string,
    T
  >;
}
