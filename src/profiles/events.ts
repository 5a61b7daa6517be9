import type { EventBlock, EventColumns, HostCall } from '../kernel/profile';

/** Events in one block. */
const BLOCK = 1 << 16;

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
  private _length = 0;
  private groups = 0;

  /** @param withBytes whether events carry a size (transfers). */
  constructor(private readonly withBytes: boolean) {}

  get length(): number {
    return this._length;
  }

  push(
    group: number,
    startNs: number | null,
    durationNs: number | null,
    bytes: number | null,
    line: number,
  ): void {
    const at = this._length % BLOCK;
    if (at === 0) this.blocks.push(this.newBlock());
    const block = this.blocks[this.blocks.length - 1];
    this._length++;
    this.groups = Math.max(this.groups, group + 1);
    if (block === undefined) return;
    block.group[at] = group;
    block.startNs[at] = startNs ?? Number.NaN;
    block.durationNs[at] = durationNs ?? Number.NaN;
    block.line[at] = line;
    if (block.bytes !== undefined) block.bytes[at] = bytes ?? Number.NaN;
  }

  /** Gives up all events. */
  clear(): void {
    this.blocks.length = this._length = this.groups = 0;
  }

  /** Sets the host's call of an event; the last one unless told otherwise. */
  setCall({ startNs, durationNs }: HostCall, event = this._length - 1): void {
    const block = this.blocks[Math.floor(event / BLOCK)];
    if (block === undefined) return;
    const at = event % BLOCK;
    block.callStartNs ??= new Float64Array(BLOCK).fill(Number.NaN);
    block.callDurationNs ??= new Float64Array(BLOCK).fill(Number.NaN);
    block.callStartNs[at] = startNs;
    block.callDurationNs[at] = durationNs ?? Number.NaN;
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
