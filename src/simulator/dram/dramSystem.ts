import { countBits } from '../core/bits';
import { C, COUNTER_COLUMNS } from '../core/counters';
import type { EventWheel } from '../core/eventWheel';
import type { StateArrays } from '../core/stateArrays';
import { SECTOR_BYTES, type SimulatorSpec } from '../spec/simulatorSpec';
import { DramController } from './controller';
import { bankCount } from './dramTiming';
import { LeastServed } from './leastServed';
import { applicationOf, outcomeOf, Q, RowOutcome } from './requestQueues';

/** A request's origin: the slice + 1 that waits for it, 0 for none, its column bursts, and its kernel. */
const SLICE_BITS = 0xffff;
const BURSTS_SHIFT = 16;
const BURSTS_BITS = 7;
const KERNEL_SHIFT = 19;

/** Who hears from the DRAM: the L2 slices. */
export interface DramClient {
  /** Sectors of a read arrive at core cycle `due`; `token` is what `read` was given. */
  fill(slice: number, token: number, due: number): void;
  /** A queue place is free for a slice that found none. */
  wake(slice: number, time: number): void;
}

/** Connections of the DRAM to the machine. */
export interface DramPorts {
  readonly wheel: EventWheel;
  /** Number of the first channel among the wheel's components. */
  readonly component: number;
  readonly counters: Float64Array;
  /** Application of each kernel. */
  readonly appOf: Int32Array;
  readonly applications: number;
}

/**
 * The DRAM channels of a GPU. The controllers count cycles of the memory's command clock, everything outside
 * counts core cycles; a request that comes in core cycle `c` arrives in the memory cycle that has begun by then.
 */
export class DramSystem {
  private client: DramClient = { fill: unconnected, wake: unconnected };
  private readonly controller: DramController;
  private readonly banks: number;
  private readonly corePs: number;
  private readonly tCKps: number;
  private readonly burstSectors: number;
  /** The controllers' requests, see `Q`. */
  private readonly requests: Int32Array;
  private readonly waiting: Int32Array;
  private readonly leastServed: LeastServed | null;

  constructor(
    private readonly spec: SimulatorSpec,
    private readonly ports: DramPorts,
    state: StateArrays,
  ) {
    const { channels, timing, burstBytes, scheduler, rowHitCap, readQueue, writeQueue } = spec.memory;
    this.banks = bankCount(timing);
    this.corePs = 1e6 / spec.coreClockMHz;
    this.tCKps = timing.tCKps;
    this.burstSectors = Math.max(1, burstBytes / SECTOR_BYTES);
    const policy = { scheduler, rowHitCap, readQueue, writeQueue, refresh: true };
    this.controller = new DramController(timing, policy, this, channels, ports.applications, state);
    this.requests = this.controller.queues.words;
    this.waiting = state.int32(spec.l2.slices);
    const fair = spec.memory.applicationOrder === 'least-served' && ports.applications > 1;
    this.leastServed = fair ? new LeastServed(ports.applications, state) : null;
  }

  connect(client: DramClient): void {
    this.client = client;
  }

  /** Tests whether the channel takes another read; if not, the slice is woken when it does. */
  canRead(channel: number, slice: number): boolean {
    return this.hasRoom(channel, slice, 0);
  }

  canWrite(channel: number, slice: number): boolean {
    return this.hasRoom(channel, slice, 1);
  }

  /** Queues a read of the sectors of one line; `place` is `row * banks + bank`. */
  read(channel: number, place: number, sectors: number, kernel: number, slice: number, token: number): void {
    const bursts = this.enqueue(channel, 0, place, sectors, kernel, slice, token);
    const row = kernel * COUNTER_COLUMNS;
    this.ports.counters[row + C.dramReads]!++;
    this.ports.counters[row + C.dramReadBytes]! += bursts * this.spec.memory.burstBytes;
  }

  write(channel: number, place: number, sectors: number, kernel: number): void {
    const bursts = this.enqueue(channel, 1, place, sectors, kernel, -1, -1);
    const row = kernel * COUNTER_COLUMNS;
    this.ports.counters[row + C.dramWrites]!++;
    this.ports.counters[row + C.dramWriteBytes]! += bursts * this.spec.memory.burstBytes;
  }

  /** Issues what the channel can issue up to now. */
  step(channel: number): void {
    const levels = this.leastServed?.levels(this.memoryCycle());
    if (levels) this.setPriorities(levels);
    // The slices step after the channels.
    if (this.runTo(channel, this.memoryCycle())) this.wakeSlices(channel, this.ports.wheel.now);
    this.schedule(channel);
  }

  /**
   * Gives each application a priority level in the memory controllers: requests of higher levels are served
   * first, from now on and in the queues. All levels are 0 at the start.
   */
  setPriorities(levels: readonly number[]): void {
    const now = this.memoryCycle();
    const { channels } = this.spec.memory;
    for (let channel = 0; channel < channels; channel++) this.catchUp(channel, now);
    this.controller.setPriorities(levels, now);
    for (let channel = 0; channel < channels; channel++) this.schedule(channel);
  }

  /** Called by the controller: the last data of a request moves `now` plus its latency. */
  served(_channel: number, place: number, now: number): void {
    const { nCL, nBL } = this.spec.memory.timing;
    const facts = this.requests[place + Q.facts]!;
    const origin = this.requests[place + Q.origin]!;
    const bursts = (origin >> BURSTS_SHIFT) & BURSTS_BITS;
    const row = (origin >> KERNEL_SHIFT) * COUNTER_COLUMNS;
    const { counters } = this.ports;
    counters[row + C.dramBusCycles]! += bursts * nBL;
    this.leastServed?.add(applicationOf(facts), bursts);
    if (outcomeOf(facts) === RowOutcome.hit) counters[row + C.dramRowHits]!++;
    const slice = (origin & SLICE_BITS) - 1;
    if (slice < 0) return;
    const due = this.toCore(now + nCL + nBL) + this.spec.memory.latencyCycles;
    this.client.fill(slice, this.requests[place + Q.token]!, Math.max(this.ports.wheel.now + 1, due));
  }

  /** Runs a channel; whether it has room for more requests than before. */
  private runTo(channel: number, now: number): boolean {
    const { queues } = this.controller;
    queues.hasLeft = false;
    this.controller.run(channel, now);
    return queues.hasLeft;
  }

  private catchUp(channel: number, now: number): void {
    if (this.runTo(channel, now)) this.wakeSlices(channel, this.ports.wheel.now + 1);
  }

  private memoryCycle(): number {
    return ((this.ports.wheel.now * this.corePs) / this.tCKps) | 0;
  }

  private toCore(time: number): number {
    return Math.ceil((time * this.tCKps) / this.corePs) | 0;
  }

  private hasRoom(channel: number, slice: number, kind: number): boolean {
    if (this.controller.hasRoom(channel, kind)) return true;
    this.waiting[slice] = 1;
    return false;
  }

  private burstsOf(sectors: number): number {
    return this.burstSectors >= 4 ? 1 : this.burstSectors === 2 ? halves(sectors) : countBits(sectors);
  }

  private enqueue(
    channel: number,
    kind: number,
    where: number,
    sectors: number,
    kernel: number,
    slice: number,
    token: number,
  ): number {
    const now = this.memoryCycle();
    const planned = this.controller.isIdle(channel) ? -1 : this.controller.nextCycle(channel);
    this.catchUp(channel, now);
    const bursts = this.burstsOf(sectors);
    const row = Math.floor(where / this.banks);
    const bank = where - row * this.banks;
    const application = this.ports.appOf[kernel]!;
    const place = this.controller.enqueue(channel, kind, bank, row, bursts, application, now);
    this.requests[place + Q.token] = token;
    this.requests[place + Q.origin] = (slice + 1) | (bursts << BURSTS_SHIFT) | (kernel << KERNEL_SHIFT);
    if (this.controller.nextCycle(channel) !== planned) this.schedule(channel);
    return bursts;
  }

  /** Idle channels are not woken: the refreshes that they miss are made up for when a request comes. */
  private schedule(channel: number): void {
    if (this.controller.isIdle(channel)) return;
    const { wheel, component } = this.ports;
    const due = this.toCore(this.controller.nextCycle(channel));
    wheel.schedule(component + channel, Math.max(wheel.now + 1, due));
  }

  private wakeSlices(channel: number, time: number): void {
    const { slices } = this.spec.l2;
    const perChannel = slices / this.spec.memory.channels;
    for (let slice = channel * perChannel; slice < (channel + 1) * perChannel; slice++) {
      if (this.waiting[slice] === 0) continue;
      this.waiting[slice] = 0;
      this.client.wake(slice, time);
    }
  }
}

/** Pairs of sectors that are touched. */
function halves(sectors: number): number {
  return ((sectors & 3) !== 0 ? 1 : 0) + ((sectors & 12) !== 0 ? 1 : 0);
}

function unconnected(): never {
  throw new Error('the DRAM has no client yet');
}
