/** One item under way: work is counted in ns at full speed. */
interface Flow<T> {
  readonly item: T;
  rate: number;
  endNs: number;
  /** What is left at full speed, while it stands still. */
  leftNs: number;
}

/**
 * Items that progress at the same time at rates that depend on who else is there: bandwidth that is shared,
 * blocks that contend. An item whose rate does not change keeps its end exactly.
 */
export class FluidPool<T> {
  private flows: Flow<T>[] = [];
  private next = Infinity;

  /** @param rates speed of each item (1 = alone) given all items in it, in the same order; 0 stands still. */
  constructor(private readonly rates: (items: readonly T[]) => readonly number[]) {}

  get items(): readonly T[] {
    return this.flows.map((flow) => flow.item);
  }

  get size(): number {
    return this.flows.length;
  }

  get nextEndNs(): number {
    return this.next;
  }

  /** @param workNs time that the item would take alone. */
  add(item: T, workNs: number, ns: number): void {
    this.flows.push({ item, rate: 1, endNs: ns + workNs, leftNs: workNs });
    this.refresh(ns);
  }

  /** The first item that is wanted, asked with what is left of it, ns at full speed; null where none is. */
  find(
    isWanted: (item: T, leftNs: number) => boolean,
    ns: number,
  ): { readonly item: T; readonly leftNs: number } | null {
    for (const flow of this.flows) {
      const leftNs = leftOf(flow, ns);
      if (isWanted(flow.item, leftNs)) return { item: flow.item, leftNs };
    }
    return null;
  }

  /** Gives an item more to do, or less where it is negative, ns at full speed. */
  prolong(item: T, workNs: number, ns: number): void {
    const flow = this.flows.find((each) => each.item === item)!;
    flow.leftNs = leftOf(flow, ns) + workNs;
    if (flow.rate > 0) flow.endNs = ns + flow.leftNs / flow.rate;
    this.refresh(ns);
  }

  /** Takes out what ends at `ns` or before, in order of end, ties in order of arrival. */
  takeFinished(ns: number): readonly T[] {
    if (this.next > ns) return [];
    const finished = this.flows.filter((flow) => flow.endNs <= ns);
    this.flows = this.flows.filter((flow) => flow.endNs > ns);
    this.refresh(ns);
    return finished.sort((a, b) => a.endNs - b.endNs).map((flow) => flow.item);
  }

  /** Recomputes the rates after something outside the pool changed them. */
  refresh(ns: number): void {
    this.next = Infinity;
    if (this.flows.length === 0) return;
    const rates = this.rates(this.items);
    this.flows.forEach((flow, index) => {
      setRate(flow, rates[index]!, ns);
      this.next = Math.min(this.next, flow.endNs);
    });
  }
}

function leftOf({ rate, endNs, leftNs }: Flow<unknown>, ns: number): number {
  return rate > 0 ? (endNs - ns) * rate : leftNs;
}

function setRate(flow: Flow<unknown>, rate: number, ns: number): void {
  if (rate === flow.rate) return;
  flow.leftNs = leftOf(flow, ns);
  flow.endNs = rate > 0 ? ns + flow.leftNs / rate : Infinity;
  flow.rate = rate;
}
