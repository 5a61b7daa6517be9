import type { EventHeap } from '../../stats/eventHeap';
import type { HostLinkSpec } from './hostLinkSpec';
import type { Wire } from './wire';

/** Direction of a transfer over the host link. */
export type LinkDirection = 'HtoD' | 'DtoH';

/** One transfer between pinned host memory and the GPU's memory. */
export interface Transfer {
  /** Work queue that it belongs to: transfers of one queue run in order. */
  readonly queue: string;
  readonly direction: LinkDirection;
  readonly bytes: number;
  readonly began: (ns: number) => void;
  readonly done: (ns: number) => void;
}

/** The wires of a link, and the clock of everything on it. */
export interface LinkParts {
  readonly spec: HostLinkSpec;
  /** From the GPU to the host, and from the host to the GPU. */
  readonly up: Wire;
  readonly down: Wire;
  readonly events: EventHeap<(ns: number) => void>;
}

/** A transfer is sent in at most about this many trains, each at least some packets long. */
const TRAINS = 256;
const LEAST_PACKETS = 32;

/**
 * A copy engine of the GPU. It takes one transfer at a time, in turn from the work queues that have one, and
 * runs it to its end. Before the data moves it fetches the transfer's descriptor over the link and translates
 * addresses; afterwards the last data has to be in place.
 */
export class CopyEngine {
  private readonly queues = new Map<string, Transfer[]>();
  private turn: string[] = [];
  private current: Transfer | null = null;
  private trainBytes = 0;
  private sentBytes = 0;
  private landedBytes = 0;

  /** @param source number of the engine among the sources of each wire */
  constructor(
    private readonly link: LinkParts,
    private readonly source: number,
  ) {}

  submit(transfer: Transfer, ns: number): void {
    const queue = this.queues.get(transfer.queue);
    if (queue === undefined) {
      this.queues.set(transfer.queue, [transfer]);
      this.turn.push(transfer.queue);
    } else queue.push(transfer);
    if (this.current === null) this.begin(ns);
  }

  get isBusy(): boolean {
    return this.current !== null;
  }

  private begin(ns: number): void {
    const name = this.turn.shift();
    if (name === undefined) return;
    const queue = this.queues.get(name)!;
    const transfer = queue.shift()!;
    if (queue.length > 0) this.turn.push(name);
    else this.queues.delete(name);
    const { payloadBytes, roundTripNs, deviceAccessNs } = this.link.spec;
    const packets = Math.max(LEAST_PACKETS, Math.ceil(transfer.bytes / payloadBytes / TRAINS));
    this.current = transfer;
    this.trainBytes = packets * payloadBytes;
    this.sentBytes = 0;
    this.landedBytes = 0;
    transfer.began(ns);
    this.link.events.push(ns + roundTripNs + deviceAccessNs, (at) => this.start(at));
  }

  private start(ns: number): void {
    const transfer = this.current!;
    if (transfer.bytes === 0) this.finish(ns);
    else if (transfer.direction === 'HtoD') this.request(ns);
    else this.link.events.push(ns + this.link.spec.deviceAccessNs, (at) => this.write(at));
  }

  /** Asks the host for data, as far as the window of outstanding reads allows; at least two trains. */
  private request(ns: number): void {
    const { spec, up } = this.link;
    const window = Math.max(spec.readWindowBytes, 2 * this.trainBytes);
    while (this.sentBytes < this.current!.bytes && this.sentBytes - this.landedBytes < window) {
      const bytes = this.nextTrain();
      const packets = Math.ceil(bytes / spec.payloadBytes);
      const answer = (at: number) => this.complete(bytes, at);
      const request = {
        packets,
        bytes: packets * spec.requestBytes,
        arrived: (at: number) => this.link.events.push(at + spec.roundTripNs, answer),
      };
      up.send(this.source, request, ns);
      this.link.down.occupy(packets * spec.acknowledgeBytes, ns);
    }
  }

  /** The host sends the data that was asked for. */
  private complete(bytes: number, ns: number): void {
    const { spec, up, down } = this.link;
    const packets = Math.ceil(bytes / spec.payloadBytes);
    up.occupy(packets * spec.acknowledgeBytes, ns);
    const data = {
      packets,
      bytes: bytes + packets * spec.completionOverheadBytes,
      arrived: (at: number) => {
        this.landedBytes += bytes;
        if (this.landedBytes < this.current!.bytes) this.request(at);
        else this.link.events.push(at + spec.deviceAccessNs, (later) => this.finish(later));
      },
    };
    down.send(this.source, data, ns);
  }

  /** Sends data to the host, two trains ahead of the wire. */
  private write(ns: number): void {
    const { spec, up, down } = this.link;
    while (this.sentBytes < this.current!.bytes && this.sentBytes - this.landedBytes < 2 * this.trainBytes) {
      const bytes = this.nextTrain();
      const packets = Math.ceil(bytes / spec.payloadBytes);
      down.occupy(packets * spec.acknowledgeBytes, ns);
      const data = {
        packets,
        bytes: bytes + packets * spec.writeOverheadBytes,
        arrived: (at: number) => {
          this.landedBytes += bytes;
          if (this.landedBytes < this.current!.bytes) this.write(at);
          else this.link.events.push(at + spec.roundTripNs, (later) => this.finish(later));
        },
      };
      up.send(this.source, data, ns);
    }
  }

  private nextTrain(): number {
    const bytes = Math.min(this.trainBytes, this.current!.bytes - this.sentBytes);
    this.sentBytes += bytes;
    return bytes;
  }

  private finish(ns: number): void {
    const transfer = this.current!;
    this.current = null;
    transfer.done(ns);
    if (this.current === null) this.begin(ns);
  }
}
