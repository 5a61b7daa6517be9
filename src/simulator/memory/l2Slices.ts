import { C, COUNTER_COLUMNS } from '../core/counters';
import { countBits } from '../core/bits';
import type { EventWheel } from '../core/eventWheel';
import { RingSet } from '../core/ringSet';
import type { StateArrays } from '../core/stateArrays';
import type { DramSystem } from '../dram/dramSystem';
import type { SimulatorSpec } from '../spec/simulatorSpec';
import type { AddressMap } from './addressMap';
import type { AuxiliaryTags } from './auxiliaryTags';
import type { Crossbar } from './crossbar';
import { FIRST_WITHOUT_REPLY, RequestKind, type Requests } from './requests';
import { TagStore } from './tagStore';

const ALL_SECTORS = 15;

/** What the L2 cache is connected to. */
export interface L2Surroundings {
  readonly wheel: EventWheel;
  readonly requests: Requests;
  readonly fromSms: Crossbar;
  readonly toSms: Crossbar;
  readonly dram: DramSystem;
  readonly map: AddressMap;
  readonly counters: Float64Array;
  /** Application of each kernel. */
  readonly appOf: Int32Array;
  /** Flits of a reply with n sectors. */
  readonly replyFlits: Uint8Array;
  /** What watches as if each application were alone, where it is wanted. */
  readonly auxiliary: AuxiliaryTags | null;
  /** First component number of the slices. */
  readonly component: number;
}

/**
 * The slices of the L2 cache: write-back, allocating on reads and writes, with miss entries that merge
 * requests for the same line. A slice looks at one request per cycle; one that cannot go on (no miss entry,
 * no line that may be replaced, no room at the DRAM channel) blocks those behind it.
 */
export class L2Slices {
  private readonly tags: TagStore;
  /** Kernel that brought a line in; its write-back counts for that kernel. */
  private readonly owner: Int32Array;
  private readonly entries: number;
  private readonly missSlot: Int32Array;
  private readonly missFirst: Int32Array;
  private readonly missLast: Int32Array;
  private readonly missCount: Int32Array;
  private readonly missSectors: Uint8Array;
  private readonly missNext: Int32Array;
  private readonly missFree: Int32Array;
  /** Data on the way from DRAM: miss entry and sectors as `entry * 16 + sectors`, and when it is there. */
  private readonly fills: RingSet;
  private readonly fillDue: RingSet;
  private readonly nextAccess: Int32Array;
  private readonly blocked: Uint8Array;

  constructor(
    private readonly spec: SimulatorSpec,
    private readonly around: L2Surroundings,
    state: StateArrays,
  ) {
    const { slices, sets, ways, hashedSets, mshrs } = spec.l2;
    this.tags = new TagStore(slices, sets, ways, hashedSets, state);
    this.owner = state.int32(slices * sets * ways);
    this.entries = mshrs;
    this.missSlot = state.int32(slices * mshrs);
    this.missFirst = state.int32(slices * mshrs);
    this.missLast = state.int32(slices * mshrs);
    this.missCount = state.int32(slices * mshrs);
    this.missSectors = state.uint8(slices * mshrs);
    this.missNext = state.int32(slices * mshrs);
    this.missFree = state.int32(slices);
    for (let i = 0; i < slices * mshrs; i++) this.missNext[i] = (i + 1) % mshrs === 0 ? -1 : (i + 1) % mshrs;
    this.fills = new RingSet(slices, mshrs * 4, state);
    this.fillDue = new RingSet(slices, mshrs * 4, state);
    this.nextAccess = state.int32(slices);
    this.blocked = state.uint8(slices);
  }

  /** DRAM: sectors of a miss entry arrive at cycle `due`. */
  fill(slice: number, token: number, due: number): void {
    this.fills.push(slice, token);
    this.fillDue.push(slice, due);
    this.around.wheel.schedule(this.around.component + slice, due);
  }

  /** DRAM: a queue place has become free for a slice that asked. */
  wake(slice: number, time: number): void {
    this.around.wheel.schedule(this.around.component + slice, time);
  }

  step(slice: number): void {
    const now = this.around.wheel.now;
    this.takeFills(slice, now);
    const queue = this.around.fromSms.output;
    if (queue.count[slice]! === 0) return;
    const { due } = this.around.requests;
    const ready = Math.max(due[queue.peek(slice)]!, this.nextAccess[slice]!);
    if (ready > now) {
      this.wake(slice, ready);
      return;
    }
    if (!this.around.toSms.hasRoom(slice)) return;
    const request = queue.peek(slice);
    this.nextAccess[slice] = now + 1;
    const line = this.around.requests.line[request]!;
    const kernel = this.around.requests.kernel[request]!;
    if (!this.access(slice, request)) return;
    if (this.around.auxiliary !== null) this.observe(slice, line, kernel, this.around.auxiliary);
    this.around.fromSms.receive(slice);
    if (queue.count[slice]! > 0) this.wake(slice, Math.max(due[queue.peek(slice)]!, this.nextAccess[slice]!));
  }

  private observe(slice: number, line: number, kernel: number, auxiliary: AuxiliaryTags): void {
    const app = this.around.appOf[kernel]!;
    auxiliary.observe(slice, this.tags.setOf(this.around.map.local(line, app)), line, app, kernel);
  }

  private takeFills(slice: number, now: number): void {
    while (this.fills.count[slice]! > 0) {
      const due = this.fillDue.peek(slice);
      if (due > now) {
        this.wake(slice, due);
        return;
      }
      if (!this.finishFill(slice, this.fills.peek(slice))) return;
      this.fills.pop(slice);
      this.fillDue.pop(slice);
    }
  }

  /** Answers the requests that waited for these sectors; false when the replies find no room. */
  private finishFill(slice: number, token: number): boolean {
    const entry = slice * this.entries + (token >> 4);
    const slot = this.missSlot[entry]!;
    const { next, sectors } = this.around.requests;
    this.tags.valid[slot]! |= token & ALL_SECTORS;
    this.missSectors[entry]! &= ~token;
    let before = -1;
    let request = this.missFirst[entry]!;
    while (request >= 0) {
      const following = next[request]!;
      if ((sectors[request]! & ~this.tags.valid[slot]!) !== 0) before = request;
      else {
        if (!this.around.toSms.hasRoom(slice)) return false;
        this.dropWaiter(entry, before, following);
        this.complete(slice, slot, request);
      }
      request = following;
    }
    if (this.missSectors[entry] === 0) this.freeEntry(slice, entry);
    return true;
  }

  private dropWaiter(entry: number, before: number, following: number): void {
    if (before < 0) this.missFirst[entry] = following;
    else this.around.requests.next[before] = following;
    if (following < 0) this.missLast[entry] = before;
    this.missCount[entry]!--;
  }

  private freeEntry(slice: number, entry: number): void {
    const slot = this.missSlot[entry]!;
    this.tags.miss[slot] = -1;
    this.tags.release(slot);
    this.missNext[entry] = this.missFree[slice]!;
    this.missFree[slice] = entry - slice * this.entries;
  }

  /** False when the request has to wait. */
  private access(slice: number, request: number): boolean {
    const { kind, line } = this.around.requests;
    const slot = this.tags.find(slice, line[request]!);
    const what = kind[request]!;
    if (what === RequestKind.write || what === RequestKind.contextWrite)
      return this.write(slice, request, slot);
    return this.read(slice, request, slot);
  }

  private write(slice: number, request: number, found: number): boolean {
    const { requests } = this.around;
    const sectors = requests.sectors[request]!;
    let slot = found;
    if (slot < 0) {
      slot = this.claim(slice, request);
      if (slot < 0) return false;
      this.tags.release(slot);
    } else if (this.tags.miss[slot]! < 0) this.tags.touch(slot);
    const missed = sectors & ~this.tags.valid[slot]!;
    this.tags.valid[slot]! |= sectors;
    this.tags.dirty[slot]! |= sectors;
    const row = requests.kernel[request]! * COUNTER_COLUMNS;
    this.around.counters[row + C.l2WriteSectors]! += countBits(sectors);
    this.around.counters[row + C.l2WriteSectorMisses]! += countBits(missed);
    requests.release(request);
    return true;
  }

  /** A place for the line of a request, emptied and held; -1 when there is none now. */
  private claim(slice: number, request: number): number {
    const { requests, map, appOf } = this.around;
    const line = requests.line[request]!;
    const slot = this.tags.victim(slice, map.local(line, appOf[requests.kernel[request]!]!));
    if (slot < 0) return -1;
    const dirty = this.tags.dirty[slot]!;
    if (dirty !== 0 && !this.writeBack(slice, slot, dirty)) return -1;
    this.tags.replace(slot, slice, line);
    this.owner[slot] = requests.kernel[request]!;
    return slot;
  }

  private read(slice: number, request: number, found: number): boolean {
    const { requests } = this.around;
    const need = requests.sectors[request]!;
    let slot = found;
    const missing = slot < 0 ? need : need & ~this.tags.valid[slot]!;
    if (missing === 0) {
      if (this.tags.miss[slot]! < 0) this.tags.touch(slot);
      this.countRead(request, need, 0);
      this.complete(slice, slot, request);
      return true;
    }
    const entry = this.entryFor(slice, slot);
    if (entry < 0) return false;
    const wanted = this.spec.l2.sectored ? missing : ALL_SECTORS;
    const fetch = slot < 0 ? wanted : wanted & ~this.tags.valid[slot]! & ~this.missSectors[entry]!;
    if (fetch !== 0 && !this.around.dram.canRead(this.channel(slice), slice)) return false;
    if (slot < 0) {
      slot = this.claim(slice, request);
      if (slot < 0) return false;
    } else if (this.tags.miss[slot]! < 0) this.tags.hold(slot);
    if (this.tags.miss[slot]! < 0) this.openEntry(slice, entry, slot);
    this.countRead(request, need, fetch & need);
    if (fetch !== 0) this.fetch(slice, entry, request, fetch);
    this.addWaiter(entry, request);
    return true;
  }

  /** The miss entry of a line, or a free one that may become it; -1 when it has to wait. */
  private entryFor(slice: number, slot: number): number {
    const open = slot < 0 ? -1 : this.tags.miss[slot]!;
    if (open < 0) return this.missFree[slice]! < 0 ? -1 : slice * this.entries + this.missFree[slice]!;
    const entry = slice * this.entries + open;
    return this.missCount[entry]! < this.spec.l2.mergesPerMshr ? entry : -1;
  }

  private openEntry(slice: number, entry: number, slot: number): void {
    this.missFree[slice] = this.missNext[entry]!;
    this.missSlot[entry] = slot;
    this.missFirst[entry] = -1;
    this.missLast[entry] = -1;
    this.missCount[entry] = 0;
    this.missSectors[entry] = 0;
    this.tags.miss[slot] = entry - slice * this.entries;
  }

  private fetch(slice: number, entry: number, request: number, sectors: number): void {
    const { requests, dram } = this.around;
    this.missSectors[entry]! |= sectors;
    const token = ((entry - slice * this.entries) << 4) | sectors;
    const kernel = requests.kernel[request]!;
    dram.read(
      this.channel(slice),
      this.place(slice, requests.line[request]!, kernel),
      sectors,
      kernel,
      slice,
      token,
    );
  }

  private addWaiter(entry: number, request: number): void {
    const { next } = this.around.requests;
    next[request] = -1;
    if (this.missLast[entry]! < 0) this.missFirst[entry] = request;
    else next[this.missLast[entry]!] = request;
    this.missLast[entry] = request;
    this.missCount[entry]!++;
  }

  /** The data is there: atomics are carried out, and a reply leaves where one is wanted. */
  private complete(slice: number, slot: number, request: number): void {
    const { requests, toSms, replyFlits } = this.around;
    const kind = requests.kind[request]!;
    if (kind === RequestKind.atomic || kind === RequestKind.atomicReturn) {
      this.tags.dirty[slot]! |= requests.sectors[request]!;
      const cycles = Math.ceil(requests.conflicts[request]! / this.spec.l2.atomicsPerCycle);
      this.nextAccess[slice] = Math.max(this.nextAccess[slice]!, this.around.wheel.now + cycles);
    }
    if (kind >= FIRST_WITHOUT_REPLY) requests.release(request);
    else toSms.send(slice, request, replyFlits[countBits(requests.sectors[request]!)]!);
  }

  private countRead(request: number, need: number, missed: number): void {
    const { requests, counters } = this.around;
    const row = requests.kernel[request]! * COUNTER_COLUMNS;
    const kind = requests.kind[request]!;
    counters[row + C.l2ReadRequests]!++;
    if (kind === RequestKind.atomic || kind === RequestKind.atomicReturn)
      counters[row + C.l2AtomicRequests]!++;
    counters[row + C.l2ReadSectors]! += countBits(need);
    counters[row + C.l2ReadSectorMisses]! += countBits(missed);
  }

  private writeBack(slice: number, slot: number, dirty: number): boolean {
    const { dram } = this.around;
    const channel = this.channel(slice);
    if (!dram.canWrite(channel, slice)) return false;
    const kernel = this.owner[slot]!;
    dram.write(channel, this.place(slice, this.tags.line[slot]!, kernel), dirty, kernel);
    return true;
  }

  private channel(slice: number): number {
    return this.around.map.channel(slice);
  }

  private place(slice: number, line: number, kernel: number): number {
    return this.around.map.bankAndRow(line, slice, this.around.appOf[kernel]!);
  }
}
