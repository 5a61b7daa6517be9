/** Packets that one source sends over a wire in one go, back to back. */
export interface PacketTrain {
  readonly packets: number;
  /** Bytes on the wire, headers included. */
  readonly bytes: number;
  /** Called when the last byte has arrived. */
  readonly arrived: (ns: number) => void;
}

/**
 * One direction of a link. Sources take turns, a train each; a train that has begun is not interrupted.
 * Acknowledgements for the other direction take wire time between trains.
 */
export class Wire {
  private readonly queues: PacketTrain[][];
  private turn = 0;
  private freeNs = 0;
  private current: { readonly train: PacketTrain; readonly endNs: number } | null = null;
  /** Time for which the wire was taken, and data packets sent. */
  busyNs = 0;
  packets = 0;

  constructor(
    private readonly bytesPerNs: number,
    sources: number,
  ) {
    this.queues = Array.from({ length: sources }, () => []);
  }

  /** Queues a train that is ready at `ns`; calls come in the order of time. */
  send(source: number, train: PacketTrain, ns: number): void {
    this.queues[source]!.push(train);
    this.freeNs = Math.max(this.freeNs, ns);
  }

  /** Takes the wire for control packets. */
  occupy(bytes: number, ns: number): void {
    this.take(bytes, Math.max(this.freeNs, ns));
  }

  /** When the current train ends, or the next one can begin; Infinity when there is none. */
  nextNs(): number {
    if (this.current !== null) return this.current.endNs;
    return this.queues.some((queue) => queue.length > 0) ? this.freeNs : Infinity;
  }

  /** Ends and begins what is due at `ns`; true when anything was. */
  step(ns: number): boolean {
    if (this.current !== null) {
      if (this.current.endNs > ns) return false;
      const { train, endNs } = this.current;
      this.current = null;
      train.arrived(endNs);
      return true;
    }
    if (this.freeNs > ns) return false;
    const train = this.takeTurn();
    if (train === undefined) return false;
    this.packets += train.packets;
    this.current = { train, endNs: this.take(train.bytes, ns) };
    return true;
  }

  private takeTurn(): PacketTrain | undefined {
    for (let i = 0; i < this.queues.length; i++) {
      const source = (this.turn + i) % this.queues.length;
      const train = this.queues[source]!.shift();
      if (train === undefined) continue;
      this.turn = source + 1;
      return train;
    }
    return undefined;
  }

  private take(bytes: number, startNs: number): number {
    const ns = bytes / this.bytesPerNs;
    this.busyNs += ns;
    this.freeNs = startNs + ns;
    return this.freeNs;
  }
}
