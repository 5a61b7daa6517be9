/** Min-heap of timed payloads; equal times come out in the order in which they were pushed. */
export class EventHeap<T> {
  private readonly times: number[] = [];
  private readonly sequences: number[] = [];
  private readonly payloads: T[] = [];
  private pushed = 0;

  /** Time of the earliest payload; Infinity when empty. */
  get nextNs(): number {
    return this.times[0] ?? Infinity;
  }

  /** The earliest payload; undefined when empty. */
  get next(): T | undefined {
    return this.payloads[0];
  }

  push(ns: number, payload: T): void {
    let at = this.times.length;
    const sequence = this.pushed++;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (this.times[parent]! <= ns) break;
      this.move(parent, at);
      at = parent;
    }
    this.place(at, ns, sequence, payload);
  }

  /** Takes the earliest payload out. @throws when empty. */
  pop(): T {
    const first = this.payloads[0];
    if (first === undefined) throw new Error('pop from an empty heap');
    const ns = this.times.pop()!;
    const sequence = this.sequences.pop()!;
    const payload = this.payloads.pop()!;
    if (this.times.length > 0) this.sink(ns, sequence, payload);
    return first;
  }

  private sink(ns: number, sequence: number, payload: T): void {
    const size = this.times.length;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= size) break;
      if (child + 1 < size && this.before(child + 1, child)) child++;
      const isEarlier =
        this.times[child]! < ns || (this.times[child] === ns && this.sequences[child]! < sequence);
      if (!isEarlier) break;
      this.move(child, at);
      at = child;
    }
    this.place(at, ns, sequence, payload);
  }

  private before(a: number, b: number): boolean {
    const difference = this.times[a]! - this.times[b]!;
    return difference < 0 || (difference === 0 && this.sequences[a]! < this.sequences[b]!);
  }

  private move(from: number, to: number): void {
    this.place(to, this.times[from]!, this.sequences[from]!, this.payloads[from]!);
  }

  private place(at: number, ns: number, sequence: number, payload: T): void {
    this.times[at] = ns;
    this.sequences[at] = sequence;
    this.payloads[at] = payload;
  }
}
