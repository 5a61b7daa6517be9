import type { HostCall } from '../../kernel/profile';
import type { EventStore } from '../events';
import { NumberMap } from '../numberMap';

/** Operations that are noted at most: each takes some 30 bytes, and reading is to stay small. */
const MOST = 1 << 21;
/** Numbers of calls are below this. */
const CORRELATIONS = 2 ** 32;

/**
 * Launches and copies of a recording by process and number of their call ("correlationId"), which is unique in its
 * process only. Where one call issued several (a CUDA graph), the first is found.
 */
export class IssuedOperations {
  private readonly operations = new NumberMap();
  private readonly processes = new Map<number | null, number>();
  private readonly stores: EventStore[] = [];
  private _left = 0;

  /** Operations that were not noted, since there are too many. */
  get left(): number {
    return this._left;
  }

  /** Notes the last event of a store. */
  add(process: number | null, correlation: number | null, store: EventStore): void {
    const key = this.keyOf(process, correlation);
    if (key === null || this.operations.get(key) >= 0) return;
    if (this.operations.size >= MOST) {
      this._left++;
      return;
    }
    let at = this.stores.indexOf(store);
    if (at < 0) at = this.stores.push(store) - 1;
    this.operations.set(key, (store.length - 1) * 2 + at);
  }

  /** Gives the operation of this number its call. */
  join(process: number | null, correlation: number | null, call: HostCall): void {
    const key = this.keyOf(process, correlation);
    const found = key === null ? -1 : this.operations.get(key);
    if (found >= 0) this.stores[found % 2]?.setCall(call, Math.floor(found / 2));
  }

  private keyOf(process: number | null, correlation: number | null): number | null {
    if (correlation === null || correlation <= 0 || correlation >= CORRELATIONS) return null;
    let index = this.processes.get(process);
    if (index === undefined) this.processes.set(process, (index = this.processes.size));
    return index * CORRELATIONS + correlation;
  }
}
