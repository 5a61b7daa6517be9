import { countBits, greater, quotient } from '../core/bits';
import { C, COUNTER_COLUMNS } from '../core/counterColumns';
import type { EventWheel } from '../core/eventWheel';
import type { StateArrays } from '../core/stateArrays';
import { SECTOR_BYTES } from '../core/sizes';
import type { ChipSpec } from '../chip/chipSpec';
import type { DramSetup } from './dramSetup';
import { DramController, type ControllerClient } from './controller';
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
  fill(slice: i32, token: i32, due: i32): void;
  /** A queue place is free for a slice that found none. */
  wake(slice: i32, time: i32): void;
}

/** Connections of the DRAM to the machine. */
export class DramPorts {
  constructor(
    readonly wheel: EventWheel,
    /** Number of the first channel among the wheel's components. */
    readonly component: i32,
    readonly counters: Float64Array,
    /** Application of each kernel. */
    readonly appOf: Int32Array,
    readonly applications: i32,
    readonly setup: DramSetup,
  ) {}
}

/**
 * The DRAM channels of a GPU. The controllers count cycles of the memory's command clock, everything outside
 * counts core cycles; a request that comes in core cycle `c` arrives in the memory cycle that has begun by then.
 */
export class DramSystem implements ControllerClient {
  private client: DramClient | null = null;
  private readonly controller: DramController;
  private readonly banks: i32;
  private readonly corePs: f64;
  private readonly tCKps: f64;
  private readonly burstSectors: i32;
  /** The controllers' requests, see `Q`. */
  private readonly requests: Int32Array;
  private readonly waiting: Int32Array;
  private readonly leastServed: LeastServed | null;

  constructor(
    private readonly spec: ChipSpec,
    private readonly ports: DramPorts,
    state: StateArrays,
  ) {
    const memory = spec.memory;
    this.banks = memory.banks;
    this.corePs = 1e6 / spec.coreClockMHz;
    this.tCKps = memory.tCKps;
    this.burstSectors = greater(1, quotient(memory.burstBytes, SECTOR_BYTES));
    this.controller = new DramController(ports.setup, memory.channels, ports.applications, state);
    this.requests = this.controller.queues.words;
    this.waiting = state.int32(spec.l2.slices);
    const fair = memory.leastServedFirst && ports.applications > 1;
    this.leastServed = fair ? new LeastServed(ports.applications, state) : null;
    this.controller.connect(this);
  }

  connect(client: DramClient): void {
    this.client = client;
  }

  /** Tests whether the channel takes another read; if not, the slice is woken when it does. */
  canRead(channel: i32, slice: i32): boolean {
    return this.hasRoom(channel, slice, 0);
  }

  canWrite(channel: i32, slice: i32): boolean {
    return this.hasRoom(channel, slice, 1);
  }

  /** Queues a read of the sectors of one line; `place` is `row * banks + bank`. */
  read(channel: i32, place: i32, sectors: i32, kernel: i32, slice: i32, token: i32): void {
    const bursts = this.enqueue(channel, 0, place, sectors, kernel, slice, token);
    const row = kernel * COUNTER_COLUMNS;
    this.ports.counters[row + C.dramReads]!++;
    this.ports.counters[row + C.dramReadBytes]! += bursts * this.spec.memory.burstBytes;
  }

  write(channel: i32, place: i32, sectors: i32, kernel: i32): void {
    const bursts = this.enqueue(channel, 1, place, sectors, kernel, -1, -1);
    const row = kernel * COUNTER_COLUMNS;
    this.ports.counters[row + C.dramWrites]!++;
    this.ports.counters[row + C.dramWriteBytes]! += bursts * this.spec.memory.burstBytes;
  }

  /** Issues what the channel can issue up to now. */
  step(channel: i32): void {
    if (this.leastServed !== null && this.leastServed!.hasEnded(this.memoryCycle()))
      this.setPriorities(this.leastServed!.levels());
    // The slices step after the channels.
    if (this.runTo(channel, this.memoryCycle())) this.wakeSlices(channel, this.ports.wheel.now);
    this.schedule(channel);
  }

  /**
   * Gives each application a priority level in the memory controllers: requests of higher levels are served
   * first, from now on and in the queues. All levels are 0 at the start.
   */
  setPriorities(levels: Int32Array): void {
    const now = this.memoryCycle();
    const channels = this.spec.memory.channels;
    for (let channel = 0; channel < channels; channel++) this.catchUp(channel, now);
    this.controller.setPriorities(levels, now);
    for (let channel = 0; channel < channels; channel++) this.schedule(channel);
  }

  /** Called by the controller: the last data of a request moves `now` plus its latency. */
  served(_channel: i32, place: i32, now: i32): void {
    const nCL = this.spec.memory.nCL;
    const nBL = this.spec.memory.nBL;
    const facts = this.requests[place + Q.facts]!;
    const origin = this.requests[place + Q.origin]!;
    const bursts = (origin >> BURSTS_SHIFT) & BURSTS_BITS;
    const row = (origin >> KERNEL_SHIFT) * COUNTER_COLUMNS;
    const counters = this.ports.counters;
    counters[row + C.dramBusCycles]! += bursts * nBL;
    if (this.leastServed !== null) this.leastServed!.add(applicationOf(facts), bursts);
    if (outcomeOf(facts) === RowOutcome.hit) counters[row + C.dramRowHits]!++;
    const slice = (origin & SLICE_BITS) - 1;
    if (slice < 0) return;
    const due = this.toCore(now + nCL + nBL) + this.spec.memory.latencyCycles;
    this.client!.fill(slice, this.requests[place + Q.token]!, greater(this.ports.wheel.now + 1, due));
  }

  /** Runs a channel; whether it has room for more requests than before. */
  private runTo(channel: i32, now: i32): boolean {
    const queues = this.controller.queues;
    queues.hasLeft = false;
    this.controller.run(channel, now);
    return queues.hasLeft;
  }

  private catchUp(channel: i32, now: i32): void {
    if (this.runTo(channel, now)) this.wakeSlices(channel, this.ports.wheel.now + 1);
  }

  private memoryCycle(): i32 {
    return i32((f64(this.ports.wheel.now) * this.corePs) / this.tCKps);
  }

  private toCore(time: i32): i32 {
    return i32(Math.ceil((f64(time) * this.tCKps) / this.corePs));
  }

  private hasRoom(channel: i32, slice: i32, kind: i32): boolean {
    if (this.controller.hasRoom(channel, kind)) return true;
    this.waiting[slice] = 1;
    return false;
  }

  private burstsOf(sectors: i32): i32 {
    return this.burstSectors >= 4 ? 1 : this.burstSectors === 2 ? halves(sectors) : countBits(sectors);
  }

  private enqueue(
    channel: i32,
    kind: i32,
    where: i32,
    sectors: i32,
    kernel: i32,
    slice: i32,
    token: i32,
  ): i32 {
    const now = this.memoryCycle();
    const planned = this.controller.isIdle(channel) ? -1 : this.controller.nextCycle(channel);
    this.catchUp(channel, now);
    const bursts = this.burstsOf(sectors);
    const row = quotient(where, this.banks);
    const bank = where - row * this.banks;
    const application = this.ports.appOf[kernel]!;
    const place = this.controller.enqueue(channel, kind, bank, row, bursts, application, now);
    this.requests[place + Q.token] = token;
    this.requests[place + Q.origin] = (slice + 1) | (bursts << BURSTS_SHIFT) | (kernel << KERNEL_SHIFT);
    if (this.controller.nextCycle(channel) !== planned) this.schedule(channel);
    return bursts;
  }

  /** Idle channels are not woken: the refreshes that they miss are made up for when a request comes. */
  private schedule(channel: i32): void {
    if (this.controller.isIdle(channel)) return;
    const wheel = this.ports.wheel;
    const component = this.ports.component;
    const due = this.toCore(this.controller.nextCycle(channel));
    wheel.schedule(component + channel, greater(wheel.now + 1, due));
  }

  private wakeSlices(channel: i32, time: i32): void {
    const slices = this.spec.l2.slices;
    const perChannel = quotient(slices, this.spec.memory.channels);
    for (let slice = channel * perChannel; slice < (channel + 1) * perChannel; slice++) {
      if (this.waiting[slice] === 0) continue;
      this.waiting[slice] = 0;
      this.client!.wake(slice, time);
    }
  }
}

/** Pairs of sectors that are touched. */
function halves(sectors: i32): i32 {
  return ((sectors & 3) !== 0 ? 1 : 0) + ((sectors & 12) !== 0 ? 1 : 0);
}
