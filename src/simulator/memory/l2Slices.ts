import { C, COUNTER_COLUMNS } from '../core/counterColumns';
import { countBits, greater } from '../core/bits';
import type { EventWheel } from '../core/eventWheel';
import type { StateArrays } from '../core/stateArrays';
import { TimedRings } from '../core/timedRings';
import type { DramClient, DramSystem } from '../dram/dramSystem';
import type { ChipSpec } from '../chip/chipSpec';
import type { AddressMap } from './addressMap';
import type { AuxiliaryTags } from './auxiliaryTags';
import type { EarlierData } from './earlierData';
import type { Crossbar } from './crossbar';
import type { ReplyNetwork } from './outputQueues';
import {
  conflictsOrParts,
  FIRST_WITHOUT_REPLY,
  kernelOf,
  kindOf,
  ownerOf,
  R,
  REQUEST_SHIFT,
  RequestKind,
  sectorsOf,
  type Requests,
} from './requests';
import { DIRTY_SHIFT, SetTags } from './setTags';

const ALL_SECTORS = 15;

/** Words of a miss entry; four share a cache line of the host. */
const enum M {
  /** Place of the line; of a free entry, the next free one of the slice. */
  slot,
  /** Sectors that are on their way, and number of requests that wait for them, as bits. */
  facts,
  first,
  last,
}
const MISS_SHIFT = 2;
const COUNT_SHIFT = 4;

/** State of a slice's oldest request that wants to read from DRAM, where the channel's queue was full. */
enum Waits {
  no = 0,
  dram = 1,
  /** Its line is not in the cache = nobody but this request can bring it in. */
  absent = 2,
}

/** Connections of the L2 cache to the machine. */
export class L2Ports {
  constructor(
    readonly wheel: EventWheel,
    readonly requests: Requests,
    readonly fromSms: Crossbar,
    readonly toSms: ReplyNetwork,
    readonly dram: DramSystem,
    readonly map: AddressMap,
    readonly counters: Float64Array,
    /** Application of each kernel. */
    readonly appOf: Int32Array,
    /** Flits of a reply with n sectors. */
    readonly replyFlits: Uint8Array,
    /** Tag directories that simulate each application alone; null where they are not wanted. */
    readonly auxiliary: AuxiliaryTags | null,
    /** What is in the cache when the run begins; null for nothing. */
    readonly earlier: EarlierData | null,
    /** First component number of the slices. */
    readonly component: i32,
  ) {}
}

/**
 * The slices of the L2 cache: write-back, allocating on reads and writes, with miss entries that merge
 * requests for the same line. A slice looks at one request per cycle and passes so many sectors; one that cannot go on (no miss entry,
 * no line that may be replaced, no room at the DRAM channel) blocks those behind it.
 */
export class L2Slices implements DramClient {
  private readonly tags: SetTags;
  private readonly requests: Int32Array;
  private readonly entries: i32;
  private readonly misses: Int32Array;
  private readonly missFree: Int32Array;
  /** Data on the way from DRAM: miss entry and sectors as `entry * 16 + sectors`, and when it is there. */
  private readonly fills: TimedRings;
  private readonly nextAccess: Int32Array;
  /** By slice when its data port is free; fractions of a cycle count. */
  private readonly portFree: Float64Array;
  private readonly sectorCycles: f64;
  private readonly writeCycles: f64;
  /** What a sector takes the port longer that is written in part: it is read, changed and written. */
  private readonly partCycles: f64;
  /** By slice when its unit for atomics is free; fractions of a cycle count. */
  private readonly atomicsFree: Float64Array;
  /** By slice: state of the oldest request when it tries again, see `Waits`. */
  private readonly waits: Uint8Array;
  /** Reads of slices of the other side, by the slice that has the line. */
  private readonly far: TimedRings;
  /** By slice when it can send to the other side again; fractions of a cycle count. */
  private readonly farFree: Float64Array;
  /** What the other side has sent, as `fills`. */
  private readonly farFills: TimedRings;
  /** By slice its miss entries that wait for the other side. */
  private readonly farEntries: Int32Array;
  private readonly isPartitioned: boolean;

  constructor(
    private readonly spec: ChipSpec,
    private readonly ports: L2Ports,
    state: StateArrays,
  ) {
    const slices = spec.l2.slices;
    const cache = spec.l2.cache;
    const mshrs = cache.mshrs;
    this.tags = new SetTags(slices, cache.sets, cache.ways, cache.hashedSets, state);
    this.requests = ports.requests.words;
    this.entries = mshrs;
    this.misses = state.int32((slices * mshrs) << MISS_SHIFT);
    for (let i = 0; i < slices * mshrs; i++)
      this.misses[(i << MISS_SHIFT) + M.slot] = (i + 1) % mshrs === 0 ? -1 : (i + 1) % mshrs;
    this.missFree = state.int32(slices);
    this.fills = new TimedRings(slices, mshrs * 4, state);
    this.nextAccess = state.int32(slices);
    this.portFree = state.float64(slices);
    this.atomicsFree = state.float64(slices);
    this.sectorCycles = 1.0 / spec.l2.sectorsPerCycle;
    this.writeCycles = this.sectorCycles * spec.l2.readsPerWrite;
    this.partCycles = this.sectorCycles * spec.l2.readsPerPart;
    this.waits = state.uint8(slices);
    this.isPartitioned = ports.map.isPartitioned;
    this.far = new TimedRings(this.isPartitioned ? slices : 0, mshrs * 4, state);
    this.farFree = state.float64(this.isPartitioned ? slices : 0);
    this.farFills = new TimedRings(this.isPartitioned ? slices : 0, mshrs * 4, state);
    this.farEntries = state.int32(this.isPartitioned ? slices : 0);
  }

  /** DRAM: sectors of a miss entry arrive at cycle `due`. */
  fill(slice: i32, token: i32, due: i32): void {
    this.fills.push(slice, token, due);
    // Those behind the first one have their turn when it is done.
    if (this.fills.count[slice] === 1) this.wake(slice, due);
  }

  /** DRAM: a queue place has become free for a slice that asked. */
  wake(slice: i32, time: i32): void {
    this.ports.wheel.schedule(this.ports.component + slice, time);
  }

  step(slice: i32): void {
    const now = this.ports.wheel.now;
    if (this.fills.count[slice]! > 0) this.takeFills(this.fills, slice, now);
    if (this.isPartitioned) {
      if (this.farFills.count[slice]! > 0) this.takeFills(this.farFills, slice, now);
      if (this.far.count[slice]! > 0) this.takeFar(slice, now);
    }
    const queue = this.ports.fromSms.output;
    if (queue.count[slice] === 0) return;
    const request = queue.peek(slice);
    const at = request << REQUEST_SHIFT;
    const ready = greater(this.requests[at + R.station]!, this.nextAccess[slice]!);
    if (ready > now) {
      this.wake(slice, ready);
      return;
    }
    const waits: i32 = this.waits[slice]!;
    if (waits !== Waits.no && !this.ports.dram.canRead(this.channel(slice), slice)) return;
    if (!this.ports.toSms.hasRoom(slice)) return;
    this.nextAccess[slice] = now + 1;
    const line = this.requests[at + R.line]!;
    const facts = this.requests[at + R.facts]!;
    const kernel = kernelOf(facts);
    this.waits[slice] = Waits.no;
    if (!this.access(slice, request, waits === Waits.absent)) return;
    this.occupyPort(slice, this.portCycles(facts), now);
    const auxiliary = this.ports.auxiliary;
    if (auxiliary !== null) this.observe(slice, line, kernel, auxiliary);
    this.ports.fromSms.receive(slice);
    if (queue.count[slice] === 0) return;
    const due = this.requests[(queue.peek(slice) << REQUEST_SHIFT) + R.station]!;
    this.wake(slice, greater(due, this.nextAccess[slice]!));
  }

  /** Cycles that the sectors of a request take the data port. */
  private portCycles(facts: i32): f64 {
    const sectors = countBits(sectorsOf(facts));
    if (kindOf(facts) !== RequestKind.write) return f64(sectors) * this.sectorCycles;
    return f64(sectors) * this.writeCycles + f64(conflictsOrParts(facts)) * this.partCycles;
  }

  /** The data port is taken for so long; the next request is looked at when it is free. */
  private occupyPort(slice: i32, cycles: f64, now: i32): void {
    const from = this.portFree[slice]!;
    const free = (from > f64(now) ? from : f64(now)) + cycles;
    this.portFree[slice] = free;
    if (free >= f64(now + 2) && free > f64(this.nextAccess[slice]!)) this.nextAccess[slice] = i32(free);
  }

  /** Operations on sectors go through the slice's unit for atomics one after the other; the slice waits for it. */
  private occupyAtomics(slice: i32, operations: i32): void {
    const from = Math.max(this.atomicsFree[slice]!, f64(this.ports.wheel.now));
    const free = from + f64(operations) / this.spec.l2.atomicsPerCycle;
    this.atomicsFree[slice] = free;
    this.nextAccess[slice] = greater(this.nextAccess[slice]!, i32(free));
  }

  /**
   * Looks at the oldest read of a slice of the other side; it does not wait behind those of SMs, nor they behind it: what
   * goes to the other side does not pass the port to SMs, and is as wide.
   */
  private takeFar(slice: i32, now: i32): void {
    const ready = greater(this.far.due(slice), i32(this.farFree[slice]!));
    if (ready > now) {
      this.wake(slice, ready);
      return;
    }
    const request = this.far.value(slice);
    const sectors = sectorsOf(this.requests[(request << REQUEST_SHIFT) + R.facts]!);
    if (!this.access(slice, request, false)) return;
    this.far.drop(slice);
    this.farFree[slice] =
      Math.max(f64(now), this.farFree[slice]!) + Math.max(1.0, f64(countBits(sectors)) * this.sectorCycles);
    if (this.far.count[slice]! > 0) this.wake(slice, greater(this.far.due(slice), i32(this.farFree[slice]!)));
  }

  private observe(slice: i32, line: i32, kernel: i32, auxiliary: AuxiliaryTags): void {
    const app = this.ports.appOf[kernel]!;
    auxiliary.observe(slice, this.tags.setOf(this.ports.map.local(line, app)), line, app, kernel);
  }

  private takeFills(fills: TimedRings, slice: i32, now: i32): void {
    while (fills.count[slice]! > 0) {
      const due = fills.due(slice);
      if (due > now) {
        this.wake(slice, due);
        return;
      }
      if (!this.finishFill(slice, fills.value(slice))) return;
      fills.drop(slice);
    }
  }

  /** Answers the requests that waited for these sectors; false when the replies find no room. */
  private finishFill(slice: i32, token: i32): boolean {
    const misses = this.misses;
    const requests = this.requests;
    const entry = slice * this.entries + (token >> 4);
    const at = entry << MISS_SHIFT;
    const slot = misses[at + M.slot]!;
    this.tags.add(slot, token & ALL_SECTORS);
    const valid = this.tags.valid(slot);
    misses[at + M.facts]! &= ~(token & ALL_SECTORS);
    let before = -1;
    let request = misses[at + M.first]!;
    while (request >= 0) {
      const following = requests[(request << REQUEST_SHIFT) + R.station]!;
      if ((sectorsOf(requests[(request << REQUEST_SHIFT) + R.facts]!) & ~valid) !== 0) before = request;
      else {
        if (!this.ports.toSms.hasRoom(slice)) return false;
        this.dropWaiter(at, before, following);
        this.complete(slice, slot, request);
      }
      request = following;
    }
    if ((misses[at + M.facts]! & ALL_SECTORS) === 0) this.freeEntry(slice, entry);
    return true;
  }

  private dropWaiter(at: i32, before: i32, following: i32): void {
    if (before < 0) this.misses[at + M.first] = following;
    else this.requests[(before << REQUEST_SHIFT) + R.station] = following;
    if (following < 0) this.misses[at + M.last] = before;
    this.misses[at + M.facts]! -= 1 << COUNT_SHIFT;
  }

  private freeEntry(slice: i32, entry: i32): void {
    const at = entry << MISS_SHIFT;
    const slot = this.misses[at + M.slot]!;
    if (this.isPartitioned && this.isCopy(slice, slot)) this.farEntries[slice]!--;
    this.tags.use(slot);
    this.misses[at + M.slot] = this.missFree[slice]!;
    this.missFree[slice] = entry - slice * this.entries;
  }

  /** False when the request has to wait; one that waited for a line that was absent finds it so again. */
  private access(slice: i32, request: i32, isAbsent: boolean): boolean {
    const at = request << REQUEST_SHIFT;
    const map = this.ports.map;
    const appOf = this.ports.appOf;
    const line = this.requests[at + R.line]!;
    const set = this.tags.setOf(map.local(line, appOf[kernelOf(this.requests[at + R.facts]!)]!));
    const slot = isAbsent ? -1 : this.tags.find(slice, set, line);
    const kind = kindOf(this.requests[at + R.facts]!);
    if (kind === RequestKind.write || kind === RequestKind.contextWrite)
      return this.write(slice, set, request, slot);
    return this.read(slice, set, request, slot < 0 ? this.leftBefore(slice, set, request) : slot);
  }

  private write(slice: i32, set: i32, request: i32, found: i32): boolean {
    const requests = this.requests;
    const tags = this.tags;
    const at = request << REQUEST_SHIFT;
    const sectors = sectorsOf(requests[at + R.facts]!);
    const slot = found < 0 ? this.claim(slice, set, request) : found;
    if (slot < 0) return false;
    if (tags.miss(slot) < 0) tags.use(slot);
    const missed = sectors & ~tags.valid(slot);
    tags.add(slot, sectors | (sectors << DIRTY_SHIFT));
    const row = kernelOf(requests[at + R.facts]!) * COUNTER_COLUMNS;
    this.ports.counters[row + C.l2WriteSectors]! += countBits(sectors);
    this.ports.counters[row + C.l2WriteSectorMisses]! += countBits(missed);
    if (this.isPartitioned) this.dropCopy(slice, set, requests[at + R.line]!, sectors);
    this.ports.requests.release(request);
    return true;
  }

  /** The copy of what has been written is out of date; one on its way is left to come. */
  private dropCopy(slice: i32, set: i32, line: i32, sectors: i32): void {
    const across = this.ports.map.across(slice);
    const copy = this.tags.find(across, set, line);
    if (copy >= 0 && this.tags.miss(copy) < 0) this.tags.drop(copy, sectors);
  }

  private dropCopyOf(slice: i32, request: i32): void {
    const at = request << REQUEST_SHIFT;
    const facts = this.requests[at + R.facts]!;
    const line = this.requests[at + R.line]!;
    const set = this.tags.setOf(this.ports.map.local(line, this.ports.appOf[kernelOf(facts)]!));
    this.dropCopy(slice, set, line, sectorsOf(facts));
  }

  /** Tests whether a place of a slice holds a copy of a line of the other side. */
  private isCopy(slice: i32, slot: i32): boolean {
    return this.ports.map.slice(this.tags.lineAt(slot), this.ports.appOf[this.tags.kernel(slot)]!) !== slice;
  }

  /**
   * Tests whether a copy may be fetched now. Half of the miss entries and a place of each set are left to lines of the
   * slice's own, so that two sides never wait for each other.
   */
  private mayCopy(slice: i32, set: i32, open: i32): boolean {
    return open >= 0 || (this.farEntries[slice]! < this.entries >> 1 && this.tags.loose(slice, set) > 1);
  }

  /** A place for the line of a request, emptied and held; -1 when there is none now. */
  private claim(slice: i32, set: i32, request: i32): i32 {
    const slot = this.tags.victim(slice, set);
    if (slot < 0) return -1;
    const dirty = this.tags.dirty(slot);
    if (dirty !== 0 && !this.writeBack(slice, slot, dirty)) return -1;
    const at = request << REQUEST_SHIFT;
    this.tags.replace(slot, this.requests[at + R.line]!, kernelOf(this.requests[at + R.facts]!));
    return slot;
  }

  private read(slice: i32, set: i32, request: i32, found: i32): boolean {
    const tags = this.tags;
    const misses = this.misses;
    const need = sectorsOf(this.requests[(request << REQUEST_SHIFT) + R.facts]!);
    let slot = found;
    const valid = slot < 0 ? 0 : tags.valid(slot);
    const open = slot < 0 ? -1 : tags.miss(slot);
    const missing = need & ~valid;
    if (missing === 0) {
      if (open < 0) tags.use(slot);
      this.countRead(request, need, 0);
      this.complete(slice, slot, request);
      return true;
    }
    const entry = this.entryFor(slice, open);
    if (entry < 0) return false;
    const wanted = this.spec.l2.cache.sectored ? missing : ALL_SECTORS & ~valid;
    const fetch = open < 0 ? wanted : wanted & ~misses[(entry << MISS_SHIFT) + M.facts]!;
    const isCopy = this.isPartitioned && this.homeOf(request) !== slice;
    if (isCopy) {
      if (!this.mayCopy(slice, set, open)) return false;
    } else if (fetch !== 0 && !this.ports.dram.canRead(this.channel(slice), slice)) {
      if (kindOf(this.requests[(request << REQUEST_SHIFT) + R.facts]!) !== RequestKind.far)
        this.waits[slice] = slot < 0 ? Waits.absent : Waits.dram;
      return false;
    }
    if (slot < 0) {
      slot = this.claim(slice, set, request);
      if (slot < 0) return false;
    } else if (open < 0) tags.hold(slot);
    if (open < 0) this.openEntry(slice, entry, slot);
    this.countRead(request, need, isCopy ? 0 : fetch & need);
    if (isCopy) {
      if (open < 0) this.farEntries[slice]!++;
      if (fetch !== 0) this.fetchAcross(slice, entry, request, fetch);
    } else if (fetch !== 0) this.fetch(slice, entry, request, fetch);
    this.addWaiter(entry, request);
    return true;
  }

  /** The place of an absent line that earlier launches have left in the cache; -1 for others. */
  private leftBefore(slice: i32, set: i32, request: i32): i32 {
    const map = this.ports.map;
    const earlier = this.ports.earlier;
    const appOf = this.ports.appOf;
    if (earlier === null) return -1;
    const at = request << REQUEST_SHIFT;
    const app = appOf[kernelOf(this.requests[at + R.facts]!)]!;
    if (!earlier.wasLeft(this.requests[at + R.line]!, map.side(slice), app)) return -1;
    if (!this.tags.hasUnused(slice, set)) return -1;
    const slot = this.claim(slice, set, request);
    if (slot < 0) return -1;
    this.tags.add(slot, ALL_SECTORS);
    this.tags.use(slot);
    return slot;
  }

  /** The open miss entry of a line, or a free one that may become it; -1 when it has to wait. */
  private entryFor(slice: i32, open: i32): i32 {
    if (open < 0) return this.missFree[slice]! < 0 ? -1 : slice * this.entries + this.missFree[slice]!;
    const entry = slice * this.entries + open;
    const waiting = this.misses[(entry << MISS_SHIFT) + M.facts]! >> COUNT_SHIFT;
    return waiting < this.spec.l2.cache.mergesPerMshr ? entry : -1;
  }

  private openEntry(slice: i32, entry: i32, slot: i32): void {
    const misses = this.misses;
    const at = entry << MISS_SHIFT;
    this.missFree[slice] = misses[at + M.slot]!;
    misses[at + M.slot] = slot;
    misses[at + M.facts] = 0;
    misses[at + M.first] = -1;
    misses[at + M.last] = -1;
    this.tags.setMiss(slot, entry - slice * this.entries);
  }

  private fetch(slice: i32, entry: i32, request: i32, sectors: i32): void {
    this.misses[(entry << MISS_SHIFT) + M.facts]! |= sectors;
    const token = ((entry - slice * this.entries) << 4) | sectors;
    const at = request << REQUEST_SHIFT;
    const kernel = kernelOf(this.requests[at + R.facts]!);
    const place = this.place(slice, this.requests[at + R.line]!, kernel);
    this.ports.dram.read(this.channel(slice), place, sectors, kernel, slice, token);
  }

  private homeOf(request: i32): i32 {
    const at = request << REQUEST_SHIFT;
    const kernel = kernelOf(this.requests[at + R.facts]!);
    return this.ports.map.slice(this.requests[at + R.line]!, this.ports.appOf[kernel]!);
  }

  /** Asks the slice of the other side for sectors of its line. */
  private fetchAcross(slice: i32, entry: i32, request: i32, sectors: i32): void {
    const map = this.ports.map;
    const requests = this.ports.requests;
    const wheel = this.ports.wheel;
    this.misses[(entry << MISS_SHIFT) + M.facts]! |= sectors;
    const at = request << REQUEST_SHIFT;
    const kernel = kernelOf(this.requests[at + R.facts]!);
    const home = map.across(slice);
    const owner = entry - slice * this.entries;
    const line = this.requests[at + R.line]!;
    const id = requests.create(RequestKind.far, line, sectors, 0, owner, kernel, home, 1);
    const due = wheel.now + (this.spec.l2.farCycles >> 1);
    this.far.push(home, id, due);
    this.wake(home, due);
  }

  /** The answer to a read of a slice of the other side. */
  private replyAcross(slice: i32, request: i32): void {
    const at = request << REQUEST_SHIFT;
    const token = (ownerOf(this.requests[at + R.home]!) << 4) | sectorsOf(this.requests[at + R.facts]!);
    const farCycles = this.spec.l2.farCycles;
    this.ports.requests.release(request);
    const across = this.ports.map.across(slice);
    const due = this.ports.wheel.now + greater(1, farCycles - (farCycles >> 1));
    this.farFills.push(across, token, due);
    if (this.farFills.count[across] === 1) this.wake(across, due);
  }

  private addWaiter(entry: i32, request: i32): void {
    const misses = this.misses;
    const requests = this.requests;
    const at = entry << MISS_SHIFT;
    requests[(request << REQUEST_SHIFT) + R.station] = -1;
    const last = misses[at + M.last]!;
    if (last < 0) misses[at + M.first] = request;
    else requests[(last << REQUEST_SHIFT) + R.station] = request;
    misses[at + M.last] = request;
    misses[at + M.facts]! += 1 << COUNT_SHIFT;
  }

  /** The data is there: atomics are carried out, and a reply leaves where one is wanted. */
  private complete(slice: i32, slot: i32, request: i32): void {
    const requests = this.requests;
    const at = request << REQUEST_SHIFT;
    const kind = kindOf(requests[at + R.facts]!);
    if (kind === RequestKind.atomic || kind === RequestKind.atomicReturn) {
      this.tags.add(slot, sectorsOf(requests[at + R.facts]!) << DIRTY_SHIFT);
      this.occupyAtomics(slice, conflictsOrParts(requests[at + R.facts]!));
      if (this.isPartitioned) this.dropCopyOf(slice, request);
    }
    if (kind === RequestKind.far) this.replyAcross(slice, request);
    else if (kind >= FIRST_WITHOUT_REPLY) this.ports.requests.release(request);
    else
      this.ports.toSms.send(
        slice,
        request,
        this.ports.replyFlits[countBits(sectorsOf(requests[at + R.facts]!))]!,
      );
  }

  private countRead(request: i32, need: i32, missed: i32): void {
    const counters = this.ports.counters;
    const at = request << REQUEST_SHIFT;
    const row = kernelOf(this.requests[at + R.facts]!) * COUNTER_COLUMNS;
    const kind = kindOf(this.requests[at + R.facts]!);
    if (missed !== 0) counters[row + C.l2ReadSectorMisses]! += countBits(missed);
    // The slice that asked has counted the access.
    if (kind === RequestKind.far) return;
    counters[row + C.l2ReadRequests]! += 1;
    if (kind === RequestKind.atomic || kind === RequestKind.atomicReturn)
      counters[row + C.l2AtomicRequests]! += 1;
    counters[row + C.l2ReadSectors]! += countBits(need);
  }

  private writeBack(slice: i32, slot: i32, dirty: i32): boolean {
    const dram = this.ports.dram;
    const channel = this.channel(slice);
    if (!dram.canWrite(channel, slice)) return false;
    const kernel = this.tags.kernel(slot);
    dram.write(channel, this.place(slice, this.tags.lineAt(slot), kernel), dirty, kernel);
    return true;
  }

  private channel(slice: i32): i32 {
    return this.ports.map.channel(slice);
  }

  private place(slice: i32, line: i32, kernel: i32): i32 {
    return this.ports.map.bankAndRow(line, slice, this.ports.appOf[kernel]!);
  }
}
