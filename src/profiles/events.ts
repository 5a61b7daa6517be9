import type { EventBlock, EventColumns, HostCall } from '../kernel/profile';

/** Events in one block. */
const BLOCK = 1 << 16;

const NO_BLOCK: EventBlock = {
  group: new Uint32Array(),
  startNs: new Float64Array(),
  durationNs: new Float64Array(),
  line: new Uint32Array(),
};

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** One event of a trace. */
export interface TraceEvent {
  readonly group: number;
  readonly startNs: number | null;
  readonly durationNs: number | null;
  readonly bytes: number | null;
  readonly line: number;
  readonly call: HostCall | null;
}

const orNull = (value: number | undefined): number | null =>
  value === undefined || Number.isNaN(value) ? null : value;

/** The event at an index within its block. */
function eventAt(block: EventBlock, index: number): TraceEvent {
  return {
    group: block.group[index] ?? 0,
    startNs: orNull(block.startNs[index]),
    durationNs: orNull(block.durationNs[index]),
    bytes: orNull(block.bytes?.[index]),
    line: block.line[index] ?? 0,
    call: callAt(block, index),
  };
}

function callAt({ callStartNs, callDurationNs }: EventBlock, index: number): HostCall | null {
  const startNs = orNull(callStartNs?.[index]);
  return startNs === null ? null : { startNs, durationNs: orNull(callDurationNs?.[index]) };
}

/** The events of a long trace, in file order. */
export function* eachEvent({ length, blocks }: EventColumns): Generator<TraceEvent> {
  let left = length;
  for (const block of blocks) {
    const count = Math.min(left, block.group.length);
    for (let i = 0; i < count; i++) yield eventAt(block, i);
    left -= count;
  }
}

/** Rows of the file that rows of a profile stand for. */
export function rowCount(rows: readonly unknown[], events: EventColumns | undefined): number {
  return events === undefined ? rows.length : events.length + rows.length - events.groups;
}

/**
 * Events of one kind (launches, transfers, API calls), 24 to 32 bytes each, so that a trace of
 * millions of rows stays small. What rows share (name, grid, stream, …) is their group.
 */
export class EventStore {
  private readonly blocks: Writable<EventBlock>[] = [];
  /** The block that is filled; the first event begins one. */
  private last: Writable<EventBlock> = NO_BLOCK;
  private _length = 0;
  private groups = 0;

  /** @param withBytes whether events carry a size (transfers). */
  constructor(private readonly withBytes: boolean) {}

  get length(): number {
    return this._length;
  }

  /** Adds an event; null or not-a-number for a value that is not known. */
  push(
    group: number,
    startNs: number | null,
    durationNs: number | null,
    bytes: number | null,
    line: number,
  ): void {
    const at = this.begin(group, line);
    const { last } = this;
    last.startNs[at] = startNs ?? Number.NaN;
    last.durationNs[at] = durationNs ?? Number.NaN;
    if (last.bytes !== undefined) last.bytes[at] = bytes ?? Number.NaN;
  }

  /** Adds an event whose start, duration and bytes are the first three values; not-a-number for what is not known. */
  pushValues(group: number, values: Float64Array, line: number): void {
    const at = this.begin(group, line);
    const { last } = this;
    last.startNs[at] = values[0]!;
    last.durationNs[at] = values[1]!;
    if (last.bytes !== undefined) last.bytes[at] = values[2]!;
  }

  /** Makes room for an event; its place in the last block. */
  private begin(group: number, line: number): number {
    const at = this._length++ % BLOCK;
    if (at === 0) this.blocks.push((this.last = this.newBlock()));
    if (group >= this.groups) this.groups = group + 1;
    this.last.group[at] = group;
    this.last.line[at] = line;
    return at;
  }

  /** The group of an event, by number. */
  groupOf(event: number): number {
    return this.blocks[Math.floor(event / BLOCK)]?.group[event % BLOCK] ?? 0;
  }

  /** Gives up all events. */
  clear(): void {
    this.blocks.length = this._length = this.groups = 0;
  }

  /** Sets the host's call of the last event. */
  setCall({ startNs, durationNs }: HostCall): void {
    this.setCallValues(Float64Array.of(startNs, durationNs ?? Number.NaN), this._length - 1);
  }

  /** Sets the host's call of an event, by number: its start and duration are the first two values. */
  setCallValues(values: Float64Array, event: number): void {
    const block = this.blocks[Math.floor(event / BLOCK)];
    if (block === undefined) return;
    const at = event % BLOCK;
    block.callStartNs ??= new Float64Array(BLOCK).fill(Number.NaN);
    block.callDurationNs ??= new Float64Array(BLOCK).fill(Number.NaN);
    block.callStartNs[at] = values[0]!;
    block.callDurationNs[at] = values[1]!;
  }

  private newBlock(): EventBlock {
    return {
      group: new Uint32Array(BLOCK),
      startNs: new Float64Array(BLOCK),
      durationNs: new Float64Array(BLOCK),
      ...(this.withBytes && { bytes: new Float64Array(BLOCK) }),
      line: new Uint32Array(BLOCK),
    };
  }

  /** Moves the starts of all events from the index on. */
  shiftStarts(from: number, byNs: number): void {
    if (byNs === 0) return;
    for (let i = from; i < this._length; i++) {
      const block = this.blocks[Math.floor(i / BLOCK)];
      for (const starts of [block?.startNs, block?.callStartNs])
        if (starts !== undefined) starts[i % BLOCK] = (starts[i % BLOCK] ?? Number.NaN) + byNs;
    }
  }

  columns(): EventColumns {
    return { length: this._length, groups: this.groups, blocks: this.blocks };
  }
}
