import { greater, lowestBit, quotientUp } from '../core/bits';
import { COUNTER_COLUMNS } from '../core/counterColumns';
import type { EventWheel } from '../core/eventWheel';
import { RingSet } from '../core/ringSet';
import type { StateArrays } from '../core/stateArrays';
import type { ReplyNetwork } from './outputQueues';
import { flitsOf, kernelOf, R, REQUEST_SHIFT, withFlits, type Requests } from './requests';

/** One direction of the interconnect: which components sit at its ports, and how fast it is. */
export class CrossbarPorts {
  readonly inputs: i32 = 0;
  readonly outputs: i32 = 0;
  /** Requests that wait at an input, and that are under way to or wait at an output. */
  readonly inputQueue: i32 = 0;
  readonly outputQueue: i32 = 0;
  /** Flits that an input, and that an output passes in a cycle. */
  readonly inputSpeedup: i32 = 0;
  readonly outputSpeedup: i32 = 0;
  /** Cycles from the last flit to the receiver. */
  readonly latency: i32 = 0;
  /** First component number of the senders, of the output arbiters, and of the receivers. */
  readonly senders: i32 = 0;
  readonly arbiters: i32 = 0;
  readonly receivers: i32 = 0;
  /** True if the arbiters step after the receivers in a cycle; the senders always step after the arbiters. */
  readonly arbitersFollowReceivers: boolean = false;
  /** Word of a request that says to which output it goes, and the bits of it that do. */
  readonly destination: i32 = 0;
  readonly destinationBits: i32 = 0;
  /** Counter of the flits that pass. */
  readonly flitCounter: i32 = 0;
}

/**
 * A crossbar with a queue per input and per output. An output takes one request at a time from the inputs
 * whose oldest request goes there, in turn; a request keeps both ports busy for its flits. The oldest request
 * of an input blocks those behind it.
 */
export class Crossbar implements ReplyNetwork {
  readonly input: RingSet;
  readonly output: RingSet;
  private readonly requests: Int32Array;
  private readonly destination: i32;
  private readonly destinationBits: i32;
  private readonly inputFree: Int32Array;
  private readonly outputFree: Int32Array;
  private readonly lastInput: Int32Array;
  /** Per output a bit for each input whose oldest request goes there. */
  private readonly waiting: Int32Array;
  private readonly words: i32;
  /** 1 where the sender or the output waits for a place in a queue. */
  private readonly senderWaits: Uint8Array;
  private readonly outputWaits: Uint8Array;

  constructor(
    private readonly ports: CrossbarPorts,
    requests: Requests,
    private readonly wheel: EventWheel,
    private readonly counters: Float64Array,
    state: StateArrays,
  ) {
    const inputs = ports.inputs;
    const outputs = ports.outputs;
    this.input = new RingSet(inputs, ports.inputQueue, state);
    this.output = new RingSet(outputs, ports.outputQueue, state);
    this.requests = requests.words;
    this.destination = ports.destination;
    this.destinationBits = ports.destinationBits;
    this.inputFree = state.int32(inputs);
    this.outputFree = state.int32(outputs);
    this.lastInput = state.int32(outputs);
    this.words = quotientUp(inputs, 32);
    this.waiting = state.int32(outputs * this.words);
    this.senderWaits = state.uint8(inputs);
    this.outputWaits = state.uint8(outputs);
  }

  /** Tests whether the input has room; if not, the sender is woken when it has. */
  hasRoom(input: i32): boolean {
    if (!this.input.isFull(input)) return true;
    this.senderWaits[input] = 1;
    return false;
  }

  /** Sends a request of `flits` flits; the input must have room. */
  send(input: i32, request: i32, flits: i32): void {
    const facts = (request << REQUEST_SHIFT) + R.facts;
    this.requests[facts] = withFlits(this.requests[facts]!, flits);
    this.input.push(input, request);
    if (this.input.count[input] === 1) this.present(input);
  }

  /** The oldest request that is on its way to an output or waits there, -1 for none. */
  oldest(output: i32): i32 {
    return this.output.count[output] === 0 ? -1 : this.output.peek(output);
  }

  /** The receiver takes the oldest request that has arrived at its output. */
  receive(output: i32): i32 {
    const request = this.output.pop(output);
    if (this.outputWaits[output] === 1) {
      this.outputWaits[output] = 0;
      const now = this.wheel.now;
      this.wheel.schedule(this.ports.arbiters + output, this.ports.arbitersFollowReceivers ? now : now + 1);
    }
    return request;
  }

  /** Grants the output to the next input in turn. */
  step(output: i32): void {
    const now = this.wheel.now;
    if (this.outputFree[output]! > now) {
      this.wheel.schedule(this.ports.arbiters + output, this.outputFree[output]!);
      return;
    }
    if (this.output.isFull(output)) {
      this.outputWaits[output] = 1;
      return;
    }
    const input = this.choose(output, now);
    if (input >= 0) this.transfer(input, output, now);
  }

  private present(input: i32): void {
    const at = this.input.peek(input) << REQUEST_SHIFT;
    const output = this.requests[at + this.destination]! & this.destinationBits;
    this.waiting[output * this.words + (input >> 5)]! |= 1 << (input & 31);
    this.wheel.schedule(this.ports.arbiters + output, greater(this.wheel.now + 1, this.inputFree[input]!));
  }

  /** The next input after the last one that is free; -1 wakes the output when the first becomes free. */
  private choose(output: i32, now: i32): i32 {
    const words = this.words;
    const waiting = this.waiting;
    const inputFree = this.inputFree;
    const first = output * words;
    const after = this.lastInput[output]! + 1;
    let soonest = 0x7fffffff;
    let word = after >> 5 < words ? after >> 5 : 0;
    let bits = waiting[first + word]! & (after >> 5 < words ? -1 << (after & 31) : -1);
    for (let k = 0; k <= words; k++) {
      while (bits !== 0) {
        const input = (word << 5) + lowestBit(bits);
        const free = inputFree[input]!;
        if (free <= now) return input;
        if (free < soonest) soonest = free;
        bits &= bits - 1;
      }
      word = word + 1 < words ? word + 1 : 0;
      bits = waiting[first + word]!;
    }
    if (soonest < 0x7fffffff) this.wheel.schedule(this.ports.arbiters + output, soonest);
    return -1;
  }

  private transfer(input: i32, output: i32, now: i32): void {
    const request = this.input.pop(input);
    const at = request << REQUEST_SHIFT;
    const facts = this.requests[at + R.facts]!;
    const flits = flitsOf(facts);
    const inputSpeedup = this.ports.inputSpeedup;
    const outputSpeedup = this.ports.outputSpeedup;
    const free = now + (outputSpeedup === 1 ? flits : quotientUp(flits, outputSpeedup));
    this.counters[kernelOf(facts) * COUNTER_COLUMNS + this.ports.flitCounter]! += flits;
    this.inputFree[input] = now + (inputSpeedup === 1 ? flits : quotientUp(flits, inputSpeedup));
    this.outputFree[output] = free;
    this.lastInput[output] = input;
    this.waiting[output * this.words + (input >> 5)]! &= ~(1 << (input & 31));
    const due = free - 1 + this.ports.latency;
    this.requests[at + R.station] = due;
    this.output.push(output, request);
    // A receiver looks for the next request when it takes one, and when the next one is not due yet.
    if (this.output.count[output] === 1) this.wheel.schedule(this.ports.receivers + output, due);
    if (this.input.count[input]! > 0) this.present(input);
    if (this.senderWaits[input] === 1) {
      this.senderWaits[input] = 0;
      this.wheel.scheduleNow(this.ports.senders + input);
    }
    if (this.hasWaiting(output)) this.wheel.schedule(this.ports.arbiters + output, free);
  }

  private hasWaiting(output: i32): boolean {
    const waiting = this.waiting;
    const words = this.words;
    const first = output * words;
    for (let word = 0; word < words; word++) if (waiting[first + word] !== 0) return true;
    return false;
  }
}
