import type { EventColumns } from '../kernel/profile';

const BLOCK = 1 << 16;

/** A growing column of numbers; values are kept in blocks so that growing copies nothing. */
class Column<T extends Float64Array | Uint32Array> {
  #blocks: T[] = [];
  #length = 0;

  constructor(private readonly allocate: (length: number) => T) {}

  push(value: number): void {
    const at = this.#length % BLOCK;
    if (at === 0) this.#blocks.push(this.allocate(BLOCK));
    const block = this.#blocks[this.#blocks.length - 1];
    if (block !== undefined) block[at] = value;
    this.#length++;
  }

  at(index: number): number {
    return this.#blocks[Math.floor(index / BLOCK)]?.[index % BLOCK] ?? Number.NaN;
  }

  set(index: number, value: number): void {
    const block = this.#blocks[Math.floor(index / BLOCK)];
    if (block !== undefined) block[index % BLOCK] = value;
  }

  /** All values in one array; the blocks are given up while they are copied. */
  take(): T {
    const all = this.allocate(this.#length);
    for (let at = 0; at < this.#length; at += BLOCK) {
      const block = this.#blocks.shift()?.subarray(0, Math.min(BLOCK, this.#length - at));
      if (block !== undefined) all.set(block, at);
    }
    return all;
  }
}

/** One event of a trace. */
export interface TraceEvent {
  readonly group: number;
  readonly startNs: number | null;
  readonly durationNs: number | null;
  readonly bytes: number | null;
  readonly line: number;
}

/** What the events of one group have in common. */
export interface GroupTotals {
  readonly calls: number;
  readonly firstStartNs: number | null;
  readonly firstLine: number;
  readonly meanDurationNs: number | null;
  readonly minDurationNs: number;
  readonly maxDurationNs: number;
  readonly meanBytes: number | null;
}

const orNull = (value: number): number | null => (Number.isNaN(value) ? null : value);

/**
 * Events of one kind (launches, transfers, API calls), 24 to 32 bytes each, so that a trace of
 * millions of rows stays small. What rows share (name, grid, stream, …) is their group.
 */
export class EventStore {
  readonly #group = new Column((n) => new Uint32Array(n));
  readonly #start = new Column((n) => new Float64Array(n));
  readonly #duration = new Column((n) => new Float64Array(n));
  readonly #line = new Column((n) => new Uint32Array(n));
  readonly #bytes: Column<Float64Array> | null;
  #length = 0;

  /** @param withBytes whether events carry a size (transfers). */
  constructor(withBytes: boolean) {
    this.#bytes = withBytes ? new Column((n) => new Float64Array(n)) : null;
  }

  get length(): number {
    return this.#length;
  }

  push(
    group: number,
    startNs: number | null,
    durationNs: number | null,
    bytes: number | null,
    line: number,
  ): void {
    this.#group.push(group);
    this.#start.push(startNs ?? Number.NaN);
    this.#duration.push(durationNs ?? Number.NaN);
    this.#line.push(line);
    this.#bytes?.push(bytes ?? Number.NaN);
    this.#length++;
  }

  at(index: number): TraceEvent {
    return {
      group: this.#group.at(index),
      startNs: orNull(this.#start.at(index)),
      durationNs: orNull(this.#duration.at(index)),
      bytes: this.#bytes === null ? null : orNull(this.#bytes.at(index)),
      line: this.#line.at(index),
    };
  }

  /** Moves the starts of all events from the index on. */
  shiftStarts(from: number, byNs: number): void {
    if (byNs === 0) return;
    for (let i = from; i < this.#length; i++) this.#start.set(i, this.#start.at(i) + byNs);
  }

  /** Totals of each of `groupCount` groups; means are over the events that tell the value. */
  totals(groupCount: number): GroupTotals[] {
    const sums = Array.from({ length: groupCount }, () => new GroupSum());
    for (let i = 0; i < this.#length; i++) sums[this.#group.at(i)]?.add(this.at(i));
    return sums.map((sum) => sum.totals());
  }

  /** The columns, for a trace that is too long to list; the store is empty afterwards. */
  take(): EventColumns {
    this.#length = 0;
    return {
      group: this.#group.take(),
      startNs: this.#start.take(),
      durationNs: this.#duration.take(),
      ...(this.#bytes === null ? {} : { bytes: this.#bytes.take() }),
      line: this.#line.take(),
    };
  }
}

class GroupSum {
  #calls = 0;
  #firstStart: number | null = null;
  #firstLine = 0;
  #timed = 0;
  #duration = 0;
  #min = Infinity;
  #max = -Infinity;
  #sized = 0;
  #bytes = 0;

  add(event: TraceEvent): void {
    if (this.#calls++ === 0) {
      this.#firstStart = event.startNs;
      this.#firstLine = event.line;
    }
    if (event.durationNs !== null) {
      this.#timed++;
      this.#duration += event.durationNs;
      this.#min = Math.min(this.#min, event.durationNs);
      this.#max = Math.max(this.#max, event.durationNs);
    }
    if (event.bytes !== null) {
      this.#sized++;
      this.#bytes += event.bytes;
    }
  }

  totals(): GroupTotals {
    return {
      calls: this.#calls,
      firstStartNs: this.#firstStart,
      firstLine: this.#firstLine,
      meanDurationNs: this.#timed === 0 ? null : this.#duration / this.#timed,
      minDurationNs: this.#min,
      maxDurationNs: this.#max,
      meanBytes: this.#sized === 0 ? null : this.#bytes / this.#sized,
    };
  }
}
