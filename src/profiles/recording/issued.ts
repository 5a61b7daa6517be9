import type { EventStore } from '../events';
import { NumberMap } from '../numberMap';
import { CORRELATION, PROCESS, START, type EventValues } from './eventValues';

/** Operations that are noted at most: each takes some 30 bytes, and reading is to stay small. */
const MOST = 1 << 21;
/** Numbers of calls are below this. */
const CORRELATIONS = 2 ** 32;
/** Numbers of a process's threads are below this: what is above is the process. */
const THREADS = 2 ** 24;

/**
 * Launches and copies of a recording by process and number of their call ("correlationId"), which is unique in its
 * process only. Where one call issued several (a CUDA graph), the first is found.
 */
export class IssuedOperations {
  private readonly operations = new NumberMap();
  private readonly processes = new Map<number, number>();
  private readonly stores: EventStore[] = [];
  private lastProcess = Number.NaN;
  private lastIndex = -1;
  private _left = 0;

  /** Operations that were not noted, since there are too many. */
  get left(): number {
    return this._left;
  }

  /** Notes the last event of a store, an operation. */
  add(values: EventValues, store: EventStore): void {
    const key = this.keyOf(values[PROCESS]!, values[CORRELATION]!);
    if (Number.isNaN(key) || this.operations.get(key) >= 0) return;
    if (this.operations.size >= MOST) {
      this._left++;
      return;
    }
    let at = this.stores.indexOf(store);
    if (at < 0) at = this.stores.push(store) - 1;
    this.operations.set(key, (store.length - 1) * 2 + at);
  }

  /** The number of the event in a store that a call of the only process issued; null where none is noted. */
  eventOf(correlation: number, store: EventStore): number | null {
    const key = this.keyOf(Number.NaN, correlation);
    const found = Number.isNaN(key) ? -1 : this.operations.get(key);
    return found >= 0 && this.stores[found % 2] === store ? Math.floor(found / 2) : null;
  }

  /** Gives an operation its call, whose process is that of its thread. */
  join(call: EventValues): void {
    const thread = call[PROCESS]!;
    const key = this.keyOf(thread - (thread % THREADS), call[CORRELATION]!);
    if (Number.isNaN(key) || Number.isNaN(call[START]!)) return;
    const found = this.operations.get(key);
    if (found >= 0) this.stores[found % 2]?.setCallValues(call, Math.floor(found / 2));
  }

  private keyOf(process: number, correlation: number): number {
    if (!(correlation > 0 && correlation < CORRELATIONS)) return Number.NaN;
    if (process !== this.lastProcess) {
      let index = this.processes.get(process);
      if (index === undefined) this.processes.set(process, (index = this.processes.size));
      this.lastProcess = process;
      this.lastIndex = index;
    }
    return this.lastIndex * CORRELATIONS + correlation;
  }
}
