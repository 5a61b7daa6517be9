import { NumberRows } from '../columns';
import { NumberMap } from '../numberMap';

const [START, DURATION, THREAD, NAME] = [0, 1, 2, 3] as const;

/** Times written in whole µs may be off by so much, ns. */
const SLACK_NS = 1000;

/** Host operators of a thread in order of their starts, each with the one around it. */
interface ThreadOperators {
  readonly rows: Uint32Array;
  /** Place in `rows` of the operator around this one; -1 for none. */
  readonly parents: Int32Array;
}

/** A call on the host: where and when it began. */
export interface HostMoment {
  readonly thread: number;
  readonly startNs: number;
}

/**
 * The operators of the framework, by whose calls kernels were launched. Kineto links them by a number ("External
 * id"); some of its versions write the number of the launch there, so a link counts only when the launch lies
 * within the operator. Where there is no such link, the innermost operator that runs on the launching thread is it.
 */
export class Operators {
  private readonly rows = new NumberRows(4);
  private readonly byId = new NumberMap();
  private threads: ReadonlyMap<number, ThreadOperators> | null = null;

  add(id: number, name: number, thread: number, startNs: number, durationNs: number): void {
    if (Number.isNaN(startNs) || Number.isNaN(durationNs)) return;
    const row = this.rows.push(startNs, durationNs, thread, name);
    if (!Number.isNaN(id) && this.byId.get(id) < 0) this.byId.set(id, row);
  }

  /**
   * Number of the name of the operator that launched something; -1 where that is not sure.
   * @param id the number of the link, not-a-number for none
   * @param call the call that launched it, where the trace has it
   * @param isOwn whether the number is the launch's own, so that it leads to an operator by chance only
   */
  nameOf(id: number, call: HostMoment | null, isOwn: boolean): number {
    const row = this.byId.get(id);
    if (row >= 0 && (call === null ? !isOwn : this.holds(row, call) && (!isOwn || this.isOn(row, call))))
      return this.rows.at(row, NAME);
    return call === null ? -1 : this.innermost(call);
  }

  private isOn(row: number, { thread }: HostMoment): boolean {
    return this.rows.at(row, THREAD) === thread;
  }

  private holds(row: number, { startNs }: HostMoment): boolean {
    const start = this.rows.at(row, START);
    return startNs >= start - SLACK_NS && startNs <= start + this.rows.at(row, DURATION) + SLACK_NS;
  }

  private innermost({ thread, startNs }: HostMoment): number {
    this.threads ??= byThread(this.rows);
    const own = this.threads.get(thread);
    if (own === undefined) return -1;
    let place = this.lastBefore(own.rows, startNs);
    while (place >= 0) {
      const row = own.rows[place] ?? 0;
      if (startNs < this.rows.at(row, START) + this.rows.at(row, DURATION)) return this.rows.at(row, NAME);
      place = own.parents[place] ?? -1;
    }
    return -1;
  }

  /** Place of the last operator that starts at or before a moment; -1 for none. */
  private lastBefore(rows: Uint32Array, startNs: number): number {
    let [low, high] = [0, rows.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.rows.at(rows[middle] ?? 0, START) <= startNs) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}

function byThread(rows: NumberRows): Map<number, ThreadOperators> {
  const lists = new Map<number, number[]>();
  for (let row = 0; row < rows.length; row++) {
    const thread = rows.at(row, THREAD);
    const list = lists.get(thread);
    if (list === undefined) lists.set(thread, [row]);
    else list.push(row);
  }
  return new Map([...lists].map(([thread, list]) => [thread, nested(rows, list)]));
}

function nested(rows: NumberRows, list: readonly number[]): ThreadOperators {
  const endOf = (row: number): number => rows.at(row, START) + rows.at(row, DURATION);
  const sorted = Uint32Array.from(list).sort(
    (a, b) => rows.at(a, START) - rows.at(b, START) || endOf(b) - endOf(a) || a - b,
  );
  const parents = new Int32Array(sorted.length);
  const open: number[] = [];
  sorted.forEach((row, place) => {
    while (open.length > 0 && endOf(sorted[open.at(-1) ?? 0] ?? 0) <= rows.at(row, START)) open.pop();
    parents[place] = open.at(-1) ?? -1;
    open.push(place);
  });
  return { rows: sorted, parents };
}
