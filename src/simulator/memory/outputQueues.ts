import { greater, quotientUp } from '../core/bits';
import { COUNTER_COLUMNS } from '../core/counterColumns';
import type { EventWheel } from '../core/eventWheel';
import type { StateArrays } from '../core/stateArrays';
import { kernelOf, R, REQUEST_SHIFT, SM_BITS, type Requests } from './requests';

/** The way back from the L2 slices to the SMs. */
export interface ReplyNetwork {
  /** Tests whether a slice may send; if not, it is woken when it may. */
  hasRoom(slice: i32): boolean;
  /** Sends a reply of `flits` flits to the SM that its request came from; the slice must have room. */
  send(slice: i32, request: i32, flits: i32): void;
  /** The oldest reply that is on its way to an SM, -1 for none; its `R.station` says when it is there. */
  oldest(sm: i32): i32;
  /** The SM takes its oldest reply. */
  receive(sm: i32): i32;
}

/** What sits at the ports, and how fast they are. */
export class OutputQueuePorts {
  readonly slices: i32 = 0;
  readonly sms: i32 = 0;
  /** Cycles that a slice may be ahead of its port. */
  readonly inputQueue: i32 = 0;
  /** Flits that a slice's port passes while that of an SM passes one. */
  readonly inputSpeedup: i32 = 0;
  /** Cycles from the last flit to the SM. */
  readonly latency: i32 = 0;
  /** First component numbers of the slices and of the SMs. */
  readonly senders: i32 = 0;
  readonly receivers: i32 = 0;
  /** Counter of the flits that pass. */
  readonly flitCounter: i32 = 0;
}

/**
 * A network with a queue at each SM's port: no reply waits for another one that goes elsewhere, as in hardware with a
 * virtual queue for each output. Replies take their turn at both ports in the order in which they are sent, so the time
 * of arrival is known at once. An SM never has more replies on their way than it has asked for.
 */
export class OutputQueues implements ReplyNetwork {
  private readonly requests: Int32Array;
  private readonly inputFree: Int32Array;
  private readonly outputFree: Int32Array;
  /** Oldest and newest reply on its way to each SM, -1 for none; `R.line` of each says the next one. */
  private readonly first: Int32Array;
  private readonly last: Int32Array;

  constructor(
    private readonly ports: OutputQueuePorts,
    requests: Requests,
    private readonly wheel: EventWheel,
    private readonly counters: Float64Array,
    state: StateArrays,
  ) {
    this.requests = requests.words;
    this.inputFree = state.int32(ports.slices);
    this.outputFree = state.int32(ports.sms);
    this.first = state.int32(ports.sms).fill(-1);
    this.last = state.int32(ports.sms).fill(-1);
  }

  hasRoom(slice: i32): boolean {
    const inputQueue = this.ports.inputQueue;
    const senders = this.ports.senders;
    const again = this.inputFree[slice]! - inputQueue;
    if (again <= this.wheel.now) return true;
    this.wheel.schedule(senders + slice, again);
    return false;
  }

  send(slice: i32, request: i32, flits: i32): void {
    const requests = this.requests;
    const ports = this.ports;
    const wheel = this.wheel;
    const inputFree = this.inputFree;
    const outputFree = this.outputFree;
    const at = request << REQUEST_SHIFT;
    const sm = requests[at + R.home]! & SM_BITS;
    const start = greater(wheel.now + 1, inputFree[slice]!);
    inputFree[slice] = start + quotientUp(flits, ports.inputSpeedup);
    const free = greater(start, outputFree[sm]!) + flits;
    outputFree[sm] = free;
    const due = free - 1 + ports.latency;
    requests[at + R.station] = due;
    requests[at + R.line] = -1;
    this.counters[kernelOf(requests[at + R.facts]!) * COUNTER_COLUMNS + ports.flitCounter]! += flits;
    const last = this.last[sm]!;
    this.last[sm] = request;
    if (last >= 0) requests[(last << REQUEST_SHIFT) + R.line] = request;
    else {
      this.first[sm] = request;
      wheel.schedule(ports.receivers + sm, due);
    }
  }

  oldest(sm: i32): i32 {
    return this.first[sm]!;
  }

  receive(sm: i32): i32 {
    const request = this.first[sm]!;
    const next = this.requests[(request << REQUEST_SHIFT) + R.line]!;
    this.first[sm] = next;
    if (next < 0) this.last[sm] = -1;
    return request;
  }
}
